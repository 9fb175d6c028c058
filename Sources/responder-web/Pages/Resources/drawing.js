// A screen drawn to scale: its views with their names, and fingers on them.

import { arrange, svg } from "./dom.js";
import { Grid, isControl, isEmpty, recognizersOf } from "./geometry.js";

const FONT = 12;
const TRAIL = 0.8;
const LARGEST = 16;
// Labels are looked for in squares of so many pixels.
const CELL = 64;

/** Draws views and fingers into a figure. */
export class Drawing {
  constructor(figure, model) {
    Object.assign(this, { figure, model, scale: 1, zoom: 1, widths: new Map() });
    this.ruler = document.createElement("canvas").getContext("2d");
    // As wide as the bold labels of views that handle touches.
    this.ruler.font = `600 ${FONT}px system-ui, "Noto Sans", "DejaVu Sans", sans-serif`;
    new ResizeObserver(() => { this.onResize?.(); }).observe(figure);
    figure.addEventListener("wheel", (event) => this.#wheel(event));
    // Once in a page, however many drawings it has.
    if (!document.querySelector(".patterns")) document.body.append(patterns());
  }

  /** Draws the views of a screen; `extras` are further shapes over them, `picture` lies behind. */
  draw(screen, items, { selected, focused, point, extras = () => [], picture } = {}) {
    const { width, height } = screen;
    // Without the border, and whether or not there are scroll bars.
    const room = (this.figure.offsetWidth || 802) - 2;
    const fitting = Math.min(room / width, Math.max(240, innerHeight * 0.66) / height);
    this.scale = fitting * this.zoom;
    const [w, h] = [width * this.scale, height * this.scale];
    this.element ??= this.#make();
    this.element.setAttribute("viewBox", `0 0 ${w} ${h}`);
    this.element.setAttribute("width", w);
    this.element.setAttribute("height", h);
    this.element.setAttribute("aria-label", `screen ${screen.id}; the list of views says the same in words`);
    this.figure.classList.toggle("zoomed", this.zoom > 1);
    this.figure.style.maxHeight = this.zoom > 1 ? `${height * fitting + 2}px` : "";
    this.views.update(items.map((item) => ({
      id: item.id, item, key: `${this.scale} ${item.isCovered} ${item.id === selected} ${focused?.has(item.id)}`,
      make: () => this.#shape(item, selected, focused),
    })));
    this.names.update(this.#placed(items));
    const marker = point && svg("g", { class: "probe", transform: `translate(${point.x * this.scale} ${point.y * this.scale})` },
      svg("circle", { r: 5 }), svg("path", { d: "M-11 0H11M0 -11V11" }));
    this.behind.replaceChildren(...picture ? [svg("image", { href: picture, width: w, height: h, preserveAspectRatio: "none" })] : []);
    this.over.replaceChildren(...extras(this.scale));
    this.marker.replaceChildren(...marker ? [marker] : []);
    this.fingersKey = undefined;
    this.#scrollToAnchor();
  }

  #make() {
    for (const name of ["behind", "over", "fingers", "marker"]) this[name] = svg("g", { class: name });
    this.views = new Shapes(svg("g"));
    this.names = new Shapes(svg("g", { class: "labels" }));
    const element = svg("svg", { role: "img", tabindex: 0 }, this.behind, this.views.group, this.names.group, this.over, this.fingers, this.marker);
    this.figure.replaceChildren(element);
    return element;
  }

  /** The point of the screen at which an event is; undefined before anything is drawn. */
  pointOf(event) {
    const frame = this.element?.getBoundingClientRect();
    return frame && { x: round((event.clientX - frame.left) / this.scale), y: round((event.clientY - frame.top) / this.scale) };
  }

  /** Draws the fingers of a moment. */
  drawFingers(now) {
    const shapes = [];
    for (const { id, state, t1, points } of this.model.fingers(now - TRAIL, now)) {
      const past = points.filter(({ t }) => t <= now);
      const last = past.at(-1);
      if (!last) continue;
      const trail = past.filter(({ t }) => t >= now - TRAIL).map(({ x, y }) => `${round(x * this.scale)},${round(y * this.scale)}`);
      const [x, y] = [round(last.x * this.scale), round(last.y * this.scale)];
      shapes.push(svg("g", { class: `finger ${state}` },
        svg("polyline", { points: trail.join(" ") }),
        svg("circle", { cx: x, cy: y, r: (t1 ?? Infinity) >= now ? 16 : 14 }),
        // A finger beside all windows is no touch, and has no number.
        svg("text", { x, y: y + 4 }, typeof id === "number" ? String(id) : "–")));
    }
    const key = shapes.length ? undefined : "none";
    if (key && key === this.fingersKey) return;
    this.fingersKey = key;
    this.fingers?.replaceChildren(...shapes);
  }

  // MARK: Zooming

  /** Shows the screen so many times as large as it is, about a place in the figure, its middle unless given. */
  zoomTo(zoom, x = this.figure.clientWidth / 2, y = this.figure.clientHeight / 2) {
    const next = Math.min(Math.max(zoom, 1), LARGEST);
    if (next === this.zoom || !this.element) return;
    const [frame, drawn] = [this.figure.getBoundingClientRect(), this.element.getBoundingClientRect()];
    this.anchor = { x, y, point: { x: (frame.left + x - drawn.left) / this.scale, y: (frame.top + y - drawn.top) / this.scale } };
    this.zoom = next;
    this.onResize?.();
  }

  /** Brings a box of the screen to the middle of the figure, if it is not all seen. */
  reveal({ left, top, right, bottom }) {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.figure;
    const [x0, y0, x1, y1] = [left, top, right, bottom].map((value) => value * this.scale);
    if (x0 >= scrollLeft && y0 >= scrollTop && x1 <= scrollLeft + clientWidth && y1 <= scrollTop + clientHeight) return;
    this.figure.scrollTo((x0 + x1 - clientWidth) / 2, (y0 + y1 - clientHeight) / 2);
  }

  // As browsers zoom, and what they make of two fingers on a touchpad.
  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const frame = this.figure.getBoundingClientRect();
    this.zoomTo(this.zoom * 2 ** (-event.deltaY / 100), event.clientX - frame.left, event.clientY - frame.top);
  }

