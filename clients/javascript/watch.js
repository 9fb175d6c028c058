// When the page has to be compared with what the daemon has.

/** Reports at most once in an animation frame that something may lie elsewhere, when the frame is drawn. */
export class Watch {
  #isAsked = false;
  #rest = 0; // in how many frames nothing may change before it is left alone
  #channel = new MessageChannel();
  #observed = new WeakSet();
  #over = new AbortController();
  isStale = false;

  constructor(update) {
    this.#channel.port1.onmessage = () => {
      this.#isAsked = false;
      if (this.#isOver) return;
      const { isStale } = this;
      this.isStale = false;
      this.#rest = update(isStale) ? 10 : this.#rest - 1;
      if (this.#rest > 0 || this.isStale) this.ask(false);
    };
    // A finger on a button shows, and is nothing new otherwise.
    this.changes = new MutationObserver((changes) => this.ask(changes.some(({ attributeName }) => attributeName !== "data-active")));
    this.observe(document);
    this.#listen(visualViewport, ["scroll", "resize"], false);
    // A window that is moved, a style sheet that a script writes and an animation that it starts report nothing.
    this.timer = setInterval(() => this.ask(false), 250);
  }

  get #isOver() { return this.#over.signal.aborted; }

  ask(isStale) {
    this.isStale ||= isStale;
    if (this.#isAsked || this.#isOver) return;
    this.#isAsked = true;
    // After the frame the layout is there, and scripts of this frame have done what they do.
    requestAnimationFrame(() => this.#channel.port2.postMessage(0));
  }

  /** Reports changes of a document or a shadow tree. */
  observe(root) {
    if (this.#observed.has(root)) return;
    this.#observed.add(root);
    this.changes.observe(root, { childList: true, subtree: true, attributes: true, characterData: true });
    // Most of these events do not leave a shadow tree, and no window receives the "load" of an element.
    const { defaultView: outermost = root, fonts } = root;
    this.#listen(outermost, ["scroll", "transitionrun", "animationstart", "input", "change"], false);
    this.#listen(outermost, ["resize", "load", "toggle", "transitionend", "animationend", "fullscreenchange", "slotchange"], true);
    this.#listen(root, ["load"], true);
    this.#listen(fonts, ["loadingdone"], true);
  }

  #listen(target, names, isStale) {
    const { signal } = this.#over;
    for (const name of names) target?.addEventListener(name, () => this.ask(isStale), { capture: true, passive: true, signal });
  }

  stop() {
    this.#over.abort();
    this.changes.disconnect();
    clearInterval(this.timer);
    this.#channel.port1.close();
  }
}
