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

const PROTOCOL = "1";

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
  }

  /** Replaces everything by a snapshot. */
  replace(snapshot) {
    this.seq = snapshot.seq;
    this.screens = snapshot.screens;
    this.devices = [...snapshot.devices];
    this.windows = structuredClone(snapshot.windows);
    this.firstResponder = snapshot.firstResponder;
    this.touches = new Map(snapshot.touches.map((touch) => [touch.id, { responders: [], ...touch }]));
    this.gestures = new Map(
      snapshot.recognizers
        .filter(({ state }) => state === "began" || state === "changed")
        .map(({ recognizer, view }) => [recognizer, view]));
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
        } else {
          this.gestures.delete(record.recognizer);
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
    for (const { frame, offset } of path) {
      x += frame[0] - (offset?.[0] ?? 0);
      y += frame[1] - (offset?.[1] ?? 0);
    }
    return { x, y };
  }

  /** Records that end what is live here and not in `kept`; each is marked `madeUp`. */
  endings(kept) {
    const { seq } = this;
    const records = [];
    for (const [id, touch] of this.touches) {
      if (kept?.touches.has(id)) continue;
      for (const responder of touch.responders) {
        records.push({
          seq, type: "touches", phase: "cancelled", responder, view: touch.view,
          window: touch.window, touches: [{ id }], madeUp: true,
        });
      }
    }
    for (const [recognizer, view] of this.gestures) {
      if (kept?.gestures.has(recognizer)) continue;
      records.push({
        seq, type: "gesture", recognizer, state: "cancelled", view, touches: [], madeUp: true,
      });
    }
    return records;
  }

  #appendTouches(record) {
    for (const touch of record.touches ?? []) {
      const live = this.touches.get(touch.id);
      if (record.phase === "began") {
        const { view, window } = record;
        const begun = live ?? { view, window, responders: [], ...touch };
        if (record.type === "touches") begun.responders.push(record.responder);
        this.touches.set(touch.id, begun);
      } else if (record.phase === "moved") {
        if (live) Object.assign(live, touch);
      } else if (record.goesOn) {
        if (live) live.responders = live.responders.filter((each) => each !== record.responder);
      } else {
        this.touches.delete(touch.id);
      }
    }
  }

  #edit(record) {
    if (record.edit === "add") return this.#insert(structuredClone(record.node), record);
    const found = find(this.windows, record.view);
    if (!found) return;
    const { siblings, index } = found;
    if (record.edit === "set") {
      const { subviews } = siblings[index];
      siblings[index] = { ...record.node, ...(subviews && { subviews }) };
    } else if (record.edit === "remove" || record.edit === "move") {
      const [node] = siblings.splice(index, 1);
      if (record.edit === "move") this.#insert(node, record);
    }
  }

  #insert(node, { to, index }) {
    const parent = to === undefined ? undefined : this.view(to);
    if (to !== undefined && !parent) return;
    const siblings = parent ? (parent.subviews ??= []) : this.windows;
    siblings.splice(index ?? siblings.length, 0, node);
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

/** The members of the request `add` that describe something. */
const ADDED = ["view", "gestureRecognizer", "viewController", "rootViewController", "window"];

/** A view, window, recognizer or controller of this page, and what became of it since. */
class Addition {
  constructor(kind, description, to, place, own, seq) {
    // `seq` is the last record of it that this page caused itself.
    Object.assign(this, { kind, to, place, own, seq, isHere: true, changes: new Map(), removals: [] });
    this.description = structuredClone(description);
  }

  get name() { return this.description.id; }

  /** Whether this is its own id, or that of the view of the controller that it is. */
  isWhole(name) {
    const isController = !["view", "gestureRecognizer", "window"].includes(this.kind);
    return name === this.name || isController && this.description.view?.id === name;
  }

  /** The description of what has this name in it. */
  part(name) { return things(this.description).find(({ id }) => id === name); }

  /** The names of what is in it, or in a part of it, and was not taken out. */
  names(part = this.name) {
    const names = namesOf(this.part(part));
    for (const removal of this.removals) {
      for (const name of namesOf(this.part(subject(Object.values(removal)[0]).name))) names.delete(name);
    }
    return names;
  }

