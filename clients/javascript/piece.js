// How one element of the page lies, and the view that it is.

import { along, inverse, isNear, isWithin, shared, times } from "./matrix.js";
import { above, allAt, holds, rectOf, topAt } from "./nodes.js";

/** What of an element's style says how it holds others. */
export class Style {
  constructor(element) {
    const { position, overflowX, overflowY, transform, rotate, scale, translate, borderRadius, clipPath } = getComputedStyle(element);
    const { body, documentElement } = element.ownerDocument;
    this.turns = transform !== "none" || rotate !== "none" || scale !== "none" || translate !== "none";
    /** The window of a frame, which scrolls what is in it. */
    this.view = element.contentDocument && element.contentWindow;
    // What overflows the body is the window's.
    const isWindow = element === body || element === documentElement;
    this.cuts = Boolean(this.view) || !isWindow && (overflowX !== "visible" || overflowY !== "visible");
    this.corners = borderRadius === "0px" && clipPath === "none" ? undefined : `${borderRadius} ${clipPath}`;
    this.position = element.matches(onTop()) ? "top" : position;
  }

  /** Whether it moves and cuts off what lies in it with such a position. */
  holds(position) {
    if (this.view) return true;
    switch (position) {
      case "top": return false;
      case "fixed": return this.turns;
      case "absolute": return this.turns || this.position !== "static";
      default: return true;
    }
  }
}

let topLayer;

// What the browser paints above everything, in words that this one knows.
export function onTop() {
  return topLayer ??= [":modal", ":popover-open", ":fullscreen"].filter((one) => CSS.supports(`selector(${one})`)).join() || ":not(*)";
}

/** One view of a page, and how its element lies now. */
export class Piece {
  children = [];

  constructor(id, element, style, { binding, isCover = false } = {}) {
    Object.assign(this, { id, element, style, binding, isCover });
    // A box that scrolls by its view is the part that shows the content, and so is one that only cuts off.
    this.isInner = style?.cuts && (!binding && !isCover || binding?.kind === "scrollView");
  }

  /** Itself and what lies in it, outer first. */
  flat() { return [this, ...this.children.flatMap((child) => child.flat())]; }

  isIn(outer) {
    for (let piece = this; piece; piece = piece.parent) if (piece === outer) return true;
    return false;
  }

  /** The view that its own lies in: of the nearest element that moves it, cuts it off, and has room for it. */
  findParent(pieces, styleOf, root) {
    let { position } = this.style;
    let nearest; // bound one
    this.parent = root;
    for (let outer = above(this.element); outer && outer !== root.element; outer = above(outer)) {
      const piece = pieces.get(outer);
      if (piece?.binding) nearest ??= piece;
      const style = styleOf(outer);
      if (!style.holds(position)) continue;
      position = style.position;
      if (!piece || (piece.binding || piece.isCover) && !style.cuts && !isWithin(this.rect, piece.rect)) continue;
      this.parent = piece;
      break;
    }
    this.parent.children.push(this);
    // The chain is the document's, also where the view lies elsewhere.
    if (nearest && !this.isIn(nearest)) this.next = nearest.id;
  }

  measureRoot({ scale, origin }) {
    const [width, height] = [innerWidth, innerHeight];
    const { scale: zoom, offsetLeft, offsetTop } = visualViewport;
    Object.assign(this, {
      matrix: [1, 0, 0, 1], center: [width / 2, height / 2], size: [width, height], inner: [0, 0], scroll: [scrollX, scrollY],
      window: { left: 0, top: 0, right: width, bottom: height },
    });
    const middle = [width / 2 - offsetLeft, height / 2 - offsetTop].map((value) => value * zoom * scale);
    this.values = {
      frame: [origin.x + middle[0] - width * scale / 2, origin.y + middle[1] - height * scale / 2, width * scale, height * scale],
      bounds: [scrollX, scrollY, width, height].map((value) => value * scale),
      ...zoom !== 1 && { transform: [zoom, 0, 0, zoom, 0, 0] },
      hit: { passthrough: true },
    };
  }

