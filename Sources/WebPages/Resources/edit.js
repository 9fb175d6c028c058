// The Edit card of the Screen view: a view's place and switches, changed in the daemon, with undo.

import { html } from "./dom.js";

const SWITCHES = {
  isHidden: ["hidden", false],
  isUserInteractionEnabled: ["takes touches", true],
  isMultipleTouchEnabled: ["several fingers", false],
};

/** Changes the chosen view by `set` requests; each change can be undone. */
export class Editor {
  constructor(model, root, ask) {
    Object.assign(this, { model, root, ask, undone: [] });
    this.card = root.querySelector("[data-screen=edit]");
  }

  /** Shows the properties of a view; of none, nothing. */
  show(item) {
    const node = item?.node;
    const key = JSON.stringify([node && { ...node, subviews: undefined }, this.undone.length]);
    if (key === this.key) return;
    this.key = key;
    this.item = item;
    this.card.hidden = !item || item.isClosed;
    if (this.card.hidden) return;
    const focused = this.card.contains(document.activeElement) ? document.activeElement.name : undefined;
    this.card.replaceChildren(html("h2", {}, `Edit ${item.id}`), this.#fields(node), this.#buttons());
    if (focused) this.card.querySelector(`[name="${focused}"]`)?.focus();
  }

  /** Moves the view by a way on the screen; the last step of a drag is remembered for undo. */
  move(item, start, dx, dy, isLast) {
    const [a, b, c, d] = item.parent?.matrix ?? [1, 0, 0, 1];
    const determinant = a * d - b * c;
    if (!determinant) return;
    const [x, y] = [(d * dx - c * dy) / determinant, (a * dy - b * dx) / determinant].map(Math.round);
    const frame = [start[0] + x, start[1] + y, start[2], start[3]];
    this.#set(item.id, { frame }, isLast ? { frame: start } : undefined);
  }

  #fields(node) {
    const names = ["x", "y", "width", "height"];
    const number = (label, value, change, more = {}) => html("label", {}, label, html("input", {
      type: "number", name: label, value, step: "any", ...more,
      onchange: ({ target }) => { if (target.checkValidity() && target.value !== "") change(Number(target.value)); },
    }));
    return html("div", { class: "fields" },
      ...names.map((name, at) => number(name, node.frame[at], (value) => {
        const frame = [...node.frame];
        frame[at] = value;
        this.#set(node.id, { frame }, { frame: node.frame });
      }, at > 1 ? { min: 0 } : {})),
      node.kind !== "window" && number("alpha", node.alpha ?? 1, (alpha) => this.#set(node.id, { alpha }, { alpha: node.alpha ?? 1 }), { min: 0, max: 1 }),
      ...Object.entries(SWITCHES).map(([name, [label, usual]]) => html("label", { class: "switch" }, html("input", {
        type: "checkbox", name, checked: node[name] ?? usual,
        onchange: ({ target }) => this.#set(node.id, { [name]: target.checked }, { [name]: node[name] ?? usual }),
      }), label)));
  }

  #buttons() {
    this.problem = html("p", { class: "problem", role: "alert" });
    return html("div", {}, html("button", { type: "button", name: "undo", disabled: !this.undone.length, onclick: () => this.#undo() },
      this.undone.length ? `Undo (${this.undone.length})` : "Undo"), this.problem,
    html("p", { class: "note" }, "Drag the chosen view to move it. Changes last until the configuration is read again."));
  }

  async #set(view, properties, before) {
    try {
      await this.ask("set", { view, ...properties });
      if (before) {
        this.undone.push({ view, ...before });
        this.#refresh();
      }
    } catch (error) {
      if (this.problem) this.problem.textContent = error.message;
    }
  }

  async #undo() {
    const before = this.undone.pop();
    if (!before) return;
    try {
      await this.ask("set", before);
    } catch (error) {
      if (this.problem) this.problem.textContent = error.message;
    }
    this.#refresh();
  }

  #refresh() {
    this.show(this.model.layout().find(({ id }) => id === this.item?.id));
  }
}