  #scrollToAnchor() {
    if (!this.anchor) return;
    const { x, y, point } = this.anchor;
    this.anchor = undefined;
    this.figure.scrollTo(point.x * this.scale - x, point.y * this.scale - y);
  }

  // MARK: Views and their names

  #shape(item, selected, focused) {
    const points = (corners) => corners.map(({ x, y }) => `${round(x * this.scale)},${round(y * this.scale)}`).join(" ");
    const { left, top, right, bottom } = item.seen;
    const seen = item.isStraight
      ? [{ x: left, y: top }, { x: right, y: top }, { x: right, y: bottom }, { x: left, y: bottom }] : item.corners;
    return svg("g", { class: classesOf(item, selected, focused), "data-id": item.id },
      !isEmpty(item.seen) && svg("polygon", { points: points(seen) }),
      item.sticksOut && !item.isHidden && svg("polygon", { class: "dead", points: points(item.corners) }), svg("title", {}, focused?.has(item.id) ? `${titleOf(item)}, has the focus` : titleOf(item)));
  }

  // A label goes where no other lies: first the corners of its view, then the rows between them.
  #placed(items) {
    const labels = [];
    const taken = new Grid(CELL);
    for (const item of items) {
      if (item.isHidden || isEmpty(item.seen)) continue;
      const { left, top, right, bottom } = item.seen;
      const [x0, y0, x1, y1] = [left, top, right, bottom].map((value) => value * this.scale);
      const text = y1 - y0 >= FONT + 3 ? this.#fitting(item.id, x1 - x0 - 8) : undefined;
      const place = text && freePlace(taken, { x0, y0, x1, y1 }, this.#width(text) + 4);
      if (!place) continue;
      const [x, y, className] = [round(place.left + 2), round(place.top + FONT), item.handles ? "handles" : ""];
      labels.push({ id: item.id, key: `${x} ${y} ${className} ${text}`, make: () => svg("text", { x, y, class: className }, text) });
    }
    return labels;
  }

  // Names differ at their ends, so what is left out is in the middle.
  #fitting(text, room) {
    if (this.#width(text) <= room) return text;
    if (room < FONT * 2) return undefined;
    for (let length = text.length - 1; length >= 3; length -= 1) {
      const tail = Math.floor(length / 2);
      const shorter = `${text.slice(0, length - tail)}…${text.slice(text.length - tail)}`;
      if (this.#width(shorter) <= room) return shorter;
    }
    return undefined;
  }

  #width(text) {
    let width = this.widths.get(text);
    if (width === undefined) {
      if (this.widths.size > 50_000) this.widths.clear();
      width = this.ruler.measureText(text).width;
      this.widths.set(text, width);
    }
    return width;
  }
}

