// The Devices view: devices, how fast the daemon is, and who reads.

import { Contacts } from "./contacts.js";
import { html } from "./dom.js";

const HISTORY = 60;

/** Asks the daemon once in a second while the view is to be seen. */
export class DevicesView {
  constructor(model, ask, root, rights) {
    Object.assign(this, { model, ask, rights, contacts: new Contacts(), frames: [] });
    const find = (name) => root.querySelector(`[data-devices=${name}]`);
    Object.assign(this, { cards: find("cards"), live: find("contacts") });
  }

  /** Takes a raw record. */
  append(record) {
    this.contacts.append(record);
    this.isNew = true;
  }

  /** Draws the contacts; called once in an animation frame while the view is to be seen. */
  draw() {
    if (!this.isNew) return;
    this.isNew = false;
    const { screens } = this.model.picture;
    const touched = (this.devices ?? []).filter(({ name, kind }) => this.contacts.devices.has(name) || kind === "touchscreen" || kind === "touchpad");
    this.live.replaceChildren(...touched.map((device) => this.contacts.card(device, screens.find(({ id }) => id === device.screen) ?? screens[0])),
      ...(this.rights().includes("raw") ? [] : [html("p", { class: "note" }, "Contacts are shown to connections with the right raw.")]));
  }

  show() {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.#update(), 1000);
    this.#update();
  }

  hide() { clearInterval(this.timer); }

  /** Asks again for what belongs to a connection: all views show where fingers are, as devices report them. */
  reconnect() {
    this.contacts.forget();
    if (this.rights().includes("raw")) this.ask("subscribe", { types: ["raw"], raw: true }).catch(() => {});
  }

  async #update() {
    try {
      const [{ devices }, status] = await Promise.all([this.ask("devices"), this.ask("status")]);
      this.devices = devices;
      this.isNew = true;
      this.cards.replaceChildren(...devices.map(deviceCard), ...figures(status), ...this.#rates(status));
      this.last = { at: performance.now(), status };
    } catch (error) {
      if (error.code !== "closed") this.cards.replaceChildren(html("p", { class: "problem" }, error.message));
    }
  }

  #rates(status) {
    const { last } = this;
    if (!last || status.frames === undefined || status.instance !== last.status.instance) return [];
    const seconds = (performance.now() - last.at) / 1000;
    this.frames = [...this.frames, Math.round((status.frames - last.status.frames) / seconds)].slice(-HISTORY);
    const rate = (name) => Math.round((status[name] - last.status[name]) / seconds);
    return [card("In the last second", table([["frames", rate("frames")], ["records", rate("records")], ["records sent", rate("recordsSent")], ["bytes sent", rate("bytes")]]),
      bars("frames in each second, the latest on the right", this.frames.map((count) => ({ size: count, title: `${count} frames in a second` }))))];
  }
}

function deviceCard(device) {
  const { name, set, ...rest } = device;
  const rows = Object.entries(rest).map(([key, value]) => [key, text(value)]);
  for (const [key, value] of Object.entries(set ?? {})) rows.push([`set: ${key}`, text(value)]);
  return card(name, table(rows));
}

function figures(status) {
  const cards = [card("responderd", table([["version", status.version], ["instance", status.instance],
    ...(status.uptime === undefined ? [] : [["running for", `${Math.round(status.uptime)} s`]]),
    ...["liveTouches", "touches", "records", "missedDeadlines", "coalesced", "lost", "stalled", "refused", "badRequests"]
      .filter((name) => status[name] !== undefined).map((name) => [words(name), status[name]])]))];
  const { latency, clients } = status;
  if (latency?.count) {
    cards.push(card("Latency, from frame to record", table([["half are below", `${latency.p50} µs`], ["99 % are below", `${latency.p99} µs`], ["longest", `${latency.longest} µs`]]),
      bars("how many frames took how long", latency.buckets.map(({ upTo, count }) => ({ size: count, title: `up to ${upTo} µs: ${count}` })))));
  }
  if (clients) {
    cards.push(card("Programs that read", html("table", {}, html("thead", {}, html("tr", {}, ...["program", "reads", "queued", "left out"].map((name) => html("th", { scope: "col" }, name)))),
      html("tbody", {}, ...clients.map((client) => html("tr", {}, html("td", {}, client.name ?? `process ${client.pid ?? "?"}`),
        ...[client.subscriptions, client.queuedBytes, client.coalesced].map((value) => html("td", { class: "number" }, String(value ?? "")))))))));
  }
  return cards;
}

function bars(label, values) {
  const most = Math.max(...values.map(({ size }) => size), 1);
  return html("div", { class: "histogram", role: "img", "aria-label": label }, ...values.map(({ size, title }) => {
    const bar = html("i", { title });
    bar.style.height = `${(size / most) * 100}%`;
    return bar;
  }));
}

function card(title, ...content) {
  return html("section", { class: "card" }, html("h2", {}, title), ...content);
}

function table(rows) {
  return html("table", {}, html("tbody", {}, ...rows.map(([name, value]) =>
    html("tr", {}, html("th", { scope: "row" }, name), html("td", { class: typeof value === "number" ? "number" : "" }, String(value))))));
}

function text(value) {
  if (Array.isArray(value)) return value.map(text).join(", ");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

function words(name) {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
