// Targets that are too small for fingers, with the size that they should have.

import { CONTROLS } from "./controls.js";
import { svg } from "./dom.js";
import { isControl, recognizersOf } from "./geometry.js";

// The parts of a view that are touched one by one.
function partsOf(node, kind) {
  const { parts = 1, usual } = CONTROLS[kind] ?? {};
  return typeof parts === "string" ? node[kind]?.[parts] ?? usual[parts] : parts;
}

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
    const width = (side(corners[0], corners[1]) - left - right) / partsOf(node, kind) / pointsPerMillimeter;
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
