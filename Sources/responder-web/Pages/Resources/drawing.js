// A screen drawn to scale: its views with their names, and fingers on them.

import { svg } from "./dom.js";
import { isControl, isEmpty, recognizersOf } from "./geometry.js";

const FONT = 12;
const TRAIL = 0.8;

/** Draws views and fingers into a figure. */
export class Drawing {
  constructor(figure, model) {
    Object.assign(this, { figure, model, scale: 1 });
    this.ruler = document.createElement("canvas").getContext("2d");
    // As wide as the bold labels of views that handle touches.
    this.ruler.font = `600 ${FONT}px system-ui, "Noto Sans", "DejaVu Sans", sans-serif`;
    new ResizeObserver(() => { this.onResize?.(); }).observe(figure);
    // Once in a page, however many drawings it has.
    if (!document.querySelector(".patterns")) document.body.append(patterns());
  }

  /** Draws the views of a screen; `extras` are further shapes over them, `picture` lies behind. */
  draw(screen, items, { selected, point, extras = () => [], picture } = {}) {
    const { width, height } = screen;
    const room = this.figure.clientWidth || 800;
    this.scale = Math.min(room / width, Math.max(240, innerHeight * 0.66) / height);
    const [w, h] = [width * this.scale, height * this.scale];
    this.fingers = svg("g", { class: "fingers" });
    this.fingersKey = undefined;
    const labels = [];
    const shapes = items.map((item) => this.#shape(item, labels, selected));
    const marker = point && svg("g", { class: "probe", transform: `translate(${point.x * this.scale} ${point.y * this.scale})` },
      svg("circle", { r: 5 }), svg("path", { d: "M-11 0H11M0 -11V11" }));
    this.element = svg("svg", {
      width: w, height: h, viewBox: `0 0 ${w} ${h}`, role: "img", tabindex: 0,
      "aria-label": `screen ${screen.id}; the list of views says the same in words`,
    }, picture && svg("image", { href: picture, width: w, height: h, preserveAspectRatio: "none" }),
    ...shapes, svg("g", { class: "labels" }, ...labels), ...extras(this.scale), this.fingers, marker);
    const hadFocus = this.figure.contains(document.activeElement);
    this.figure.replaceChildren(this.element);
    if (hadFocus) this.element.focus({ preventScroll: true });
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

  #shape(item, labels, selected) {
    const points = (corners) => corners.map(({ x, y }) => `${round(x * this.scale)},${round(y * this.scale)}`).join(" ");
    const { left, top, right, bottom } = item.seen;
    const seen = item.isStraight
      ? [{ x: left, y: top }, { x: right, y: top }, { x: right, y: bottom }, { x: left, y: bottom }] : item.corners;
    const group = svg("g", { class: classesOf(item, selected), "data-id": item.id });
    if (!isEmpty(item.seen)) group.append(svg("polygon", { points: points(seen) }));
    if (item.sticksOut && !item.isHidden) group.append(svg("polygon", { class: "dead", points: points(item.corners) }));
    group.append(svg("title", {}, titleOf(item)));
    if (!item.isHidden && !isEmpty(item.seen)) this.#label(item, labels);
    return group;
  }

  // A label goes where no other lies: first the corners of its view, then the rows between them.
  #label(item, labels) {
    this.boxes = labels.length ? this.boxes : [];
    const { left, top, right, bottom } = item.seen;
    const [x0, y0, x1, y1] = [left, top, right, bottom].map((value) => value * this.scale);
    const text = this.#fitting(item.id, x1 - x0 - 8);
    if (!text || y1 - y0 < FONT + 3) return;
    const width = this.ruler.measureText(text).width + 4;
    const row = FONT + 4;
    for (let y = y0 + 2; y + row <= y1 + 1; y += row / 2) {
      for (const x of [x0 + 3, x1 - width - 2]) {
        const box = { left: x, top: y, right: x + width, bottom: y + row };
        if (x < x0 || this.boxes.some((other) => overlaps(box, other))) continue;
        this.boxes.push(box);
        labels.push(svg("text", { x: round(x + 2), y: round(y + FONT), class: item.handles ? "handles" : "" }, text));
        return;
      }
    }
  }

  #fitting(text, room) {
    if (this.ruler.measureText(text).width <= room) return text;
    for (let length = text.length - 1; length >= 3; length -= 1) {
      const shorter = `${text.slice(0, length)}…`;
      if (this.ruler.measureText(shorter).width <= room) return shorter;
    }
    return undefined;
  }
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

function classesOf(item, selected) {
  return [
    "view", item.kind === "window" && "window", isControl(item.kind) ? "control" : item.handles && "handles",
    item.isHidden && "hidden", item.isDisabled && "disabled", item.isCovered && "covered",
    item.isPassthrough && "passthrough", item.id === selected && "selected",
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
