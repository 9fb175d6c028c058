// The Why view: what a recognizer wanted, what stopped it, and what to change.

import { html } from "./dom.js";
import { recognizersOf } from "./geometry.js";
import { ruleBadge } from "./rules.js";
import { advice, fingers, sentence } from "./sentences.js";
import { shortfall, Trial } from "./trying.js";

/** Answers for one recognizer and one touch. */
export class WhyView {
  /** `ask` makes a request of the daemon, and `changes` changes it; both are undefined where there is none. */
  constructor(model, root, ask, changes, rights) {
    Object.assign(this, { model, ask });
    this.trial = changes && new Trial(ask, changes, rights, () => { this.key = undefined; });
    const find = (name) => root.querySelector(`[data-why=${name}]`);
    Object.assign(this, { recognizer: find("recognizer"), touch: find("touch"), answer: find("answer"), choices: root.querySelector(".choices") });
    for (const chooser of [this.recognizer, this.touch]) {
      chooser.addEventListener("change", () => {
        this.isChosen = true;
        this.key = undefined;
        this.draw();
      });
    }
  }

  /** Chooses a recognizer and a touch; without one, the latest touches. */
  choose(recognizer, touch) {
    this.isChosen = true;
    this.draw();
    this.recognizer.value = recognizer;
    this.touch.value = touch === undefined ? "" : String(touch.id ?? touch);
    // The touch may be older than those that can be chosen.
    if (this.touch.selectedIndex < 0) this.touch.value = "";
    this.key = undefined;
    this.draw();
  }

  /** Brings the choices and the answer up to date. */
  draw() {
    const recognizers = this.#recognizers();
    const touches = [...this.model.touches.values()].filter(({ missed }) => !missed).slice(-40).reverse();
    const live = touches[0]?.id;
    const busiest = this.isChosen ? undefined : this.#busiest(recognizers);
    const keyNow = () => [this.model.treeVersion, live, busiest, this.#attempts().length, this.recognizer.value, this.touch.value].join(" ");
    if (keyNow() === this.key) return;
    fill(this.recognizer, recognizers.map(({ id, kind, view }) => [id, `${id}, ${kind} on ${view}`]));
    if (busiest) this.recognizer.value = busiest;
    fill(this.touch, [["", "the latest touches"], ...touches.map(({ id, view, t0 }) => [String(id), `touch ${id} on ${view}, ${t0.toFixed(2)} s`])]);
    this.key = keyNow();
    this.#explain();
  }

  // The recognizer that began to decide last.
  #busiest(recognizers) {
    const begun = ({ id }) => this.model.recognizers.get(id)?.segments.at(-1)?.t0 ?? -Infinity;
    let found;
    for (const one of recognizers) if (begun(one) > (found ? begun(found) : -Infinity)) found = one;
    return found?.id;
  }