  /** The requests that make it again in a tree with these names. */
  edits(names) {
    const { kind, to, description, own } = this;
    // A sibling that has gone is no place.
    const place = Object.entries(this.place).filter(([key, value]) => key === "index" || names.has(value));
    const added = { ...Object.fromEntries(place), ...(own && { own }) };
    const first = kind === "present" ? { present: { from: to, viewController: description } }
      : kind === "push" ? { push: { to, viewController: description, ...added } }
        : { add: { ...(to && { to }), [kind]: description, ...added } };
    const changes = [...this.changes.values()].map(({ word, name, values }) => ({ set: { [word]: name, ...values } }));
    return [first, ...changes, ...this.removals];
  }

  change(word, name, values) {
    const key = `${word} ${name}`;
    const change = this.changes.get(key) ?? { word, name, values: {} };
    Object.assign(change.values, structuredClone(values));
    this.changes.set(key, change);
  }

  /** Something in it was removed by this request. */
  takeOut(name, request) {
    const gone = this.names(name);
    for (const [key, change] of this.changes) {
      if (gone.has(change.name)) this.changes.delete(key);
    }
    this.removals.push(request);
  }
}

/**
 * What this page has added to the tree and still wants there, in an order in which it can be made again.
 * A restart of the daemon begins with the tree of the configuration file; this is added to it again.
 */
class Wanted {
  additions = [];

  /** What belonged to the connection goes, or has gone. */
  endConnection() {
    for (const addition of this.additions) addition.isHere = false;
  }

  /** The records are not those that followed on the earlier ones. */
  beginNumbers() {
    for (const addition of this.additions) addition.seq = 0;
  }

  /** A request of the page was answered: what it means for what is wanted. */
  take(request, argument, seq) {
    switch (request) {
      case "batch":
        for (const edit of argument) {
          for (const [name, value] of Object.entries(edit)) this.take(name, value, seq);
        }
        break;
      case "add": {
        const { to, views = [], own } = argument;
        const things = ADDED.filter((kind) => argument[kind]).map((kind) => [kind, argument[kind]]);
        for (const [kind, one] of [...things, ...views.map((view) => ["view", view])]) {
          this.#append(new Addition(kind, one, to, placeIn(argument), own, seq));
        }
        break;
      }
      case "present":
      case "push": {
        const { from, to, viewController, own } = argument;
        this.#append(new Addition(request, viewController, request === "push" ? to : from, {}, own, seq));
        break;
      }
      case "remove":
      case "dismiss":
        this.#remove(subject(argument)?.name, { [request]: argument });
        break;
      case "set": {
        const { word, name } = subject(argument) ?? {};
        const { [word]: _, ...values } = argument;
        this.#change(word, name, values, seq);
        break;
      }
      case "enable":
      case "disable": {
        const { word, name } = subject(argument) ?? {};
        this.#change(word, name, { isEnabled: request === "enable" }, seq);
        break;
      }
      case "move":
        this.#move(argument, seq);
        break;
    }
  }

  /** The pages of these controllers were removed by the page. */
  popped(controllers) {
    for (const name of controllers) this.#remove(name, { remove: { viewController: name } });
  }

  /** Something that was missing is there again. */
  wasAdded(addition, seq) { Object.assign(addition, { isHere: true, seq }); }

  /** A record says that a view was removed, with these names inside; whether something is missing now. */
  hasGone(view, inside, seq) {
    const name = this.#holder(view) ? view : view.replace(/\.container$/, "");
    const holder = this.#holder(name);
    // It went with what it had been added to, and comes again with it.
    if (!holder) return this.additions.some((one) => one.seq < seq && inside.has(one.to));
    if (holder.seq >= seq) return false;
    // The end of an earlier connection.
    if (holder.isWhole(name) && holder.own && !holder.isHere) return true;
    // Another program took it away: it is not forced on that one.
    this.#remove(name, name === view ? { remove: { view: name } } : { dismiss: { viewController: name } });
    return false;
  }

  /** A record says that these names were added; whether something wanted has its place again. */
  hasCome(inside, seq) {
    return this.additions.some((one) => one.seq < seq && inside.has(one.to) && !inside.has(one.name));
  }

  /** What is not among these names, those first that others need. */
  missing(names) { return this.additions.filter(({ name }) => !names.has(name)); }

