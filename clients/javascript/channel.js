// A connection to responder-web.

import { Picture } from "./picture.js";

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

/**
 * One connection that connects again by itself, with one subscription.
 *
 *   connecting ──hello──► open ──(lost)──► waiting ──(delay over)──► connecting
 *        any ──close()──► closed
 */
export class Channel {
  constructor(url, protocols, filter, { onRecord, onOpen, onState }) {
    Object.assign(this, { url, protocols, filter, onRecord, onOpen, onState });
    // Whether it was open before, and whether another run of the daemon is still to be reported.
    this.isAgain = this.isNew = false;
    /** What is known, by the private window; that of the public windows has an empty name. */
    this.pictures = new Map([["", new Picture()]]);
    this.hello = undefined;
    this.state = "connecting";
    this.delay = 50;
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

  /** Leaves the daemon, until it is resumed. */
  pause() {
    if (this.state === "closed") return;
    this.#leave("waiting", "the page is not shown");
  }

  resume() {
    if (this.state !== "waiting") return;
    clearTimeout(this.timer);
    this.#setState("connecting");
    this.#connect();
  }

  close() {
    if (this.state === "closed") return;
    this.#leave("closed");
    for (const { reject } of this.waiting.splice(0)) reject(closed());
    this.#forget();
  }

  /** What is known of the public windows. */
  get picture() { return this.pictures.get(""); }

  /** Nothing is known any more: what was alive gets its end. */
  #forget(instance) {
    const endings = [...this.pictures.values()].flatMap((picture) => picture.endings());
    if (instance !== undefined) this.pictures = new Map([["", new Picture(instance)]]);
    for (const record of endings) this.onRecord(record);
  }

  #leave(state, reason) {
    this.#setState(state, reason);
    clearTimeout(this.timer);
    this.socket?.close();
    this.#lose();
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
      this.timer = setTimeout(() => this.resume(), this.delay);
      this.delay = Math.min(this.delay * 2, 5000);
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
        const { stream = "" } = line;
        const known = this.pictures.get(stream);
        const fresh = new Picture(this.hello.instance);
        fresh.replace(line, known);
        this.pictures.set(stream, fresh);
        for (const record of known?.endings(fresh) ?? []) this.onRecord(record);
        this.onRecord(line);
        if (this.state === "connecting" && !stream) this.#enter();
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
        this.#append(line);
    }
  }

  #append(record) {
    const { stream = "" } = record;
    if (!this.pictures.has(stream)) this.pictures.set(stream, new Picture(this.hello.instance));
    if (!this.pictures.get(stream).append(record)) return;
    // A window that is gone has no state.
    const gone = record.edit === "removed" && !stream ? this.pictures.get(record.view) : undefined;
    if (gone) this.pictures.delete(record.view);
    for (const ending of gone?.endings() ?? []) this.onRecord(ending);
    this.onRecord(record);
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
    if (error.code !== "refused") this.delay = 5000;
    this.socket.close();
  }

  async #greet(hello) {
    if (hello.protocol.split(".")[0] !== PROTOCOL) {
      throw new ResponderError("protocol", `responderd speaks protocol ${hello.protocol}, this client ${PROTOCOL}`);
    }
    const isSame = hello.instance === this.picture.instance;
    this.isNew ||= !isSame;
    this.hello = hello;
    if (!isSame) this.#forget(hello.instance);
    const ask = this.ask;
    this.connected = await this.onOpen?.(ask, hello, this.isNew);
    const { instance } = this.picture;
    const seq = Object.fromEntries([...this.pictures].map(([name, picture]) => [name, picture.seq]));
    const { resumed } = await ask("subscribe", {
      ...this.filter, snapshot: true, ...(isSame && this.picture.seq > 0 && { since: { instance, seq } }),
    });
    // Else the picture is true when the snapshot has come.
    if (resumed) this.#enter();
  }

  /** Makes a request before the connection is open to others. */
  ask = (name, argument) => new Promise((resolve, reject) => this.#send(name, argument, resolve, reject));

  #enter() {
    const connected = this.isAgain ? this.connected : undefined;
    this.delay = 50;
    this.isAgain = true;
    this.isNew = false;
    this.#setState("open", undefined, connected);
    for (const { send } of this.waiting.splice(0)) send();
  }
}

function closed() {
  return new ResponderError("closed", "the connection to responderd is closed");
}
