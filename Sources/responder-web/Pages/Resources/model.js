// What the views show: the tree as it is, and what happened in time.

import { Picture } from "./responder.js";
import { layOut, toScreen } from "./geometry.js";

// Older records go when there are more.
const LIMIT = 20000;

/** Whether no view received a touch up to a moment, as it was refused or hit no window. */
export function isRefused({ received = Infinity, marks }, moment) {
  return received > moment && marks.some(({ event }) => event === "refuses" || event === "misses");
}

/** A picture, its records, and what they mean for touches and recognizers. */
export class Model {
  constructor() {
    this.records = [];
    /** Number → {id, view, t0, t1, lost, end, row, points}: from landing to lift; `lost` is when its view lost it. */
    this.touches = new Map();
    /** What devices report of fingers, as far as this page may see it: {name, t0, t1, points}. */
    this.contacts = [];
    /** Recognizer → {id, kind, view, segments, marks}. */
    this.recognizers = new Map();
    /** Whether records explain what happens. */
    this.isExplained = false;
    /** The time of the newest record, and when it came by this page's clock. */
    this.latest = 0;
    this.arrival = 0;
    this.version = 0;
    this.treeVersion = 0;
    this.usePicture(new Picture());
  }

  /** Shows another picture, as after a snapshot. */
  usePicture(picture) {
    this.picture = picture;
    this.invalidate();
  }

  /** Lays the tree out again at the next question. */
  invalidate() {
    this.treeVersion += 1;
    this.version += 1;
    this.items = undefined;
  }

  /** The views with their places, from back to front. */
  layout() {
    if (!this.items) {
      this.items = layOut(this.picture.windows, this.known);
      this.known = new Map(this.items.map((item) => [item.id, item]));
    }
    return this.items;
  }

  /** Adds a record that the picture holds already. */
  append(record) {
    if (typeof record.t !== "number") return;
    if (record.type === "raw") return this.#track(record);
    if (this.records.length >= LIMIT) this.#forget();
    this.records.push(record);
    this.latest = Math.max(this.latest, record.t);
    this.arrival = performance.now();
    this.version += 1;
    switch (record.type) {
      case "touches":
      case "unhandled":
        for (const touch of record.touches ?? []) this.#touch(touch, record);
        break;
      case "gesture": this.#gesture(record); break;
      case "explain": this.#explain(record); break;
      case "edit": this.invalidate(); break;
    }
  }

  /** Adds records from before all others. */
  prepend(records) {
    const later = this.records;
    const { latest, arrival } = this;
    const first = later[0]?.seq ?? Infinity;
    // Several have one number: a reason has that of the record before it.
    const known = new Set(later.filter(({ seq }) => seq === first).map((record) => JSON.stringify(record)));
    this.records = [];
    this.touches.clear();
    this.recognizers.clear();
    for (const record of records) {
      if (record.seq < first || record.seq === first && !known.has(JSON.stringify(record))) this.append(record);
    }
    for (const record of later) this.append(record);
    if (later.length) Object.assign(this, { latest, arrival });
    this.version += 1;
  }

  /** The daemon's time now, estimated from the latest record. */
  now() {
    return this.arrival ? this.latest + (performance.now() - this.arrival) / 1000 : 0;
  }

  /** The time of the oldest record that is kept. */
  get earliest() { return this.records[0]?.t ?? 0; }

