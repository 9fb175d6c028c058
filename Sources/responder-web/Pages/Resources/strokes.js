// Fingers tried with a mouse or on a touchscreen: strokes on the drawing, played in the daemon.

const LONGEST = 30_000;

/** Turns what pointers do on a drawing into touch scripts, one when the last pointer is up. */
export class Strokes {
  /** `onScript` is called with each script; `isActive` says whether pointers are fingers now. */
  constructor(drawing, isActive, onScript) {
    Object.assign(this, { drawing, isActive, onScript, pointers: new Map(), frames: [] });
    const { figure } = drawing;
    figure.addEventListener("pointerdown", (event) => this.#down(event));
    for (const name of ["pointermove", "pointerup", "pointercancel"]) addEventListener(name, (event) => this.#next(name, event));
  }

  #down(event) {
    if (!this.isActive() || event.button > 0 || !this.drawing.element) return;
    event.preventDefault();
    this.drawing.figure.setPointerCapture(event.pointerId);
    if (!this.pointers.size) {
      this.start = event.timeStamp;
      this.frames = [];
    }
    // The lowest number that no pointer has.
    let number = 1;
    while ([...this.pointers.values()].includes(number)) number += 1;
    this.pointers.set(event.pointerId, number);
    this.#add("down", number, event);
  }

  #next(name, event) {
    const number = this.pointers.get(event.pointerId);
    if (number === undefined) return;
    if (name === "pointermove") return this.#add("move", number, event);
    this.pointers.delete(event.pointerId);
    this.#append(event, number, `${name === "pointerup" ? "up" : "cancel"} ${number}`);
    if (this.pointers.size) return;
    this.onScript(this.frames.map(({ time, actions }) => `${(time / 1000).toFixed(3)} ${[...actions.values()].join("; ")}\n`).join(""));
  }

  #add(word, number, event) {
    const { x, y } = this.drawing.pointOf(event);
    this.#append(event, number, `${word} ${number} ${x},${y}`);
  }

  // A frame is a millisecond, in which each finger changes once.
  #append({ timeStamp }, number, action) {
    const last = this.frames.at(-1);
    const time = Math.max(Math.min(Math.round(timeStamp - this.start), LONGEST), last?.time ?? 0);
    if (last?.time === time && !last.actions.has(number)) last.actions.set(number, action);
    else this.frames.push({ time: last?.time === time ? time + 1 : time, actions: new Map([[number, action]]) });
  }
}
