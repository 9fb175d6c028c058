// The Design view: an interface drawn over everything, tried at once, and saved as a configuration.
//
// The drawn views lie in a view that this page has put, in front of all others. It goes when the page
// is closed; the browser's session keeps what was drawn.

import { html, svg } from "./dom.js";
import { EditableScreenView } from "./editing.js";
import { intersects, toView } from "./geometry.js";
import { VIEW_KINDS } from "./properties.js";
import { line } from "./sentences.js";

const STORE = "design";
const LOG = 30;

/** Draws views and tries them with fingers, in front of what is there. */
export class DesignView extends EditableScreenView {
  constructor(model, clock, root, ask, editor, rights, dialog) {
    super(model, clock, root, ask, editor, rights);
    Object.assign(this, { dialog, base: undefined, drawnRecords: -1 });
    const find = (name) => root.querySelector(`[data-design=${name}]`);
    Object.assign(this, { intro: find("intro"), tools: find("tools"), log: find("log"), problem: find("problem"), side: find("side"), kind: find("kind"), start: find("start") });
    this.kind.replaceChildren(...VIEW_KINDS.map((kind) => html("option", { value: kind }, kind)));
    this.start.addEventListener("click", () => this.#begin());
    find("add").addEventListener("click", () => this.#add(this.#middle()));
    find("save").addEventListener("click", () => this.dialog.show(this.#configuration(), "responderd.yaml"));
    find("discard").addEventListener("click", () => this.#discard());
    find("picture").addEventListener("change", ({ target }) => this.#usePicture(target.files[0]));
    editor.changes.addEventListener("change", () => this.#keep());
    this.figure.addEventListener("pointerdown", (event) => this.#down(event));
    this.setMode("draw");
  }

  get editable() { return this.mode === "try" ? undefined : this.item(this.selected); }

  get asksAtClick() { return false; }

  get ignoresClick() { return super.ignoresClick || this.mode === "draw"; }

  get picture() { return this.background; }

  get state() { return `${this.mode} ${this.base} ${this.background?.length ?? 0} ${JSON.stringify(this.rubber ?? "")}`; }

  /** The drawn views, without the one that they all lie in. */
  items() {
    const isIn = (item) => item.parent && (item.parent.id === this.base || isIn(item.parent));
    return this.base ? super.items().filter(isIn) : [];
  }

  draw(now) {
    super.draw(now);
    const isThere = Boolean(this.base && this.model.picture.view(this.base));
    // The record of it comes after the answer.
    if (this.base && this.wasThere && !isThere) this.base = undefined;
    this.wasThere = isThere;
    this.figure.hidden = !isThere;
    this.tools.hidden = !isThere;
    this.side.hidden = !isThere;
    this.intro.hidden = isThere;
    const canStart = this.rights().includes("edit");
    this.start.disabled = !canStart;
    const word = sessionStorage.getItem(STORE) ? "Continue the last design" : "Start with an empty screen";
    if (this.start.textContent !== word) this.start.textContent = word;
    this.#showLog();
  }

  extras(scale) {
    const { rubber } = this;
    return [...super.extras(scale), ...(rubber ? [svg("rect", {
      class: "rubber", x: rubber.x * scale, y: rubber.y * scale, width: rubber.width * scale, height: rubber.height * scale,
    })] : [])];
  }

  // MARK: Beginning and ending

  async #begin() {
    const window = this.model.picture.windows.filter(({ screen }) => screen === undefined || screen === this.screen.id)
      .sort((one, other) => (one.level ?? 0) - (other.level ?? 0)).at(-1);
    const kept = JSON.parse(sessionStorage.getItem(STORE) ?? "null");
    const id = kept?.id ?? this.editor.freeName("design");
    const view = kept ?? { id, frame: "fill", isMultipleTouchEnabled: true };
    if (!window) return this.#say("This screen has no window to draw in.");
    try {
      await this.ask("put", { in: window.id, view });
      this.base = id;
      this.#say("");
    } catch (error) {
      this.#say(error.message);
    }
  }

  async #discard() {
    sessionStorage.removeItem(STORE);
    this.editor.changes.forget();
    const { base } = this;
    this.base = this.selected = undefined;
    try {
      if (base) await this.ask("remove", { view: base });
    } catch (error) {
      this.#say(error.message);
    }
  }

  async #keep() {
    if (!this.base) return;
    const { configuration } = await this.ask("tree", { view: this.base, as: "configuration" }).catch(() => ({}));
    if (configuration) sessionStorage.setItem(STORE, JSON.stringify(configuration));
  }

  #usePicture(file) {
    if (!file) return;
    const reader = new FileReader();
    reader.addEventListener("load", () => { this.background = reader.result; });
    reader.readAsDataURL(file);
  }

  #say(text) { this.problem.textContent = text; }

  // MARK: Drawing

  #down(down) {
    const start = this.mode === "draw" && !(down.button > 0) && this.drawing.pointOf(down);
    if (!start) return;
    down.preventDefault();
    this.figure.setPointerCapture(down.pointerId);
    const { width, height } = this.screen;
    const moved = (event) => {
      const end = this.drawing.pointOf(event);
      const [x0, x1] = [start.x, end.x].map((x) => Math.round(Math.min(Math.max(x, 0), width))).sort((a, b) => a - b);
      const [y0, y1] = [start.y, end.y].map((y) => Math.round(Math.min(Math.max(y, 0), height))).sort((a, b) => a - b);
      this.rubber = { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
    };
    const up = (event) => {
      for (const [name, listener] of listeners) removeEventListener(name, listener);
      if (event.type === "pointerup") moved(event);
      const { rubber } = this;
      this.rubber = undefined;
      if (event.type === "pointerup" && rubber?.width >= 4 && rubber.height >= 4) this.#add(rubber);
      else if (rubber) this.selected = this.#at(start)?.id;
    };
    const listeners = [["pointermove", moved], ["pointerup", up], ["pointercancel", up]];
    for (const [name, listener] of listeners) addEventListener(name, listener);
  }

  #middle() {
    const { width, height } = this.screen;
    return { x: Math.round(width / 2 - 60), y: Math.round(height / 2 - 30), width: 120, height: 60 };
  }

  #at({ x, y }) { return this.items().findLast(({ seen }) => intersects(seen, { left: x, top: y, right: x + 0.1, bottom: y + 0.1 })); }

  // A view goes into the one that holds all of it, unless that is a control.
  async #add({ x, y, width, height }) {
    const kind = this.kind.value;
    const box = { left: x, top: y, right: x + width, bottom: y + height };
    const parent = this.items().findLast(({ kind: outer, seen, isStraight }) => ["view", "scrollView"].includes(outer) && isStraight
      && seen.left <= box.left && seen.top <= box.top && seen.right >= box.right && seen.bottom >= box.bottom);
    const origin = parent ? toView(parent.matrix, x, y) : { x, y };
    const id = this.editor.freeName(kind);
    const view = { id, frame: [Math.round(origin.x), Math.round(origin.y), width, height], ...(kind === "view" ? { handles: ["touches"] } : { [kind]: {} }) };
    if (!await this.editor.changes.put({ in: parent?.id ?? this.base, view })) return;
    this.select(id);
    this.setMode("edit");
  }

  // MARK: What fingers do

  #showLog() {
    const { records } = this.model;
    if (!this.base || this.drawnRecords === this.model.version) return;
    this.drawnRecords = this.model.version;
    const ids = new Set(this.items().map((item) => item.id));
    const found = [];
    for (let at = records.length - 1; at >= 0 && found.length < LOG; at -= 1) {
      const record = records[at];
      if (["moved", "changed"].includes(record.phase ?? record.state) || record.type === "edit" || record.type === "explain") continue;
      if (ids.has(record.view) || ids.has(record.control) || ids.has(record.responder)) found.push(record);
    }
    const key = found.map(({ seq }) => seq).join();
    if (key === this.logged) return;
    this.logged = key;
    this.log.replaceChildren(...found.map((record) => html("li", { class: record.type }, html("time", {}, record.t.toFixed(3)), html("span", {}, line(record)))));
  }

  // MARK: Saving

  async #configuration() {
    const { text } = await this.ask("tree", { view: this.base, as: "yaml" });
    const names = new Set(this.items().flatMap(({ id, node }) => [id, ...(node.gestureRecognizers ?? []).map((one) => one.id)]).concat(this.base));
    const free = (name) => { while (names.has(name)) name += "1"; return name; };
    const { id, width, height } = this.screen;
    const screen = JSON.stringify(id);
    const lines = [
      "screens:", `  ${screen}: { size: [${width}, ${height}] }`, "application:", "  windows:", `    - id: ${free("main")}`,
      `      screen: ${screen}`, "      rootViewController:", `        id: ${free("home")}`, "        view:",
      ...text.trimEnd().split("\n").map((row) => `          ${row}`), "",
    ];
    return { text: lines.join("\n"), note: "A file of its own, with what you have drawn." };
  }
}
