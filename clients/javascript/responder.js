// The client of responderd for pages: one module, nothing else needed.
//
//   import { Responder } from "./responder.js";
//
//   const responder = new Responder();
//   responder.bind(document.querySelector("#map"), {
//     id: "map", gestureRecognizers: [{ id: "map.pan", pan: {} }],
//   });
//   document.addEventListener("gesture", ({ target, detail }) => console.log(target.id, detail));
//
// It connects through responder-web. The protocol is described in responderd-protocol(7).

const PROTOCOL = "2";

/** An answer of the daemon that is an error: `code` for programs, the message for people. */
export class ResponderError extends Error {
  constructor(code, message, path) {
    super(message);
    this.name = "ResponderError";
    this.code = code;
    this.path = path;
  }
}

/** The present state: one snapshot, and every record after it. */
export class Picture {
  constructor(instance = "") {
    this.instance = instance;
    this.seq = 0;
    this.screens = [];
    this.devices = [];
    this.windows = [];
    /** Touches that are down: number → {view, window, responders, and the latest position}. */
    this.touches = new Map();
    /** Gestures that have begun and not ended: recognizer → its view. */
    this.gestures = new Map();
    this.firstResponder = undefined;
    this.focused = undefined;
    // The last record of each live gesture by its recognizer, and of each live touch by number and responder.
    this.last = new Map();
  }

  /** Replaces everything by a snapshot; what an older picture knew of what is live in it stays known. */
  replace(snapshot, older) {
    this.seq = snapshot.seq;
    this.screens = snapshot.screens;
    this.devices = [...snapshot.devices];
    this.windows = structuredClone(snapshot.windows);
    this.firstResponder = snapshot.firstResponder;
    this.focused = snapshot.focused;
    this.touches = new Map(snapshot.touches.map((touch) => [touch.id, { responders: [], ...touch }]));
    const gestures = snapshot.recognizers.filter(({ state }) => state === "began" || state === "changed");
    this.gestures = new Map(gestures.map(({ recognizer, view }) => [recognizer, view]));
    const { seq } = this;
    this.last = new Map(gestures.map((gesture) => [gesture.recognizer, { seq, type: "gesture", ...gesture }]));
    for (const { view, window, responders = [], ...touch } of snapshot.touches) {
      for (const responder of responders) {
        this.last.set(`${touch.id} ${responder}`, { seq, type: "touches", responder, view, window, touches: [touch] });
      }
    }
    for (const key of this.last.keys()) {
      if (older?.last.has(key)) this.last.set(key, older.last.get(key));
    }
  }

  /** Adds one record; false when it is not newer than the picture. */
  append(record) {
    if (!(record.seq > this.seq)) return false;
    this.seq = record.seq;
    switch (record.type) {
      case "touches":
      case "unhandled":
        this.#appendTouches(record);
        break;
      case "gesture":
        if (record.state === "began" || record.state === "changed") {
          this.gestures.set(record.recognizer, record.view);
          this.last.set(record.recognizer, record);
        } else {
          this.gestures.delete(record.recognizer);
          this.last.delete(record.recognizer);
        }
        break;
      case "edit":
        this.#edit(record);
        break;
      case "device":
        this.devices = this.devices.filter(({ name }) => name !== record.device);
        if (record.event !== "removed") this.devices.push(record.node);
        break;
      case "firstResponder":
        this.firstResponder = record.firstResponder ?? undefined;
        break;
      case "focus":
        this.focused = record.focused ?? undefined;
        break;
    }
    return true;
  }

  /** The node of a view; undefined when there is none. */
  view(id) {
    const found = find(this.windows, id);
    return found && found.siblings[found.index];
  }

  /** The nodes from a window down to a view, both included; empty when there is none. */
  path(id) {
    const walk = (nodes) => {
      for (const node of nodes) {
        if (node.id === id) return [node];
        const rest = walk(node.subviews ?? []);
        if (rest.length) return [node, ...rest];
      }
      return [];
    };
    return walk(this.windows);
  }

