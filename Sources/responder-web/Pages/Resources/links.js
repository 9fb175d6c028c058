// Ways from one view to another.

import { html } from "./dom.js";

/** A button that opens the Why view for a recognizer and, if one is given, a touch. */
export function whyButton(recognizer, touch, label = `Why did ${recognizer} do that?`) {
  return html("button", {
    type: "button", class: "link", title: `Why ${recognizer} did what it did`,
    onclick: ({ target }) => target.dispatchEvent(new CustomEvent("why", { bubbles: true, detail: { recognizer, touch } })),
  }, label);
}
