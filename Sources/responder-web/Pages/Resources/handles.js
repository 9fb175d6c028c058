// Handles around the chosen view: dragging them moves and resizes it.

import { svg } from "./dom.js";
import { frameOf } from "./geometry.js";

const PLACES = { nw: [0, 0], n: [0.5, 0], ne: [1, 0], e: [1, 0.5], se: [1, 1], s: [0.5, 1], sw: [0, 1], w: [0, 0.5] };
// The sides of a view keep to those of others within so many pixels, and with Shift to every so many points.
const NEAR = 4;
const GRID = 8;
// Below this size in pixels handles would leave nothing of a view to drag.
const SMALL = 36;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Moves and resizes a view by pointer and by arrow keys. */
export class Handles {
  /** `changes` edits the tree; `screenView` says which view is chosen and how large the drawing is. */
  constructor(screenView, changes) {
    Object.assign(this, { screenView, changes });
    screenView.figure.addEventListener("pointerdown", (event) => this.#down(event));
    screenView.figure.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The handles of a view, to be drawn; only a view whose sides are straight can be resized by them. */
  shapes(item, scale) {
    const { left, top, right, bottom } = item.box;
    const frame = svg("polygon", { class: "outline", points: item.corners.map(({ x, y }) => `${x * scale},${y * scale}`).join(" ") });
    const isLarge = Math.min(right - left, bottom - top) * scale >= SMALL;
    const handles = isLarge && item.isStraight && !item.node.transform ? Object.entries(PLACES).map(([name, [x, y]]) => {
      const [cx, cy] = [(left + (right - left) * x) * scale, (top + (bottom - top) * y) * scale];
      return svg("g", { class: `handle ${name}`, "data-handle": name, transform: `translate(${cx} ${cy})` },
        svg("rect", { class: "reach", x: -11, y: -11, width: 22, height: 22 }), svg("rect", { x: -5, y: -5, width: 10, height: 10, rx: 2 }));
    }) : [];
    return svg("g", { class: "handles" }, frame, ...handles);
  }

  #down(down) {
    const { screenView } = this;
    const item = screenView.movable;
    if (!item || down.button > 0) return;
    const handle = down.target.closest?.("[data-handle]")?.dataset.handle;
    if (!handle && down.target.parentElement?.dataset.id !== item.id) return;
    down.preventDefault();
    // The element under the pointer is drawn again meanwhile.
    screenView.figure.setPointerCapture(down.pointerId);
    screenView.drawing.element.focus({ preventScroll: true });
    const start = frameOf(item.node);
    let wanted;
    let isMoved = false;
    let isSending = false;
    // One request at a time; the latest frame is what counts.
    const send = async () => {
      if (isSending) return;
      isSending = true;
      for (let sent; wanted && sent !== wanted;) {
        sent = wanted;
        if (!await this.changes.set({ view: item.id }, { frame: sent })) break;
      }
      isSending = false;
    };
    const moved = (event) => {
      const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!isMoved && Math.hypot(dx, dy) < 4) return;
      isMoved = true;
      const way = this.#inParent(item, dx / screenView.scale, dy / screenView.scale);
      wanted = framed(start, handle, event.altKey ? way : this.#snapped(item, start, handle, way, event.shiftKey));
      send();
    };
    const up = (event) => {
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      moved(event);
      if (!isMoved) return;
      const last = wanted;
      wanted = undefined;
      this.changes.set({ view: item.id }, { frame: last }, { frame: item.node.frame ?? null });
      // The click that ends a drag chooses nothing.
      screenView.wasDragged = true;
      setTimeout(() => { screenView.wasDragged = false; });
    };
    addEventListener("pointermove", moved);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  // Arrow keys move, with Shift ten points; with Alt they resize.
  #key(event) {
    const step = STEPS[event.key];
    const item = this.screenView.movable;
    if (!step || !item) return;
    event.preventDefault();
    const by = step.map((value) => value * (event.shiftKey ? 10 : 1));
    const wanted = framed(frameOf(item.node), event.altKey ? "se" : undefined, by);
    this.changes.set({ view: item.id }, { frame: wanted }, { frame: item.node.frame ?? null });
  }

  // A way after which the sides that it moves lie on those of siblings and of the view around, or on a grid.
  #snapped(item, [x, y, width, height], handle, [dx, dy], toGrid) {
    if (item.node.transform || !item.isStraight || !item.parent) return [dx, dy];
    const [left, top] = item.parent.node.scrollView?.contentOffset ?? item.parent.node.bounds ?? [0, 0];
    const [, , w, h] = frameOf(item.parent.node);
    const frames = [[left, top, w, h], ...item.parent.node.subviews.filter((one) => one.id !== item.id && !one.transform).map(frameOf)];
    const near = NEAR / (this.screenView.scale * Math.hypot(item.parent.matrix[0], item.parent.matrix[1]));
    const nearest = (sides, lines) => {
      const ways = toGrid ? sides.slice(0, 1).map((side) => Math.round(side / GRID) * GRID - side)
        : sides.flatMap((side) => lines.map((line) => line - side)).filter((way) => Math.abs(way) <= near);
      return ways.sort((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0;
    };
    const sides = (start, size, way, first, last) =>
      [...!handle || handle.includes(first) ? [start + way] : [], ...!handle || handle.includes(last) ? [start + size + way] : []];
    return [
      dx + nearest(sides(x, width, dx, "w", "e"), frames.flatMap(([other, , size]) => [other, other + size])),
      dy + nearest(sides(y, height, dy, "n", "s"), frames.flatMap(([, other, , size]) => [other, other + size])),
    ];
  }

  // A way on the screen in the coordinates of the view that it lies in.
  #inParent(item, dx, dy) {
    const [a, b, c, d] = item.parent?.matrix ?? [1, 0, 0, 1];
    const determinant = a * d - b * c || 1;
    return [(d * dx - c * dy) / determinant, (a * dy - b * dx) / determinant];
  }
}

/** A frame after one of its handles, or all of it, was dragged. */
export function framed([x, y, width, height], handle, [dx, dy]) {
  if (!handle) return [Math.round(x + dx), Math.round(y + dy), width, height];
  let [left, top, right, bottom] = [x, y, x + width, y + height];
  if (handle.includes("w")) left = Math.min(Math.round(left + dx), right - 1);
  if (handle.includes("e")) right = Math.max(Math.round(right + dx), left + 1);
  if (handle.includes("n")) top = Math.min(Math.round(top + dy), bottom - 1);
  if (handle.includes("s")) bottom = Math.max(Math.round(bottom + dy), top + 1);
  return [left, top, right - left, bottom - top];
}
