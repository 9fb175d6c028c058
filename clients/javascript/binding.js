// An element and its view: records become events of the element, and it does what it does under a finger.

import { FORMS, focusOn } from "./forms.js";
import { isNear } from "./matrix.js";
import { isInPage, pointIn, rectOf } from "./nodes.js";
import { point, sendPointer } from "./pointers.js";

// The browser's own events of a touch; without them it neither scrolls nor clicks.
const BROWSER = ["touchstart", "touchmove", "touchend"];

/** The tie between an element and its view. */
export class Binding {
  #isReady = false;
  asked = 0; // how often the page has scrolled its scroll view and has no answer yet
  since = 0; // the number of the last record before the last answer
  #isPrevented = false; // whether the page has prevented what the browser does with the last touch
  #isScrolling = false; // whether the content of its scroll view is on its way
  #ended = new Set(); // what the element knows to be over before the daemon reports it

  constructor(page, element, { id = element.id, kind, click = false, pointerEvents = false, ...properties }) {
    // What is only clicked is a button; what has pointer events needs its touches.
    kind ??= click && !pointerEvents && !properties.gestureRecognizers ? "button" : "view";
    if (pointerEvents) {
      if (kind !== "view" && kind !== "scrollView") throw new TypeError(`bind: pointerEvents are for the kinds view and scrollView, found "${kind}"`);
      properties.handles ??= ["touches"];
    }
    Object.assign(this, { page, element, id, kind, click, pointerEvents, properties });
    this.form = FORMS[kind] && element.matches(FORMS[kind].selector) ? FORMS[kind] : undefined;
    this.recognizers = (properties.gestureRecognizers ?? []).map((recognizer) => recognizer.id);
    this.ready = new Promise((accept, refuse) => Object.assign(this, { settle: { accept, refuse } }));
  }

  /** The element is a view. */
  join() {
    for (const name of BROWSER) this.element.addEventListener(name, this, { passive: false });
  }

  /** The element is no view any more; what is under way on it ends. */
  leave(picture) {
    this.end(picture);
    for (const name of BROWSER) this.element.removeEventListener(name, this);
  }

  /** Keeps away what the browser itself does with a touch, where it reads the panel, too. */
  handleEvent(event) {
    if (event.isTrusted && this.#isPrevented && event.cancelable) event.preventDefault();
  }

  /** Takes the view away. */
  remove() { this.page.unbind(this.element); }

  accept() {
    this.#isReady = true;
    this.settle.accept();
  }

  refuse(error) {
    if (this.#isReady) this.page.report(this, error);
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
    if (this.down) {
      for (const id of this.down.touches ?? []) this.#ended.add(`control ${id}`);
      this.#dispatch("control", { ...this.down, event: "touchCancel", madeUp: true });
    }
    if (this.#isScrolling) this.#rest();
  }

  // Nothing moves the content any more: it comes to rest where a finger that is cancelled lets it rest.
  #rest() {
    const { element, piece: { scale } } = this;
    this.#isScrolling = false;
    if (this.properties.isPagingEnabled) {
      const near = (place, size) => Math.round(place / size) * size;
      element.scrollTo({
        left: near(element.scrollLeft, element.clientWidth), top: near(element.scrollTop, element.clientHeight), behavior: "instant",
      });
    }
    const offset = [element.scrollLeft * scale, element.scrollTop * scale];
    this.#reportScroll({ phase: "settled", zoom: this.zoom, offset, madeUp: true }, scale);
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
        const [x, y] = this.piece.inside(this.page.inPage(touch.windowX, touch.windowY));
        return { ...touch, x, y };
      });
    }
    const { element } = this;
    const isLanding = name === "touchesbegan";
    const event = () => new CustomEvent(name, { bubbles: true, composed: true, cancelable: isLanding, detail });
    const isPrevented = !element.dispatchEvent(event());
    if (isLanding) this.#isPrevented = isPrevented;
    // What has left the page has nothing around it that would receive it.
    if (!isInPage(element)) document.dispatchEvent(event());
    this.#behave(record, detail);
  }

  // The element does what it does under the finger of a browser.
  #behave(record, detail) {
    switch (record.type) {
      case "touches":
        if (this.pointerEvents) for (const touch of detail.touches) point(this, record.phase, touch);
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
        this.page.knows(this.id, form.key, form.values(element)[form.key]);
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
    const { left, top, width, height } = rectOf(element);
    const [clientX, clientY] = pointIn(element.ownerDocument, place ?? [left + width / 2, top + height / 2]);
    sendPointer("click", element, { pointerId: 1000, isPrimary: true, detail: 1, clientX, clientY });
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
    const known = this.page.known(this.id, "contentOffset");
    if (this.asked === 0 && seq > this.since && isNear(here(), known)) {
      element.scrollTo({ left: offset[0] / scale, top: offset[1] / scale, behavior: "instant" });
      this.page.knows(this.id, "contentOffset", here());
    }
    this.#isScrolling = phase !== "ended" && phase !== "settled";
    this.zoom = zoom;
    this.#reportScroll({ phase, zoom, offset }, scale);
  }

  #reportScroll(record, scale) {
    const detail = { ...record, offset: record.offset.map((value) => value / scale) };
    this.element.dispatchEvent(new CustomEvent("scrollview", { bubbles: true, composed: true, detail }));
  }
}
