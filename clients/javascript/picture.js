// The present state of the daemon: one snapshot, and every record after it.

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
    /** Of the zones that windows name: name → {firstResponder, focused}, where a zone has one. */
    this.zones = new Map();
    /** The time since which there was no touch and no key, while the panel is idle. */
    this.idleSince = undefined;
    // The last record of each live gesture by its recognizer, and of each live touch by number and responder.
    this.last = new Map();
  }

  /** Replaces everything by a snapshot; what an older picture knew of what is live in it stays known. */
  replace(snapshot, older) {
    this.seq = snapshot.seq;
    // That of a private window has none.
    this.screens = snapshot.screens ?? [];
    this.devices = [...snapshot.devices ?? []];
    this.windows = structuredClone(snapshot.windows);
    this.firstResponder = snapshot.firstResponder;
    this.focused = snapshot.focused;
    this.zones = new Map((snapshot.zones ?? []).map(({ zone, ...keys }) => [zone, keys]));
    this.idleSince = snapshot.idleSince;
    this.touches = new Map(snapshot.touches.map((touch) => [touch.id, { responders: [], ...touch }]));
    const gestures = snapshot.recognizers.filter(({ state }) => state === "began" || state === "changed");
    this.gestures = new Map(gestures.map(({ recognizer, view }) => [recognizer, view]));
    const head = { seq: this.seq, ...(snapshot.stream !== undefined && { stream: snapshot.stream }) };
    this.last = new Map(gestures.map((gesture) => [gesture.recognizer, { ...head, type: "gesture", ...gesture }]));
    for (const { view, window, responders = [], ...touch } of snapshot.touches) {
      for (const responder of responders) {
        this.last.set(`${touch.id} ${responder}`, { ...head, type: "touches", responder, view, window, touches: [touch] });
      }
    }
    for (const key of this.last.keys()) {
      if (older?.last.has(key)) this.last.set(key, older.last.get(key));
    }
  }

  /** Adds one record; false when it is not newer than the picture. */
  append(record) {
    // These have the number of the record before them.
    if (["explain", "health", "raw"].includes(record.type)) return record.seq >= this.seq;
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
        this.#appendKeys(record.zone, { firstResponder: record.firstResponder ?? undefined });
        break;
      case "focus":
        this.#appendKeys(record.zone, { focused: record.focused ?? undefined });
        break;
      case "activity":
        this.idleSince = record.state === "idle" ? record.since : undefined;
        break;
    }
    return true;
  }

  #appendKeys(zone, keys) {
    if (zone === undefined) return Object.assign(this, keys);
    const { firstResponder, focused } = { ...this.zones.get(zone), ...keys };
    this.zones.delete(zone);
    if (firstResponder ?? focused) {
      this.zones.set(zone, { ...(firstResponder && { firstResponder }), ...(focused && { focused }) });
    }
  }

  /** The node of a view; undefined when there is none. */
  view(id) { return this.path(id).at(-1); }

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
    const path = this.path(record.view);
    if (!path.length) return;
    const siblings = path.at(-2)?.subviews ?? this.windows;
    const index = siblings.indexOf(path.at(-1));
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