  #recognizers() {
    return this.model.layout().flatMap((item) =>
      recognizersOf(item.node).map((one) => ({ ...one, view: item.id, item })));
  }

  // What the recognizer decided about the chosen touch, newest last.
  #attempts() {
    const lane = this.model.recognizers.get(this.recognizer.value);
    const touch = Number(this.touch.value);
    return (lane?.segments ?? []).filter(({ touches }) => !touch || touches.includes(touch));
  }

  #explain() {
    const id = this.recognizer.value;
    this.choices.hidden = !id;
    if (!id) {
      return this.answer.replaceChildren(html("p", {},
        "This tree has no recognizer, so each touch goes to the view that lies there. Screen shows which."));
    }
    const chosen = this.#recognizers().find((one) => one.id === id);
    const touch = this.model.touches.get(Number(this.touch.value));
    const attempt = this.#attempts().at(-1);
    const parts = [];
    if (chosen?.isEnabled === false) parts.push(html("p", { class: "verdict failed" }, `${id} is disabled, so no touch is offered to it. Enable it.`));
    if (attempt) parts.push(...this.#attempt(chosen ?? { id }, attempt));
    else parts.push(html("p", { class: "verdict" }, touch ? `${id} did nothing about touch ${touch.id}.` : `${id} has not decided anything yet. Touch its view.`));
    this.answer.replaceChildren(...parts);
    const point = touch?.points[0];
    if (!attempt && point) this.#obstacles(id, point, this.key);
    else if (!attempt && !touch) this.#reach(chosen);
  }

  #attempt(chosen, attempt) {
    const { id } = chosen;
    const { text, rule } = attempt.record ? sentence(attempt.record) : { text: `${id} ${attempt.outcome ?? "goes on"}.` };
    const change = attempt.outcome === "failed" || attempt.outcome === "cancelled" ? advice(attempt.record?.rule, attempt.record?.reason) : "";
    const lane = this.model.recognizers.get(id);
    const miss = attempt.outcome === "failed" ? shortfall(attempt, lane, this.model.touches) : undefined;
    const marks = lane.marks.filter(({ t, record }) =>
      record.event !== "asks" && t >= attempt.t0 && (attempt.t1 === undefined || t <= attempt.t1) || record.touches?.some((one) => attempt.touches.includes(one)));
    return [
      html("p", { class: `verdict ${attempt.outcome ?? attempt.state}` }, text, " ", ruleBadge(rule)),
      change ? html("p", { class: "advice" }, html("b", {}, "To change it: "), change) : undefined,
      miss?.text && html("p", {}, miss.text),
      ...this.trial && chosen.view ? this.trial.show(chosen, miss) : [],
      html("h2", {}, `How it came, with ${fingers(attempt.touches)}`),
      html("ol", { class: "records" }, ...this.#story(id, attempt, marks)),
    ].filter(Boolean);
  }

  #story(id, attempt, marks) {
    const entries = attempt.touches.map((number) => this.model.touches.get(number)).filter(Boolean)
      .map((touch) => ({ t: touch.t0, text: `Touch ${touch.id} began on ${touch.view}.` }));
    entries.push(...marks.map(({ t, record }) => ({ t, ...sentence(record) })));
    for (const segment of this.#attempts().filter(({ touches }) => touches.some((one) => attempt.touches.includes(one)))) {
      if (segment.record) entries.push({ t: segment.record.t, ...sentence(segment.record) });
    }
    const others = [...this.model.recognizers.values()].filter((lane) => lane.id !== id).flatMap((lane) => lane.segments
      .filter(({ state, outcome, touches }) => state === "possible" && outcome !== "failed" && touches.some((one) => attempt.touches.includes(one)))
      .map((segment) => ({ t: segment.t1, ...sentence(segment.record) })));
    const texts = new Set();
    return [...entries, ...others].sort((one, other) => one.t - other.t)
      .filter(({ t, text }) => !texts.has(`${t} ${text}`) && texts.add(`${t} ${text}`))
      .map(({ t, text, rule, kind }) => html("li", { class: kind ?? "" }, html("time", {}, t.toFixed(3)), html("span", {}, text), ruleBadge(rule)));
  }

  async #obstacles(id, { x, y }, key) {
    if (!this.ask) return;
    try {
      const { obstacles } = await this.ask("why", { recognizer: id, point: [x, y] });
      if (this.key !== key || !obstacles.length) return;
      this.answer.append(html("h2", {}, `A finger at ${Math.round(x)}, ${Math.round(y)} does not reach it`),
        html("ul", { class: "chain" }, ...obstacles.map(({ view, reason, rule }) => html("li", {}, html("b", {}, view ?? ""), ` ${reason} `, ruleBadge(rule)))));
    } catch (error) {
      this.answer.append(html("p", { class: "problem" }, error.message));
    }
  }

  // Before anybody touched: whether the middle of its own view would do.
  #reach(chosen) {
    if (!chosen) return;
    const { left, top, right, bottom } = chosen.item.seen;
    this.#obstacles(chosen.id, { x: (left + right) / 2, y: (top + bottom) / 2 }, this.key);
  }
}

function fill(chooser, choices) {
  const text = JSON.stringify(choices);
  if (chooser.dataset.choices === text) return;
  chooser.dataset.choices = text;
  const { value } = chooser;
  chooser.replaceChildren(...choices.map(([name, label]) => html("option", { value: name }, label)));
  if (choices.some(([name]) => name === value)) chooser.value = value;
}