  /** Where a view's coordinates begin on its screen, as long as nothing on the way is transformed. */
  origin(id) {
    const path = this.path(id);
    if (!path.length) return undefined;
    let [x, y] = [0, 0];
    for (const { frame, at = frame, bounds, scrollView } of path) {
      const [left, top] = scrollView?.contentOffset ?? bounds ?? [0, 0];
      x += at[0] - left;
      y += at[1] - top;
    }
    return { x, y };
  }

  /** Records that end what is live here and not in `kept`, with all that the last ones had; each is `madeUp`. */
  endings(kept) {
    return [...this.last].filter(([key]) => !kept?.last.has(key)).map(([, record]) => (
      { ...record, [record.type === "touches" ? "phase" : "state"]: "cancelled", madeUp: true }));
  }

  #appendTouches(record) {
    const { responder, view, window } = record;
    for (const touch of record.touches ?? []) {
      const live = this.touches.get(touch.id);
      const key = `${touch.id} ${responder}`;
      if (record.phase === "began") {
        const begun = live ?? { view, window, responders: [], ...touch };
        this.touches.set(touch.id, begun);
        if (record.type !== "touches") continue;
        begun.responders.push(responder);
        this.last.set(key, { ...record, touches: [touch] });
      } else if (record.phase === "moved") {
        if (live) Object.assign(live, touch);
        if (this.last.has(key)) this.last.set(key, { ...record, touches: [touch] });
      } else if (record.goesOn) {
        if (live) live.responders = live.responders.filter((each) => each !== responder);
        this.last.delete(key);
      } else {
        for (const each of live?.responders ?? []) this.last.delete(`${touch.id} ${each}`);
        this.touches.delete(touch.id);
      }
    }
  }

  #edit(record) {
    if (record.edit === "added") return this.#insert(structuredClone(record.node), record);
    const found = find(this.windows, record.view);
    if (!found) return;
    const { siblings, index } = found;
    if (record.edit === "changed") {
      const { subviews } = siblings[index];
      siblings[index] = { ...record.node, ...(subviews && { subviews }) };
    } else if (record.edit === "removed" || record.edit === "moved") {
      const [node] = siblings.splice(index, 1);
      if (record.edit === "moved") this.#insert(node, record);
    }
  }

  #insert(node, { parent, above }) {
    const view = parent === undefined ? undefined : this.view(parent);
    if (parent !== undefined && !view) return;
    const siblings = view ? (view.subviews ??= []) : this.windows;
    const behind = siblings.findIndex((each) => each.id === above);
    siblings.splice(above === null ? 0 : behind < 0 ? siblings.length : behind + 1, 0, node);
  }
}

function find(nodes, id) {
  for (const [index, node] of nodes.entries()) {
    if (node.id === id) return { siblings: nodes, index };
    const found = find(node.subviews ?? [], id);
    if (found) return found;
  }
  return undefined;
}