  measure(scale) {
    const { element, parent, style, binding } = this;
    const rect = this.rect = rectOf(element);
    this.isGone = rect.width === 0 && rect.height === 0 && element.getClientRects().length === 0;
    if (style.turns || this.isAnimated) this.turn = turnOf(element);
    const turn = this.turn ?? [1, 0, 0, 1];
    const matrix = this.matrix = times(parent.matrix, turn);
    // A box around what is turned has the same middle.
    this.center = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    const isStraight = Math.abs(matrix[1]) + Math.abs(matrix[2]) < 1e-9;
    const [width, height] = this.size = isStraight || element.offsetWidth === undefined
      ? [rect.width / (Math.abs(matrix[0]) || 1), rect.height / (Math.abs(matrix[3]) || 1)]
      : [element.offsetWidth, element.offsetHeight];
    const { clientLeft, clientTop } = element;
    this.inner = this.isInner ? [clientLeft, clientTop] : [0, 0];
    this.scroll = style.view ? [style.view.scrollX, style.view.scrollY] : style.cuts ? [element.scrollLeft, element.scrollTop] : [0, 0];
    const size = this.isInner
      ? [width - element.offsetWidth + element.clientWidth, height - element.offsetHeight + element.clientHeight]
      : [width, height];
    const off = along(turn, [this.inner[0] + (size[0] - width) / 2, this.inner[1] + (size[1] - height) / 2]);
    const [x, y] = parent.content(this.center);
    this.window = style.cuts ? shared(parent.window, rect) : parent.window;
    this.scale = scale;
    this.shift = [this.inner[0] - this.scroll[0], this.inner[1] - this.scroll[1]];
    const isTurned = !isNear(turn, [1, 0, 0, 1]);
    const isScrolled = this.scroll[0] !== 0 || this.scroll[1] !== 0;
    const all = (values) => values.map((value) => Math.round(value * scale * 1000) / 1000);
    const values = {
      frame: this.isGone ? [0, 0, 0, 0] : all([x + off[0] - size[0] / 2, y + off[1] - size[1] / 2, ...size]),
      ...isScrolled && binding?.kind !== "scrollView" && { bounds: all([...this.scroll, ...size]) },
      ...isTurned && { transform: [...turn, 0, 0] },
      ...this.isGone && { isHidden: true },
      ...this.next && { next: this.next },
      ...binding?.values(scale),
    };
    const own = binding?.properties ?? {};
    for (const key of Object.keys(own)) delete values[key];
    // What only holds others takes no touches, and does not keep away those of what sticks out of it.
    if (!binding && !this.isCover) values.hit = { passthrough: true, ...!style.cuts && { inset: -100000 } };
    this.values = values;
  }

  /** Lets touches through if the browser does not find its element. */
  pass() {
    if (!this.binding) return;
    const { isMissed, isBehind, properties } = this.binding;
    const polygon = this.binding.corners?.polygon.map((point) => point.map((value) => value * this.scale));
    const hit = { ...polygon && { shape: { polygon } }, ...properties.hit, ...(isMissed || isBehind) && { passthrough: true } };
    if (Object.keys(hit).length) this.values.hit = hit;
  }

  /** Asks the page, when all of the element is seen, in which polygon it is hit: nine points of each corner that may be cut off. */
  findCorners() {
    const { binding, style, size: [width, height] } = this;
    const key = style.corners && !this.isInner && `${style.corners} ${width.toFixed(1)} ${height.toFixed(1)}`;
    if (binding.corners?.key === key) return;
    binding.corners = undefined;
    if (!key || !isWithin(this.rect, this.parent.window)) return;
    // Of the text in a corner only the first of both knows.
    const isHit = (point) => [topAt, allAt].some((find) => [find(...this.outside(point))].flat().some((one) => holds(this.element, one)));
    const radius = Math.min(width, height) / 2;
    const polygon = [];
    for (const [x, y, start] of [[radius, radius, 4], [width - radius, radius, 6], [width - radius, height - radius, 0], [radius, height - radius, 2]]) {
      for (let at = 0; at <= 8; at += 1) {
        const angle = (start + at / 4) * Math.PI / 4;
        const [right, down] = [Math.cos(angle), Math.sin(angle)];
        const on = (length) => [x + right * length, y + down * length];
        // On the edge of the box, or as far towards it as the browser finds the element.
        let outside = radius / Math.max(Math.abs(right), Math.abs(down));
        let inside = isHit(on(outside - 0.5)) ? outside : 0;
        while (outside - inside > 0.5) {
          const half = (inside + outside) / 2;
          if (isHit(on(half))) inside = half;
          else outside = half;
        }
        polygon.push(on(inside));
      }
    }
    binding.corners = { key, polygon };
  }