  #forget() {
    this.records = this.records.slice(LIMIT / 4);
    const { earliest } = this;
    for (const [id, touch] of this.touches) if (touch.t1 !== undefined && touch.t1 < earliest) this.touches.delete(id);
    this.contacts = this.contacts.filter(({ t1 }) => t1 === undefined || t1 >= earliest);
    for (const lane of this.recognizers.values()) {
      lane.segments = lane.segments.filter(({ t1 }) => t1 === undefined || t1 >= earliest);
      lane.marks = lane.marks.filter(({ t }) => t >= earliest);
    }
  }

  // MARK: Touches

  // Where fingers are, whatever views receive of them.
  #track({ t, device, contacts }) {
    for (const { id, change, x, y } of contacts) {
      const name = `${device} ${id}`;
      if (change === "down") this.contacts.push({ name, t0: t, t1: undefined, points: [] });
      const contact = this.contacts.findLast((one) => one.name === name && one.t1 === undefined);
      if (!contact) continue;
      if (x !== undefined) contact.points.push({ t, x, y });
      if (change !== "up" && change !== "cancel") continue;
      contact.t1 = t;
      if (contact.touch) Object.assign(contact.touch, { t1: t, end: change === "up" ? "ended" : "cancelled" });
    }
    this.latest = Math.max(this.latest, t);
    this.arrival = performance.now();
    this.version += 1;
  }

  // Touches have their numbers in the order in which a device reports its contacts; those that hit no window have none.
  #pair(t) {
    const contacts = this.contacts.filter(({ t0, missed }) => t0 === t && !missed);
    const touches = [...this.touches.values()].filter(({ t0, missed }) => t0 === t && !missed).sort((one, other) => one.id - other.id);
    for (const [index, touch] of touches.entries()) touch.contact = contacts[index];
  }

  /** The fingers that were down between two moments: {id, state, t1, points}, where they were even if no view received them. */
  *fingers(from, to) {
    for (const { id, contact, t0, t1, received = Infinity, lost, end, points, marks } of this.touches.values()) {
      if (t0 > to || (t1 ?? Infinity) < from) continue;
      const down = isRefused({ received, marks }, to) ? "refused" : received > to ? "held" : lost <= to ? "lost" : to - t0 < 0.12 ? "began" : "moved";
      yield { id, t1, state: (t1 ?? Infinity) >= to ? down : end, points: contact?.points.length ? contact.points : points };
    }
    // A finger that explores, or is beside a pen, is no touch; what it is becomes known a little after it lands.
    const down = this.contacts.filter(({ t0, t1 = Infinity }) => t0 <= to - 0.1 && t1 >= from);
    if (!down.length) return;
    const paired = new Set(Array.from(this.touches.values(), ({ contact }) => contact));
    for (const contact of down) {
      const { name, t1, points } = contact;
      if (!paired.has(contact)) yield { id: name, t1, state: (t1 ?? Infinity) >= to ? "refused" : "ended", points };
    }
  }

  // The touch of a number; what is reported first of it is its landing.
  #known(id, t) {
    let touch = this.touches.get(id);
    if (!touch) {
      touch = { id, t0: t, t1: undefined, end: undefined, row: this.#freeRow(t), points: [], marks: [] };
      this.touches.set(id, touch);
      this.#pair(t);
    }
    return touch;
  }

  #touch({ id, windowX, windowY, device }, record) {
    const touch = this.#known(id, record.t);
    touch.view ??= record.view;
    touch.received ??= record.t;
    touch.device ??= device;
    if (windowX !== undefined) {
      const window = this.picture.windows.find((one) => one.id === record.window);
      const [x, y] = window?.at ?? window?.frame ?? [0, 0];
      touch.points.push({ t: record.t, x: x + windowX, y: y + windowY });
    }
    if (record.goesOn) return;
    if (record.phase === "ended" || record.phase === "cancelled") touch.end = record.phase;
    if (record.phase === "cancelled") touch.lost ??= record.t;
    // A cancelled touch is still a finger on the screen, unless a gesture took it as it lifted; else explanations say when it does.
    const isUp = record.phase === "ended" || record.phase === "cancelled" && (touch.isUp || !this.isExplained);
    if (isUp) touch.t1 ??= record.t;
  }

  // A finger beside all windows is no touch, but it is on the screen.
  #miss(record) {
    const { t, device, contact: number, point: [x, y] } = record;
    const contact = this.contacts.findLast((one) => one.name === `${device} ${number}` && one.t0 === t);
    const touch = this.#known(`${device} ${number} ${t}`, t);
    // Nothing else says when it lifts.
    Object.assign(touch, { missed: true, contact, t1: contact ? contact.t1 : t });
    if (contact) Object.assign(contact, { missed: true, touch });
    touch.points.push({ t, x, y });
    touch.marks.push({ t, event: "misses", record });
    this.#pair(t);
  }

  #lift(touch, { t, point }) {
    touch.t1 = t;
    touch.end ??= "ended";
    if (point) touch.points.push({ t, x: point[0], y: point[1] });
  }

  // The first row in which no touch is down.
  #freeRow(t) {
    const taken = new Set();
    for (const { row, t0, t1 } of this.touches.values()) {
      if (t0 <= t && (t1 === undefined || t1 > t - 0.05)) taken.add(row);
    }
    let row = 0;
    while (taken.has(row)) row += 1;
    return row;
  }

  // MARK: Recognizers

  #lane(id, view) {
    let lane = this.recognizers.get(id);
    if (!lane) {
      lane = { id, view, kind: undefined, segments: [], marks: [] };
      this.recognizers.set(id, lane);
    }
    if (view) lane.view = view;
    return lane;
  }

  #gesture(record) {
    const lane = this.#lane(record.recognizer, record.view);
    lane.kind = record.kind;
    // A recognized gesture takes its touches away from the views, but the fingers are still down.
    const item = record.touches.length === 1 && this.layout().find(({ id }) => id === record.view);
    for (const id of record.touches) {
      const touch = this.touches.get(id);
      if (!touch) continue;
      if (item) touch.points.push({ t: record.t, ...toScreen(item.matrix, record.x, record.y) });
      if (touch.t1 !== undefined && !this.isExplained) touch.t1 = Math.max(touch.t1, record.t);
      if (record.numberOfTouches === 0) touch.isUp = true;
    }
    // Where nothing explains it, the actions themselves say as much.
    const open = lane.segments.at(-1);
    const isOpen = open && open.t1 === undefined;
    if (record.state === "began" && !isOpen) {
      lane.segments.push({ state: "began", t0: record.t, t1: undefined, touches: record.touches });
    } else if ((record.state === "ended" || record.state === "cancelled" || record.state === "failed") && isOpen) {
      Object.assign(open, { t1: record.t, outcome: record.state });
    }
  }

  #explain(record) {
    const { t, recognizer, from, to, event } = record;
    this.isExplained = true;
    if (event === "misses") return this.#miss(record);
    for (const id of record.touches ?? []) {
      // A touch that is held back or refused has landed, though no view received it.
      const touch = ["holds", "refuses"].includes(event) ? this.#known(id, t) : this.touches.get(id);
      const lifts = event === "lifts" || event === "holds" && record.phase === "ended";
      if (touch && lifts) this.#lift(touch, record);
    }
    if (recognizer === undefined) {
      for (const id of record.touches ?? []) this.touches.get(id)?.marks.push({ t, event, record });
      return;
    }
    const lane = this.#lane(recognizer);
    if (from === undefined) {
      lane.marks.push({ t, event, record });
      return;
    }
    const last = lane.segments.at(-1);
    const touches = record.touches ?? [];
    if (from === "possible") {
      const starts = touches.map((id) => this.touches.get(id)?.t0 ?? t);
      const t0 = Math.max(Math.min(t, ...starts), last?.t1 ?? 0);
      lane.segments.push({ state: "possible", t0, t1: t, touches, outcome: to, record });
      if (to === "began" || to === "changed") {
        lane.segments.push({ state: "began", t0: t, t1: undefined, touches, record });
      }
    } else if (last && last.t1 === undefined) {
      last.touches = touches;
      if (to !== "changed" && to !== "began") Object.assign(last, { t1: t, outcome: to, record });
    }
  }
}
