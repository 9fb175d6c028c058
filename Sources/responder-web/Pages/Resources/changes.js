// Changes of the daemon's tree, each of which can be undone and done again.

/** Makes requests that edit the tree; what was done and what was undone waits in order, each with its inverse. */
export class Changes extends EventTarget {
  /** With `lasting`, what is put stays when the page is closed. */
  constructor(ask, lasting) {
    super();
    Object.assign(this, { ask, lasting, done: [], undone: [] });
  }

  /** How many changes can be undone. */
  get count() { return this.done.length; }

  /** How many can be done again. */
  get undoneCount() { return this.undone.length; }

  /** Makes one change. `inverse` are the requests that undo it, in order; none for a step that is not the last. */
  async make(name, argument, inverse = []) {
    return this.#run(async () => {
      await this.ask(name, argument);
      if (inverse.length) this.#did([[name, argument]], inverse);
    });
  }

  /** Gives a view, controller or recognizer new values; `before` are those that it has. */
  set(target, values, before) {
    return this.make("set", { ...target, ...values }, before ? [["set", { ...target, ...before }]] : []);
  }

  /** Puts a view or, as gestureRecognizer, a recognizer. */
  put(members) {
    const inverse = members.view ? { view: members.view.id } : { recognizer: members.gestureRecognizer.id };
    return this.make("put", this.#want(members), [["remove", inverse]]);
  }

  /** Removes a recognizer, which is described so. */
  removeRecognizer(view, recognizer) {
    return this.make("remove", { recognizer: recognizer.id }, [["put", this.#want({ in: view, gestureRecognizer: recognizer })]]);
  }

  /** Removes a view with everything in it; `place` is where undoing puts it. */
  async remove(view, place) {
    return this.#run(async () => {
      const { configuration } = await this.ask("tree", { view, as: "configuration" });
      await this.ask("remove", { view });
      this.#did([["remove", { view }]], [["put", this.#want({ ...place, view: configuration })]]);
    });
  }

  /** Gives a view another name, and its recognizers that begin with the old one. */
  async rename(view, place, name) {
    return this.#run(async () => {
      const { configuration } = await this.ask("tree", { view, as: "configuration" });
      const replace = (old, one) => ["batch", [{ remove: { view: old } }, { put: this.#want({ ...place, view: one }) }]];
      const forth = replace(view, renaming(configuration, view, name));
      const { waits = [] } = await this.ask(...forth);
      const inverse = replace(name, configuration);
      if (!waits.includes(name)) return this.#did([forth], [inverse]);
      await this.ask(...inverse);
      throw Object.assign(new Error(`expected a name that nothing has, found "${name}"`), { code: "waits" });
    });
  }

  /** Forgets what could be undone, as after a restart of the daemon, which has lost it all. */
  forget() {
    Object.assign(this, { done: [], undone: [] });
    this.#changed("");
  }

  /** Takes the last change back. */
  undo() { return this.#step(this.done, this.undone); }

  /** Makes the change again that was taken back last. */
  redo() { return this.#step(this.undone, this.done); }

  // A change that was made leaves nothing to be done again.
  #did(requests, inverse) {
    this.done.push({ requests: inverse, inverse: requests });
    this.undone = [];
  }

  async #step(from, to) {
    const step = from.pop();
    if (!step) return false;
    return this.#run(async () => {
      for (const [name, argument] of step.requests) await this.ask(name, argument);
      to.push({ requests: step.inverse, inverse: step.requests });
    });
  }

  #want(members) { return this.lasting ? { ...members, lasting: true } : members; }

  async #run(work) {
    let problem = "";
    try {
      await work();
    } catch (error) {
      if (!error.code) throw error;
      problem = error.message;
    }
    this.#changed(problem);
    return !problem;
  }

  #changed(problem) {
    this.problem = problem;
    this.dispatchEvent(new CustomEvent("change"));
  }
}

// Names that recognizers wait for change with them.
function renaming(value, from, to) {
  const prefix = `${from}.`;
  const isOwn = new Set();
  for (const recognizer of value.gestureRecognizers ?? []) if (recognizer.id.startsWith(prefix)) isOwn.add(recognizer.id);
  const walk = (one) => {
    if (Array.isArray(one)) return one.map(walk);
    if (one && typeof one === "object") return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, walk(inner)]));
    return isOwn.has(one) ? to + one.slice(from.length) : one;
  };
  return { ...walk(value), id: to };
}
