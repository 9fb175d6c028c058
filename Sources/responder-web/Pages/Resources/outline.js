// The tree of views as a list, for keyboards and for those who do not see the drawing.

import { html } from "./dom.js";
import { notesOf } from "./drawing.js";

/** Shows views as a list of buttons in which one is chosen. */
export class Outline {
  constructor(panel, onSelect) {
    Object.assign(this, { panel, onSelect });
  }

  /** Shows these views, with those that lie in another one below it. */
  show(items, selected) {
    const children = Map.groupBy(items, ({ parent }) => (items.includes(parent) ? parent : undefined));
    const list = (parent) => {
      const own = children.get(parent);
      return own && html("ul", {}, ...own.map((item) => html("li", {},
        html("button", {
          type: "button", class: "name", "aria-pressed": String(item.id === selected), onclick: () => this.onSelect(item.id),
        }, item.id), html("span", { class: "note" }, notesOf(item).join(", ")), list(item))));
    };
    const focused = this.panel.contains(document.activeElement) ? document.activeElement.textContent : undefined;
    this.panel.replaceChildren(list(undefined) ?? html("p", { class: "note" }, "none yet"));
    if (focused) [...this.panel.querySelectorAll("button")].find((one) => one.textContent === focused)?.focus();
  }
}