// Fingers change these: a set writes them, and is no want.
const LIVING = ["value", "isOn", "selectedSegmentIndex", "currentPage", "contentOffset", "zoomScale", "isFirstResponder", "isKeyWindow"];
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
class Puts {
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
    const holder = [...this.#puts.values()].find((put) => put.has(name));
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
  batches({ viewsOfRequest: mostNodes, lineBytes: mostBytes }) {
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
}

/** The ids of everything in a description. */
function idsIn(value, ids = new Set()) {
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

/**
 * One connection that connects again by itself, with one subscription.
 *
 *   connecting ──hello──► open ──(lost)──► waiting ──(pause over)──► connecting
 *        any ──close()──► closed
 */
class Channel {
  constructor(url, protocols, filter, { onRecord, onOpen, onState }) {
    Object.assign(this, { url, protocols, filter, onRecord, onOpen, onState });
    // Whether it was open before, and whether another run of the daemon is still to be reported.
    this.isAgain = this.isNew = false;
    this.picture = new Picture();
    this.hello = undefined;
    this.state = "connecting";
    this.pause = 50;
    this.lastId = 0;
    this.requests = new Map();
    this.waiting = [];
    this.#connect();
  }

  /** Makes a request as soon as the connection is open, and gives its result. */
  request(name, argument = {}) {
    if (this.state === "closed") return Promise.reject(closed());
    return new Promise((resolve, reject) => {
      const send = () => this.#send(name, argument, resolve, reject);
      if (this.state === "open") send();
      else this.waiting.push({ send, reject });
    });
  }

  /** Resolves when the connection is open and the picture is true. */
  whenOpen() {
    if (this.state === "open") return Promise.resolve();
    if (this.state === "closed") return Promise.reject(closed());
    return new Promise((send, reject) => this.waiting.push({ send, reject }));
  }

  close() {
    if (this.state === "closed") return;
    this.#setState("closed");
    clearTimeout(this.timer);
    this.socket?.close();
    this.#lose();
    for (const { reject } of this.waiting.splice(0)) reject(closed());
    for (const record of this.picture.endings()) this.onRecord(record);
  }

  #setState(state, reason, connected) {
    this.state = state;
    this.onState?.(state, reason, connected);
  }

  #connect() {
    const socket = new WebSocket(this.url, this.protocols);
    this.socket = socket;
    socket.onmessage = ({ data }) => {
      if (socket !== this.socket || this.state === "closed") return;
      try {
        this.#receive(JSON.parse(data));
      } catch (error) {
        // What comes until it is closed is not taken in, but resumed.
        this.goodbye = `the daemon sent a line that is not of its protocol: ${error.message}`;
        socket.onmessage = null;
        socket.close();
        socket.onclose({ reason: "" });
      }
    };
    socket.onclose = ({ reason }) => {
      if (socket !== this.socket || this.state === "closed" || this.state === "waiting") return;
      this.#lose();
      this.#setState("waiting", this.goodbye ?? reason);
      this.goodbye = undefined;
      this.timer = setTimeout(() => {
        this.#setState("connecting");
        this.#connect();
      }, this.pause);
      this.pause = Math.min(this.pause * 2, 5000);
    };
  }

  #lose() {
    for (const { reject } of this.requests.values()) reject(closed());
    this.requests.clear();
  }

  #send(name, argument, resolve, reject) {
    const id = ++this.lastId;
    this.requests.set(id, { resolve, reject });
    this.socket.send(JSON.stringify({ id, [name]: argument }));
  }

  #receive(line) {
    switch (line.type) {
      case "hello":
        this.#greet(line).catch((error) => {
          if (this.state !== "closed" && error.code !== "closed") this.#refuse(error);
        });
        break;
      case "reply":
      case "error":
        this.#settle(line);
        break;
      case "snapshot": {
        const fresh = new Picture(this.hello.instance);
        fresh.replace(line, this.picture);
        const endings = this.picture.endings(fresh);
        this.picture = fresh;
        for (const record of endings) this.onRecord(record);
        this.onRecord(line);
        if (this.state === "connecting") this.#enter();
        break;
      }
      case "closing":
        this.goodbye = line.reason;
        this.socket.close();
        break;
      case "removed":
      case "lost":
        this.onRecord(line);
        break;
      default:
        if (this.picture.append(line)) this.onRecord(line);
    }
  }

  #settle(line) {
    const request = this.requests.get(line.id);
    this.requests.delete(line.id);
    if (line.type === "reply") return request?.resolve(line.result);
    const error = new ResponderError(line.code, line.message, line.path);
    if (request) request.reject(error);
    else if (line.subscription !== undefined) this.#refuse(error);
  }

  // What cannot be subscribed to now may be allowed later, so it is tried again, but slowly. A name may
  // still belong to the connection that was lost.
  #refuse(error) {
    this.goodbye = error.message;
    if (error.code !== "refused") this.pause = 5000;
    this.socket.close();
  }

  async #greet(hello) {
    if (hello.protocol.split(".")[0] !== PROTOCOL) {
      throw new ResponderError("protocol", `responderd speaks protocol ${hello.protocol}, this client ${PROTOCOL}`);
    }
    const isSame = hello.instance === this.picture.instance;
    this.isNew ||= !isSame;
    this.hello = hello;
    if (!isSame) {
      const endings = this.picture.endings();
      this.picture = new Picture(hello.instance);
      for (const record of endings) this.onRecord(record);
    }
    const ask = this.ask;
    this.connected = await this.onOpen?.(ask, hello, this.isNew);
    const { instance, seq } = this.picture;
    const { resumed } = await ask("subscribe", {
      ...this.filter, snapshot: true, ...(isSame && seq > 0 && { since: { instance, seq } }),
    });
    // Else the picture is true when the snapshot has come.
    if (resumed) this.#enter();
  }

  /** Makes a request before the connection is open to others. */
  ask = (name, argument) => new Promise((resolve, reject) => this.#send(name, argument, resolve, reject));

  #enter() {
    const connected = this.isAgain ? this.connected : undefined;
    this.pause = 50;
    this.isAgain = true;
    this.isNew = false;
    this.#setState("open", undefined, connected);
    for (const { send } of this.waiting.splice(0)) send();
  }
}

