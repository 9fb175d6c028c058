// Targets that are too small for fingers, with the size that they should have.

import { svg } from "./dom.js";
import { isControl, recognizersOf } from "./geometry.js";

// Parts that are touched one by one.
const PARTS = { stepper: () => 2, pageControl: () => 2, segmentedControl: ({ numberOfSegments = 2 }) => numberOfSegments };

/** The targets of these views that are narrower than so many millimetres: {item, width, height}, in millimetres. */
export function smallTargets(items, millimetres, pointsPerMillimeter) {
  const found = [];
  for (const item of items) {
    const { node, kind, corners, isHidden } = item;
    const isTapped = recognizersOf(node).some((one) => one.kind === "tap" && (one.numberOfTouchesRequired ?? 1) === 1);
    if (isHidden || kind === "window" || !isControl(kind) && !isTapped) continue;
    const inset = node.hit?.inset ?? 0;
    const [top, left, bottom, right] = Array.isArray(inset) ? inset : [inset, inset, inset, inset];
    const side = (from, to) => Math.hypot(to.x - from.x, to.y - from.y);
    const width = (side(corners[0], corners[1]) - left - right) / (PARTS[kind]?.(node[kind] ?? {}) ?? 1) / pointsPerMillimeter;
    const height = (side(corners[1], corners[2]) - top - bottom) / pointsPerMillimeter;
    // Rounding is no error.
    if (Math.min(width, height) < millimetres - 0.05) found.push({ item, width, height });
  }
  return found;
}

/** A square of the wanted size over the middle of each. */
export function targetShapes(targets, millimetres, pointsPerMillimeter, scale) {
  const side = millimetres * pointsPerMillimeter * scale;
  return targets.map(({ item: { id, seen: { left, top, right, bottom } }, width, height }) =>
    svg("rect", { class: "target", x: (left + right) / 2 * scale - side / 2, y: (top + bottom) / 2 * scale - side / 2, width: side, height: side },
      svg("title", {}, `${id}: ${width.toFixed(1)} mm × ${height.toFixed(1)} mm`)));
}
