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
function inBatches(acts, { viewsOfRequest: mostNodes, lineBytes: mostBytes }) {
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
  #bindings = new Map(); // element: Binding
  #byId = new Map();
  #byRecognizer = new Map();
  #puts = new Puts();
  #watch;
  #scene = new Scene();
  #sent = new Map(); // id of a view of the page: what the daemon has of it
  #refused = new Set();
  #onTheirWay = 0; // frames whose batches are not answered yet
  #away = new Set(); // weak references to bindings whose elements are in no page

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
  bind(element, options = {}) {
    const binding = new Binding(this, element, options);
    const { id } = binding;
    if (!id) throw new TypeError("bind: expected an id, as an option or of the element");
    if (this.#bindings.has(element)) throw new TypeError(`bind: the element of "${id}" is bound already`);
    const other = this.#byId.get(id);
    if (other?.element.isConnected) throw new TypeError(`bind: "${id}" is the id of another element that is bound`);
    if (other) this.#drop(other);
    this.#forget(element);
    this.#add(binding);
    // A program that does not await it receives an event.
    binding.ready.catch((error) => this.#report(binding, error));
    if (this.#options.mount) this.#ask(true);
    else binding.refuse(new ResponderError("mount", "bind: expected the option mount of Responder, the id of a view with mountPoint"));
    return binding;
  }

  /** Measures all bound elements again; only needed after a change of layout that nothing reports. */
  layout() { this.#ask(true); }

  /** Takes the view of an element away; what was under way there is cancelled first. */
  unbind(element) {
    this.#forget(element);
    const binding = this.#bindings.get(element);
    if (!binding) return;
    this.#drop(binding);
    this.#ask(true);
  }

  #forget(element) {
    for (const reference of this.#away) if (reference.deref()?.element === element) this.#away.delete(reference);
  }

  /** Ends all connections for good; bound elements are views no more. */
  close() {
    for (const channel of this.#channels) channel.close();
    this.#channel?.close();
    for (const map of [this.#bindings, this.#byId, this.#byRecognizer, this.#sent]) map.clear();
    this.#watch?.stop();
    this.#watch = undefined;
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
        if (state === "open") this.#reopen();
        else for (const binding of this.#byId.values()) binding.end(this.picture);
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
      for (const id of record.views ?? []) if (!this.#puts.has(id)) this.#lose(id);
    }
    this.dispatchEvent(new CustomEvent("record", { detail: record }));
    const binding = record.type === "gesture"
      ? this.#byRecognizer.get(record.recognizer)
      : this.#byId.get(record.responder ?? record.control ?? record.view);
    binding?.deliver(record);
  }

  #report({ id }, error) {
    if (error.code !== "closed") this.dispatchEvent(new CustomEvent("error", { detail: { id, error } }));
  }

  // MARK: Views of elements

  #ask(isStale) {
    this.#main; // connects
    this.#watch ??= new Watch((isOld) => this.#update(isOld));
    this.#watch.ask(isStale);
  }

  // What lives is sent again, since puts that were made again have what it was at the beginning.
  #reopen() {
    this.#refused.clear();
    for (const sent of this.#sent.values()) for (const key of LIVING) delete sent.values[key];
    for (const binding of this.#bindings.values()) binding.since = 0;
    if (this.#bindings.size) this.#ask(true);
  }

  // A view that another program has removed is wanted no more; what holds or covers others is made again.
  #lose(id) {
    this.#sent.delete(id);
    if (this.#byId.has(id)) this.#refused.add(id);
  }

  // Once in an animation frame at most; whether to look again in the next one.
  #update(isStale) {
    if (this.state !== "open") return false;
    this.#comeAndGo();
    if (this.#onTheirWay > 2) {
      this.#watch.isStale ||= isStale;
      return true;
    }
    const wanted = [...this.#bindings.values()].filter(({ id }) => !this.#refused.has(id));
    const pieces = this.#scene.read(wanted, isStale, this.#placement(), (root) => this.#watch.observe(root));
    const entries = this.#difference(pieces);
    if (entries.length) {
      this.#onTheirWay += 1;
      for (const { done } of entries) done();
      const sending = inBatches(entries, this.hello.limits).map((batch) => this.#send(batch));
      Promise.all(sending).finally(() => { this.#onTheirWay -= 1; });
    }
    return entries.length > 0 || this.#scene.isMoving;
  }

  // An element that has left the page is a view again when it is put back, and holds nothing here until then.
  #comeAndGo() {
    for (const reference of this.#away) {
      const binding = reference.deref();
      if (binding && !binding.element.isConnected) continue;
      this.#away.delete(reference);
      if (binding && !this.#byId.has(binding.id)) this.#add(binding);
    }
    for (const binding of this.#bindings.values()) {
      if (binding.element.isConnected) continue;
      this.#drop(binding);
      this.#away.add(new WeakRef(binding));
    }
  }

  #add(binding) {
    this.#bindings.set(binding.element, binding);
    this.#byId.set(binding.id, binding);
    for (const name of binding.recognizers) this.#byRecognizer.set(name, binding);
  }

  #drop(binding) {
    binding.end(this.picture);
    this.#bindings.delete(binding.element);
    this.#byId.delete(binding.id);
    for (const name of binding.recognizers) this.#byRecognizer.delete(name);
    this.#refused.delete(binding.id);
  }

  // Answered in order, so several may be on their way. One that is refused must not keep the others away.
  async #send(entries) {
    try {
      const { seq } = await this.request("batch", entries.map(({ act }) => act));
      for (const { binding, scrolled } of entries) {
        binding?.accept();
        scrolled?.answered(seq);
      }
    } catch (error) {
      if (error.code === "closed" || entries.length === 1) for (const { scrolled } of entries) scrolled?.answered();
      if (error.code === "closed") for (const { undo } of entries) undo();
      else if (entries.length > 1) for (const entry of entries) await this.#send([entry]);
      else entries[0].failed(error);
    }
  }

  // What makes of the views that the daemon has those that are wanted: outer before inner, behind before in front.
  #difference(pieces) {
    const entries = [];
    for (const piece of pieces) {
      const { id, place, values, binding } = piece;
      if (this.#refused.has(id)) continue;
      const sent = this.#sent.get(id);
      const isNew = !sent || sent.in !== place.in || sent.binding !== binding;
      const failed = (error) => {
        this.#sent.delete(id);
        this.#refused.add(id);
        binding?.refuse(error);
        // What lies in it lies in what is around it now.
        this.#ask(true);
      };
      if (isNew) {
        const view = binding ? binding.node(values) : { id, ...values };
        const { above, ...rest } = place;
        entries.push({
          act: { put: { ...rest, ...above !== null && { above }, view } }, weight: 1 + idsIn(view).size, binding, failed,
          done: () => this.#sent.set(id, { ...place, binding, values: { ...values } }),
          undo: () => this.#sent.delete(id),
        });
        continue;
      }
      const changed = {};
      for (const key of new Set([...Object.keys(values), ...Object.keys(sent.values)])) {
        if (!isNear(values[key], sent.values[key])) changed[key] = values[key] ?? null;
      }
      if (place.above !== sent.above) changed.above = place.above;
      if (!Object.keys(changed).length) continue;
      entries.push({
        act: { set: { view: id, ...changed } }, weight: 1, failed, scrolled: changed.contentOffset && binding,
        done: () => {
          if (changed.contentOffset) binding.asked += 1;
          Object.assign(sent, { above: place.above });
          for (const key of Object.keys(changed)) sent.values[key] = values[key];
        },
        undo: () => { for (const key of Object.keys(changed)) sent.values[key] = "unknown"; },
      });
    }
    const kept = new Set(pieces.map(({ id }) => id));
    for (const [id, sent] of [...this.#sent].filter(([one]) => !kept.has(one)).reverse()) {
      const done = () => this.#sent.delete(id);
      entries.push({ act: { remove: { view: id } }, weight: 1, done, undo: () => this.#sent.set(id, sent), failed: done });
    }
    return entries;
  }

  /** What the daemon has of a view, as far as the page knows. */
  known(id, key) { return this.#sent.get(id)?.values[key]; }

  /** Takes in a living value that the daemon reports. */
  knows(id, key, value) {
    const sent = this.#sent.get(id);
    if (sent && key in sent.values) sent.values[key] = value;
  }

  /** The place in the page, in CSS pixels of the window, of a point of the daemon's window. */
  inPage(windowX, windowY) {
    const { mount, scale, origin } = this.#scene.placement;
    const { frame, at = frame } = this.picture.path(mount)[0] ?? { frame: [0, 0] };
    const place = this.picture.origin(mount) ?? { x: 0, y: 0 };
    const { scale: zoom, offsetLeft, offsetTop } = visualViewport;
    return [
      (windowX + at[0] - place.x - origin.x) / scale / zoom + offsetLeft,
      (windowY + at[1] - place.y - origin.y) / scale / zoom + offsetTop,
    ];
  }

  /** An error of a binding that was ready already. */
  report(binding, error) { this.#report(binding, error); }

  // How many points one CSS pixel is, and where the page begins in the coordinates of the mount.
  #placement() {
    const picture = this.picture;
    const { mount, screen: name } = this.#options;
    const panel = picture.screens.find(({ id }) => name === undefined || id === name)
      ?? { width: screen.width, height: screen.height };
    const { scale, x, y } = this.#options.placement?.(panel) ?? {
      scale: panel.width / screen.width,
      // A window's frame is as wide on both sides, and its title is above.
      x: (screenX + (outerWidth - innerWidth) / 2) * (panel.width / screen.width),
      y: (screenY + outerHeight - innerHeight) * (panel.width / screen.width),
    };
    const place = picture.origin(mount) ?? { x: 0, y: 0 };
    return { mount, scale, origin: { x: x - place.x, y: y - place.y } };
  }
}

// Differences that no finger feels are left alone.
function isNear(one, other) {
  if (Array.isArray(one) && Array.isArray(other)) return one.every((value, index) => isNear(value, other[index]));
  if (typeof one === "number" && typeof other === "number") return Math.abs(one - other) < 0.005;
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** The tie between an element and its view. */
class Binding {
  #isReady = false;
  asked = 0; // how often the page has scrolled its scroll view and has no answer yet
  since = 0; // the number of the last record before the last answer
  #ended = new Set(); // what the element knows to be over before the daemon reports it

  constructor(responder, element, { id = element.id, kind, click = false, pointerEvents = false, ...properties }) {
    // What is only clicked is a button; what has pointer events needs its touches.
    kind ??= click && !pointerEvents && !properties.gestureRecognizers ? "button" : "view";
    if (pointerEvents) {
      if (kind !== "view" && kind !== "scrollView") throw new TypeError(`bind: pointerEvents are for the kinds view and scrollView, found "${kind}"`);
      properties.handles ??= ["touches"];
    }
    Object.assign(this, { responder, element, id, kind, click, pointerEvents, properties });
    this.form = FORMS[kind] && element.matches(FORMS[kind].selector) ? FORMS[kind] : undefined;
    this.recognizers = (properties.gestureRecognizers ?? []).map((recognizer) => recognizer.id);
    this.ready = new Promise((accept, refuse) => Object.assign(this, { settle: { accept, refuse } }));
  }

  /** Takes the view away. */
  remove() { this.responder.unbind(this.element); }

  accept() {
    this.#isReady = true;
    this.settle.accept();
  }

  refuse(error) {
    if (this.#isReady) this.responder.report(this, error);
    else this.settle.refuse(error);
  }

  // The view as a configuration has it.
  node(values) {
    const { gestureRecognizers, ...own } = this.properties;
    const view = { ...own, ...values };
    const rest = gestureRecognizers && { gestureRecognizers };
    return this.kind === "view"
      ? { id: this.id, ...view, ...rest }
      : { id: this.id, [this.kind]: { ...view, ...rest } };
  }

  /** What the element says of itself as a control or scroll view. */
  values(scale) {
    const { element, form, kind } = this;
    if (kind === "scrollView") {
      const { scrollWidth, scrollHeight, scrollLeft, scrollTop } = element;
      return { contentSize: [scrollWidth * scale, scrollHeight * scale], contentOffset: [scrollLeft * scale, scrollTop * scale] };
    }
    return { ...form?.values(element), ...kind !== "view" && element.matches(":disabled") && { isEnabled: false } };
  }

  deliver(record) {
    switch (record.type) {
      case "touches": {
        if (record.responder !== this.id) break;
        const touches = record.touches.filter(({ id }) => !this.#isOver(`${id} ${this.id}`, record.phase));
        if (touches.length) this.#dispatch(`touches${record.phase}`, touches.length < record.touches.length ? { ...record, touches } : record);
        break;
      }
      case "gesture":
        if (this.recognizers.includes(record.recognizer) && !this.#isOver(record.recognizer, record.state)) this.#dispatch("gesture", record);
        break;
      case "control":
        if (record.control === this.id && !this.#isReleased(record)) this.#dispatch("control", record);
        break;
      case "scroll":
        this.#scroll(record);
        break;
    }
  }

  /** Ends for the element all that is under way on it. */
  end({ last }) {
    for (const [key, record] of last) {
      const isOwn = record.type === "touches" ? record.responder === this.id : this.recognizers.includes(record.recognizer);
      if (!isOwn || this.#ended.has(key)) continue;
      this.#ended.add(key);
      this.#dispatch(...record.type === "touches"
        ? ["touchescancelled", { ...record, phase: "cancelled", madeUp: true }]
        : ["gesture", { ...record, state: "cancelled", madeUp: true }]);
    }
    if (!this.down) return;
    for (const id of this.down.touches ?? []) this.#ended.add(`control ${id}`);
    this.#dispatch("control", { ...this.down, event: "touchCancel", madeUp: true });
  }

  // Whether the element knows already that it is over.
  #isOver(key, phase) {
    if (!this.#ended.has(key)) return false;
    if (phase !== "moved" && phase !== "changed") this.#ended.delete(key);
    return phase !== "began";
  }

  // Whether a control was released for the element before the daemon reports it.
  #isReleased({ event, touches = [] }) {
    const keys = touches.map((id) => `control ${id}`);
    if (event === "touchDown") for (const key of keys) this.#ended.delete(key);
    return keys.length > 0 && keys.every((key) => this.#ended.has(key));
  }

  // Positions and ways become CSS pixels of the element.
  #dispatch(name, record) {
    const { scale, shift } = this.piece ?? { scale: 1, shift: [0, 0] };
    const here = (x, y) => ({ x: x / scale + shift[0], y: y / scale + shift[1] });
    const detail = { ...record, record };
    if (record.x !== undefined) Object.assign(detail, here(record.x, record.y));
    for (const name of ["translation", "velocity"]) {
      if (record[name]) detail[name] = record[name].map((value) => value / scale);
    }
    if (record.type === "touches") {
      detail.touches = record.touches.map((touch) => {
        if (touch.x === undefined) return touch;
        if (record.view === this.id || !this.piece) return { ...touch, ...here(touch.x, touch.y) };
        const [x, y] = this.piece.inside(this.responder.inPage(touch.windowX, touch.windowY));
        return { ...touch, x, y };
      });
    }
    const { element } = this;
    const event = () => new CustomEvent(name, { bubbles: true, composed: true, detail });
    element.dispatchEvent(event());
    // What has left the page has nothing around it that would receive it.
    if (!element.isConnected) document.dispatchEvent(event());
    this.#behave(record, detail);
  }

  // The element does what it does under the finger of a browser.
  #behave(record, detail) {
    switch (record.type) {
      case "touches":
        if (this.pointerEvents) for (const touch of detail.touches) this.#point(record.phase, touch);
        if (this.click) this.#show(record.phase === "began" || record.phase === "moved");
        break;
      case "gesture": {
        const { tap } = this.properties.gestureRecognizers.find(({ id }) => id === record.recognizer);
        const isSingle = tap && (tap.numberOfTapsRequired ?? 1) === 1;
        if (this.click && !this.pointerEvents && isSingle && record.state === "ended") this.#press(this.piece?.outside([detail.x, detail.y]));
        break;
      }
      case "control":
        this.#control(record);
        break;
    }
  }

  #control(record) {
    const { element, form } = this;
    switch (record.event) {
      case "touchDown":
        this.down = record;
        this.#show(true);
        if (this.click || form) focusOn(element);
        break;
      case "touchDragEnter":
      case "touchDragExit":
        this.#show(record.event === "touchDragEnter");
        break;
      case "touchUpInside":
      case "touchUpOutside":
      case "touchCancel":
        this.down = undefined;
        this.#show(false);
        this.#change();
        break;
      case "valueChanged":
        if (!form) break;
        this.isChanged = form.write(element, record.value) || this.isChanged;
        this.responder.knows(this.id, form.key, form.values(element)[form.key]);
        // Keys change it without a finger.
        if (!this.down) this.#change();
        break;
      case "primaryActionTriggered":
        if (this.click) this.#press();
        break;
    }
  }

  #change() {
    if (this.isChanged) this.element.dispatchEvent(new Event("change", { bubbles: true }));
    this.isChanged = false;
  }

  // No script makes an element :active.
  #show(isActive) {
    if (this.click || this.form) this.element.toggleAttribute("data-active", isActive);
  }

  #press(place) {
    const { element } = this;
    if (element.matches(":disabled")) return;
    focusOn(element);
    const { left, top, width, height } = element.getBoundingClientRect();
    const [clientX, clientY] = place ?? [left + width / 2, top + height / 2];
    element.dispatchEvent(new PointerEvent("click", { ...POINTER, pointerId: 1000, isPrimary: true, detail: 1, clientX, clientY }));
  }

  /** The daemon has scrolled to where the page has, with all records up to a number. */
  answered(seq = 0) {
    this.asked -= 1;
    this.since = seq;
  }

  // The element is where the content of its view is; beyond the limits it is at the limit.
  #scroll({ seq, phase, offset, zoom }) {
    const { element, piece: { scale } = {} } = this;
    if (this.kind !== "scrollView" || !scale) return;
    // Where the page itself has scrolled since, it stays.
    const here = () => [element.scrollLeft * scale, element.scrollTop * scale];
    const known = this.responder.known(this.id, "contentOffset");
    if (this.asked === 0 && seq > this.since && isNear(here(), known)) {
      element.scrollTo({ left: offset[0] / scale, top: offset[1] / scale, behavior: "instant" });
      this.responder.knows(this.id, "contentOffset", here());
    }
    const detail = { phase, zoom, offset: offset.map((value) => value / scale) };
    element.dispatchEvent(new CustomEvent("scrollview", { bubbles: true, composed: true, detail }));
  }

  // A touch as a pointer, which the element under it captures.
  #point(phase, { id, x, y }) {
    const pointerId = 1000 + id;
    const known = pointers.get(pointerId);
    if (phase === "began" === Boolean(known)) return;
    const [clientX, clientY] = x === undefined || !this.piece ? known?.place ?? [0, 0] : this.piece.outside([x, y]);
    const isPrimary = known?.isPrimary ?? pointers.size === 0;
    const send = (name, target, more) => target.dispatchEvent(new PointerEvent(name, {
      ...POINTER, pointerId, isPrimary, clientX, clientY, screenX: clientX + screenX, screenY: clientY + screenY, ...more,
    }));
    const leave = (name) => {
      pointers.delete(pointerId);
      const { target } = known;
      send(name, target, { button: name === "pointerup" ? 0 : -1 });
      if (known.isCaptured) send("lostpointercapture", target);
      send("pointerout", target, { button: -1 });
      send("pointerleave", target, { button: -1, bubbles: false });
    };
    switch (phase) {
      case "began": {
        watchCapture();
        const top = topAt(clientX, clientY);
        const target = top && holds(this.element, top) ? top : this.element;
        pointers.set(pointerId, { target, origin: target, isPrimary, place: [clientX, clientY] });
        const down = { buttons: 1, pressure: 0.5 };
        send("pointerover", target, { button: -1 });
        send("pointerenter", target, { button: -1, bubbles: false });
        if (send("pointerdown", target, down)) focusOn(target);
        break;
      }
      case "moved":
        known.place = [clientX, clientY];
        send("pointermove", known.target, { button: -1, buttons: 1, pressure: 0.5 });
        break;
      case "ended": {
        leave("pointerup");
        const top = topAt(clientX, clientY);
        if (this.click && top && holds(known.origin, top) && !known.origin.matches(":disabled")) send("click", known.origin, { detail: 1 });
        break;
      }
      case "cancelled":
        leave("pointercancel");
        break;
    }
  }
}

const POINTER = { bubbles: true, cancelable: true, composed: true, pointerType: "touch", width: 1, height: 1, get view() { return window; } };

/** Touches that are pointers of the page: the number of the pointer, and the element that it goes to. */
const pointers = new Map();
let isCaptureWatched = false;

// The browser knows no such pointer, so a page that captures one would fail.
function watchCapture() {
  if (isCaptureWatched) return;
  isCaptureWatched = true;
  const { setPointerCapture, releasePointerCapture, hasPointerCapture } = Element.prototype;
  Object.assign(Element.prototype, {
    setPointerCapture(number) {
      const pointer = pointers.get(number);
      if (!pointer) return setPointerCapture.call(this, number);
      if (!this.isConnected) throw new DOMException("the element is in no document", "InvalidStateError");
      Object.assign(pointer, { target: this, isCaptured: true });
      this.dispatchEvent(new PointerEvent("gotpointercapture", { ...POINTER, pointerId: number }));
    },
    releasePointerCapture(number) {
      const pointer = pointers.get(number);
      if (!pointer) return releasePointerCapture.call(this, number);
      if (pointer.target !== this) return;
      Object.assign(pointer, { target: pointer.origin, isCaptured: false });
      this.dispatchEvent(new PointerEvent("lostpointercapture", { ...POINTER, pointerId: number }));
    },
    hasPointerCapture(number) {
      const pointer = pointers.get(number);
      return pointer ? pointer.target === this : hasPointerCapture.call(this, number);
    },
  });
}

// As the browser does it when a button of a mouse goes down: the nearest element that can have the focus has it, or none.
function focusOn(element) {
  const near = element.closest("a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]");
  if (near) near.focus({ preventScroll: true });
  else document.activeElement?.blur();
}

// Libraries watch the property of one element, so the one of its class is set.
function assign(element, key, value) {
  const before = element[key];
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), key);
  set.call(element, value);
  if (element[key] === before) return false;
  element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  return true;
}

/** The elements of a form that take the value of a control: what they give it, and how they take it. `write` is true if it is new. */
const NUMBER = {
  key: "value",
  values: ({ min, max, value }) => {
    const minimumValue = min === "" ? 0 : Number(min);
    const maximumValue = Math.max(minimumValue, max === "" ? 100 : Number(max));
    return { minimumValue, maximumValue, value: Math.min(maximumValue, Math.max(minimumValue, Number(value))) };
  },
  write: (element, value) => assign(element, "value", String(value)),
};
const FORMS = {
  slider: { ...NUMBER, selector: "input[type=range]" },
  stepper: { ...NUMBER, selector: "input[type=number]" },
  switch: {
    selector: "input[type=checkbox]", key: "isOn",
    values: ({ checked }) => ({ isOn: checked }),
    write: (element, value) => {
      // A click sends input and change by itself.
      if (element.checked !== Boolean(value)) element.click();
      return false;
    },
  },
  segmentedControl: {
    selector: "select", key: "selectedSegmentIndex",
    values: ({ options, selectedIndex }) => ({
      numberOfSegments: Math.max(1, options.length), ...selectedIndex >= 0 && { selectedSegmentIndex: selectedIndex },
    }),
    write: (element, value) => assign(element, "selectedIndex", value),
  },
};

// MARK: The page as views

/**
 * What of a page are views, and how they lie: bound elements; what scrolls, cuts off or turns them; and what else lies in
 * front of them. Each is measured in the one that holds it, so that scrolling and moving change one view.
 */
class Scene {
  #root;
  #covers = new Set();
  #pieces = []; // outer before inner, behind before in front
  #round = 0; // how often observers have reported that all may be different
  #orders = new Map(); // ids of two that overlap: whether the second is in front, and in which round that was asked
  #around = new Set(); // all elements that hold a bound one
  #names = new WeakMap();
  #number = 0;
  placement = { scale: 1, origin: { x: 0, y: 0 } };
  isMoving = false;

  /** The views that the page wants now. */
  read(bindings, isStale, placement, observe) {
    this.placement = placement;
    if (isStale) {
      this.#round += 1;
      if (this.#orders.size > 5000) this.#orders.clear();
    }
    this.#follow();
    if (isStale || !this.#root) this.#gather(bindings, observe);
    if (!bindings.length) return [];
    this.#measure();
    if (this.#look()) {
      this.#gather(bindings, observe);
      this.#measure();
    }
    this.#sort();
    return this.#pieces;
  }

  // Which elements are moved by animations at this moment.
  #follow() {
    const isAbout = (target) => this.#around.has(target) || this.#covers.has(target);
    const running = document.getAnimations().filter(({ playState }) => playState === "running");
    const targets = new Set(running.map(({ effect }) => effect?.target).filter(isAbout));
    this.isMoving = targets.size > 0;
    for (const piece of this.#pieces) piece.isAnimated = targets.has(piece.element);
  }

  #gather(bindings, observe) {
    this.#name ??= `page.${[...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("")}`;
    const root = this.#root = new Piece(this.#name, document.documentElement);
    const styles = new Map();
    const styleOf = (element) => {
      if (!styles.has(element)) styles.set(element, new Style(element));
      return styles.get(element);
    };
    const pieces = new Map();
    const add = (element, role) => pieces.set(element, new Piece(this.#nameOf(element, role.binding), element, styleOf(element), role));
    this.#around = new Set();
    for (const binding of bindings) {
      binding.piece = add(binding.element, { binding }).get(binding.element);
      const node = binding.element.getRootNode();
      if (node !== document) observe(node);
    }
    for (const cover of this.#covers) {
      if (cover.isConnected && !pieces.has(cover)) add(cover, { isCover: true });
      else this.#covers.delete(cover);
    }
    for (const { element } of [...pieces.values()]) {
      for (let outer = element; outer && outer !== root.element && !this.#around.has(outer); outer = above(outer)) {
        this.#around.add(outer);
        if (pieces.has(outer)) continue;
        const { cuts, turns } = styleOf(outer);
        if (cuts || turns) add(outer, {});
      }
    }
    const inOrder = [...pieces.values()].sort((one, other) => comesBefore(one.element, other.element) ? -1 : 1);
    for (const piece of inOrder) {
      piece.rect = piece.element.getBoundingClientRect();
      piece.findParent(pieces, styleOf, root);
    }
    this.#pieces = root.flat();
    this.byElement = pieces;
  }

  #name;

  #nameOf(element, binding) {
    if (binding) return binding.id;
    if (!this.#names.has(element)) this.#names.set(element, `${this.#name}.${this.#number += 1}`);
    return this.#names.get(element);
  }

  #measure() {
    const { placement } = this;
    this.#root.measureRoot(placement);
    for (const piece of this.#pieces) if (piece !== this.#root) piece.measure(placement.scale);
  }

  // Asks the page what lies at the bound elements that are seen. True if other elements cover them than before.
  #look() {
    const start = performance.now();
    const owner = (element) => {
      for (let outer = element; outer; outer = above(outer)) if (this.byElement.has(outer)) return this.byElement.get(outer);
      return this.#root;
    };
    const seen = this.#pieces.filter(({ binding, isGone }) => binding && !isGone).map((piece) => {
      const points = piece.points();
      return { piece, points, key: `${this.#round} ${points}`, isNew: piece.binding.round !== this.#round };
    }).filter(({ piece, points, key }) => points.length && key !== piece.binding.looked);
    // First what was not asked since observers reported a change, then what has moved, the longest waiting first.
    seen.sort((one, other) => other.isNew - one.isNew || (one.piece.binding.lookedAt ?? 0) - (other.piece.binding.lookedAt ?? 0));
    // All around a modal dialog takes no pointer; of several the browser knows which one is in front.
    const modals = onTop().includes(":modal") ? document.querySelectorAll("dialog:modal") : [];
    for (const { piece, points, key, isNew } of seen) {
      if (modals.length === 1 && !holds(modals[0], piece.element)) {
        piece.binding.isMissed = true;
        continue;
      }
      if (performance.now() - start > (isNew ? 12 : 6)) {
        this.isMoving = true; // the rest in the next frame
        break;
      }
      Object.assign(piece.binding, { looked: key, lookedAt: start });
      const covers = isNew ? new Set() : piece.binding.covers;
      let isHit = false;
      for (const [x, y] of points) {
        const top = topAt(x, y);
        if (top && owner(top).isIn(piece)) {
          isHit = true;
          continue;
        }
        const inFront = [];
        for (const element of allAt(x, y)) {
          const found = owner(element);
          if (found.isIn(piece)) {
            isHit = true;
            for (const one of inFront) covers.add(one);
            break;
          }
          // What holds it is in front of it when it lies behind that.
          if (holds(element, piece.element)) break;
          if (piece.isIn(found) || !found.binding && !found.isCover) inFront.push(element);
          else if (found.isCover) inFront.push(found.element);
        }
      }
      Object.assign(piece.binding, { round: this.#round, covers, isMissed: !isHit });
    }
    const found = new Set();
    for (const { binding } of this.#pieces) for (const cover of binding?.covers ?? []) if (cover.isConnected) found.add(cover);
    for (const cover of found) {
      for (let outer = above(cover); outer; outer = above(outer)) if (found.has(outer)) found.delete(cover);
    }
    const isSame = found.size === this.#covers.size && [...found].every((one) => this.#covers.has(one));
    this.#covers = found;
    return !isSame;
  }

  // Puts those that lie in one into the order in which the browser paints them, as far as they overlap.
  #sort() {
    for (const piece of this.#pieces) {
      piece.pass();
      piece.extend();
    }
    const walk = (parent) => {
      parent.children = this.#painted(parent.children);
      let behind = null;
      for (const piece of parent.children) {
        piece.place = { in: parent.id, above: behind };
        behind = piece.id;
        walk(piece);
      }
    };
    walk(this.#root);
    this.#root.place = { in: this.placement.mount, above: null };
    this.#pieces = this.#root.flat();
  }

  #painted(children) {
    const rows = children.map((piece, index) => ({ piece, index, ...piece.extent })).filter(({ right, left }) => right > left);
    rows.sort((one, other) => one.top - other.top);
    const behind = new Map(); // index: those that lie behind it although they come later
    for (const [at, one] of rows.entries()) {
      for (let next = at + 1; next < rows.length && rows[next].top < one.bottom - 1; next += 1) {
        const other = rows[next];
        const area = shared(one, other);
        if (area.right - area.left <= 1 || area.bottom - area.top <= 1) continue;
        const [first, second] = one.index < other.index ? [one, other] : [other, one];
        if (this.#isSecondInFront(first.piece, second.piece, area)) continue;
        behind.set(first.index, [...behind.get(first.index) ?? [], second.index]);
      }
    }
    if (!behind.size) return children;
    const [order, taken] = [[], new Set()];
    const take = (index) => {
      if (taken.has(index)) return;
      taken.add(index);
      for (const one of behind.get(index) ?? []) take(one);
      order.push(children[index]);
    };
    for (const index of children.keys()) take(index);
    return order;
  }

  // What the page says in the middle of the overlap, or in its quarters; as in the document if it says nothing.
  #isSecondInFront(first, second, { left, top, right, bottom }) {
    const key = `${first.id} ${second.id}`;
    const known = this.#orders.get(key);
    if (known?.round === this.#round) return known.isInFront;
    for (const [x, y] of [[0.5, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]]) {
      for (const element of allAt(left + (right - left) * x, top + (bottom - top) * y)) {
        for (let outer = element; outer; outer = above(outer)) {
          if (outer !== first.element && outer !== second.element) continue;
          const isInFront = outer === second.element;
          this.#orders.set(key, { round: this.#round, isInFront });
          return isInFront;
        }
      }
    }
    return known?.isInFront ?? true;
  }
}

/** What of an element's style says how it holds others. */
class Style {
  constructor(element) {
    const style = getComputedStyle(element);
    const { position, overflowX, overflowY, transform, rotate, scale, translate } = style;
    this.turns = transform !== "none" || rotate !== "none" || scale !== "none" || translate !== "none";
    // What overflows the body is the window's.
    this.cuts = element !== document.body && (overflowX !== "visible" || overflowY !== "visible");
    this.position = element.matches(onTop()) ? "top" : position;
  }

  /** Whether it moves and cuts off what lies in it with such a position. */
  holds(position) {
    switch (position) {
      case "top": return false;
      case "fixed": return this.turns;
      case "absolute": return this.turns || this.position !== "static";
      default: return true;
    }
  }
}

let topLayer;

// What the browser paints above everything, in words that this one knows.
function onTop() {
  return topLayer ??= [":modal", ":popover-open", ":fullscreen"].filter((one) => CSS.supports(`selector(${one})`)).join() || ":not(*)";
}

/** One view of a page, and how its element lies now. */
class Piece {
  children = [];

  constructor(id, element, style, { binding, isCover = false } = {}) {
    Object.assign(this, { id, element, style, binding, isCover });
    // A box that scrolls by its view is the part that shows the content, and so is one that only cuts off.
    this.isInner = style?.cuts && (!binding && !isCover || binding?.kind === "scrollView");
  }

  /** Itself and what lies in it, outer first. */
  flat() { return [this, ...this.children.flatMap((child) => child.flat())]; }

  isIn(outer) {
    for (let piece = this; piece; piece = piece.parent) if (piece === outer) return true;
    return false;
  }

  /** The view that its own lies in: of the nearest element that moves it, cuts it off, and has room for it. */
  findParent(pieces, styleOf, root) {
    let { position } = this.style;
    let nearest; // bound one
    this.parent = root;
    for (let outer = above(this.element); outer && outer !== root.element; outer = above(outer)) {
      const piece = pieces.get(outer);
      if (piece?.binding) nearest ??= piece;
      const style = styleOf(outer);
      if (!style.holds(position)) continue;
      position = style.position;
      if (!piece || (piece.binding || piece.isCover) && !style.cuts && !isWithin(this.rect, piece.rect)) continue;
      this.parent = piece;
      break;
    }
    this.parent.children.push(this);
    // The chain is the document's, also where the view lies elsewhere.
    if (nearest && !this.isIn(nearest)) this.next = nearest.id;
  }

  measureRoot({ scale, origin }) {
    const [width, height] = [innerWidth, innerHeight];
    const { scale: zoom, offsetLeft, offsetTop } = visualViewport;
    Object.assign(this, {
      matrix: [1, 0, 0, 1], center: [width / 2, height / 2], size: [width, height], inner: [0, 0], scroll: [scrollX, scrollY],
      window: { left: 0, top: 0, right: width, bottom: height },
    });
    const middle = [width / 2 - offsetLeft, height / 2 - offsetTop].map((value) => value * zoom * scale);
    this.values = {
      frame: [origin.x + middle[0] - width * scale / 2, origin.y + middle[1] - height * scale / 2, width * scale, height * scale],
      bounds: [scrollX, scrollY, width, height].map((value) => value * scale),
      ...zoom !== 1 && { transform: [zoom, 0, 0, zoom, 0, 0] },
      hit: { passthrough: true },
    };
  }

  measure(scale) {
    const { element, parent, style, binding } = this;
    const rect = this.rect = element.getBoundingClientRect();
    this.isGone = rect.width === 0 && rect.height === 0 && element.getClientRects().length === 0;
    if (style.turns || this.isAnimated) this.turn = turnOf(element);
    const turn = this.turn ?? [1, 0, 0, 1];
    const matrix = this.matrix = times(parent.matrix, turn);
    // A box around what is turned has the same middle.
    this.center = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    const isStraight = Math.abs(matrix[1]) + Math.abs(matrix[2]) < 1e-9;
    const [width, height] = this.size = isStraight || element.offsetWidth === undefined
      ? [rect.width / (Math.abs(matrix[0]) || 1), rect.height / (Math.abs(matrix[3]) || 1)]
      : [element.offsetWidth, element.offsetHeight];
    const { clientLeft, clientTop } = element;
    this.inner = this.isInner ? [clientLeft, clientTop] : [0, 0];
    this.scroll = style.cuts ? [element.scrollLeft, element.scrollTop] : [0, 0];
    const size = this.isInner
      ? [width - element.offsetWidth + element.clientWidth, height - element.offsetHeight + element.clientHeight]
      : [width, height];
    const off = along(turn, [this.inner[0] + (size[0] - width) / 2, this.inner[1] + (size[1] - height) / 2]);
    const [x, y] = parent.content(this.center);
    this.window = style.cuts ? shared(parent.window, rect) : parent.window;
    this.scale = scale;
    this.shift = [this.inner[0] - this.scroll[0], this.inner[1] - this.scroll[1]];
    const isTurned = !isNear(turn, [1, 0, 0, 1]);
    const isScrolled = this.scroll[0] !== 0 || this.scroll[1] !== 0;
    const all = (values) => values.map((value) => Math.round(value * scale * 1000) / 1000);
    const values = {
      frame: this.isGone ? [0, 0, 0, 0] : all([x + off[0] - size[0] / 2, y + off[1] - size[1] / 2, ...size]),
      ...isScrolled && binding?.kind !== "scrollView" && { bounds: all([...this.scroll, ...size]) },
      ...isTurned && { transform: [...turn, 0, 0] },
      ...this.isGone && { isHidden: true },
      ...this.next && { next: this.next },
      ...binding?.values(scale),
    };
    const own = binding?.properties ?? {};
    for (const key of Object.keys(own)) delete values[key];
    // What only holds others takes no touches, and does not keep away those of what sticks out of it.
    if (!binding && !this.isCover) values.hit = { passthrough: true, ...!style.cuts && { inset: -100000 } };
    this.values = values;
  }

  /** Lets touches through if the browser does not find its element. */
  pass() {
    if (!this.binding) return;
    const { isMissed, properties } = this.binding;
    const hit = isMissed ? { ...properties.hit, passthrough: true } : properties.hit;
    if (hit) this.values.hit = hit;
  }

  /** A point of the window in the element, from the corner of its border. */
  inside([x, y]) {
    const [left, top] = along(inverse(this.matrix), [x - this.center[0], y - this.center[1]]);
    return [left + this.size[0] / 2, top + this.size[1] / 2];
  }

  /** A point of the element, from the corner of its border, in the window. */
  outside([x, y]) {
    const [left, top] = along(this.matrix, [x - this.size[0] / 2, y - this.size[1] / 2]);
    return [this.center[0] + left, this.center[1] + top];
  }

  /** A point of the window in the coordinates of what lies in the view. */
  content(point) {
    const [x, y] = this.inside(point);
    return [x - this.inner[0] + this.scroll[0], y - this.inner[1] + this.scroll[1]];
  }

  /** Points of the window in the middle and, if it is large, in the quarters of the part that is seen. */
  points() {
    const { matrix, size, center } = this;
    const { left, top, right, bottom } = this.parent.window;
    const isStraight = Math.abs(matrix[1]) + Math.abs(matrix[2]) < 1e-9;
    // What is turned is asked where it is, and what is straight in the part that is left of it.
    const box = isStraight && shared(this.rect, this.parent.window);
    if (box && (box.right <= box.left || box.bottom <= box.top)) return [];
    const [width, height] = box ? [box.right - box.left, box.bottom - box.top] : size;
    const parts = (length) => length > 60 ? [0.25, 0.75] : [0.5];
    const places = [[0.5, 0.5], ...parts(width).flatMap((x) => parts(height).map((y) => [x, y]))];
    return places.map(([x, y]) => {
      if (box) return [box.left + width * x, box.top + height * y];
      const [dx, dy] = along(matrix, [width * (x - 0.5), height * (y - 0.5)]);
      return [center[0] + dx, center[1] + dy];
    }).filter(([x, y]) => x >= left && x < right && y >= top && y < bottom);
  }

  /** The part of the window that it, or what sticks out of it, can be seen in. */
  extend() {
    if (!this.parent) return;
    this.extent = this.isGone ? { left: 0, top: 0, right: 0, bottom: 0 } : shared(this.rect, this.parent.window);
    if (this.binding || this.isCover || this.style?.cuts) return;
    for (const child of this.children) {
      child.extend();
      const { left, top, right, bottom } = child.extent;
      if (right <= left || bottom <= top) continue;
      const own = this.extent;
      this.extent = own.right <= own.left ? child.extent : {
        left: Math.min(left, own.left), top: Math.min(top, own.top), right: Math.max(right, own.right), bottom: Math.max(bottom, own.bottom),
      };
    }
  }
}

// The element around another one, also out of a slot and a shadow tree.
function above(element) {
  return element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;
}

function holds(outer, element) {
  for (let one = element; one; one = above(one)) if (one === outer) return true;
  return false;
}

// Whether an element comes first in the document; what is in a shadow tree comes where its host is.
function comesBefore(one, other) {
  const path = (element) => {
    const hosts = [element];
    for (let host = element.getRootNode().host; host; host = host.getRootNode().host) hosts.unshift(host);
    return hosts;
  };
  if (one.getRootNode() === other.getRootNode()) return Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  const [ones, others] = [path(one), path(other)];
  for (const [at, host] of ones.entries()) {
    if (at >= others.length) return false;
    if (host !== others[at]) return Boolean(host.compareDocumentPosition(others[at]) & Node.DOCUMENT_POSITION_FOLLOWING);
  }
  return true;
}

// The foremost element at a point of the window, also of a shadow tree.
function topAt(x, y) {
  let element = document.elementFromPoint(x, y);
  for (let inner; (inner = element?.shadowRoot?.elementFromPoint(x, y)) && inner !== element;) element = inner;
  return element;
}

// All elements at a point of the window, the foremost first.
function allAt(x, y, root = document) {
  return root.elementsFromPoint(x, y).flatMap((element) => (
    element.getRootNode() !== root ? [] : element.shadowRoot ? [...allAt(x, y, element.shadowRoot), element] : [element]));
}

function isWithin(inner, outer) {
  return inner.left >= outer.left - 1 && inner.top >= outer.top - 1 && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
}

function shared(one, other) {
  return {
    left: Math.max(one.left, other.left), top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom),
  };
}

// How an element itself is turned and scaled, also in the middle of an animation: four numbers of a matrix.
function turnOf(element) {
  const { transform, rotate, scale } = getComputedStyle(element);
  let turn = [1, 0, 0, 1];
  const degrees = /(-?[\d.e-]+)deg$/.exec(rotate)?.[1];
  if (degrees) {
    const [cosine, sine] = [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
    turn = times(turn, [cosine, sine, -sine, cosine]);
  }
  if (scale !== "none") {
    const [x, y = x] = scale.split(" ").map(Number);
    turn = times(turn, [x, 0, 0, y]);
  }
  if (transform !== "none") {
    const { a, b, c, d } = new DOMMatrix(transform);
    turn = times(turn, [a, b, c, d]);
  }
  return turn;
}

function times([a, b, c, d], [e, f, g, h]) {
  return [a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h];
}

function along([a, b, c, d], [x, y]) { return [a * x + c * y, b * x + d * y]; }

function inverse([a, b, c, d]) {
  const size = a * d - b * c || 1;
  return [d / size, -b / size, -c / size, a / size];
}

/** Reports at most once in an animation frame that something may lie elsewhere, when the frame is drawn. */
class Watch {
  #isAsked = false;
  #rest = 0; // in how many frames nothing may change before it is left alone
  #channel = new MessageChannel();
  #observed = new WeakSet();
  isStale = false;

  constructor(update) {
    const look = () => this.ask(false);
    const lookAnew = () => this.ask(true);
    this.#channel.port1.onmessage = () => {
      this.#isAsked = false;
      if (this.isOver) return;
      const { isStale } = this;
      this.isStale = false;
      this.#rest = update(isStale) ? 10 : this.#rest - 1;
      if (this.#rest > 0 || this.isStale) look();
    };
    this.changes = new MutationObserver((changes) => {
      // A finger on a button shows, and is nothing new otherwise.
      if (changes.every(({ attributeName }) => attributeName === "data-active")) look();
      else lookAnew();
    });
    this.observe(document);
    this.stops = [];
    const listen = (target, names, listener) => {
      for (const name of names) {
        target?.addEventListener(name, listener, { capture: true, passive: true });
        this.stops.push(() => target?.removeEventListener(name, listener, { capture: true }));
      }
    };
    listen(window, ["scroll", "transitionrun", "animationstart", "input", "change"], look);
    listen(window, ["resize", "load", "toggle", "transitionend", "animationend", "fullscreenchange", "slotchange"], lookAnew);
    listen(document.fonts, ["loadingdone"], lookAnew);
    listen(visualViewport, ["scroll", "resize"], look);
    // A window that is moved, a style sheet that a script writes and an animation that it starts report nothing.
    this.timer = setInterval(look, 250);
  }

  ask(isStale) {
    this.isStale ||= isStale;
    if (this.#isAsked || this.isOver) return;
    this.#isAsked = true;
    // After the frame the layout is there, and scripts of this frame have done what they do.
    requestAnimationFrame(() => this.#channel.port2.postMessage(0));
  }

  /** Reports changes of a document or a shadow tree. */
  observe(root) {
    if (this.#observed.has(root)) return;
    this.#observed.add(root);
    this.changes.observe(root, { childList: true, subtree: true, attributes: true, characterData: true });
  }

  stop() {
    this.isOver = true;
    this.changes.disconnect();
    clearInterval(this.timer);
    this.#channel.port1.close();
    for (const stop of this.stops) stop();
  }
}
