// The Screen view of a daemon that can be changed: what pointers do on the drawing depends on the mode.
//
//   look ◄──► edit ◄──► try ◄──► look

import { html } from "./dom.js";
import { Handles } from "./handles.js";
import { ScreenView } from "./screen.js";
import { Strokes } from "./strokes.js";

// The right that a mode needs.
const RIGHTS = { edit: "edit", try: "inject" };

/** A Screen view in which views can be edited and fingers be tried. */
export class EditableScreenView extends ScreenView {
  /** `rights` gives the rights of the connection; `editor` changes views. */
  constructor(model, clock, root, ask, editor, rights) {
    super(model, clock, root, ask);
    Object.assign(this, { editor, rights, mode: "look" });
    editor.onSelect = (id) => this.select(id);
    this.handles = new Handles(this, editor.changes);
    new Strokes(this.drawing, () => this.mode === "try", (script) => this.#inject(script));
    this.modes = [...root.querySelectorAll("button[data-mode]")];
    for (const button of this.modes) button.addEventListener("click", () => this.setMode(button.dataset.mode));
    root.querySelector("[data-screen=modes]").hidden = false;
    this.figure.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The chosen view, while its settings are shown. */
  get editable() { return this.mode === "edit" ? this.item(this.selected) : undefined; }

  /** The chosen view, while drags move it. */
  get movable() {
    const item = this.mode === "edit" ? this.item(this.selected) : undefined;
    // One that is arranged lies where the view around it says.
    const { stack, grid } = item?.parent?.node ?? {};
    return stack || grid ? undefined : item;
  }

  get state() { return this.mode; }

  get asksAtClick() { return this.mode === "look"; }

  get ignoresClick() { return this.wasDragged || this.mode === "try"; }

  extras(scale) { return this.movable ? [this.handles.shapes(this.movable, scale)] : []; }

  didDraw() {
    this.editor.show(this.editable);
    this.#showRights();
  }

  /** What pointers do on the drawing: `look` at what is hit, `edit` views, `try` fingers. */
  setMode(mode) {
    this.mode = mode;
    this.point = undefined;
    this.figure.dataset.mode = mode;
    for (const button of this.modes) button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
  }

  // Modes for which the connection has no right cannot be chosen.
  #showRights() {
    for (const button of this.modes) {
      const right = RIGHTS[button.dataset.mode];
      const isAllowed = !right || this.rights().includes(right);
      button.disabled = !isAllowed;
      button.title = isAllowed ? "" : `This connection does not have the right ${right}.`;
    }
  }

  #key(event) {
    if (this.mode !== "edit") return;
    const { changes } = this.editor;
    if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey)) event.shiftKey ? changes.redo() : changes.undo();
    else if (event.key === "Delete") this.editor.remove();
    else return;
    event.preventDefault();
  }

  async #inject(script) {
    try {
      await this.ask("inject", { script });
    } catch (error) {
      this.details.panel.replaceChildren(html("p", { class: "problem" }, error.message));
    }
  }
}
