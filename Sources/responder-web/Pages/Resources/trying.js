// What a gesture missed its limit by, and another limit: tried in the daemon, with its lines of a configuration.

import { html } from "./dom.js";
import { duration } from "./sentences.js";
import { configuration } from "./yaml.js";

const MOVEMENT = ["allowableMovement", /^moved ([\d.]+) pt/, (value) => Math.ceil(value / 5) * 5 + 5];
// By the rule that decided: the key that limits, and what of the reason it limits.
const MEASURED = {
  TAP2: [MOVEMENT],
  LP2: [
    MOVEMENT,
    ["minimumPressDuration", /^lifted after (\d+) ms/, (value) => Math.floor(value / 50) * 50 / 1000],
  ],
  ED1: [["edgeRegion", /^began ([\d.]+) pt/, (value) => Math.ceil(value / 5) * 5]],
};

// A tap that comes later was not meant to be the next of a row.
const NEXT = 3;

/** By how much an attempt missed, as `text`, and the value of a key with which it would not have; undefined where nothing is known. */
export function shortfall(attempt, lane, touches) {
  const { reason = "", rule } = attempt.record ?? {};
  const liftOf = ({ touches: ids }) => Math.max(...ids.map((id) => touches.get(id)?.t1 ?? Infinity));
  const lift = liftOf(attempt);
  const limit = Number(/(\d+) ms$/.exec(reason)?.[1]) / 1000;
  const later = (text, key, time) => time > limit && Number.isFinite(time)
    ? { text: `${text}, ${duration(time - limit)} too late.`, key, value: Math.ceil(time * 20 + 0.5) / 20 } : undefined;
  if (rule === "TAP5") {
    const [next, last] = [lane.segments.find(({ t0 }) => t0 > lift), lane.segments.findLast(({ t0, record }) => t0 < attempt.t0 && record?.rule === rule)];
    const [after, before] = [(next?.t0 ?? Infinity) - lift, attempt.t0 - (last ? liftOf(last) : -Infinity)];
    return later(`The next tap came ${duration(after)} after it`, "maximumTapInterval", after < NEXT ? after : Infinity)
      ?? later(`It came ${duration(before)} after the tap before`, "maximumTapInterval", before < NEXT ? before : Infinity);
  }
  const held = lift - attempt.t0;
  if (rule === "TAP4") return later(`It lifted after ${duration(held)}`, "maximumTapDuration", held);
  for (const [key, pattern, round] of MEASURED[rule] ?? []) {
    const value = pattern.exec(reason)?.[1];
    if (value !== undefined) return { key, value: round(Number(value)) };
  }
  return undefined;
}

/** Tries another limit of a recognizer. */
export class Trial {
  /** `changes` makes changes that can be undone; `onChange` is called when there is something else to show. */
  constructor(ask, changes, rights, onChange) {
    Object.assign(this, { ask, changes, rights, onChange });
    changes.addEventListener("change", () => this.#look());
  }

  /** What is shown of it beside an attempt that missed: a button, or what was changed. */
  show({ id, view }, miss) {
    const { tried } = this;
    if (tried?.id === id) {
      return [html("p", {}, `${tried.key} is ${tried.value} now, until responderd ends. Touch again. In your file that is:`),
        html("pre", { class: "difference" }, ...tried.lines.map(([mark, text]) => html(mark === "+" ? "ins" : mark === "−" ? "del" : "span", {}, `${mark} ${text}\n`))),
        html("button", { type: "button", name: "back", onclick: () => this.#takeBack() }, `Back to ${tried.before}`)];
    }
    if (!miss || !this.rights().includes("edit")) return [];
    return [this.problem && html("p", { class: "problem", role: "alert" }, this.problem), html("button", { type: "button", name: "try", onclick: () => this.#try(id, view, miss) }, `Try ${miss.key} ${miss.value}`)];
  }

  async #try(id, view, { key, value }) {
    const file = async () => (await configuration(this.ask)).text.split("\n");
    try {
      const before = await this.#setting(id, view, key);
      const old = await file();
      if (await this.changes.set({ recognizer: id }, { [key]: value }, { [key]: before })) {
        this.tried = { id, view, key, value, before, lines: difference(old, await file()) };
      }
      this.problem = this.changes.problem;
    } catch (error) {
      this.problem = error.message;
    }
    this.onChange();
  }

  #takeBack() {
    const { id, key, value, before } = this.tried;
    this.changes.set({ recognizer: id }, { [key]: before }, { [key]: value });
  }

  // What a recognizer of a view is set to.
  async #setting(id, view, key) {
    const { settings } = await this.ask("tree", { view, as: "settings" });
    const { id: _, ...kinds } = settings.gestureRecognizers.find((one) => one.id === id);
    return Object.values(kinds)[0][key];
  }

  // Another change, an undone one or a restart may have ended what was tried.
  async #look() {
    const { tried } = this;
    if (!tried) return;
    const setting = await this.#setting(tried.id, tried.view, tried.key).catch(() => undefined);
    if (setting === tried.value || this.tried !== tried) return;
    this.tried = undefined;
    this.onChange();
  }
}

// The lines in which two texts differ, between those that they share, as far to the left as they go.
function difference(old, now) {
  let first = 0;
  while (first < old.length && old[first] === now[first]) first += 1;
  let last = 0;
  while (last < Math.min(old.length, now.length) - first && old.at(-1 - last) === now.at(-1 - last)) last += 1;
  const marked = (mark, lines) => lines.map((text) => [mark, text]);
  const lines = [...marked(" ", old.slice(Math.max(first - 2, 0), first)), ...marked("−", old.slice(first, old.length - last)),
    ...marked("+", now.slice(first, now.length - last)), ...marked(" ", old.slice(old.length - last).slice(0, 1))];
  const indentation = Math.min(...lines.map(([, text]) => text.search(/\S|$/)));
  return lines.map(([mark, text]) => [mark, text.slice(indentation)]);
}
