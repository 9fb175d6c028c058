// Whether the page is connected, and what to do when it is not or when there is nothing to see.

import { askForToken, token } from "./token.js";

/** Shows the state of a Responder in the header, and advice below it. */
export class StateView {
  constructor(responder) {
    this.responder = responder;
    const find = (name) => document.querySelector(name);
    Object.assign(this, { text: find("[data-state=text]"), dot: find("[data-state=dot]"), advice: find("[data-state=advice]"), form: find("[data-token=form]") });
    askForToken(this.form);
    responder.addEventListener("state", ({ detail: { state, reason } }) => this.#change(state, reason));
    responder.addEventListener("record", ({ detail: { type } }) => {
      if (type === "snapshot" || type === "device" || type === "edit") this.#look();
    });
  }

  async #change(state, reason) {
    this.state = state;
    this.dot.className = `dot ${state}`;
    const { hello } = this.responder;
    this.text.textContent = { open: `connected to responderd ${hello?.version}`, connecting: this.text.textContent, waiting: "not connected", closed: "closed" }[state];
    if (state === "open") {
      this.form.hidden = true;
      this.#look();
    }
    if (state !== "waiting") return;
    if (reason) return this.#say(/[.?!]$/.test(reason) ? reason : `${reason}.`, /does not answer/.test(reason)
      ? "Start it with systemctl start responderd, or run responderctl doctor, which says what is missing." : "", "This page connects again by itself.");
    // A browser does not say why a connection was refused.
    const isThere = await fetch("/inspector.css", { cache: "no-store" }).then(() => true, () => false);
    if (this.state === "open") return;
    this.form.hidden = !isThere;
    if (!isThere) return this.#say(`responder-web does not answer at ${location.host}.`, "Start it again; this page connects by itself.");
    this.#say(token() ? "responder-web refused the token of this page." : "responder-web refused this page.",
      "Give the token of its --token-file below. If it asks for none, its log says why: it may have as many pages as --connections allows.");
  }

  // What is missing although the page is connected.
  #look() {
    const { picture, hello } = this.responder;
    if (this.state !== "open") return;
    const devices = picture.devices.filter(({ kind }) => kind !== "keyboard");
    if (!picture.windows.length) return this.#say("The configuration has no window.", "Draw views in Design, or add windows to the file of responderd --config.");
    if (devices.length) return this.#say();
    this.#say("No touch device is connected.", "responderctl doctor says why.",
      hello.rights.includes("inject") ? "Without one, choose Try on Screen and draw with the mouse." : "");
  }

  #say(...sentences) {
    this.advice.textContent = sentences.filter(Boolean).join(" ");
    this.advice.hidden = !sentences.length;
  }
}
