// The Screen view: the tree drawn to scale, fingers on it, and what lies at a point.

import { html } from "./dom.js";
import { Details } from "./details.js";
import { Drawing } from "./drawing.js";
import { viewAt } from "./geometry.js";
import { Outline } from "./outline.js";
import { smallTargets, targetShapes } from "./targets.js";

/** Draws a model's screen into a figure, and what is chosen into a panel. */
export class ScreenView {
  /** `ask` makes a request of the daemon, or is undefined where there is none. */
  constructor(model, clock, root, ask) {
    Object.assign(this, { model, clock, ask });
    const find = (name) => root.querySelector(`[data-screen=${name}]`);
    this.chooser = find("chooser");
    this.figure = find("figure");
    this.drawing = new Drawing(this.figure, model);
    this.drawing.onResize = () => { this.drawn = undefined; };
    this.details = new Details(find("details"), () => this.items(), ask);
    this.outline = new Outline(find("outline"), (id) => this.select(id));
    this.chooser.addEventListener("change", () => { this.drawn = undefined; });
    this.#addZoom();
    this.figure.addEventListener("click", (event) => this.#clicked(event));
  }

  /** How many pixels of the drawing are a point. */
  get scale() { return this.drawing.scale; }

  /** What else makes a difference to the drawing, as a key. */
  get state() { return ""; }

  /** Further shapes over the views. */
  extras() { return []; }

  /** Called when the drawing is new. */
  didDraw() {}

  /** Whether a click asks what is hit there. */
  get asksAtClick() { return Boolean(this.ask); }

  /** Shows the moment; called once in an animation frame. */
  draw(now) {
    const { screens } = this.model.picture;
    if (!screens.length) return;
    this.#chooseScreen(screens);
    const { picture } = this.model;
    const focused = new Set([picture, ...picture.zones.values()].map((each) => each.focused).filter(Boolean));
    const key = `${this.model.treeVersion} ${this.screen.id} ${this.selected ?? ""} ${[...focused]} ${this.targets.value} ${this.state}`;
    if (key !== this.drawn) {
      this.drawn = key;
      this.drawing.draw(this.screen, this.items(), { selected: this.selected, focused, point: this.point, picture: this.picture, extras: (scale) => [...this.#smallTargets(scale), ...this.extras(scale)] });
      this.zoomed.textContent = `${Math.round(this.drawing.zoom * 100)} %`;
      this.outline.show(this.items(), this.selected);
      if (this.selected && !this.point) this.details.describe(this.selected);
      this.didDraw();
    }
    this.drawing.drawFingers(now);
  }

  /** Chooses a view and shows what is known of it. */
  select(id) {
    this.selected = id;
    this.point = undefined;
    this.details.describe(id);
    const item = this.item(id);
    if (item) this.drawing.reveal(item.seen);
  }

  // Two presses double the size.
  #addZoom() {
    const { drawing } = this;
    const steps = { "-": 1 / Math.SQRT2, "+": Math.SQRT2, 0: 0 };
    const button = (label, text) => html("button", { type: "button", "aria-label": label, onclick: () => drawing.zoomTo(drawing.zoom * steps[text]) }, text === "-" ? "−" : text);
    this.zoomed = html("output", {}, "100 %");
    this.targets = html("select", {}, html("option", { value: "" }, "all sizes"),
      ...[10, 15, 20, 30].map((size) => html("option", { value: size }, `under ${size} mm`)));
    this.figure.after(html("div", { class: "bar below" }, this.targetChooser = html("label", {}, "Targets ", this.targets),
      html("div", { class: "zoom", role: "group", "aria-label": "size of the drawing" }, button("smaller", "-"), this.zoomed, button("larger", "+"))));
    this.figure.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
      if (key in steps && !ctrlKey && !metaKey) drawing.zoomTo(drawing.zoom * steps[key]);
    });
  }

  // Where it is known how large the screen is.
  #smallTargets(scale) {
    const { pointsPerMillimeter } = this.screen;
    const wanted = Number(this.targets.value);
    this.targetChooser.hidden = !pointsPerMillimeter;
    if (!pointsPerMillimeter || !wanted) return [];
    return targetShapes(smallTargets(this.items(), wanted, pointsPerMillimeter), wanted, pointsPerMillimeter, scale);
  }

  #chooseScreen(screens) {
    const names = screens.map(({ id }) => id).join("\n");
    if (this.names !== names) {
      this.names = names;
      this.chooser.replaceChildren(...screens.map(({ id, width, height }) =>
        html("option", { value: id }, `${id}, ${width} × ${height}`)));
      this.chooser.parentElement.hidden = screens.length < 2;
    }
    this.screen = screens.find(({ id }) => id === this.chooser.value) ?? screens[0];
  }

  /** The views of the chosen screen, from back to front. */
  items() {
    return this.model.layout().filter(({ screen }) => screen === undefined || screen === this.screen.id);
  }

  /** The view of a name. */
  item(id) { return this.items().find((one) => one.id === id); }

  #clicked(event) {
    const point = !this.ignoresClick && this.drawing.pointOf(event);
    if (!point) return;
    const found = viewAt(this.items(), this.screen.id, point) ?? viewAt(this.items(), undefined, point);
    this.selected = found?.id;
    this.drawn = undefined;
    if (this.asksAtClick) {
      this.point = point;
      this.#hitTest(point);
    } else {
      this.point = this.ask ? undefined : point;
      if (found) this.details.describe(found.id, this.point && `At ${point.x}, ${point.y}`);
    }
  }

  async #hitTest(point) {
    const view = await this.details.hitTest(this.screen.id, point, () => this.point === point);
    if (this.point !== point) return;
    this.selected = view;
    this.drawn = undefined;
  }
}
