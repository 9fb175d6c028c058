// What the page has put, so that it can be put again.

// Fingers change these: a set writes them, and is no want.
export const LIVING = ["value", "isOn", "selectedSegmentIndex", "currentPage", "contentOffset", "zoomScale", "isFirstResponder", "isKeyWindow"];
const PLACES = ["above", "below"];
const PLACE = ["in", "presentedBy", "pushedOn", "above", "below"];

/** The latest put of an outermost id, and the properties that the page itself has set since. */
class Put {
  sets = new Map(); // word and id: {word, name, values}

  constructor(members) {
    this.members = structuredClone(members);
    this.kind = ["view", "viewController", "window", "gestureRecognizer"].find((kind) => kind in members);
    this.ids = idsIn(this.thing);
  }

  get thing() { return this.members[this.kind]; }

  isAtPlaceOf(other) { return PLACE.every((key) => this.members[key] === other.members[key]); }

  /** Whether a thing in it has this id; a scroll view brings its pan and pinch along. */
  has(name) {
    return this.ids.has(name) || /\.(pan|pinch)$/.test(name) && this.ids.has(name.replace(/\.\w+$/, ""));
  }

  /** Takes things out of it; false if nothing is left. */
  takeOut(ids) {
    if (![...ids].some((id) => this.ids.has(id))) return true;
    const rest = without(this.thing, ids);
    if (rest === undefined) return false;
    this.members[this.kind] = rest;
    this.ids = idsIn(rest);
    for (const [key, { name }] of this.sets) {
      if (!this.has(name)) this.sets.delete(key);
    }
    return true;
  }
}

/** What the page has put, as the daemon remembers it, in the order in which it arrived. */
export class Puts {
  #puts = new Map(); // outermost id: Put
  #ownSets = new Map(); // like those of a put: what was set with `own` of things of others
  #waiting = new Set();

  /** A request of the page was answered with a result. */
  answered(request, argument, result) {
    for (const act of request === "batch" ? argument : [{ [request]: argument }]) {
      for (const [name, members] of Object.entries(act)) {
        if (name === "put") this.#put(new Put(members));
        else if (name === "remove") this.#takeOut(new Set([subject(members)?.name]));
        else if (name === "set") this.#set(members);
      }
    }
    if (["put", "remove", "set", "batch"].includes(request)) this.#waiting = new Set(result?.waits);
  }

  /** Things are gone; those that only wait for their place are still wanted. */
  removed({ waits, views = [], recognizers = [] }) {
    const names = new Set([...views, ...recognizers]);
    if (!waits) this.#takeOut(names);
    else for (const name of names) this.#waiting.add(name);
  }

  has(id) { return this.#puts.has(id); }

  #put(put) {
    const { id } = put.thing;
    const before = this.#puts.get(id);
    this.#takeOut(put.ids, id);
    // One that is put elsewhere, or has waited, is the last to arrive.
    if (before && (!before.isAtPlaceOf(put) || this.#waiting.has(id))) this.#puts.delete(id);
    this.#puts.set(id, put);
  }

  #takeOut(ids, but) {
    for (const [id, put] of this.#puts) {
      if (id !== but && !put.takeOut(ids)) this.#puts.delete(id);
    }
  }

  #set({ own, ...members }) {
    const { word, name } = subject(members) ?? {};
    if (!word) return;
    const values = Object.entries(structuredClone(members)).filter(([key]) => key !== word && !LIVING.includes(key));
    const holder = this.#puts.get(name) ?? [...this.#puts.values()].find((put) => put.has(name));
    const sets = holder ? holder.sets : this.#ownSets;
    const set = sets.get(`${word} ${name}`) ?? { word, name, values: {} };
    for (const [key, value] of values) {
      if (PLACES.includes(key)) for (const other of PLACES) delete set.values[other];
      if (holder || own && value !== null) set.values[key] = value;
      else delete set.values[key];
    }
    if (Object.keys(set.values).length) sets.set(`${word} ${name}`, set);
    else sets.delete(`${word} ${name}`);
  }

  /** What makes all of it again: lists of {id, act}, each within the limits of a request. */
  batches(limits) {
    const acts = [];
    const addSets = (sets, id, own) => {
      for (const { word, name, values } of sets.values()) {
        acts.push({ id: id ?? name, act: { set: { [word]: name, ...values, ...own } }, weight: 1 });
      }
    };
    for (const [id, { members, ids, sets }] of this.#puts) {
      acts.push({ id, act: { put: members }, weight: 1 + ids.size });
      addSets(sets, id);
    }
    addSets(this.#ownSets, undefined, { own: true });
    return inBatches(acts, limits);
  }
}

/** Lists of {act, weight}, each within the limits of a request. */
export function inBatches(acts, { viewsOfRequest: mostNodes, lineBytes: mostBytes }) {
  const batches = [];
  let [nodes, bytes] = [mostNodes, 0];
  for (const entry of acts) {
    const length = new TextEncoder().encode(JSON.stringify(entry.act)).length + 1;
    if (nodes + entry.weight > mostNodes || bytes + length > mostBytes - 64) {
      batches.push([]);
      [nodes, bytes] = [0, 0];
    }
    batches.at(-1).push(entry);
    [nodes, bytes] = [nodes + entry.weight, bytes + length];
  }
  return batches;
}

/** The ids of everything in a description. */
export function idsIn(value, ids = new Set()) {
  if (typeof value !== "object" || value === null) return ids;
  if (typeof value.id === "string") ids.add(value.id);
  for (const inner of Object.values(value)) idsIn(inner, ids);
  return ids;
}

/** A description without the things that have these ids; undefined if it is one, or nothing without them. */
function without(value, ids) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => without(one, ids)).filter((one) => one !== undefined);
  const members = Object.entries(value);
  const kept = members.map(([key, one]) => [key, without(one, ids)]).filter(([, one]) => one !== undefined);
  const rest = Object.fromEntries(kept);
  // A controller is not without its view.
  const isGone = ids.has(value.id) || "view" in value && !("view" in rest) || members.length && !kept.length;
  return isGone ? undefined : rest;
}

/** What a request is about: the word for it, and its name. */
function subject(argument) {
  const word = ["view", "viewController", "recognizer"].find((one) => typeof argument[one] === "string");
  return word && { word, name: argument[word] };
}