function closed() {
  return new ResponderError("closed", "the connection to responderd is closed");
}

/** A connection to responderd that connects again by itself. */
export class Responder extends EventTarget {
  #options;
  #channel;
  #channels = new Set();
  #bindings = new Map();
  #puts = new Puts();
  #watch;

  /**
   * @param options `url` of responder-web, `token`, `name` by which views call this page their actor,
   *   `mount`: the view that bound elements are put into, `screen`, `placement`, and `explain` for records
   *   that say why recognizers did or did not.
   */
  constructor(options = {}) {
    super();
    this.#options = options;
  }

  /** `connecting`, `open`, `waiting` for the next attempt, or `closed`. */
  get state() { return this.#main.state; }

  /** The daemon's first line; undefined before it has come. */
  get hello() { return this.#main.hello; }

  /** Windows, screens, devices, live touches and gestures, after the records so far. */
  get picture() { return this.#main.picture; }

  /** Makes any request of the protocol and gives its result. What the page has put is put again after a loss. */
  async request(name, argument = {}) {
    const result = await this.#main.request(name, argument);
    this.#puts.answered(name, argument, result);
    return result;
  }

  /** Makes a subtree so, with the members of the request: `put({ in: "home.view", view: { id: "clock" } })`. */
  put(members) { return this.request("put", members); }

  /** Ends a put, or removes a view, viewController or recognizer. */
  remove(members) { return this.request("remove", members); }

  /** Gives properties new values. */
  set(members) { return this.request("set", members); }

  /** Several puts, removes and sets at once, or none: `batch([{ set: { … } }, { remove: { … } }])`. */
  batch(acts) { return this.request("batch", acts); }

  /**
   * The records that a filter asks for, over a connection of their own that ends with the loop. A name
   * belongs to one connection, so here records of an actor's views are `observed`.
   */
  async *records(filter = {}) {
    const queue = [];
    let wake;
    const channel = new Channel(this.#url, this.#protocols, filter, {
      onRecord: (record) => {
        queue.push(record);
        wake?.();
      },
      onState: (state) => { if (state === "closed") wake?.(); },
    });
    this.#channels.add(channel);
    try {
      while (true) {
        while (queue.length) yield queue.shift();
        if (channel.state === "closed") return;
        await new Promise((resolve) => { wake = resolve; });
      }
    } finally {
      channel.close();
      this.#channels.delete(channel);
    }
  }

  /**
   * The records that the daemon still keeps from before now, oldest first, as far as a filter wants
   * them. They come over a connection of their own.
   */
  async history(filter = {}) {
    await this.#main.whenOpen();
    const { instance, seq } = this.picture;
    // The daemon does not report how far back its history reaches, so the range is halved until it fits.
    for (let count = this.hello.limits.history; count >= 1; count = Math.floor(count / 2)) {
      const since = { instance, seq: Math.max(0, seq - count) };
      const records = await this.#kept({ ...filter, since });
      if (records) return records.filter((record) => record.seq <= seq);
    }
    return [];
  }

  // The records after one that is still kept; undefined when it is not.
  async #kept(filter) {
    const found = [];
    let isOver = false;
    const channel = new Channel(this.#url, this.#protocols, filter, {
      onRecord: (record) => { if (!isOver) found.push(record); },
    });
    this.#channels.add(channel);
    try {
      await channel.whenOpen();
      // Answers come in order: what is kept has come before this one.
      await channel.request("unsubscribe", { subscription: 1 });
      isOver = true;
    } finally {
      channel.close();
      this.#channels.delete(channel);
    }
    return found[0]?.type === "snapshot" ? undefined : found;
  }