  #append(addition) {
    // Another one of this name has gone unseen, else the daemon had refused this one.
    this.#remove(addition.name, { remove: { view: addition.name } });
    this.additions.push(addition);
  }

  #change(word, name, values, seq) {
    const holder = this.#holder(name);
    if (!holder) return;
    holder.change(word, name, values);
    holder.seq = seq;
  }

  #move(argument, seq) {
    const { view: name, to } = argument;
    const holder = this.#holder(name);
    // Among its siblings, a part stays where its description has it.
    if (!holder || (holder.name !== name && to === undefined)) return;
    let moved = holder;
    if (holder.name !== name) {
      moved = new Addition("view", holder.part(name), to, {}, holder.own, seq);
      const names = holder.names(name);
      for (const [key, change] of holder.changes) {
        if (names.has(change.name)) moved.changes.set(key, change);
      }
      holder.takeOut(name, { remove: { view: name } });
    }
    Object.assign(moved, { to: to ?? moved.to, place: placeIn(argument), seq });
    // Its new parent is before it, and what was added to it after it.
    const followers = this.#followers(moved.names());
    const others = this.additions.filter((one) => one !== moved && !followers.includes(one));
    this.additions = [...others, moved, ...followers];
  }

  #remove(name, request) {
    const holder = this.#holder(name);
    if (!holder) return;
    const isWhole = holder.isWhole(name);
    const gone = this.#followers(holder.names(isWhole ? holder.name : name));
    if (isWhole) gone.push(holder);
    else holder.takeOut(name, request);
    this.additions = this.additions.filter((one) => !gone.includes(one));
  }

  /** The addition that is this, or has this in it. */
  #holder(name) {
    return this.additions.find((one) => one.isWhole(name)) ?? this.additions.find((one) => one.names().has(name));
  }

  /** What was added to one of these names, and what was added to that, and so on. */
  #followers(names) {
    const all = new Set(names);
    return this.additions.filter((one) => {
      if (!all.has(one.to)) return false;
      for (const name of one.names()) all.add(name);
      return true;
    });
  }
}

function things(value) {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(things);
  return Array.isArray(value) ? inner : [value, ...inner];
}

/** The ids of everything in a description or in nodes of a tree. */
function namesOf(value) {
  return new Set(things(value).map(({ id }) => id).filter((id) => typeof id === "string"));
}

/** What a request is about: the word for it, and its name. */
function subject(argument) {
  const word = ["view", "viewController", "recognizer"].find((one) => typeof argument[one] === "string");
  return word && { word, name: argument[word] };
}

function placeIn(argument) {
  return Object.fromEntries(["index", "above", "below"].filter((key) => key in argument).map((key) => [key, argument[key]]));
}

/**
 * One connection that connects again by itself, with one subscription.
 *
 *   connecting ──hello──► open ──(lost)──► waiting ──(pause over)──► connecting
 *        any ──close()──► closed
 */
