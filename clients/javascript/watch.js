// When the page has to be compared with what the daemon has.

/** Reports at most once in an animation frame that something may lie elsewhere, when the frame is drawn. */
export class Watch {
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