/** The shapes of a group by name: one is made again where its item or its key is another one. */
class Shapes {
  constructor(group) {
    Object.assign(this, { group, known: new Map() });
  }

  /** Shows these, {id, item, key, make}, in their order. */
  update(shapes) {
    const known = new Map();
    for (const { id, item, key, make } of shapes) {
      const old = this.known.get(id);
      if (old?.key === key && old.item === item) {
        known.set(id, old);
        continue;
      }
      const element = make();
      // In place of the old one it does not move the others.
      if (old) old.element.replaceWith(element);
      known.set(id, { item, key, element });
    }
    this.known = known;
    arrange(this.group, Array.from(known.values(), ({ element }) => element));
  }
}

// The first place for a label of this width in a box, which is taken from then on.
function freePlace(taken, { x0, y0, x1, y1 }, width) {
  const row = FONT + 4;
  for (let top = y0 + 2; top + row <= y1 + 1; top += row / 2) {
    for (const left of [x0 + 3, x1 - width - 2]) {
      const box = { left, top, right: left + width, bottom: top + row };
      if (left < x0 || taken.someNear(box, (other) => overlaps(box, other))) continue;
      taken.add(box, box);
      return box;
    }
  }
  return undefined;
}

/** What is special about a view, in words. */
export function notesOf({ kind, node, isPassthrough, isHidden, isDisabled, isCovered, sticksOut }) {
  const recognizers = recognizersOf(node).length;
  return [
    kind !== "view" && kind,
    node.level !== undefined && `level ${node.level}`,
    node.handles?.length && `handles ${node.handles.join(" ")}`,
    recognizers && `${recognizers} recognizer${recognizers > 1 ? "s" : ""}`,
    isHidden && "hidden", isDisabled && "disabled", isCovered && "covered", sticksOut && "partly outside of its parent",
    isPassthrough && "passes touches through",
  ].filter(Boolean);
}

function titleOf(item) {
  return [item.id, ...notesOf(item)].join(", ");
}

function classesOf(item, selected, focused) {
  return [
    "view", item.kind === "window" && "window", isControl(item.kind) ? "control" : item.handles && "handles",
    item.isHidden && "hidden", item.isDisabled && "disabled", item.isCovered && "covered",
    item.isPassthrough && "passthrough", item.id === selected && "selected", focused?.has(item.id) && !item.isHidden && "focused",
  ].filter(Boolean).join(" ");
}

function patterns() {
  const lines = (id) => svg("pattern", { id, width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("path", { d: "M0 0V8", class: id }));
  return svg("svg", { class: "patterns", "aria-hidden": "true" }, svg("defs", {}, lines("hatch")));
}

function overlaps(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** A number of points with one digit after the point. */
export function round(value) {
  return Math.round(value * 10) / 10;
}