  /** Makes an element a view of its own; its records become events of the element. */
  bind(element, { id = element.id, kind = "view", ...properties } = {}) {
    if (!id) throw new TypeError("bind: expected an id, as an option or of the element");
    if (this.#bindings.has(element)) throw new TypeError(`bind: the element of "${id}" is bound already`);
    const binding = new Binding(this, element, id, kind, properties);
    this.#bindings.set(element, binding);
    this.#observe();
    binding.ready = this.#main.whenOpen().then(() => this.#place(binding));
    // A program that does not await it receives an event.
    binding.ready.catch((error) => this.#report(binding, error));
    return binding;
  }

  /** Measures all bound elements again; only needed after a change of layout that nothing reports. */
  layout() {
    for (const binding of [...this.#bindings.values()]) {
      if (!binding.element.isConnected) this.unbind(binding.element);
      else if (binding.in !== undefined) this.#place(binding).catch((error) => this.#report(binding, error));
    }
  }

  /** Takes the view of an element away, and those of bound elements in it. */
  unbind(element) {
    const binding = this.#bindings.get(element);
    if (!binding) return;
    for (const inner of [...this.#bindings.keys()]) {
      if (inner !== element && element.contains(inner)) this.unbind(inner);
    }
    this.#bindings.delete(element);
    this.#watch.sizes.unobserve(element);
    if (binding.in !== undefined) this.remove({ view: binding.id }).catch((error) => this.#report(binding, error));
  }

  /** Ends all connections for good; bound elements are views no more. */
  close() {
    this.#bindings.clear();
    this.#watch?.stop();
    this.#watch = undefined;
    for (const channel of this.#channels) channel.close();
    this.#channel?.close();
  }

  get #url() {
    const url = new URL(this.#options.url ?? "/socket", globalThis.location?.href);
    url.protocol = url.protocol.replace(/^http/, "ws");
    return url.href;
  }

  get #protocols() {
    const { token } = this.#options;
    return token ? ["responderd", `responderd.token.${token}`] : ["responderd"];
  }

  // Opened when it is first needed.
  get #main() {
    const filter = this.#options.explain ? { explain: true } : {};
    return this.#channel ??= new Channel(this.#url, this.#protocols, filter, {
      onRecord: (record) => this.#deliver(record),
      onOpen: (ask, hello, isNew) => this.#comeBack(ask, hello, isNew),
      onState: (state, reason, connected) => {
        this.dispatchEvent(new CustomEvent("state", { detail: { state, reason } }));
        if (connected) this.dispatchEvent(new CustomEvent("connect", { detail: connected }));
        if (state === "open") this.layout();
      },
    });
  }

  // The name and the puts, before the connection is open to others.
  async #comeBack(ask, hello, isNew) {
    const connected = { isNew, waits: [], refused: {} };
    const { name } = this.#options;
    if (name) await ask("identify", { name });
    const send = async (entries) => {
      const { waits = [] } = await ask("batch", entries.map(({ act }) => act));
      connected.waits = waits;
    };
    for (const batch of this.#puts.batches(hello.limits)) {
      // One that is refused must not keep the others away.
      for (const entries of [batch, ...batch.map((entry) => [entry])]) {
        if (entries[0].id in connected.refused) continue;
        try {
          await send(entries);
          if (entries === batch) break;
        } catch (error) {
          if (error.code === "closed") throw error;
          if (entries !== batch) connected.refused[entries[0].id] = error.message;
        }
      }
    }
    return connected;
  }

  #deliver(record) {
    if (record.type === "removed") {
      this.#puts.removed(record);
      for (const binding of this.#bindings.values()) {
        if (!this.#puts.has(binding.id)) binding.in = undefined;
      }
    }
    this.dispatchEvent(new CustomEvent("record", { detail: record }));
    for (const binding of this.#bindings.values()) binding.deliver(record);
  }

  #report({ id }, error) {
    if (error.code !== "closed") this.dispatchEvent(new CustomEvent("error", { detail: { id, error } }));
  }

  // MARK: Views of elements

  #outer(element) {
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      const binding = this.#bindings.get(outer);
      if (binding) return binding;
    }
    return undefined;
  }

  // Puts the view of an element, or gives it another frame.
  async #place(binding) {
    if (this.#bindings.get(binding.element) !== binding) return;
    const place = this.#outer(binding.element)?.id ?? this.#options.mount;
    if (!place) {
      throw new ResponderError(
        "mount", "bind: expected the option mount of Responder, the id of a view with mountPoint");
    }
    const geometry = this.#measure(binding);
    const { frame, isHidden } = geometry;
    const isSame = JSON.stringify(geometry) === JSON.stringify(binding.geometry);
    binding.geometry = geometry;
    if (binding.in !== place) {
      binding.in = place;
      await this.put({ in: place, view: binding.node(geometry) });
    } else if (!isSame) {
      await this.set({ view: binding.id, frame, isHidden });
    }
  }

  // The part of an element that is seen, in the coordinates of the view that it lies in.
  #measure(binding) {
    const { scale, origin } = this.#placement();
    const outer = this.#outer(binding.element);
    const whole = binding.element.getBoundingClientRect();
    const seen = visiblePart(binding.element, whole);
    const outside = outer
      ? visiblePart(outer.element, outer.element.getBoundingClientRect())
      : { left: -origin.x / scale, top: -origin.y / scale };
    const round = (value) => Math.round(value * 1000) / 1000;
    return {
      frame: [
        (seen.left - outside.left) * scale, (seen.top - outside.top) * scale,
        Math.max(0, seen.right - seen.left) * scale, Math.max(0, seen.bottom - seen.top) * scale,
      ].map(round),
      isHidden: seen.right <= seen.left || seen.bottom <= seen.top,
      scale,
      shift: [round(seen.left - whole.left), round(seen.top - whole.top)],
    };
  }

  // How many points one CSS pixel is, and where the page begins in the coordinates of the mount.
  #placement() {
    const picture = this.picture;
    const name = this.#options.screen;
    const panel = picture.screens.find(({ id }) => name === undefined || id === name)
      ?? { width: screen.width, height: screen.height };
    const { scale, x, y } = this.#options.placement?.(panel) ?? {
      scale: panel.width / screen.width,
      // A window's frame is as wide on both sides, and its title is above.
      x: (screenX + (outerWidth - innerWidth) / 2) * (panel.width / screen.width),
      y: (screenY + outerHeight - innerHeight) * (panel.width / screen.width),
    };
    const mount = picture.origin(this.#options.mount) ?? { x: 0, y: 0 };
    return { scale, origin: { x: x - mount.x, y: y - mount.y } };
  }

  #observe() {
    this.#watch ??= new LayoutWatch(() => this.layout());
    for (const element of this.#bindings.keys()) this.#watch.sizes.observe(element);
  }
}

