// A ticket machine without a line of touch code: its elements are views, their records are events.

import { Responder } from "./responder.js";

const find = (selector) => document.querySelector(selector);

// The page fills the panel, so its width is the panel's.
const responder = new Responder({
  name: "kiosk", mount: "page",
  placement: (panel) => ({ scale: panel.width / innerWidth, x: 0, y: 0 }),
});

function showMap() {
  const state = { x: 0, y: 0, scale: 1, rotation: 0 };
  let start = { ...state };
  const draw = () => find("#land").setAttribute("transform",
    `translate(${state.x} ${state.y}) rotate(${state.rotation}) scale(${state.scale})`);
  responder.bind(find("#map"), {
    handles: ["touches"], isMultipleTouchEnabled: true,
    gestureRecognizers: [
      { id: "map.pan", pan: { simultaneousWith: ["map.pinch", "map.rotation"] } },
      { id: "map.pinch", pinch: { simultaneousWith: ["map.rotation"] } },
      { id: "map.rotation", rotation: {} },
    ],
  });
  find("#map").addEventListener("gesture", ({ detail }) => {
    if (detail.state === "began") start = { ...state };
    if (detail.translation) Object.assign(state, { x: start.x + detail.translation[0], y: start.y + detail.translation[1] });
    if (detail.scale) state.scale = Math.min(4, Math.max(0.4, start.scale * detail.scale));
    if (detail.rotation) state.rotation = start.rotation + (detail.rotation * 180) / Math.PI;
    draw();
  });
}

function showTickets() {
  for (const ticket of document.querySelectorAll(".ticket")) {
    responder.bind(ticket, { handles: ["touches"], gestureRecognizers: [{ id: `${ticket.id}.tap`, tap: {} }] });
    ticket.addEventListener("touchesbegan", () => ticket.classList.add("touched"));
    for (const end of ["touchesended", "touchescancelled"]) {
      ticket.addEventListener(end, () => ticket.classList.remove("touched"));
    }
    ticket.addEventListener("gesture", () => {
      for (const other of document.querySelectorAll(".ticket")) other.classList.toggle("chosen", other === ticket);
    });
  }
}

function showStations() {
  const names = ["North Gate", "Market", "Harbour", "Museum", "Old Town", "Stadium", "Airport", "University", "South Bridge", "Zoo"];
  find("#list").append(...names.map((name) => Object.assign(document.createElement("li"), { textContent: name })));
  let [offset, start] = [0, 0];
  responder.bind(find("#stations"), { gestureRecognizers: [{ id: "stations.drag", pan: {} }] });
  find("#stations").addEventListener("gesture", ({ detail }) => {
    if (detail.state === "began") start = offset;
    const most = find("#list").offsetHeight - find("#stations").clientHeight;
    offset = Math.min(0, Math.max(-most, start + (detail.translation?.[1] ?? 0)));
    find("#list").style.translate = `0 ${offset}px`;
  });
}

function showPad() {
  let pin = "";
  const show = () => { find("#pin").textContent = "●".repeat(pin.length) || "PIN"; };
  for (const key of ["1", "2", "3", "4", "5", "6"]) {
    const button = Object.assign(document.createElement("div"), { id: `key.${key}`, className: "key", textContent: key });
    find("#keys").append(button);
    responder.bind(button, { kind: "button" });
    button.addEventListener("control", ({ detail }) => {
      button.classList.toggle("touched", detail.event === "touchDown" || detail.event === "touchDragEnter");
      if (detail.event !== "primaryActionTriggered") return;
      pin = pin.length < 4 ? pin + key : key;
      find("#pin").dataset.value = pin;
      show();
    });
  }
  show();
}

showMap();
showTickets();
showStations();
showPad();

for (const name of ["touchesbegan", "touchesended", "touchescancelled", "gesture", "control"]) {
  document.addEventListener(name, ({ target, type, detail }) => {
    find("#event").textContent = [target.id, type, detail.recognizer, detail.state ?? detail.event].filter(Boolean).join(" ");
  });
}
responder.addEventListener("error", ({ detail }) => { find("#event").textContent = detail.error.message; });

// For the tests, and for the console of the browser.
globalThis.kiosk = { responder };
