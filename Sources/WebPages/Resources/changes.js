// Changes of the daemon's tree, each of which can be undone.

/** Makes requests that edit the tree; the requests that undo them wait in order. */
export class Changes extends EventTarget {
  constructor(ask) {
    super();
    this.ask = ask;
    this.undone = [];
  }

  /** How many changes can be undone. */
  get count() { return this.undone.length; }

  /** Makes one change. `inverse` are the requests that undo it, in order; none for a step that is not the last. */
  async make(name, argument, inverse = []) {
    return this.#run(async () => {
      await this.ask(name, argument);
      if (inverse.length) this.undone.push(inverse);
    });
  }

  /** Gives a view, controller or recognizer new values; `before` are those that it has. */
  set(target, values, before) {
    return this.make("set", { ...target, ...values }, before ? [["set", { ...target, ...before }]] : []);
  }

  /** Adds a view. */
  add(to, view, more = {}) {
    return this.make("add", { to, view, ...more }, [["remove", { view: view.id }]]);
  }

  /** Adds a recognizer to a view. */
  addRecognizer(to, recognizer) {
    return this.make("add", { to, gestureRecognizer: recognizer }, [["remove", { recognizer: recognizer.id }]]);
  }

  /** Removes a view with everything in it. */
  async remove(view, parent, index) {
    return this.#run(async () => {
      const { configuration } = await this.ask("tree", { view, as: "configuration" });
      await this.ask("remove", { view });
      this.undone.push([["add", { to: parent, index, view: configuration }]]);
    });
  }

  /** Gives a view another name, and its recognizers that begin with the old one. */
  async rename(view, parent, index, name) {
    return this.#run(async () => {
      const { configuration } = await this.ask("tree", { view, as: "configuration" });
      const renamed = renaming(configuration, view, name);
      await this.ask("remove", { view });
      try {
        await this.ask("add", { to: parent, index, view: renamed });
      } catch (error) {
        await this.ask("add", { to: parent, index, view: configuration });
        throw error;
      }
      this.undone.push([["remove", { view: name }], ["add", { to: parent, index, view: configuration }]]);
    });
  }

  /** Forgets what could be undone. */
  forget() {
    this.undone = [];
    this.dispatchEvent(new CustomEvent("change", { detail: "" }));
  }

  /** Takes the last change back. */
  async undo() {
    const inverse = this.undone.pop();
    if (!inverse) return false;
    return this.#run(async () => {
      for (const [name, argument] of inverse) await this.ask(name, argument);
    });
  }

  async #run(work) {
    let problem = "";
    try {
      await work();
    } catch (error) {
      if (!error.code) throw error;
      problem = error.message;
    }
    this.dispatchEvent(new CustomEvent("change", { detail: problem }));
    return !problem;
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