/** The tie between an element and its view. */
class Binding {
  constructor(responder, element, id, kind, properties) {
    Object.assign(this, { responder, element, id, kind, properties });
    // The view that it was put into.
    this.in = undefined;
    this.names = new Set((properties.gestureRecognizers ?? []).map((recognizer) => recognizer.id));
  }

  /** Takes the view away. */
  remove() { this.responder.unbind(this.element); }

  // The view as a configuration has it.
  node(geometry) {
    const { gestureRecognizers, ...own } = this.properties;
    const { frame, isHidden } = geometry;
    const view = { frame, ...(isHidden && { isHidden }), ...own };
    const rest = gestureRecognizers && { gestureRecognizers };
    return this.kind === "view"
      ? { id: this.id, ...view, ...rest }
      : { id: this.id, [this.kind]: { ...view, ...rest } };
  }

  deliver(record) {
    switch (record.type) {
      case "touches":
        if (record.responder === this.id) this.#dispatch(`touches${record.phase}`, record);
        break;
      case "gesture":
        if (this.names.has(record.recognizer)) this.#dispatch("gesture", record);
        break;
      case "control":
        if (record.control === this.id) this.#dispatch("control", record);
        break;
    }
  }

  // Positions and ways become CSS pixels of the element.
  #dispatch(name, record) {
    const { scale, shift } = this.geometry;
    const x = (value) => value / scale + shift[0];
    const y = (value) => value / scale + shift[1];
    const detail = { ...record, record };
    const isHere = record.view === undefined || record.view === this.id;
    if (record.x !== undefined) Object.assign(detail, { x: x(record.x), y: y(record.y) });
    for (const name of ["translation", "velocity"]) {
      if (record[name]) detail[name] = record[name].map((value) => value / scale);
    }
    if (record.type === "touches" && isHere) {
      detail.touches = record.touches.map((touch) =>
        touch.x === undefined ? touch : { ...touch, x: x(touch.x), y: y(touch.y) });
    }
    this.element.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }
}

