// The page as views.

import { shared } from "./matrix.js";
import { above, allAt, comesBefore, frameOf, holds, rectOf, topAt } from "./nodes.js";
import { Piece, Style, onTop } from "./piece.js";

// Where two overlap: the middle, the quarters, and a grid for those with cut corners.
const SIXTHS = [1, 2, 3, 4, 5].map((value) => value / 6);
const OVERLAP = [[0.5, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75], ...SIXTHS.flatMap((y) => SIXTHS.map((x) => [x, y]))];

/**
 * What of a page are views, and how they lie: bound elements; what scrolls, cuts off or turns them; and what else lies in
 * front of them. Each is measured in the one that holds it, so that scrolling and moving change one view.
 */
export class Scene {
  #root;
  #covers = new Set();
  #pieces = []; // outer before inner, behind before in front
  #round = 0; // how often observers have reported that all may be different
  #orders = new Map(); // ids of two that overlap: whether the second is in front, and in which round that was asked
  #around = new Set(); // all elements that hold a bound one
  #names = new WeakMap();
  #number = 0;
  placement = { scale: 1, origin: { x: 0, y: 0 } };
  isMoving = false;

  /** The views that the page wants now. */
  read(bindings, isStale, placement, observe) {
    this.placement = placement;
    if (isStale) {
      this.#round += 1;
      if (this.#orders.size > 5000) this.#orders.clear();
    }
    this.#follow();
    if (isStale || !this.#root) this.#gather(bindings, observe);
    if (!bindings.length) return [];
    this.#measure();
    if (this.#look()) {
      this.#gather(bindings, observe);
      this.#measure();
    }
    this.#sort();
    return this.#pieces;
  }

  // Which elements are moved by animations at this moment.
  #follow() {
    const isAbout = (target) => this.#around.has(target) || this.#covers.has(target);
    const documents = new Set(this.#pieces.map(({ element }) => element.ownerDocument));
    const running = [...documents].flatMap((one) => one.getAnimations()).filter(({ playState }) => playState === "running");
    const targets = new Set(running.map(({ effect }) => effect?.target).filter(isAbout));
    this.isMoving = targets.size > 0;
    for (const piece of this.#pieces) piece.isAnimated = targets.has(piece.element);
  }

  #gather(bindings, observe) {
    this.#name ??= `page.${[...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("")}`;
    const root = this.#root = new Piece(this.#name, document.documentElement);
    const styles = new Map();
    const styleOf = (element) => {
      if (!styles.has(element)) styles.set(element, new Style(element));
      return styles.get(element);
    };
    const pieces = new Map();
    const add = (element, role) => pieces.set(element, new Piece(this.#nameOf(element, role.binding), element, styleOf(element), role));
    this.#around = new Set();
    for (const binding of bindings) {
      binding.piece = add(binding.element, { binding }).get(binding.element);
      for (let node = binding.element.getRootNode(); node && node !== document;) {
        observe(node);
        node = (node.host ?? frameOf(node.documentElement))?.getRootNode();
      }
    }
    for (const cover of this.#covers) {
      if (cover.isConnected && !pieces.has(cover)) add(cover, { isCover: true });
      else this.#covers.delete(cover);
    }
    for (const { element } of [...pieces.values()]) {
      for (let outer = element; outer && outer !== root.element && !this.#around.has(outer); outer = above(outer)) {
        this.#around.add(outer);
        if (pieces.has(outer)) continue;
        const { cuts, turns } = styleOf(outer);
        if (cuts || turns) add(outer, {});
      }
    }
    const inOrder = [...pieces.values()].sort((one, other) => comesBefore(one.element, other.element) ? -1 : 1);
    for (const piece of inOrder) {
      piece.rect = rectOf(piece.element);
      piece.findParent(pieces, styleOf, root);
    }
    this.#pieces = root.flat();
    this.byElement = pieces;
  }

  #name;

  #nameOf(element, binding) {
    if (binding) return binding.id;
    if (!this.#names.has(element)) this.#names.set(element, `${this.#name}.${this.#number += 1}`);
    return this.#names.get(element);
  }

  #measure() {
    const { placement } = this;
    this.#root.measureRoot(placement);
    for (const piece of this.#pieces) if (piece !== this.#root) piece.measure(placement.scale);
  }

  // Asks the page what lies at the bound elements that are seen. True if other elements cover them than before.
  #look() {
    const start = performance.now();
    const owner = (element) => {
      for (let outer = element; outer; outer = above(outer)) if (this.byElement.has(outer)) return this.byElement.get(outer);
      return this.#root;
    };
    // All around a modal dialog takes no pointer; of several the browser knows which one is in front. What was seen before it opened
    // holds again as soon as it is closed.
    const modals = onTop().includes(":modal") ? document.querySelectorAll("dialog:modal") : [];
    for (const { binding, element } of this.#pieces) {
      if (binding) binding.isBehind = modals.length === 1 && !holds(modals[0], element);
    }
    const seen = this.#pieces.filter(({ binding, isGone }) => binding && !isGone && !binding.isBehind).map((piece) => {
      const points = piece.points();
      return { piece, points, key: `${this.#round} ${points}`, isNew: piece.binding.round !== this.#round };
    }).filter(({ piece, points, key }) => points.length && key !== piece.binding.looked);
    // First what was not asked since observers reported a change, then what has moved, the longest waiting first.
    seen.sort((one, other) => other.isNew - one.isNew || (one.piece.binding.lookedAt ?? 0) - (other.piece.binding.lookedAt ?? 0));
    for (const { piece, points, key, isNew } of seen) {
      if (performance.now() - start > (isNew ? 12 : 6)) {
        this.isMoving = true; // the rest in the next frame
        break;
      }
      Object.assign(piece.binding, { looked: key, lookedAt: start });
      const covers = isNew ? new Set() : piece.binding.covers;
      let isHit = false;
      for (const [x, y] of points) {
        const top = topAt(x, y);
        if (top && owner(top).isIn(piece)) {
          isHit = true;
          continue;
        }
        const inFront = [];
        for (const element of allAt(x, y)) {
          const found = owner(element);
          if (found.isIn(piece)) {
            isHit = true;
            for (const one of inFront) covers.add(one);
            break;
          }
          // What holds it is in front of it when it lies behind that.
          if (holds(element, piece.element)) break;
          if (piece.isIn(found) || !found.binding && !found.isCover) inFront.push(element);
          else if (found.isCover) inFront.push(found.element);
        }
      }
      Object.assign(piece.binding, { round: this.#round, covers, isMissed: !isHit });
      if (isHit) piece.findCorners();
    }
    const found = new Set();
    for (const { binding } of this.#pieces) for (const cover of binding?.covers ?? []) if (cover.isConnected) found.add(cover);
    for (const cover of found) {
      for (let outer = above(cover); outer; outer = above(outer)) if (found.has(outer)) found.delete(cover);
    }
    const isSame = found.size === this.#covers.size && [...found].every((one) => this.#covers.has(one));
    this.#covers = found;
    return !isSame;
  }

  // Puts those that lie in one into the order in which the browser paints them, as far as they overlap.
  #sort() {
    for (const piece of this.#pieces) {
      piece.pass();
      piece.extend();
    }
    const walk = (parent) => {
      parent.children = this.#painted(parent.children);
      let behind = null;
      for (const piece of parent.children) {
        piece.place = { in: parent.id, above: behind };
        behind = piece.id;
        walk(piece);
      }
    };
    walk(this.#root);
    this.#root.place = { in: this.placement.mount, above: null };
    this.#pieces = this.#root.flat();
  }

  #painted(children) {
    const rows = children.map((piece, index) => ({ piece, index, ...piece.extent })).filter(({ right, left }) => right > left);
    rows.sort((one, other) => one.top - other.top);
    const behind = new Map(); // index: those that lie behind it although they come later
    for (const [at, one] of rows.entries()) {
      for (let next = at + 1; next < rows.length && rows[next].top < one.bottom - 1; next += 1) {
        const other = rows[next];
        const area = shared(one, other);
        if (area.right - area.left <= 1 || area.bottom - area.top <= 1) continue;
        const [first, second] = one.index < other.index ? [one, other] : [other, one];
        if (this.#isSecondInFront(first.piece, second.piece, area)) continue;
        behind.set(first.index, [...behind.get(first.index) ?? [], second.index]);
      }
    }
    if (!behind.size) return children;
    const [order, taken] = [[], new Set()];
    const take = (index) => {
      if (taken.has(index)) return;
      taken.add(index);
      for (const one of behind.get(index) ?? []) take(one);
      order.push(children[index]);
    };
    for (const index of children.keys()) take(index);
    return order;
  }

  // What the page says in the middle of the overlap, or in its quarters; as in the document if it says nothing.
  #isSecondInFront(first, second, { left, top, right, bottom }) {
    const key = `${first.id} ${second.id}`;
    const known = this.#orders.get(key);
    if (known?.round === this.#round) return known.isInFront;
    const both = [first.element, second.element];
    const nearest = (element) => { for (let one = element; one; one = above(one)) if (both.includes(one)) return one; };
    let isInFront;
    const most = first.style.corners || second.style.corners ? OVERLAP.length : 5;
    for (const [x, y] of OVERLAP.slice(0, most)) {
      const found = allAt(left + (right - left) * x, top + (bottom - top) * y).map(nearest).filter(Boolean);
      if (!found.length) continue;
      isInFront ??= found[0] === second.element;
      // Where a corner is cut off, or one takes no pointer, the other is alone.
      if (found.every((one) => one === found[0])) continue;
      isInFront = found[0] === second.element;
      break;
    }
    if (isInFront === undefined) return known?.isInFront ?? true;
    this.#orders.set(key, { round: this.#round, isInFront });
    return isInFront;
  }
}
