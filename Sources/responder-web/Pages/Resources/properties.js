// The settings of a view and of its recognizers, as fields.

import { html } from "./dom.js";
import { KINDS } from "./geometry.js";

/** The kinds of view and of recognizer that can be added, with what they cannot be without. */
export const VIEW_KINDS = ["view", ...KINDS.filter((kind) => kind !== "control")];
export const RECOGNIZER_KINDS = {
  tap: {}, longPress: {}, pan: {}, pinch: {}, rotation: {}, swipe: {}, screenEdgePan: { edges: ["left"] }, transform: {}, hover: {},
  path: { template: [[0, 0], [100, 0]] },
};

const CALLBACKS = ["touches", "presses", "motion", "remoteControl"];
// Keys whose values are texts of one line or lists of words.
const isWord = (value) => typeof value === "string" || Array.isArray(value) && value.every((one) => typeof one === "string" || typeof one === "number");

/** A label with the name of a key and its field; mappings are shown, but not edited here. */
export function field(key, value, change) {
  const name = html("span", {}, words(key));
  const commit = (read) => ({ target }) => {
    if (!target.checkValidity() || target.value === "" && !Array.isArray(value)) return;
    const wanted = read(target);
    if (JSON.stringify(wanted) !== JSON.stringify(value)) change(wanted);
  };
  if (typeof value === "boolean") {
    return html("label", { class: "switch" }, html("input", { type: "checkbox", name: key, checked: value, onchange: ({ target }) => change(target.checked) }), name);
  }
  if (typeof value === "number") {
    return html("label", {}, name, html("input", { type: "number", step: "any", name: key, value: round(value), onchange: commit(({ value: text }) => Number(text)) }));
  }
  if (isWord(value)) {
    const read = ({ value: text }) => (Array.isArray(value) ? text.split(",").map((one) => one.trim()).filter(Boolean)
      .map((one) => (value.every((old) => typeof old === "number") && value.length ? Number(one) : one)) : text);
    return html("label", { class: "wide" }, name, html("input", { type: "text", name: key, value: Array.isArray(value) ? value.join(", ") : value, onchange: commit(read) }));
  }
  return html("div", { class: "wide fixed" }, name, html("code", {}, JSON.stringify(value)));
}

/** The four numbers of a frame. */
export function frameFields(frame, change) {
  return ["x", "y", "width", "height"].map((name, at) => html("label", {}, name, html("input", {
    type: "number", step: "any", name, value: round(frame[at]), ...(at > 1 && { min: 0 }),
    onchange: ({ target }) => {
      if (!target.checkValidity() || target.value === "") return;
      change(frame.with(at, Number(target.value)));
    },
  })));
}

/** Which events a responder handles. */
export function handlesFields(handles, change) {
  return html("fieldset", { class: "wide" }, html("legend", {}, "Handles"), ...CALLBACKS.map((word) => html("label", { class: "switch" }, html("input", {
    type: "checkbox", name: `handles.${word}`, checked: handles.includes(word),
    onchange: ({ target }) => change(target.checked ? [...handles, word] : handles.filter((one) => one !== word)),
  }), words(word))));
}

/** A key as words: "numberOfTapsRequired" is "number of taps required". */
export function words(key) {
  return key.replace(/^is(?=[A-Z])/, "").replace(/([a-z])([A-Z])/g, (_, one, other) => `${one} ${other.toLowerCase()}`).replace(/^[A-Z]/, (one) => one.toLowerCase());
}

function round(value) { return Math.round(value * 10000) / 10000; }
