// The tree of views as rows, for keyboards, for those who do not see the drawing, and for those who look for a name.

import { arrange, html } from "./dom.js";
import { notesOf } from "./drawing.js";

// A view with more subviews than these is folded until it is opened.
const FEW = 40;

/** Shows views as a tree in which one is chosen: rows fold, and a field finds names. */
export class Outline {
  constructor(panel, onSelect) {
    Object.assign(this, { onSelect, rows: new Map(), isOpen: new Map(), items: [], shown: [] });
    this.field = html("input", {
      type: "search", class: "find", placeholder: "Find a view", "aria-label": "find a view",
      oninput: () => this.#arrange(), onkeydown: (event) => this.#searchKey(event),
    });
    this.tree = html("div", {
      role: "tree", class: "rows", "aria-label": "views",
      onclick: (event) => this.#clicked(event), onkeydown: (event) => this.#key(event),
    });
    this.nothing = html("p", { class: "note" });
    panel.replaceChildren(this.field, this.tree, this.nothing);
  }

  /** Shows these views, with those that lie in another one below it. */
  show(items, selected) {
    const isNew = selected !== this.selected;
    const known = new Set(items);
    Object.assign(this, { items, selected, children: Map.groupBy(items, ({ parent }) => (known.has(parent) ? parent : undefined)) });
    const item = isNew && items.find(({ id }) => id === selected);
    for (let outer = item && item.parent; known.has(outer); outer = outer.parent) this.isOpen.set(outer.id, true);
    this.#arrange();
    if (item) this.#reveal(this.rows.get(selected)?.element);
  }

  // MARK: Rows

  #arrange() {
    const wanted = this.field.value.trim().toLowerCase();
    const found = wanted ? this.#holding(wanted) : undefined;
    this.shown = [];
    const add = (parent, level) => {
      for (const item of this.children?.get(parent) ?? []) {
        if (found && !found.has(item)) continue;
        const subviews = this.children.get(item);
        const isOpen = subviews && (found ? subviews.some((one) => found.has(one)) : this.isOpen.get(item.id) ?? subviews.length <= FEW);
        this.shown.push({ item, level, isOpen });
        if (isOpen) add(item, level + 1);
      }
    };
    add(undefined, 1);
    if (!this.shown.some(({ item }) => item.id === this.reached)) this.reached = this.shown[0]?.item.id;
    if (this.shown.some(({ item }) => item.id === this.selected)) this.reached = this.selected;
    this.rows = new Map(this.shown.map((shown) => [shown.item.id, this.#row(shown)]));
    arrange(this.tree, Array.from(this.rows.values(), ({ element }) => element));
    this.tree.hidden = !this.shown.length;
    this.nothing.textContent = this.shown.length ? "" : wanted ? "no view has such a name" : "none yet";
  }

  // The views whose name or kind holds a text, and those that they lie in.
  #holding(text) {
    const found = new Set();
    for (const item of this.items) {
      if (!item.id.toLowerCase().includes(text) && item.kind.toLowerCase() !== text) continue;
      for (let one = item; one && !found.has(one); one = one.parent) found.add(one);
    }
    return found;
  }

  // A row changes where what it shows does.
  #row({ item, level, isOpen }) {
    const isSelected = item.id === this.selected;
    const isReached = item.id === this.reached;
    const notes = notesOf(item).join(", ");
    const key = `${level} ${isOpen} ${isSelected} ${isReached} ${notes}`;
    const row = this.rows.get(item.id) ?? { element: html("div", { role: "treeitem", "data-id": item.id }) };
    if (row.key === key) return row;
    row.key = key;
    const { element } = row;
    element.style.setProperty("--level", level - 1);
    element.setAttribute("aria-level", level);
    element.setAttribute("aria-selected", isSelected);
    if (isOpen === undefined) element.removeAttribute("aria-expanded");
    else element.setAttribute("aria-expanded", isOpen);
    element.tabIndex = isReached ? 0 : -1;
    element.replaceChildren(html("span", { class: "fold", "aria-hidden": "true" }), html("span", { class: "name" }, item.id),
      html("span", { class: "note" }, notes));
    return row;
  }

  // Scrolls the rows alone: the page stays where it is.
  #reveal(row) {
    if (!row) return;
    const { tree } = this;
    const [inside, outside] = [row.getBoundingClientRect(), tree.getBoundingClientRect()];
    if (inside.top < outside.top) tree.scrollTop -= outside.top - inside.top;
    else if (inside.bottom > outside.bottom) tree.scrollTop += inside.bottom - outside.bottom;
  }

  // MARK: Choosing

  #clicked({ target }) {
    const id = target.closest("[role=treeitem]")?.dataset.id;
    if (id === undefined) return;
    if (target.closest(".fold")) this.#fold(id);
    else this.#choose(id);
  }

  #choose(id) {
    this.reached = id;
    this.onSelect(id);
    this.show(this.items, id);
    this.rows.get(id)?.element.focus({ preventScroll: true });
  }

  #fold(id) {
    const shown = this.shown.find(({ item }) => item.id === id);
    if (shown?.isOpen === undefined) return;
    this.isOpen.set(id, !shown.isOpen);
    this.reached = id;
    this.#arrange();
  }

  #key(event) {
    const at = this.shown.findIndex(({ item }) => item.id === this.reached);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const { item, isOpen } = this.shown[at];
    switch (event.key) {
      case "ArrowDown": this.#go(at + 1); break;
      case "ArrowUp": this.#go(at - 1); break;
      case "Home": this.#go(0); break;
      case "End": this.#go(this.shown.length - 1); break;
      case "ArrowRight":
        if (isOpen) this.#go(at + 1);
        else this.#fold(item.id);
        break;
      case "ArrowLeft":
        if (isOpen) this.#fold(item.id);
        else this.#go(this.shown.findIndex((one) => one.item === item.parent));
        break;
      case "Enter":
      case " ": this.#choose(item.id); break;
      default: return;
    }
    event.preventDefault();
  }

  #go(at) {
    if (this.shown[at]) this.#choose(this.shown[at].item.id);
  }

  // From the field to what it has found: the first view that has the name itself.
  #searchKey(event) {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    const wanted = this.field.value.trim().toLowerCase();
    const found = this.shown.find(({ item }) => item.id.toLowerCase().includes(wanted)) ?? this.shown[0];
    if (found) this.#choose(found.item.id);
    event.preventDefault();
  }
}
