// A page of 300 rows, a carousel, a slider, a modal and a turned card, whose elements are views, and what a test asks of it.

import { makePage } from "./asked.js";
import { Responder } from "./responder.js";

const find = (id) => document.getElementById(id);
const make = (name, id, parent) => {
  const element = Object.assign(document.createElement("div"), { id, className: name, textContent: id });
  parent.append(element);
  return element;
};
const tap = (element) => ({ handles: ["touches"], gestureRecognizers: [{ id: `${element.id}.tap`, tap: {} }] });

const responder = new Responder({
  url: new URLSearchParams(location.search).get("gateway"), mount: "page", placement: () => ({ scale: 1, x: 0, y: 0 }),
});
makePage(responder, ".row, .slide, .inner, #card, #no, #yes, #low, #high, #ok");

const rows = Number(new URLSearchParams(location.search).get("rows") ?? 300);
for (let at = 0; at < rows; at += 1) make("row", `row${at}`, find("list"));
for (let at = 0; at < 10; at += 1) make("slide", `slide${at}`, find("track"));
const bound = [...document.querySelectorAll(".row, .slide, #card, #no, #yes, #low, #high, #ok")];
const wants = (name) => new URLSearchParams(location.search).has(name);
const bind = (id, options) => responder.bind(find(id), options);
page.ready = Promise.all([
  ...wants("scrolls") ? [bind("list", { kind: "scrollView", delaysContentTouches: false })] : [],
  ...wants("forms") ? [
    bind("level", { kind: "slider" }), bind("agree", { kind: "switch" }), bind("size", { kind: "segmentedControl" }),
    bind("buy", { click: true }),
  ] : [],
  ...bound.filter(({ id }) => id !== "high" || !wants("pointers")).map((element) => responder.bind(element, tap(element))),
  ...wants("pointers") ? [bind("high", { pointerEvents: true, click: true })] : [],
].map(({ ready }) => ready));

/** Shows a page of the same origin in a frame, and binds its elements. */
page.frame = () => new Promise((resolve) => {
  const frame = Object.assign(document.createElement("iframe"), { id: "frame", src: "frame.html" });
  frame.style.cssText = "position: absolute; left: 560px; top: 330px; width: 220px; height: 130px; border: 5px solid #363";
  frame.addEventListener("load", () => {
    const elements = [...frame.contentDocument.querySelectorAll(".inner")];
    const options = (element) => element.id === "third" ? { pointerEvents: true, click: true } : tap(element);
    resolve(Promise.all(elements.map((element) => responder.bind(element, options(element)).ready)));
  });
  document.body.append(frame);
});

/** Scrolls, slides, turns, opens and closes until it is stopped. */
page.move = () => {
  let at = 0;
  find("track").classList.add("runs");
  find("card").classList.add("turns");
  const step = () => {
    at += 1;
    const most = find("list").scrollHeight - find("list").clientHeight;
    find("list").scrollTop = most * (0.5 - 0.5 * Math.cos(at / 200));
    if (at % 120 === 0) find("sure").showModal();
    if (at % 120 === 30) find("sure").close();
    if (at % 50 === 0) find("bar").style.left = `${20 + (at % 7) * 8}px`;
    if (!page.isStill) requestAnimationFrame(step);
  };
  page.isStill = false;
  requestAnimationFrame(step);
};
