// The elements of a page that are views, and what the daemon has of them.

import { Binding } from "./binding.js";
import { ResponderError } from "./channel.js";
import { isNear } from "./matrix.js";
import { isInPage } from "./nodes.js";
import { LIVING, idsIn, inBatches } from "./puts.js";
import { Scene } from "./scene.js";
import { Watch } from "./watch.js";

/** All elements that one Responder has bound. */
export class Page {
  #responder;
  #options;
  #bindings = new Map(); // element: Binding
  #byId = new Map();
  #byRecognizer = new Map();
  #watch;
  #scene = new Scene();
  #sent = new Map(); // id of a view of the page: what the daemon has of it
  #refused = new Set();
  #waiting = new Set(); // ids that were put and are not there: their place is missing, or the file has the id
  #onTheirWay = 0; // frames whose batches are not answered yet
  #away = new Set(); // weak references to bindings whose elements are in no page

  constructor(responder, options) {
    this.#responder = responder;
    this.#options = options;
  }

  bind(element, options = {}) {
    const binding = new Binding(this, element, options);
    const { id } = binding;
    if (!id) throw new TypeError("bind: expected an id, as an option or of the element");
    if (this.#bindings.has(element)) throw new TypeError(`bind: the element of "${id}" is bound already`);
    const other = this.#byId.get(id);
    if (other && isInPage(other.element)) throw new TypeError(`bind: "${id}" is the id of another element that is bound`);
    if (other) this.#drop(other);
    this.#forget(element);
    this.#add(binding);
    // A program that does not await it receives an event.
    binding.ready.catch((error) => this.report(binding, error));
    if (this.#options.mount) this.ask(true);
    else binding.refuse(new ResponderError("mount", "bind: expected the option mount of Responder, the id of a view with mountPoint"));
    return binding;
  }

  unbind(element) {
    this.#forget(element);
    const binding = this.#bindings.get(element);
    if (!binding) return;
    this.#drop(binding);
    binding.settle.refuse(new ResponderError("closed", `the element of "${binding.id}" was unbound before its view was put`));
    this.ask(true);
  }

  #forget(element) {
    for (const reference of this.#away) if (reference.deref()?.element === element) this.#away.delete(reference);
  }

  /** Forgets all elements. */
  stop() {
    for (const binding of this.#bindings.values()) this.#drop(binding);
    this.#sent.clear();
    this.#watch?.stop();
    this.#watch = undefined;
  }

  /** Ends for all elements what is under way. */
  end() {
    for (const binding of this.#byId.values()) binding.end(this.#responder.picture);
  }

  deliver(record) {
    if (record.type === "edit" && record.edit === "added") this.#arrive(record.node);
    const binding = record.type === "gesture"
      ? this.#byRecognizer.get(record.recognizer)
      : this.#byId.get(record.responder ?? record.control ?? record.view);
    // A view of this id that is there meanwhile is another program's.
    if (binding && !this.#refused.has(binding.id) && !this.#waiting.has(binding.id)) binding.deliver(record);
  }

  #arrive({ id, subviews = [] }) {
    if (this.#waiting.delete(id)) this.#byId.get(id)?.accept();
    for (const view of subviews) this.#arrive(view);
  }

  /** The daemon has all that was put but these. */
  waits(ids) {
    const fresh = ids.filter((id) => this.#byId.has(id) && !this.#waiting.has(id));
    this.#waiting = new Set(ids);
    if (!fresh.length) return;
    const { mount } = this.#options;
    const why = this.#responder.picture.view(mount) ? "another has the id, or the right is lacking" : `there is no view "${mount}", the option mount of Responder`;
    console.warn(`responderd: ${fresh.join(", ")} ${fresh.length === 1 ? "waits" : "wait"} for a place: ${why}`);
  }

  /** An error of a binding that nothing awaits. */
  report({ id }, error) {
    if (error.code !== "closed") this.#responder.dispatchEvent(new CustomEvent("error", { detail: { id, error } }));
  }

  /** Compares the page with what the daemon has after the next frame. */
  ask(isStale) {
    this.#responder.state; // connects
    this.#watch ??= new Watch((isOld) => this.#update(isOld));
    this.#watch.ask(isStale);
  }

  /** Sends again what lives, since puts that were made again have what it was at the beginning. */
  reopen(waiting = []) {
    this.waits(waiting);
    this.#refused.clear();
    for (const sent of this.#sent.values()) for (const key of LIVING) delete sent.values[key];
    for (const binding of this.#bindings.values()) binding.since = 0;
    if (this.#bindings.size) this.ask(true);
  }

  /** A view that another program has removed is wanted no more; what holds or covers others is made again. */
  lose(id) {
    this.#sent.delete(id);
    if (this.#byId.has(id)) this.#refused.add(id);
  }

  /** What was put is not there until its place is. */
  miss(ids) { for (const id of ids) if (this.#sent.has(id)) this.#waiting.add(id); }

  // Once in an animation frame at most; whether to look again in the next one.
  #update(isStale) {
    if (this.#responder.state !== "open") return false;
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
      const sending = inBatches(entries, this.#responder.hello.limits).map((batch) => this.#send(batch));
      Promise.all(sending).finally(() => { this.#onTheirWay -= 1; });
    }
    return entries.length > 0 || this.#scene.isMoving;
  }

  // An element that has left the page is a view again when it is put back, and holds nothing here until then.
  #comeAndGo() {
    for (const reference of this.#away) {
      const binding = reference.deref();
      if (binding && !isInPage(binding.element)) continue;
      this.#away.delete(reference);
      if (binding && !this.#byId.has(binding.id)) this.#add(binding);
    }
    for (const binding of this.#bindings.values()) {
      if (isInPage(binding.element)) continue;
      this.#drop(binding);
      this.#away.add(new WeakRef(binding));
    }
  }

  #add(binding) {
    this.#bindings.set(binding.element, binding);
    this.#byId.set(binding.id, binding);
    for (const name of binding.recognizers) this.#byRecognizer.set(name, binding);
    binding.join();
  }

  #drop(binding) {
    binding.leave(this.#responder.picture);
    this.#bindings.delete(binding.element);
    this.#byId.delete(binding.id);
    for (const name of binding.recognizers) this.#byRecognizer.delete(name);
    this.#refused.delete(binding.id);
  }

  // Answered in order, so several may be on their way. One that is refused must not keep the others away.
  async #send(entries) {
    try {
      const { seq, waits = [] } = await this.#responder.request("batch", entries.map(({ act }) => act));
      this.waits(waits);
      for (const { binding, scrolled } of entries) {
        if (!this.#waiting.has(binding?.id)) binding?.accept();
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
        this.ask(true);
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
    const { picture } = this.#responder;
    const { frame, at = frame } = picture.path(mount)[0] ?? { frame: [0, 0] };
    const place = picture.origin(mount) ?? { x: 0, y: 0 };
    const { scale: zoom, offsetLeft, offsetTop } = visualViewport;
    return [
      (windowX + at[0] - place.x - origin.x) / scale / zoom + offsetLeft,
      (windowY + at[1] - place.y - origin.y) / scale / zoom + offsetTop,
    ];
  }

  // How many points one CSS pixel is, and where the page begins in the coordinates of the mount.
  #placement() {
    const { picture } = this.#responder;
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
