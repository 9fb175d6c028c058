// Where views lie on their screen, from their frames, offsets and transforms, and what nodes say.

import { CONTROLS } from "./controls.js";

const IDENTITY = [1, 0, 0, 1, 0, 0];

/** The kinds of view that have a key of their own. */
export const KINDS = [...Object.keys(CONTROLS), "scrollView"];

/** The kind of the view that a node is. */
export function kindOf(node) { return KINDS.find((kind) => kind in node) ?? "view"; }

/** The recognizers of a view, also those that a scroll view brings along. */
export function recognizersOf(node) {
  const { scrollView } = node;
  const canZoom = scrollView && (scrollView.maximumZoomScale ?? 1) > (scrollView.minimumZoomScale ?? 1);
  return [
    ...(scrollView ? [{ id: `${node.id}.pan`, kind: "pan", ...scrollView.panGestureRecognizer }] : []),
    ...(canZoom ? [{ id: `${node.id}.pinch`, kind: "pinch", ...scrollView.pinchGestureRecognizer }] : []),
    ...(node.gestureRecognizers ?? []).map(({ id, ...rest }) => {
      const [[kind, own]] = Object.entries(rest);
      return { id, kind, ...own };
    }),
  ];
}

// First `inner`, then `outer`.
function combine(outer, inner) {
  const [a, b, c, d, x, y] = outer;
  const [e, f, g, h, u, v] = inner;
  return [a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h, a * u + c * v + x, b * u + d * v + y];
}

/** A point of a view as a point of its screen. */
export function toScreen([a, b, c, d, tx, ty], x, y) {
  return { x: a * x + c * y + tx, y: b * x + d * y + ty };
}

/** A point of the screen as a point of a view. */
export function toView([a, b, c, d, tx, ty], x, y) {
  const determinant = a * d - b * c || 1;
  const [dx, dy] = [x - tx, y - ty];
  return { x: (d * dx - c * dy) / determinant, y: (a * dy - b * dx) / determinant };
}

// Whether a frame is four numbers.
function isPlain(frame) { return Array.isArray(frame) && frame.every(Number.isFinite); }

/** The frame of a view in points, before its transform. */
export function frameOf(node) {
  if (isPlain(node.frame)) return node.frame;
  const [x, y, width, height] = node.at;
  const [w, h] = sizeOf(node, node.transform ?? IDENTITY);
  return [x + (width - w) / 2, y + (height - h) / 2, w, h];
}

// The size of a view from the box that a transform makes of it; turned by 45 degrees, every view of a box is taken for a square.
function sizeOf(node, transform) {
  if (isPlain(node.frame) && !node.bounds) return node.frame.slice(2);
  const [, , width, height] = node.at;
  const [a, b, c, d] = transform.map(Math.abs);
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-9) return [width / (a + c), height / (b + d)];
  return [(d * width - c * height) / determinant, (a * height - b * width) / determinant];
}

// A frame is that of the view before its transform and the zoom of its scroll view; `at` is the box that these make.
function placeOf(node, parent) {
  const [x, y, width, height] = node.at ?? node.frame;
  const [left, top] = node.scrollView ? node.scrollView.contentOffset ?? [0, 0] : node.bounds ?? [0, 0];
  const zoom = parent?.scrollView?.zoomView === node.id ? parent.scrollView.zoomScale ?? 1 : 1;
  const linear = (node.transform ?? IDENTITY).slice(0, 4).map((number) => number * zoom);
  const [w, h] = sizeOf(node, linear);
  const turned = combine([1, 0, 0, 1, x + width / 2, y + height / 2], [...linear, 0, 0]);
  return { matrix: combine(turned, [1, 0, 0, 1, -left - w / 2, -top - h / 2]), left, top, w, h };
}

function boxOf(corners) {
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

function intersection(one, other) {
  return {
    left: Math.max(one.left, other.left), top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom),
  };
}

function contains(outer, inner, slack = 0.01) {
  return inner.left >= outer.left - slack && inner.top >= outer.top - slack
    && inner.right <= outer.right + slack && inner.bottom <= outer.bottom + slack;
}

/** Whether two boxes share an area. */
export function intersects(one, other) { return !isEmpty(intersection(one, other)); }

/** Whether nothing of a box is left. */
export function isEmpty({ left, top, right, bottom }) {
  return right <= left || bottom <= top;
}

/** Every view with its place on the screen and what is special about it, from back to front. What is as in `known`, items by
    id, stays the same item. */
