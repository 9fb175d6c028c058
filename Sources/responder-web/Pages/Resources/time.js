// The Time view: a lane for each touch and each recognizer, on a canvas.

import { html } from "./dom.js";
import { whyButton } from "./links.js";
import { isRefused } from "./model.js";
import { ruleBadge } from "./rules.js";
import { fingers, line, sentence } from "./sentences.js";

const ROW = 26;
const BAR = 16;
const AXIS = 24;
const MARKS = { waits: "…", holds: "‖", releases: "▸", refuses: "⊘", ignores: "⊘", asks: "?", stuck: "!", cycle: "∞" };
const ENDS = { ended: "✓", failed: "✕", cancelled: "○" };

/** Draws what happened before the clock's moment; the wheel, a drag and keys change the span. */
export class TimeView {
  constructor(model, clock, root) {
    Object.assign(this, { model, clock, span: 6, targets: [] });
    const find = (name) => root.querySelector(`[data-time=${name}]`);
    Object.assign(this, { canvas: find("canvas"), details: find("details"), list: find("list"), spanLabel: find("span") });
    this.pen = this.canvas.getContext("2d");
    find("in").addEventListener("click", () => this.#zoom(0.5));
    find("out").addEventListener("click", () => this.#zoom(2));
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.#scroll(event.deltaX * this.#secondsInPixel());
      else this.#zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2);
    }, { passive: false });
    this.canvas.addEventListener("keydown", (event) => this.#key(event));
    this.canvas.addEventListener("pointerdown", (event) => this.#drag(event));
    this.#readColours();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#readColours());
    new ResizeObserver(() => { this.key = undefined; }).observe(this.canvas.parentElement);
  }

  /** Shows the moment; called once in an animation frame while the view is to be seen. */
  draw(now) {
    const lanes = this.#lanes(now);
    const key = `${this.model.version} ${now} ${this.span} ${lanes.length} ${this.chosen?.name ?? ""}`;
    if (key === this.key) return;
    this.key = key;
    this.#paint(now, lanes);
    // The list follows more slowly, so that it can be read.
    const second = Math.floor(now * 2);
    if (this.listed !== `${second} ${this.span} ${this.clock.mode}`) {
      this.listed = `${second} ${this.span} ${this.clock.mode}`;
      this.#listRecords(now);
    }
  }

  // MARK: Lanes

  // What is to be seen between two moments, touches first.
  #lanes(now) {
    const [from, to] = [now - this.span, now];
    const seen = (t0, t1) => t0 <= to && (t1 ?? Infinity) >= from;
    const touches = [...this.model.touches.values()].filter(({ t0, t1 }) => seen(t0, t1));
    const rows = new Map();
    for (const touch of touches) {
      if (!rows.has(touch.row)) rows.set(touch.row, []);
      rows.get(touch.row).push(touch);
    }
    const lanes = [...rows.keys()].sort((one, other) => one - other)
      .map((row) => ({ name: `Finger ${row + 1}`, touches: rows.get(row) }));
    for (const lane of this.model.recognizers.values()) {
      const segments = lane.segments.filter(({ t0, t1 }) => seen(t0, t1));
      const marks = lane.marks.filter(({ t, event }) => MARKS[event] && seen(t, t));
      if (segments.length || marks.length) lanes.push({ name: lane.id, segments, marks });
    }
    return lanes;
  }

  // MARK: Painting

  #readColours() {
    // What a canvas paints with is known only where an element has the colour.
    const probe = document.body.appendChild(html("i", { hidden: true }));
    this.colours = Object.fromEntries(["text", "muted", "line", "surface", "possible", "began", "ended", "failed", "cancelled", "mark", "accent"]
      .map((name) => {
        probe.style.color = `var(--${name})`;
        return [name, getComputedStyle(probe).color];
      }));
    probe.remove();
    this.key = undefined;
  }

  #secondsInPixel() { return this.span / Math.max(1, this.plot ?? 1); }