class Channel {
  constructor(url, protocols, filter, { onRecord, onOpen, onTree, onState }) {
    Object.assign(this, { url, protocols, filter, onRecord, onOpen, onTree, onState });
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
        fresh.replace(line);
        const endings = this.picture.endings(fresh);
        this.picture = fresh;
        for (const record of endings) this.onRecord(record);
        this.onRecord(line);
        if (this.state === "connecting") this.#enter(false);
        break;
      }
      case "overflow":
      case "bye":
        this.goodbye = line.reason ?? line.message;
        this.socket.close();
        break;
      case "removed":
        this.onRecord(line);
        break;
      default: {
        const removed = line.edit === "remove" ? namesOf(this.picture.view(line.view)).add(line.view) : undefined;
        if (this.picture.append(line)) this.onRecord(line, removed);
      }
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
    await this.onOpen?.(ask, hello);
    const { instance, seq } = this.picture;
    const { resumed } = await ask("subscribe", {
      ...this.filter, snapshot: true, ...(isSame && seq > 0 && { since: { instance, seq } }),
    });
    // Else the picture is true when the snapshot has come.
    if (resumed) this.#enter(true);
  }

  /** Makes a request before the connection is open to others. */
  ask = (name, argument) => new Promise((resolve, reject) => this.#send(name, argument, resolve, reject));

  // The picture is true; the connection is open when the page has what it wants in the tree.
  async #enter(isResumed) {
    const { socket, isNew, isAgain } = this;
    try {
      const connected = await this.onTree?.(isNew, isResumed);
      if (socket !== this.socket || this.state !== "connecting") return;
      this.pause = 50;
      this.isAgain = true;
      this.isNew = false;
      this.#setState("open", undefined, isAgain ? connected : undefined);
      for (const { send } of this.waiting.splice(0)) send();
    } catch (error) {
      if (socket === this.socket && this.state !== "closed" && error.code !== "closed") this.#refuse(error);
    }
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
  #wanted = new Wanted();
  #isRestoring = false;
  // Whether something was found missing meanwhile.
  #isLacking = false;
  // What could not be added, and when it is tried again.
  #refused = new Set();
  #pause = 0;
  #nextTry;
  #watch;

  /**
   * @param options `url` of responder-web, `token`, `name` by which views call this page their actor,
   *   `mount`: the view that bound elements are added to, `screen`, `placement`, `explain` for records
   *   that say why recognizers did or did not, and `keeps: false` for a page that does not want what it
   *   added by requests to be added again.
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

  /** Makes any request of the protocol and gives its result. What it adds is added again after a restart. */
  async request(name, argument = {}) {
    const result = await this.#main.request(name, argument);
    if (this.#options.keeps !== false) {
      this.#wanted.take(name, argument, result?.seq ?? 0);
      this.#wanted.popped(result?.popped ?? []);
    }
    return result;
  }

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
    binding.ready = this.#add(binding);
    // A program that does not await it receives an event.
    binding.ready.catch((error) => {
      if (error.code !== "closed") this.dispatchEvent(new CustomEvent("error", { detail: { id, error } }));
    });
    return binding;
  }

  /** Measures all bound elements again; only needed after a change of layout that nothing reports. */
  layout() {
    for (const binding of [...this.#bindings.values()]) {
      if (binding.element.isConnected) this.#move(binding);
      else this.unbind(binding.element);
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
    if (binding.isAdded && this.state === "open") {
      this.#main.request("remove", { view: binding.id }).catch(() => {});
    }
  }

  /** Ends all connections for good; bound elements are views no more. */
  close() {
    this.#bindings.clear();
    clearTimeout(this.#nextTry);
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
      onRecord: (record, removed) => this.#deliver(record, removed),
      onOpen: this.#identify,
      onTree: (isNew, isResumed) => {
        if (!isResumed) this.#wanted.beginNumbers();
        return this.#addMissing(isNew);
      },
      onState: (state, reason, connected) => {
        // The daemon has removed the views of a lost connection.
        if (state !== "open") this.#wanted.endConnection();
        for (const binding of this.#bindings.values()) {
          if (state !== "open") binding.isAdded = binding.isHere = false;
        }
        this.dispatchEvent(new CustomEvent("state", { detail: { state, reason } }));
        if (connected) this.dispatchEvent(new CustomEvent("connect", { detail: connected }));
        if (this.#isLacking && state === "open") this.#restore(false);
      },
    });
  }

  // MARK: What the page wants in the tree

  // Adds what is missing; gives what became of it.
  async #addMissing(isNew) {
    const connected = { isNew, added: [], refused: {} };
    clearTimeout(this.#nextTry);
    this.#isLacking = false;
    const bindings = () => [...this.#bindings.values()].filter(({ isAdded, isAdding }) => !isAdded && !isAdding);
    if (!this.#wanted.additions.length && !bindings().length) return connected;
    const { ask } = this.#main;
    const { windows } = await ask("tree", {});
    const names = namesOf(windows);
    const attempt = async (name, add) => {
      try {
        await add();
        connected.added.push(name);
      } catch (error) {
        if (error.code === "closed") throw error;
        connected.refused[name] = error.message;
      }
    };
    for (const addition of this.#wanted.missing(names)) {
      await attempt(addition.name, async () => {
        const edits = addition.edits(names);
        const [request, argument] = edits.length > 1 ? ["batch", edits] : Object.entries(edits[0])[0];
        const { seq = 0 } = await ask(request, argument);
        this.#wanted.wasAdded(addition, seq);
        for (const name of addition.names()) names.add(name);
      });
    }
    // Outer elements were bound first, or add theirs first.
    for (const binding of bindings()) {
      if (names.has(binding.id)) binding.isAdded = true;
      else if (!binding.isAdded) await attempt(binding.id, () => this.#add(binding, ask));
    }
    // Another program may have to add its place first.
    this.#refused = new Set(Object.keys(connected.refused));
    this.#pause = connected.added.length ? 100 : Math.min(Math.max(this.#pause * 2, 100), 5000);
    if (this.#refused.size) this.#nextTry = setTimeout(() => this.#restore(false), this.#pause);
    return connected;
  }

  // Adds what a changed tree lacks, once at a time, and reports it.
  async #restore(isNew) {
    if (this.#isRestoring || this.state !== "open") {
      this.#isLacking = true;
      return;
    }
    this.#isRestoring = true;
    try {
      const before = this.#refused;
      const connected = await this.#addMissing(isNew);
      const news = [...this.#refused].filter((name) => isNew || !before.has(name));
      if (connected.added.length || news.length) {
        this.dispatchEvent(new CustomEvent("connect", { detail: connected }));
      }
    } catch {
      // A new connection tries again.
    } finally {
      this.#isRestoring = false;
      if (this.#isLacking && this.state === "open") this.#restore(false);
    }
  }

  // Looks whether a snapshot or an edit is about it; the picture is the one before an edit that removes.
  #observeTree(record, removed) {
    if (record.type === "snapshot") {
      const names = namesOf(record.windows);
      let lacks = this.#wanted.missing(names).length > 0;
      for (const binding of this.#bindings.values()) {
        if (!binding.isAdded || names.has(binding.id)) continue;
        binding.isAdded = false;
        lacks = true;
      }
      if (lacks) this.#restore(true);
    } else if (record.type === "removed") {
      // The configuration has no place for something of this page any more.
      for (const binding of this.#bindings.values()) {
        if (record.views.includes(binding.id)) binding.isAdded = false;
      }
      this.#restore(true);
    } else if (record.edit === "remove") {
      let lacks = this.#wanted.hasGone(record.view, removed, record.seq);
      for (const binding of this.#bindings.values()) {
        if (!removed.has(binding.id) || binding.seq >= record.seq) continue;
        // What another program takes away by itself is not forced on that one.
        lacks ||= !binding.isAdded || !binding.isHere || record.view !== binding.id;
        binding.isAdded = false;
      }
      if (lacks) this.#restore(false);
    } else if (record.edit === "add") {
      const names = namesOf(record.node);
      const { mount } = this.#options;
      const hasMount = names.has(mount) && [...this.#bindings.values()].some(({ isAdded }) => !isAdded);
      if (this.#wanted.hasCome(names, record.seq) || hasMount) this.#restore(false);
    }
  }

  #identify = async (ask) => {
    const { name } = this.#options;
    if (name) await ask("identify", { name });
  };

  #deliver(record, removed) {
    this.#observeTree(record, removed);
    this.dispatchEvent(new CustomEvent("record", { detail: record }));
    for (const binding of this.#bindings.values()) binding.deliver(record);
  }

  // MARK: Views of elements

  #outer(element) {
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      const binding = this.#bindings.get(outer);
      if (binding) return binding;
    }
    return undefined;
  }

  // `ask` makes requests before the connection is open to others.
  async #add(binding, ask) {
    if (binding.isAdding) return;
    binding.isAdding = true;
    try {
      if (!ask) await this.#main.whenOpen();
      ask ??= (name, argument) => this.#main.request(name, argument);
      const outer = this.#outer(binding.element);
      if (outer && !outer.isAdded) await this.#add(outer, ask);
      const to = outer?.id ?? this.#options.mount;
      if (!to) {
        throw new ResponderError(
          "mount", "bind: expected the option mount of Responder, the id of a view with mountPoint");
      }
      const geometry = this.#measure(binding);
      const { seq = 0 } = await ask("add", { to, own: true, view: binding.node(geometry) });
      Object.assign(binding, { seq, isHere: true });
      binding.isAdded = this.#bindings.get(binding.element) === binding;
      if (binding.isAdded) this.#move(binding);
      else await ask("remove", { view: binding.id });
    } finally {
      binding.isAdding = false;
    }
  }

  #move(binding) {
    if (!binding.isAdded) return;
    const geometry = this.#measure(binding);
    if (JSON.stringify(geometry) === JSON.stringify(binding.geometry)) return;
    binding.geometry = geometry;
    const { frame, isHidden } = geometry;
    this.#main.request("set", { view: binding.id, frame, isHidden }).catch((error) => {
      if (error.code !== "closed") this.dispatchEvent(new CustomEvent("error", { detail: { id: binding.id, error } }));
    });
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
    this.isAdded = false;
    this.isAdding = false;
    // Whether it was added on the present connection, and the record of that.
    this.isHere = false;
    this.seq = 0;
    this.names = new Set((properties.gestureRecognizers ?? []).map((recognizer) => recognizer.id));
  }

  /** Takes the view away. */
  remove() { this.responder.unbind(this.element); }

  // The view as a configuration has it.
  node(geometry) {
    this.geometry = geometry;
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
