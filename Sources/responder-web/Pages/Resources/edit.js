// The Edit card: what the chosen view and its recognizers are set to, changed in the daemon, with undo.

import { html } from "./dom.js";
import { Changes } from "./changes.js";
import { frameOf, KINDS } from "./geometry.js";
import { field, frameFields, handlesFields, RECOGNIZER_KINDS, words } from "./properties.js";

// Keys of every view that have a place of their own in the card, or belong to the structure.
const APART = new Set(["id", "screen", "frame", "bounds", "transform", "handles", "gestureRecognizers"]);

/** Shows and changes the settings of one view. */
export class Editor {
  /** `root` holds the card and the buttons that undo and do again. */
  constructor(model, root, ask, lasting) {
    const find = (name) => root.querySelector(`[data-screen=${name}]`);
    Object.assign(this, { model, card: find("edit"), undo: find("undo"), redo: find("redo"), ask, open: new Set() });
    this.changes = new Changes(ask, lasting);
    this.undo.addEventListener("click", () => this.changes.undo());
    this.redo.addEventListener("click", () => this.changes.redo());
    this.changes.addEventListener("change", () => {
      const { count, undoneCount } = this.changes;
      this.undo.disabled = !count;
      this.undo.textContent = count ? `Undo (${count})` : "Undo";
      this.redo.disabled = !undoneCount;
      this.key = undefined;
      this.show(this.item && this.#find(this.item.id));
    });
  }

  /** Shows the settings of a view; of none, nothing. */
  show(item) {
    this.card.hidden = !item;
    this.item = item;
    if (this.card.hidden) {
      this.key = undefined;
      return;
    }
    const key = JSON.stringify([{ ...item.node, subviews: undefined }, this.changes.count, this.changes.problem]);
    if (key === this.key) return;
    this.key = key;
    this.#load(item, key);
  }

  // The node says what a view is now; only its settings have the numbers of recognizers.
  async #load(item, key) {
    let settings;
    let refusal;
    try {
      ({ settings } = await this.ask("tree", { view: item.id, as: "settings" }));
    } catch (error) {
      refusal = error.message;
    }
    if (this.key !== key) return;
    const active = this.card.contains(document.activeElement) ? document.activeElement : undefined;
    const focused = active && [active.closest("[data-of]")?.dataset.of, active.name];
    this.card.replaceChildren(html("h2", {}, `Edit ${item.id}`),
      html("p", { class: "problem", role: "alert" }, this.changes.problem || refusal || ""),
      ...(settings ? this.#view(item, settings) : []));
    if (!focused) return;
    const scope = focused[0] ? this.card.querySelector(`[data-of="${CSS.escape(focused[0])}"]`) : this.card;
    scope?.querySelector(`[name="${CSS.escape(focused[1])}"]`)?.focus();
  }

  #view(item, settings) {
    const target = { view: item.id };
    const set = (key, before) => (value) => this.changes.set(target, { [key]: value }, { [key]: before });
    const common = Object.entries(settings).filter(([key]) => !APART.has(key) && !KINDS.includes(key));
    const [kind, own] = Object.entries(settings).find(([key]) => KINDS.includes(key)) ?? [];
    return [
      html("div", { class: "fields" },
        isFree(item) && html("label", { class: "wide" }, "name", html("input", {
          type: "text", name: "id", value: item.id, pattern: "\\S+", onchange: ({ target: input }) => this.#rename(item, input),
        })),
        ...frameFields(frameOf(item.node), set("frame", item.node.frame ?? null)),
        handlesFields(settings.handles ?? [], set("handles", settings.handles ?? []))),
      this.#group("More", "more", common, set),
      own && this.#group(words(kind), kind, Object.entries(own).filter(([key]) => !/GestureRecognizer$/.test(key)), set),
      html("h3", {}, "Recognizers"),
      ...(settings.gestureRecognizers ?? []).map((recognizer) => this.#recognizer(recognizer)),
      this.#adding(item),
      isFree(item) && html("button", { type: "button", name: "remove", onclick: () => this.remove() }, "Remove view"),
      html("p", { class: "note" }, "Drag the chosen view or its handles: its sides snap to those of other views, with Shift to a grid of 8 points, with Alt to nothing. Arrow keys move it, with Alt they resize it. Changes last until responderd ends."),
    ].filter(Boolean);
  }

  #group(title, name, entries, set) {
    if (!entries.length) return undefined;
    return this.#details(title, name, html("div", { class: "fields" }, ...entries.map(([key, value]) => field(key, value, set(key, value)))));
  }

  // Open parts stay open when the card is drawn again.
  #details(title, name, ...content) {
    return html("details", {
      open: this.open.has(name), "data-of": name,
      ontoggle: ({ target }) => { this.open[target.open ? "add" : "delete"](name); },
    }, html("summary", {}, title), ...content);
  }

  #recognizer({ id, ...rest }) {
    const [kind, own] = Object.entries(rest)[0];
    const set = (key, before) => (value) => this.changes.set({ recognizer: id }, { [key]: value }, { [key]: before });
    const numbers = Object.entries(own).sort(([, one], [, other]) => Number(typeof other === "number") - Number(typeof one === "number"));
    return this.#details(`${id}, ${words(kind)}`, id,
      html("div", { class: "fields" }, ...numbers.map(([key, value]) => field(key, value, set(key, value)))),
      html("button", {
        type: "button", name: "removeRecognizer",
        onclick: () => this.changes.removeRecognizer(this.item.id, { id, [kind]: own }),
      }, `Remove ${id}`));
  }

  #adding(item) {
    const chooser = html("select", { name: "recognizerKind", "aria-label": "kind of the new recognizer" },
      ...Object.keys(RECOGNIZER_KINDS).map((kind) => html("option", { value: kind }, words(kind))));
    return html("div", { class: "row" }, chooser, html("button", {
      type: "button", name: "addRecognizer",
      onclick: () => {
        const kind = chooser.value;
        const id = this.#free(`${item.id}.${kind}`);
        this.open.add(id);
        this.changes.put({ in: item.id, gestureRecognizer: { id, [kind]: RECOGNIZER_KINDS[kind] } });
      },
    }, "Add recognizer"));
  }

  #place(item) {
    const siblings = item.parent.node.subviews;
    const index = siblings.findIndex(({ id }) => id === item.id);
    const [behind, front] = [siblings[index - 1], siblings[index + 1]];
    return { in: item.parent.id, ...(behind ? { above: behind.id } : front && { below: front.id }) };
  }

  /** Removes the chosen view. */
  remove() {
    const { item } = this;
    if (!isFree(item)) return;
    this.onSelect?.(item.parent.id);
    this.changes.remove(item.id, this.#place(item));
  }

  async #rename(item, input) {
    const name = input.value.trim();
    if (!input.checkValidity() || !name || name === item.id) return;
    if (await this.changes.rename(item.id, this.#place(item), name)) this.onSelect?.(name);
  }

  #find(id) { return this.model.layout().find((item) => item.id === id); }

  /** A name that nothing has yet. */
  freeName(stem) { return this.#free(stem, 1); }

  #free(stem, from) {
    const names = new Set(this.model.layout().flatMap(({ id, node }) => [id, ...(node.gestureRecognizers ?? []).map((one) => one.id)]));
    if (from === undefined && !names.has(stem)) return stem;
    let number = from ?? 2;
    while (names.has(`${stem}${number}`)) number += 1;
    return `${stem}${number}`;
  }
}

// Windows and the root views of controllers belong to the configuration.
function isFree(item) { return Boolean(item?.parent && !item.node.viewController); }