  #paint(now, lanes) {
    const { pen, canvas, colours } = this;
    const width = canvas.parentElement.clientWidth;
    const height = Math.max(160, AXIS + lanes.length * ROW + 8);
    const ratio = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.height = `${height}px`;
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.font = "12px system-ui, sans-serif";
    pen.textBaseline = "middle";
    const left = Math.min(170, Math.max(84, ...lanes.map(({ name }) => pen.measureText(name).width + 20)), width * 0.34);
    this.plot = width - left - 8;
    this.left = left;
    const x = (t) => left + ((t - now + this.span) / this.span) * this.plot;
    this.targets = [];
    this.lastBadge = undefined;
    const isEmpty = !this.model.records.length;
    if (!isEmpty) this.#axis(now, x, left, width, height);
    if (!lanes.length) {
      pen.fillStyle = colours.muted;
      pen.fillText(isEmpty ? "No record yet. Touch the panel." : "No touch in this time.", left + 12, AXIS + 40);
    }
    for (const [index, lane] of lanes.entries()) {
      const y = AXIS + index * ROW + ROW / 2;
      pen.fillStyle = colours.text;
      this.#text(lane.name, 6, y, left - 12);
      pen.save();
      pen.beginPath();
      pen.rect(left, y - ROW / 2, this.plot + 8, ROW);
      pen.clip();
      for (const touch of lane.touches ?? []) this.#touchBar(touch, now, x, y);
      for (const segment of lane.segments ?? []) this.#segmentBar(lane, segment, now, x, y);
      for (const mark of lane.marks ?? []) this.#mark(lane, mark, x, y);
      pen.restore();
    }
  }

  #axis(now, x, left, width, height) {
    const { pen, colours } = this;
    const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60, 120, 300];
    const step = steps.find((one) => (one / this.span) * this.plot >= 70) ?? 600;
    const digits = step < 0.1 ? 2 : step < 1 ? 1 : 0;
    pen.strokeStyle = colours.line;
    pen.fillStyle = colours.muted;
    for (let t = Math.ceil((now - this.span) / step) * step; t <= now; t += step) {
      const at = Math.round(x(t)) + 0.5;
      pen.beginPath();
      pen.moveTo(at, AXIS - 4);
      pen.lineTo(at, height);
      pen.stroke();
      const label = `${t.toFixed(digits)} s`;
      if (at + 4 + pen.measureText(label).width < width) pen.fillText(label, at + 4, AXIS / 2);
    }
    pen.beginPath();
    pen.moveTo(left + 0.5, 0);
    pen.lineTo(left + 0.5, height);
    pen.stroke();
  }

  #touchBar(touch, now, x, y) {
    const end = Math.min(touch.t1 ?? now, now);
    const seconds = (t) => `${t.toFixed(3)} s`;
    const lost = touch.lost === undefined ? "" : `, was cancelled for its view at ${seconds(touch.lost)}`;
    const bar = this.#bar(x(touch.t0), x(end), y, this.colours[touch.end === "cancelled" && end < now ? "cancelled" : "accent"], !isRefused(touch, now));
    const name = touch.missed ? "a finger beside all windows" : `touch ${touch.id}`;
    this.#inside(touch.missed ? name : `${touch.id} ${touch.view ?? ""}`, bar, y, isRefused(touch, now) ? this.colours.text : undefined);
    this.targets.push({
      ...bar, y, name, title: `${name[0].toUpperCase()}${name.slice(1)}${touch.view ? ` on ${touch.view}` : ""}`,
      lines: () => [{ text: `It landed at ${seconds(touch.t0)}${lost}${touch.t1 === undefined ? " and is down." : ` and lifted at ${seconds(touch.t1)}.`}` },
        ...touch.marks.map(({ record }) => sentence(record))],
    });
  }

  #segmentBar(lane, segment, now, x, y) {
    const end = Math.min(segment.t1 ?? now, now);
    const isOver = segment.t1 !== undefined && segment.t1 <= now;
    const bar = this.#bar(x(segment.t0), x(end), y, this.colours[segment.state], segment.state !== "possible");
    if (isOver && ENDS[segment.outcome]) {
      this.#badge(ENDS[segment.outcome], x(end), y, this.colours[segment.outcome], segment.outcome === "failed");
    }
    this.targets.push({
      left: bar.left, right: bar.right + 10, y, name: `${lane.name} ${segment.t0}`, why: [lane.name, segment.touches?.[0]], title: `${lane.name}, ${fingers(segment.touches)}`,
      lines: () => [segment.record ? sentence(segment.record) : { text: `${lane.name} ${segment.outcome ?? segment.state}.` },
        { text: `${segment.state === "possible" ? "Undecided" : "Going on"} from ${segment.t0.toFixed(3)} to ${end.toFixed(3)} s.` },
        ...lane.marks.filter(({ t, event }) => MARKS[event] && t >= segment.t0 && t <= end).map(({ record }) => sentence(record))],
    });
  }

  #mark(lane, { t, event, record }, x, y) {
    this.#badge(MARKS[event], x(t), y, this.colours.mark, ["refuses", "ignores", "stuck"].includes(event));
    this.targets.push({ left: x(t) - 9, right: x(t) + 9, y, name: `${lane.name} ${event} ${t}`, why: [lane.name, record.touches?.[0]], title: `${lane.name} at ${t.toFixed(3)} s`, lines: () => [sentence(record)] });
  }

  #bar(from, to, y, colour, isFull) {
    const { pen } = this;
    const [left, right] = [Math.max(-50, from), Math.max(to, from + 2)];
    pen.fillStyle = colour;
    pen.globalAlpha = isFull ? 0.9 : 0.28;
    if (right - left < 6) {
      pen.fillRect(left, y - BAR / 2, right - left, BAR);
      pen.globalAlpha = 1;
      return { left, right };
    }
    pen.beginPath();
    pen.roundRect(left, y - BAR / 2, right - left, BAR, 4);
    pen.fill();
    pen.globalAlpha = 1;
    if (!isFull) {
      pen.strokeStyle = colour;
      pen.stroke();
    }
    return { left, right };
  }

  // Two at one moment stand side by side; where more are close together, the others are ticks.
  #badge(text, moment, y, colour, isFull) {
    const { pen, colours, lastBadge } = this;
    const isClose = lastBadge?.y === y && Math.abs(moment - lastBadge.moment) < 4;
    if (isClose && lastBadge.isShifted) {
      pen.fillStyle = colour;
      pen.fillRect(moment, y - BAR / 2, 1.5, BAR);
      return;
    }
    const x = isClose ? moment + 17 : moment;
    this.lastBadge = { moment, y, isShifted: isClose };
    pen.beginPath();
    pen.arc(x, y, 8, 0, 7);
    pen.fillStyle = isFull ? colour : colours.surface;
    pen.fill();
    pen.strokeStyle = colour;
    pen.lineWidth = 1.5;
    pen.stroke();
    pen.lineWidth = 1;
    pen.fillStyle = isFull ? colours.surface : colour;
    pen.textAlign = "center";
    pen.fillText(text, x, y + 0.5);
    pen.textAlign = "start";
  }

  #inside(text, { left, right }, y, colour = this.colours.surface) {
    const { pen } = this;
    const at = Math.max(left, this.left) + 6;
    if (right - at < 12 || pen.measureText(text).width > right - at - 4) return;
    pen.fillStyle = colour;
    pen.fillText(text, at, y + 0.5);
  }

  #text(text, x, y, room) {
    let shown = text;
    while (shown.length > 2 && this.pen.measureText(shown).width > room) shown = `${shown.replace(/…$/, "").slice(0, -1)}…`;
    this.pen.fillText(shown, x, y);
  }

  // MARK: Moving

  /** Shows so many seconds. */
  show(seconds) { this.#zoom(seconds / this.span); }

  #zoom(factor) {
    this.span = Math.min(600, Math.max(0.05, this.span * factor));
    this.spanLabel.textContent = this.span < 1 ? `${Math.round(this.span * 1000)} ms` : `${Math.round(this.span * 10) / 10} s`;
  }

  #scroll(seconds) { this.clock.seek(this.clock.now + seconds); }

  #key(event) {
    const step = this.span / 10;
    const keys = {
      ArrowLeft: () => this.#scroll(-step), ArrowRight: () => this.#scroll(step),
      "+": () => this.#zoom(0.5), "-": () => this.#zoom(2),
      Home: () => this.clock.seek(this.model.earliest), End: () => (this.clock.canFollow ? this.clock.follow() : this.clock.seek(this.model.latest)),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  #drag(down) {
    const { canvas } = this;
    canvas.setPointerCapture(down.pointerId);
    let [last, isMoved] = [down.clientX, false];
    const moved = (event) => {
      if (!isMoved && Math.abs(event.clientX - down.clientX) < 4) return;
      isMoved = true;
      this.#scroll((last - event.clientX) * this.#secondsInPixel());
      last = event.clientX;
    };
    const up = (event) => {
      canvas.removeEventListener("pointermove", moved);
      if (!isMoved) this.#choose(event.offsetX, event.offsetY);
    };
    canvas.addEventListener("pointermove", moved);
    canvas.addEventListener("pointerup", up, { once: true });
    canvas.addEventListener("pointercancel", up, { once: true });
  }

  // The last painted lies on top.
  #choose(x, y) {
    const found = this.targets.findLast((one) => x >= one.left - 3 && x <= one.right + 3 && Math.abs(y - one.y) <= ROW / 2);
    if (!found) return;
    this.chosen = found;
    this.details.replaceChildren(html("h2", {}, found.title),
      ...found.lines().map(({ text, rule }) => html("p", {}, text, " ", ruleBadge(rule))),
      ...(found.why ? [html("p", {}, whyButton(...found.why))] : []));
  }

  // MARK: In words

  #listRecords(now) {
    const from = now - this.span;
    const seen = [];
    for (let at = this.model.records.length - 1; at >= 0 && seen.length < 60; at -= 1) {
      const record = this.model.records[at];
      if (record.t < from) break;
      if (record.t > now || ["moved", "changed"].includes(record.phase ?? record.state) || record.to === "changed") continue;
      seen.push(record);
    }
    this.#keepRows(seen);
  }

  // Rows that are still to be seen stay the same elements, so that the focus stays in them.
  #keepRows(records) {
    const wanted = new Set(records);
    for (const row of [...this.list.children]) if (!wanted.has(row.record)) row.remove();
    let next = this.list.firstElementChild;
    for (const record of records) {
      if (next?.record === record) next = next.nextElementSibling;
      else this.list.insertBefore(row(record), next);
    }
  }
}

// A record in words.
function row(record) {
  const element = html("li", { class: record.to ?? record.event ?? record.type },
    html("time", {}, record.t.toFixed(3)), html("span", {}, line(record)), ruleBadge(record.rule));
  element.record = record;
  return element;
}