  /** A point of the window in the element, from the corner of its border. */
  inside([x, y]) {
    const [left, top] = along(inverse(this.matrix), [x - this.center[0], y - this.center[1]]);
    return [left + this.size[0] / 2, top + this.size[1] / 2];
  }

  /** A point of the element, from the corner of its border, in the window. */
  outside([x, y]) {
    const [left, top] = along(this.matrix, [x - this.size[0] / 2, y - this.size[1] / 2]);
    return [this.center[0] + left, this.center[1] + top];
  }

  /** A point of the window in the coordinates of what lies in the view. */
  content(point) {
    const [x, y] = this.inside(point);
    return [x - this.inner[0] + this.scroll[0], y - this.inner[1] + this.scroll[1]];
  }

  /** Points of the window in the middle and, if it is large, in the quarters of the part that is seen. */
  points() {
    const { matrix, size, center } = this;
    const { left, top, right, bottom } = this.parent.window;
    const isStraight = Math.abs(matrix[1]) + Math.abs(matrix[2]) < 1e-9;
    // What is turned is asked where it is, and what is straight in the part that is left of it.
    const box = isStraight && shared(this.rect, this.parent.window);
    if (box && (box.right <= box.left || box.bottom <= box.top)) return [];
    const [width, height] = box ? [box.right - box.left, box.bottom - box.top] : size;
    const parts = (length) => length > 60 ? [0.25, 0.75] : [0.5];
    const places = [[0.5, 0.5], ...parts(width).flatMap((x) => parts(height).map((y) => [x, y]))];
    return places.map(([x, y]) => {
      if (box) return [box.left + width * x, box.top + height * y];
      const [dx, dy] = along(matrix, [width * (x - 0.5), height * (y - 0.5)]);
      return [center[0] + dx, center[1] + dy];
    }).filter(([x, y]) => x >= left && x < right && y >= top && y < bottom);
  }

  /** The part of the window that it, or what sticks out of it, can be seen in. */
  extend() {
    if (!this.parent) return;
    this.extent = this.isGone ? { left: 0, top: 0, right: 0, bottom: 0 } : shared(this.rect, this.parent.window);
    if (this.binding || this.isCover || this.style?.cuts) return;
    for (const child of this.children) {
      child.extend();
      const { left, top, right, bottom } = child.extent;
      if (right <= left || bottom <= top) continue;
      const own = this.extent;
      this.extent = own.right <= own.left ? child.extent : {
        left: Math.min(left, own.left), top: Math.min(top, own.top), right: Math.max(right, own.right), bottom: Math.max(bottom, own.bottom),
      };
    }
  }
}

// How an element itself is turned and scaled, also in the middle of an animation: four numbers of a matrix.
function turnOf(element) {
  const { transform, rotate, scale } = getComputedStyle(element);
  let turn = [1, 0, 0, 1];
  const degrees = /(-?[\d.e-]+)deg$/.exec(rotate)?.[1];
  if (degrees) {
    const [cosine, sine] = [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
    turn = times(turn, [cosine, sine, -sine, cosine]);
  }
  if (scale !== "none") {
    const [x, y = x] = scale.split(" ").map(Number);
    turn = times(turn, [x, 0, 0, y]);
  }
  if (transform !== "none") {
    const { a, b, c, d } = new DOMMatrix(transform);
    turn = times(turn, [a, b, c, d]);
  }
  return turn;
}
