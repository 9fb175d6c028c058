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
    /** Gestures that go on: recognizer → its view. */
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

  /** Records that end what goes on here and not in `kept`; each is marked `madeUp`. */
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

/**
 * One connection that comes back by itself, with one subscription.
 *
 *   connecting ──hello──► open ──(lost)──► waiting ──(pause over)──► connecting
 *        any ──close()──► closed
 */
class Channel {
  constructor(url, protocols, filter, { onRecord, onOpen, onState }) {
    Object.assign(this, { url, protocols, filter, onRecord, onOpen, onState });
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

  #setState(state, reason) {
    this.state = state;
    this.onState?.(state, reason);
  }

  #connect() {
    const socket = new WebSocket(this.url, this.protocols);
    this.socket = socket;
    socket.onmessage = ({ data }) => {
      if (socket === this.socket && this.state !== "closed") this.#receive(JSON.parse(data));
    };
    socket.onclose = ({ reason }) => {
      if (socket !== this.socket || this.state === "closed") return;
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
        if (this.state === "connecting") this.#open();
        break;
      }
      case "overflow":
      case "bye":
        this.goodbye = line.reason ?? line.message;
        this.socket.close();
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

  // What cannot be subscribed to now may be allowed later, so it is tried again, but slowly.
  #refuse(error) {
    this.goodbye = error.message;
    this.pause = 5000;
    this.socket.close();
  }

  async #greet(hello) {
    if (hello.protocol.split(".")[0] !== PROTOCOL) {
      throw new ResponderError("protocol", `responderd speaks protocol ${hello.protocol}, this client ${PROTOCOL}`);
    }
    const isSame = hello.instance === this.picture.instance;
    this.hello = hello;
    if (!isSame) {
      const endings = this.picture.endings();
      this.picture = new Picture(hello.instance);
      for (const record of endings) this.onRecord(record);
    }
    const ask = (name, argument) =>
      new Promise((resolve, reject) => this.#send(name, argument, resolve, reject));
    await this.onOpen?.(ask, hello);
    const { instance, seq } = this.picture;
    const { resumed } = await ask("subscribe", {
      ...this.filter, snapshot: true, ...(isSame && seq > 0 && { since: { instance, seq } }),
    });
    // Else the picture is true when the snapshot has come.
    if (resumed) this.#open();
  }

  #open() {
    this.pause = 50;
    this.#setState("open");
    for (const { send } of this.waiting.splice(0)) send();
  }
}

function closed() {
  return new ResponderError("closed", "the connection to responderd is closed");
}

/** A connection to responderd that comes back by itself. */
export class Responder extends EventTarget {
  #options;
  #channel;
  #channels = new Set();
  #bindings = new Map();
  #watch;

  /**
   * @param options `url` of responder-web, `token`, `name` by which views call this page their actor,
   *   `mount`: the view that bound elements are added to, `screen`, `placement`, and `explain` for
   *   records that say why recognizers did or did not.
   */
  constructor(options = {}) {
    super();
    this.#options = options;
  }

  /** `connecting`, `open`, `waiting` for the next attempt, or `closed`. */
  get state() { return this.#main.state; }

  /** The daemon's first line; undefined before it has come. */
  get hello() { return this.#main.hello; }

  /** Windows, screens, devices, live touches and gestures, as the records so far tell. */
  get picture() { return this.#main.picture; }

  /** Makes any request of the protocol and gives its result. */
  request(name, argument) { return this.#main.request(name, argument); }

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
    // How far back the records reach is not said, so less and less is asked for.
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
    // Whoever does not wait for it hears of it as an event.
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
      this.request("remove", { view: binding.id }).catch(() => {});
    }
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
      onOpen: this.#identify,
      onState: (state, reason) => {
        // The daemon has removed the views of a lost connection.
        for (const binding of this.#bindings.values()) {
          if (state !== "open") binding.isAdded = false;
          else if (!binding.isAdded) this.#add(binding).catch(() => {});
        }
        this.dispatchEvent(new CustomEvent("state", { detail: { state, reason } }));
      },
    });
  }

  #identify = async (ask) => {
    const { name } = this.#options;
    if (name) await ask("identify", { name });
  };

  #deliver(record) {
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

  async #add(binding) {
    if (binding.isAdding) return;
    binding.isAdding = true;
    try {
      await this.#main.whenOpen();
      const outer = this.#outer(binding.element);
      if (outer && !outer.isAdded) await this.#add(outer);
      const to = outer?.id ?? this.#options.mount;
      if (!to) {
        throw new ResponderError(
          "mount", "bind: expected the option mount of Responder, the id of a view with mountPoint");
      }
      const geometry = this.#measure(binding);
      await this.request("add", { to, own: true, view: binding.node(geometry) });
      binding.isAdded = this.#bindings.get(binding.element) === binding;
      if (binding.isAdded) this.#move(binding);
      else await this.request("remove", { view: binding.id });
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
    this.request("set", { view: binding.id, frame, isHidden }).catch((error) => {
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
