// The inspector's model draws a finger from its landing to its lift, whatever its view receives of it.
//
//     node Tests/Web/fingers.mjs

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

// The model needs a picture only for places of windows and views, of which there are none here.
const source = readFileSync("Sources/responder-web/Pages/Resources/model.js", "utf-8")
  .replace(/import \{ Picture \}.*;/, "class Picture { windows = [] }")
  .replace(/import \{ layOut, toScreen \}.*;/, "const layOut = () => []; const toScreen = () => ({});");
const { Model } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

let seq = 0;
const touches = (t, phase, view = "row") => ({ seq: seq += 1, t, type: "touches", phase, view, touches: [{ id: 1, windowX: 1, windowY: 2 }] });
const explain = (t, event, more) => ({ seq: seq += 1, t, type: "explain", event, touches: [1], ...more });
const gesture = (t, state) => ({ seq: seq += 1, t, type: "gesture", state, recognizer: "pan", view: "row", touches: [1] });

/** From when to when a finger is drawn, and when its view lost it. */
function drawn(...records) {
  const model = new Model();
  for (const record of records) model.append(record);
  const { t0, t1, lost, end } = model.touches.get(1);
  return [t0, t1, lost, end];
}

// Its view receives all of it.
assert.deepEqual(drawn(touches(1, "began"), touches(2, "ended")), [1, 2, undefined, "ended"]);
// It is cancelled by a pan, stays, and lifts.
const pan = [explain(1, "holds", { phase: "began" }), touches(1.15, "began"), touches(2, "cancelled"), gesture(2, "began")];
assert.deepEqual(drawn(...pan), [1, undefined, 2, "cancelled"]);
assert.deepEqual(drawn(...pan, gesture(3, "ended"), explain(3, "lifts", { point: [5, 6] })), [1, 3, 2, "cancelled"]);
// It is held back until it is a gesture: its view never receives it.
assert.deepEqual(
  drawn(explain(1, "holds", { phase: "began" }), gesture(2, "began"), explain(3, "lifts")), [1, 3, undefined, "ended"]);
// It is refused.
assert.deepEqual(drawn(explain(1, "refuses", { responder: "row" }), explain(4, "lifts")), [1, 4, undefined, "ended"]);
// Its end is held back, and delivered or cancelled later.
const held = [touches(1, "began"), explain(2, "holds", { phase: "ended" })];
assert.deepEqual(drawn(...held, touches(2.35, "ended")), [1, 2, undefined, "ended"]);
assert.deepEqual(drawn(...held, touches(2.2, "cancelled")), [1, 2, 2.2, "cancelled"]);
// A tap takes it as it lifts.
const tap = { ...gesture(2, "ended"), recognizer: "tap", numberOfTouches: 0 };
assert.deepEqual(drawn(explain(1, "arms"), touches(1, "began"), tap, touches(2, "cancelled")), [1, 2, 2, "cancelled"]);
// Without explanations, what is known is the end of the touch, and of its gesture.
assert.deepEqual(
  drawn(touches(1, "began"), touches(2, "cancelled"), gesture(2, "began"), gesture(3, "ended")), [1, 3, 2, "cancelled"]);

// Where a device says the fingers are, they are drawn there: one whose touch is a gesture, one that is refused, one beside all windows.
const model = new Model();
const raw = (t, ...contacts) => ({ seq: seq += 1, t, type: "raw", device: "panel", contacts });
const at = (id, change, x, y) => ({ id, change, x, y });
for (const record of [
  raw(1, at(0, "down", 10, 10), at(1, "down", 20, 20), at(2, "down", 900, 30)),
  { seq: seq += 1, t: 1, type: "explain", event: "misses", device: "panel", contact: 2, point: [900, 30] },
  touches(1, "began"), explain(1, "refuses", { responder: "row", touches: [2] }),
  raw(2, at(0, "move", 12, 10), at(1, "move", 22, 20)), touches(2, "cancelled"), gesture(2, "began"),
  raw(3, at(0, "move", 40, 10), at(1, "move", 50, 20), at(2, "up", 910, 30)),
]) model.append(record);
const now = [...model.fingers(3.5, 3.5)].map(({ id, state, points }) => [id, state, points.at(-1).x]);
assert.deepEqual(now, [[1, "lost", 40], [2, "refused", 50]]);
const before = [...model.fingers(2.5, 2.5)].map(({ state, points }) => [state, points.filter(({ t }) => t <= 2.5).at(-1).x]);
assert.deepEqual(before.sort(), [["lost", 12], ["refused", 22], ["refused", 900]]);
// One that explores is no touch, and has no number.
for (const record of [
  raw(5, at(3, "down", 60, 60)), raw(6, at(3, "move", 70, 60)), raw(7, at(3, "up", 80, 60)),
  { seq: seq += 1, t: 7, type: "explain", event: "drops", device: "panel", contact: 3, view: "row", point: [80, 60] },
]) model.append(record);
const explored = (t) => [...model.fingers(t, t)].map(({ id, state }) => [id, state]).filter(([id]) => id !== 1 && id !== 2);
assert.deepEqual([explored(4.9), explored(5.05), explored(6.5), explored(7.1)], [[], [], [["panel 3", "refused"]], []]);
