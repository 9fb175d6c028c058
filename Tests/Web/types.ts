// A page that uses every part of responder.js, for the compiler alone.

import { Picture, Responder, ResponderError } from "../../clients/javascript/responder";

const responder = new Responder({
  url: "https://panel.example/socket", token: "0123456789abcdef", name: "map", mount: "page",
  screen: "panel", placement: ({ width }) => ({ scale: width / 800, x: 0, y: 0 }),
});

async function use(element: HTMLElement): Promise<void> {
  const binding = responder.bind(element, {
    id: "map", handles: ["touches"], isMultipleTouchEnabled: true,
    gestureRecognizers: [{ id: "map.pan", pan: { minimumNumberOfTouches: 1 } }],
  });
  await binding.ready;
  responder.bind(element, { id: "buy", click: true });
  responder.bind(element, { id: "chart", pointerEvents: true });
  responder.bind(element, { id: "list", kind: "scrollView" });
  element.addEventListener("scrollview", ({ detail: { phase, offset: [x, y], zoom } }) => console.log(phase, x + y, zoom));
  element.addEventListener("gesture", ({ detail }) => {
    const [x, y]: [number, number] = detail.translation ?? [0, 0];
    console.log(detail.recognizer, detail.state, x, y, detail.record.seq);
  });
  element.addEventListener("touchesbegan", ({ detail }) => console.log(detail.touches?.length));
  for await (const record of responder.records({ types: ["control"], rate: 60 })) {
    if (record.madeUp) break;
  }
  for (const { type, t } of await responder.history({ explain: true })) console.log(type, t ?? 0);
  try {
    const { waits } = await responder.put({ presentedBy: "home", viewController: { id: "sure", view: { id: "sure.view" } } });
    await responder.set({ view: "map", alpha: 0.5 });
    await responder.batch([{ set: { view: "map", alpha: 1 } }, { remove: { viewController: "sure" } }]);
    await responder.remove({ view: waits?.[0] ?? "map" });
  } catch (error) {
    if (error instanceof ResponderError) console.log(error.code, error.path);
  }
  const picture: Picture = responder.picture;
  console.log(picture.view("map")?.at?.[2], picture.origin("map")?.x, responder.hello?.rights);
  responder.addEventListener("connect", ({ detail: { isNew, waits, refused } }) => {
    console.log(isNew, waits.join(), refused["map"] ?? "");
  });
  responder.layout();
  binding.remove();
  responder.unbind(element);
  responder.close();
}

use(document.body);
