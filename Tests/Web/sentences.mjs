// The sentences of the inspector for the records that docs/protocol.md shows, and the advice for reasons.
//
//     node Tests/Web/sentences.mjs

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const source = readFileSync("Sources/responder-web/Pages/Resources/sentences.js", "utf-8");
const { advice, line } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

const records = readFileSync("docs/protocol.md", "utf-8").split("\n")
  .filter((text) => text.startsWith('{"seq":')).map((text) => JSON.parse(text));
assert(records.length > 30);
for (const record of records) {
  assert.doesNotMatch(line(record), /undefined|null|NaN|\[object/, JSON.stringify(record));
}

const explained = records.filter(({ type }) => type === "explain");
assert.deepEqual(explained.map(({ event, to }) => event ?? to), ["failed", "failed", "waits", "holds", "releases", "cycle"]);
assert.equal(line(explained.at(-1)), "a, b wait for each other; all fail.");
assert.equal(
  line({ type: "explain", event: "ignores", control: "pay", reason: "label in it is hit", rule: "K2", touches: [1] }),
  "pay does not track touch 1: label in it is hit.");

// A limit is not what is to be changed when the direction was another one.
assert.match(advice("SW3", "moved 10 pt in the wrong direction"), /direction/);
assert.match(advice("ED2", "moved 10 pt in the wrong direction"), /from the edge/);
assert.match(advice("TAP2", "moved 52.1 pt > 45 pt"), /allowableMovement/);
assert.match(advice("LP2", "moved 12 pt > 10 pt"), /raise the recognizer's limit/);
