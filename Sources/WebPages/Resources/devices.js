// The Devices view: devices, how fast the daemon is, and who reads.

import { html } from "./dom.js";

/** Asks the daemon once in a second while the view is to be seen. */
export class DevicesView {
  constructor(ask, root) {
    this.ask = ask;
    this.cards = root.querySelector("[data-devices=cards]");
  }

  show() {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.#update(), 1000);
    this.#update();
  }

  hide() { clearInterval(this.timer); }

  async #update() {
    try {
      const [{ devices }, status] = await Promise.all([this.ask("devices"), this.ask("status")]);
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
    const rate = (name) => Math.round((status[name] - last.status[name]) / seconds);
    return [card("In the last second", table([["frames", rate("frames")], ["records", rate("records")], ["records sent", rate("recordsSent")], ["bytes sent", rate("bytes")]]))];
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
    ...["liveTouches", "touches", "records", "missedDeadlines", "coalesced", "overflows", "refused", "badRequests"]
      .filter((name) => status[name] !== undefined).map((name) => [words(name), status[name]])]))];
  const { latency, clients } = status;
  if (latency?.count) {
    const most = Math.max(...latency.buckets.map(({ count }) => count), 1);
    cards.push(card("Latency, from frame to record", table([["half are below", `${latency.p50} µs`], ["99 % are below", `${latency.p99} µs`], ["longest", `${latency.longest} µs`]]),
      html("div", { class: "histogram", role: "img", "aria-label": "how many frames took how long" }, ...latency.buckets.map(({ upTo, count }) => {
        const bar = html("i", { title: `up to ${upTo} µs: ${count}` });
        bar.style.height = `${(count / most) * 100}%`;
        return bar;
      }))));
  }
  if (clients) {
    cards.push(card("Programs that read", html("table", {}, html("thead", {}, html("tr", {}, ...["program", "reads", "queued", "left out"].map((name) => html("th", { scope: "col" }, name)))),
      html("tbody", {}, ...clients.map((client) => html("tr", {}, html("td", {}, client.name ?? `process ${client.pid ?? "?"}`),
        ...[client.subscriptions, client.queuedBytes, client.coalesced].map((value) => html("td", { class: "number" }, String(value ?? "")))))))));
  }
  return cards;
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
