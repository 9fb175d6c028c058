// The moment that the views show: live, paused, or played from a recording.
//
//   live ──pause, seek──► still ──play──► playing ──(the end)──► still
//        ◄──────────────── follow ────────┘

/** The time that the views show, in the daemon's seconds. */
export class Clock extends EventTarget {
  constructor(model, { isLive }) {
    super();
    this.model = model;
    this.canFollow = isLive;
    this.mode = isLive ? "live" : "still";
    this.moment = 0;
    this.start = 0;
  }

  /** The moment now. */
  get now() {
    switch (this.mode) {
      case "live": return this.model.now();
      case "playing": {
        const moment = this.moment + (performance.now() - this.start) / 1000;
        if (moment >= this.model.latest + 0.5) this.seek(this.model.latest);
        return Math.min(moment, this.model.latest + 0.5);
      }
      default: return this.moment;
    }
  }

  follow() {
    if (this.canFollow) this.#set("live");
  }

  pause() {
    this.moment = this.now;
    this.#set("still");
  }

  play() {
    if (this.now >= this.model.latest) this.moment = this.model.earliest - 0.2;
    else this.moment = this.now;
    this.start = performance.now();
    this.#set("playing");
  }

  /** Shows this moment and stays there. */
  seek(moment) {
    const { earliest, latest } = this.model;
    this.moment = Math.min(Math.max(moment, earliest - 0.2), Math.max(latest, earliest) + 0.5);
    this.#set("still");
  }

  #set(mode) {
    this.mode = mode;
    this.dispatchEvent(new Event("change"));
  }
}

/** The buttons and the slider of a clock, for all views at once. */
export class Transport {
  constructor(clock, root) {
    this.clock = clock;
    const find = (name) => root.querySelector(`[data-transport=${name}]`);
    Object.assign(this, { play: find("play"), live: find("live"), slider: find("slider"), time: find("time") });
    this.live.hidden = !clock.canFollow;
    this.play.addEventListener("click", () => {
      if (clock.mode === "still") clock.play();
      else clock.pause();
    });
    this.live.addEventListener("click", () => clock.follow());
    this.slider.addEventListener("input", () => {
      const { earliest, latest } = clock.model;
      clock.seek(earliest + (latest - earliest) * (this.slider.value / 1000));
    });
  }

  /** Shows the moment; called once in an animation frame. */
  draw(now) {
    const { clock, slider } = this;
    const { earliest, latest } = clock.model;
    const label = clock.mode === "still" ? "Play" : "Pause";
    if (this.play.textContent !== label) this.play.textContent = label;
    this.live.setAttribute("aria-pressed", String(clock.mode === "live"));
    const share = latest > earliest ? (now - earliest) / (latest - earliest) : 1;
    const value = String(Math.round(Math.min(1, Math.max(0, share)) * 1000));
    if (document.activeElement !== slider || clock.mode !== "still") slider.value = value;
    const text = clock.model.records.length ? `${now.toFixed(3)} s` : "no records yet";
    if (this.time.textContent !== text) this.time.textContent = text;
  }
}
