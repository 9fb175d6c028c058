// A page of 300 rows, a slider and a modal, made by React or of custom elements, as the examples of the client do it.

import { makePage } from "./asked.js";
import { useResponder } from "./examples/react.js";
import { defineResponderView } from "./examples/responder-view.js";
import { Responder } from "./responder.js";

const query = new URLSearchParams(location.search);
const responder = new Responder({ url: query.get("gateway"), mount: "page", placement: () => ({ scale: 1, x: 0, y: 0 }) });
const page = makePage(responder, ".row, .level, .buy, .ok");
const numbers = Array.from({ length: 300 }, (_, at) => at);
const tap = (id) => ({ id, handles: ["touches"], gestureRecognizers: [{ id: `${id}.tap`, tap: {} }] });

/** What the page shows: taps of each row, the level, and how often OK was clicked. */
page.state = { taps: {}, level: 20, sure: 0 };

function react() {
  const { StrictMode, createElement, useState } = globalThis.React;

  function Row({ id }) {
    const [taps, setTaps] = useState(0);
    const gesture = ({ detail }) => { if (detail.state === "ended") setTaps((before) => before + 1); };
    const touchescancelled = ({ detail }) => { page.cancelled = [id, detail.madeUp ?? false]; };
    const ref = useResponder(responder, tap(id), { gesture, touchescancelled });
    page.state.taps[id] = taps;
    return createElement("div", { ref, id, className: "row" }, `${id} ${taps}`);
  }

  function Level() {
    const [level, setLevel] = useState(20);
    const ref = useResponder(responder, { id: "level", kind: "slider" });
    page.state.level = level;
    const onChange = ({ target }) => setLevel(Number(target.value));
    return createElement("input", { ref, id: "level", className: "level", type: "range", min: 10, max: 60, value: level, onChange, "aria-label": "Level" });
  }

  function Button({ id, onClick, text }) {
    const ref = useResponder(responder, { id, click: true });
    return createElement("button", { ref, id, className: id, onClick }, text);
  }

  function App() {
    const [count, setCount] = useState(numbers.length);
    const [isOpen, setIsOpen] = useState(false);
    page.show = setCount;
    page.open = setIsOpen;
    const close = () => {
      page.state.sure += 1;
      setIsOpen(false);
    };
    const show = (dialog) => { if (dialog && !dialog.open) dialog.showModal(); };
    return createElement("div", {},
      createElement("div", { id: "list", className: "list" }, numbers.slice(0, count).map((at) => createElement(Row, { key: at, id: `row${at}` }))),
      createElement(Level),
      createElement(Button, { id: "buy", text: "Buy", onClick: () => setIsOpen(true) }),
      isOpen && createElement("dialog", { ref: show }, "Are you sure? ", createElement(Button, { id: "ok", text: "OK", onClick: close })));
  }

  globalThis.ReactDOM.createRoot(document.getElementById("root")).render(createElement(StrictMode, {}, createElement(App)));
}

function components() {
  defineResponderView(responder);
  // The rows lie in a shadow tree of their list.
  customElements.define("ticket-list", class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: "open" });
      const style = document.createElement("style");
      style.textContent = document.querySelector("style").textContent;
      root.append(style, Object.assign(document.createElement("div"), { id: "list", className: "list" }));
      page.show(numbers.length);
    }
  });
  const row = (id) => {
    const element = Object.assign(document.createElement("responder-view"), { id, className: "row", textContent: id });
    element.setAttribute("options", JSON.stringify(tap(id)));
    element.addEventListener("gesture", ({ detail }) => { if (detail.state === "ended") page.state.taps[id] = (page.state.taps[id] ?? 0) + 1; });
    element.addEventListener("touchescancelled", ({ detail }) => { page.cancelled = [id, detail.madeUp ?? false]; });
    return element;
  };
  page.show = (count) => {
    const list = document.querySelector("ticket-list").shadowRoot.querySelector("#list");
    while (list.children.length > count) list.lastElementChild.remove();
    list.append(...numbers.slice(list.children.length, count).map((at) => row(`row${at}`)));
  };
  page.open = (isOpen) => isOpen ? document.querySelector("dialog").showModal() : document.querySelector("dialog").close();
  document.getElementById("root").innerHTML = `
    <ticket-list></ticket-list>
    <input id="level" class="level" type="range" min="10" max="60" value="20" aria-label="Level">
    <responder-view id="buy" class="buy" options='{ "click": true }'>Buy</responder-view>
    <dialog>Are you sure? <responder-view id="ok" class="ok" options='{ "click": true }'><button>OK</button></responder-view></dialog>`;
  const level = document.getElementById("level");
  responder.bind(level, { kind: "slider" });
  level.addEventListener("input", () => { page.state.level = level.valueAsNumber; });
  document.getElementById("buy").addEventListener("click", () => page.open(true));
  document.getElementById("ok").addEventListener("click", () => {
    page.state.sure += 1;
    page.open(false);
  });
}

if (query.get("with") === "react") react();
else components();
page.ready = (async () => {
  while (responder.picture.view("row299") === undefined) await new Promise((done) => { setTimeout(done, 20); });
})();

/** Scrolls, opens and closes until the page is left. */
page.move = () => {
  let at = 0;
  const step = () => {
    at += 1;
    const list = document.getElementById("list") ?? document.querySelector("ticket-list").shadowRoot.querySelector("#list");
    list.scrollTop = (list.scrollHeight - list.clientHeight) * (0.5 - 0.5 * Math.cos(at / 200));
    if (at % 120 === 0) page.open(true);
    if (at % 120 === 30) page.open(false);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
};