export function layOut(windows, known = new Map()) {
  const items = [];
  const add = (node, parent) => {
    const isHidden = Boolean(parent?.isHidden || node.isHidden || (node.alpha ?? 1) <= 0.01 || isBehindPage(node, parent?.node));
    const old = known.get(node.id);
    // A node that has changed is another one, and so is an item that lies in one that has.
    const isSame = old && old.node === node && old.parent === parent && old.isHidden === isHidden;
    const item = isSame ? old : placed(node, parent, isHidden);
    items.push(item);
    for (const child of node.subviews ?? []) add(child, item);
  };
  const sorted = windows.map((window, index) => ({ window, index }))
    .sort((one, other) => (one.window.level ?? 0) - (other.window.level ?? 0) || one.index - other.index);
  for (const { window } of sorted) add(window);
  markCovered(items);
  return items;
}

function placed(node, parent, isHidden) {
  const place = placeOf(node, parent?.node);
  const kind = parent ? kindOf(node) : "window";
  const window = parent?.window ?? node;
  const matrix = combine(parent?.matrix ?? IDENTITY, place.matrix);
  const { left, top, w, h } = place;
  const corners = [[left, top], [left + w, top], [left + w, top + h], [left, top + h]].map(([x, y]) => toScreen(matrix, x, y));
  const box = boxOf(corners);
  return {
    id: node.id, kind, node, parent, window, screen: window.screen, matrix, corners, box, isHidden,
    isDisabled: Boolean(parent?.isDisabled || node.isUserInteractionEnabled === false || node[kind]?.isEnabled === false),
    sticksOut: Boolean(parent && parent.kind !== "scrollView" && !contains(parent.box, box)),
    isStraight: Math.abs(matrix[1]) < 1e-9 && Math.abs(matrix[2]) < 1e-9,
    seen: parent ? intersection(parent.seen, box) : box, isCovered: false,
    handles: Boolean(node.handles?.length || recognizersOf(node).length || isControl(kind)),
    isPassthrough: Boolean(node.hit?.passthrough),
  };
}

// A navigation controller shows one of the pages in its view.
function isBehindPage(node, parent) {
  return parent?.viewController?.navigationController && node.viewController
    && node !== parent.subviews.findLast((one) => one.viewController);
}

/** Boxes by the squares of a plane that they touch. */
export class Grid {
  constructor(size) {
    Object.assign(this, { size, squares: new Map() });
  }

  *#squaresOf({ left, top, right, bottom }) {
    const square = (value) => Math.floor(value / this.size);
    for (let x = square(left); x <= square(right); x += 1) {
      for (let y = square(top); y <= square(bottom); y += 1) yield `${x} ${y}`;
    }
  }

  /** Keeps a value for its box. */
  add(box, value) {
    for (const square of this.#squaresOf(box)) {
      if (this.squares.has(square)) this.squares.get(square).push(value);
      else this.squares.set(square, [value]);
    }
  }

  /** Whether a value near a box passes the test: each that touches the box is near it. */
  someNear(box, test) {
    for (const square of this.#squaresOf(box)) if (this.squares.get(square)?.some(test)) return true;
    return false;
  }
}

// A view is covered when one single later view that takes touches hides all of it, so also its middle.
function markCovered(items) {
  const all = boxOf(items.flatMap(({ seen: { left, top, right, bottom } }) => [{ x: left, y: top }, { x: right, y: bottom }]));
  const covers = new Grid(Math.max(all.right - all.left, all.bottom - all.top) / 32 || 1);
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index];
    item.isCovered = false;
    if (item.kind === "window" || isEmpty(item.seen)) continue;
    const { left, top, right, bottom } = item.seen;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    item.isCovered = covers.someNear({ left: x, top: y, right: x, bottom: y }, (other) =>
      contains(other.seen, item.seen) && other.screen === item.screen && !isInside(other, item));
    if (!item.isHidden && !item.isDisabled && item.isStraight && !item.isPassthrough) covers.add(item.seen, item);
  }
}

function isInside(item, outer) {
  for (let one = item; one; one = one.parent) if (one === outer) return true;
  return false;
}

/** Whether a kind of view is a control, such as a button. */
export function isControl(kind) { return kind in CONTROLS; }

/** The deepest view that is drawn at a point of a screen. */
export function viewAt(items, screen, { x, y }) {
  let found;
  for (const item of items) {
    if (item.screen !== screen || item.isHidden || item.isDisabled) continue;
    const { left, top, right, bottom } = item.seen;
    if (x >= left && x < right && y >= top && y < bottom && !item.isPassthrough) found = item;
  }
  return found;
}
