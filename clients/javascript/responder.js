// The client of responderd for pages; it needs no other library.
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
import { Channel, ResponderError } from "./channel.js";
import { Page } from "./page.js";
import { Picture } from "./picture.js";
import { Puts } from "./puts.js";

export { Picture, Responder, ResponderError };

/** A connection to responderd that connects again by itself. */
class Responder extends EventTarget {
  #options;
  #channel;
  #channels = new Set();
  #over = new AbortController();
  #puts = new Puts();
  #page;

  /**
   * @param options `url` of responder-web, `token`, `name` by which views call this page their actor,
   *   `mount`: the view that bound elements are put into, `screen`, `placement`, and `explain` for records
   *   that say why recognizers did or did not.
   */
  constructor(options = {}) {
    super();
    this.#options = options;
    this.#page = new Page(this, options);
    // A page that is kept after it was left has no connection until it is shown again.
    for (const [name, act] of [["pagehide", "pause"], ["pageshow", "resume"]]) {
      const listener = () => { for (const channel of this.#channels) channel[act](); };
      globalThis.addEventListener?.(name, listener, { signal: this.#over.signal });
    }
  }

  /** `connecting`, `open`, `waiting` for the next attempt, or `closed`. */
  get state() { return this.#main.state; }

  /** The daemon's first line; undefined before it has come. */
  get hello() { return this.#main.hello; }

  /** Windows, screens, devices, live touches and gestures, after the records so far. */
  get picture() { return this.#main.picture; }

  /** The same by the private window; that of the public windows has an empty name. */
  get pictures() { return this.#main.pictures; }

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
    const { seq } = this.picture;
    const found = [];
    let isOver = false;
    const channel = new Channel(this.#url, this.#protocols, { ...filter, since: { seconds: 86400 } }, {
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
    return found.filter((record) => record.stream === undefined && record.seq <= seq);
  }

  /** Makes an element a view of its own; its records become events of the element. */
  bind(element, options = {}) { return this.#page.bind(element, options); }

  /** Measures all bound elements again; only needed after a change of layout that nothing reports. */
  layout() { this.#page.ask(true); }

  /** Takes the view of an element away; what was under way there is cancelled first. */
  unbind(element) { this.#page.unbind(element); }

  /** Ends all connections for good; bound elements are views no more. */
  close() {
    this.#over.abort();
    for (const channel of this.#channels) channel.close();
    this.#page.stop();
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
    if (this.#channel) return this.#channel;
    const filter = this.#options.explain ? { explain: true } : {};
    this.#channel = new Channel(this.#url, this.#protocols, filter, {
      onRecord: (record) => this.#deliver(record),
      onOpen: (ask, hello, isNew) => this.#comeBack(ask, hello, isNew),
      onState: (state, reason, connected) => {
        this.dispatchEvent(new CustomEvent("state", { detail: { state, reason } }));
        if (connected) this.dispatchEvent(new CustomEvent("connect", { detail: connected }));
        if (state === "open") this.#page.reopen(connected?.waits);
        else this.#page.end();
      },
    });
    this.#channels.add(this.#channel);
    return this.#channel;
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
      const lost = record.stream === undefined ? record.views ?? [] : [];
      if (record.waits) this.#page.miss(lost);
      for (const id of lost) if (!this.#puts.has(id)) this.#page.lose(id);
    }
    this.dispatchEvent(new CustomEvent("record", { detail: record }));
    // Elements of a page lie in public windows.
    if (record.stream === undefined) this.#page.deliver(record);
  }
}
