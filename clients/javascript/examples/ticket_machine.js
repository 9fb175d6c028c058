// A ticket machine that is built at run time: three pages, a dialog, and a PIN pad.
//
//   ticket_machine.js machine.json   // with config/examples/tickets/panel.yaml
//
//   const acts = await (await fetch("machine.json")).json();
//   ticketMachine(new Responder({ name: "machine" }), acts, console.log);
//   map(new Responder({ name: "map" }), console.log);           // a second page adds a map, and acts on it
//
// What a page with a name has put stays while it connects again.
// Every record goes to `say`. After a restart or a reload of responderd, the pages are there again.

const PAGES = ["page.stations", "page.tickets", "page.pay"];
const SURE = {
  id: "sure",
  view: {
    id: "sure.view", frame: [40, 140, 400, 200],
    subviews: [
      { id: "yes", button: { frame: [0, 100, 200, 100] } },
      { id: "no", button: { frame: [200, 100, 200, 100] } },
    ],
  },
};
const MAP = {
  id: "map", frame: [0, 0, 320, 480], handles: ["touches"], isMultipleTouchEnabled: true, actor: "map",
  gestureRecognizers: [{ id: "map.pan", pan: { cancelsTouchesInView: false } }],
};

/** The keys 1 to 9, and `ok`. */
function pad() {
  const keys = Array.from({ length: 9 }, (_, key) => (
    { id: `pad.${key + 1}`, button: { frame: [(key % 3) * 160, Math.floor(key / 3) * 100, 160, 100] } }));
  return {
    id: "pad", frame: [0, 80, 480, 400],
    subviews: [...keys, { id: "pad.ok", button: { frame: [0, 300, 480, 100] } }],
  };
}

function show(responder, page) {
  return responder.batch(PAGES.map((one) => ({ set: { view: one, isHidden: one !== page } })));
}

async function act(responder, record) {
  const pressed = record.event === "primaryActionTriggered" ? record.control : undefined;
  if (["north", "middle", "south"].includes(pressed)) {
    await show(responder, "page.tickets");
  } else if (["back", "pad.ok"].includes(pressed)) {
    await show(responder, "page.stations");
  } else if (["single.tap", "day.tap"].includes(record.recognizer)) {
    await responder.put({ presentedBy: "machine", viewController: SURE });
  } else if (["yes", "no"].includes(pressed)) {
    await responder.remove({ viewController: "sure" });
    if (pressed === "yes") await show(responder, "page.pay");
  }
}

function listen(responder, say) {
  responder.addEventListener("record", ({ detail }) => say(detail));
  responder.addEventListener("connect", ({ detail }) => say({ type: "connected", ...detail }));
}

export default async function ticketMachine(responder, acts, say) {
  listen(responder, say);
  responder.addEventListener("record", ({ detail }) => act(responder, detail).catch(console.error));
  await responder.batch(acts);
  await responder.put({ in: "page.pay", view: pad() });
  say({ type: "built" });
}

export async function map(responder, say) {
  listen(responder, say);
  await responder.put({ in: "map.place", view: MAP });
  say({ type: "built" });
}