/** Reports once in an animation frame that something may lie elsewhere. */
class LayoutWatch {
  constructor(changed) {
    let isAsked = false;
    const ask = () => {
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        if (!this.isOver) changed();
      });
    };
    this.sizes = new ResizeObserver(ask);
    this.changes = new MutationObserver(ask);
    this.changes.observe(document, {
      childList: true, subtree: true, attributes: true, attributeFilter: ["class", "style", "hidden"],
    });
    this.events = ["scroll", "resize", "transitionend", "animationend", "fullscreenchange"];
    this.ask = ask;
    for (const event of this.events) window.addEventListener(event, ask, { capture: true, passive: true });
    // A window that is moved reports nothing.
    this.timer = setInterval(() => {
      const place = `${screenX},${screenY},${devicePixelRatio}`;
      if (place !== this.place) ask();
      this.place = place;
    }, 500);
  }

  stop() {
    this.isOver = true;
    this.sizes.disconnect();
    this.changes.disconnect();
    clearInterval(this.timer);
    for (const event of this.events) window.removeEventListener(event, this.ask, { capture: true });
  }
}

// What of an element is neither outside of the window nor cut off by what it lies in.
function visiblePart(element, whole) {
  let { left, top, right, bottom } = whole;
  const cut = (area) => {
    left = Math.max(left, area.left);
    top = Math.max(top, area.top);
    right = Math.min(right, area.right);
    bottom = Math.min(bottom, area.bottom);
  };
  cut({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
  for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(outer);
    if (overflowX !== "visible" || overflowY !== "visible") cut(outer.getBoundingClientRect());
  }
  return { left, top, right, bottom };
}
