// The fleet: how all panels at the broker are, from what is retained there.

import { html } from "./dom.js";
import { askForToken, token } from "./token.js";

const find = (name) => document.querySelector(`[data-fleet=${name}]`);
const MINUTE = 60;

/** Seconds as a person says them: 40 s, 3 min, 5 h, 2 days. */
function span(seconds) {
  if (seconds < MINUTE) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 60 * MINUTE) return `${Math.floor(seconds / MINUTE)} min`;
  if (seconds < 48 * 60 * MINUTE) return `${Math.floor(seconds / 60 / MINUTE)} h`;
  return `${Math.floor(seconds / 24 / 60 / MINUTE)} days`;
}

/** The errors of a panel, a sentence each. */
function faults({ health }) {
  const { daemon, bridge = {}, problem } = health ?? {};
  const found = problem ? [problem] : [];
  const count = (number, one, many) => { if (number > 0) found.push(`${number} ${number === 1 ? one : many}`); };
  count(daemon?.missedDeadlines, "deadline missed", "deadlines missed");
  count(daemon?.stalled, "program was too slow", "programs were too slow");
  count(bridge.droppedEvents, "record dropped", "records dropped");
  count(bridge.failedMessages, "message refused by the broker", "messages refused by the broker");
  return found;
}

const state = ({ status }) => status ?? "unknown";

const order = new Intl.Collator(undefined, { numeric: true });

// With what is asked of it again and again.
function known(panel) {
  const found = faults(panel);
  return { ...panel, faults: found, rank: state(panel) !== "online" ? 0 : found.length ? 1 : 2 };
}

/** Keeps the panels, and a row for each of them. */
class Fleet {
  constructor() {
    this.panels = new Map();
    this.rows = new Map();
    this.changed = new Set();
    for (const name of ["name", "kind"]) find(name).addEventListener("input", () => this.#order());
  }

  /** Replaces all panels. */
  replace(panels) {
    for (const name of this.panels.keys()) this.changed.add(name);
    this.panels = new Map(panels.map((panel) => [panel.panel, known(panel)]));
    for (const name of this.panels.keys()) this.changed.add(name);
  }

  /** Takes the latest state of one panel. */
  take(panel) {
    if (panel.isRemoved) this.panels.delete(panel.panel);
    else this.panels.set(panel.panel, known(panel));
    this.changed.add(panel.panel);
  }

  /** Draws what has changed; with `isAll` every row, as ages grow. */
  draw(isAll) {
    if (!isAll && !this.changed.size) return;
    const names = isAll ? [...this.panels.keys()] : [...this.changed];
    this.changed.clear();
    for (const name of names) this.#draw(name);
    this.#order();
  }

  #draw(name) {
    const panel = this.panels.get(name);
    let row = this.rows.get(name);
    if (!panel) {
      row?.remove();
      this.rows.delete(name);
      return;
    }
    const { health } = panel;
    const { daemon } = health ?? {};
    const now = Date.now() / 1000;
    const texts = [
      health?.lastTouch === undefined ? "" : `${span(now - health.lastTouch)} ago`, daemon?.touches ?? "",
      daemon?.uptime === undefined || state(panel) !== "online" ? "" : span(daemon.uptime + Math.max(0, now - (health.time ?? now))),
      daemon?.version ?? "", panel.faults.join("; "),
    ].map(String);
    const key = JSON.stringify([state(panel), ...texts]);
    if (row?.key === key) return;
    if (!row) this.rows.set(name, row = html("tr"));
    row.key = key;
    row.className = state(panel);
    const labels = ["last touch", "touches", "running for", "version", "errors"];
    row.replaceChildren(html("th", { scope: "row" }, name),
      html("td", {}, html("span", { class: "is" }, html("span", { class: "dot" }), state(panel))),
      ...texts.map((text, at) => html("td", { "data-name": labels[at], class: at === 4 ? "faults" : "" }, text)));
  }

  // Panels with problems come first; rows that keep their position are not moved.
  #order() {
    const all = [...this.panels.values()];
    const wanted = find("name").value.trim().toLowerCase();
    const kind = find("kind").value;
    const shown = all.filter((panel) => panel.panel.toLowerCase().includes(wanted)
      && (kind === "all" || (kind === "offline" ? panel.rank === 0 : panel.faults.length)))
      .sort((one, other) => one.rank - other.rank || order.compare(one.panel, other.panel));
    const table = find("rows");
    const rows = shown.map(({ panel }) => this.rows.get(panel)).filter(Boolean);
    const kept = new Set(rows);
    for (const row of [...table.children]) if (!kept.has(row)) row.remove();
    let next = table.firstElementChild;
    for (const row of rows) {
      if (row === next) next = next.nextElementSibling;
      else table.insertBefore(row, next);
    }
    find("empty").hidden = shown.length > 0;
    const online = all.filter(({ rank }) => rank > 0).length;
    const broken = all.filter((panel) => panel.faults.length).length;
    find("summary").textContent = `${online} online, ${all.length - online} offline, ${broken} with errors`;
  }
}

function run() {
  const fleet = new Fleet();
  const form = document.querySelector("[data-token=form]");
  askForToken(form);
  const own = token();
  let [pause, wasOpen] = [500, false];
  const say = (name, text) => {
    document.querySelector("[data-state=text]").textContent = text;
    document.querySelector("[data-state=dot]").className = `dot ${name}`;
    find("rows").classList.toggle("isStale", name !== "open");
  };
  const sayBroker = (problem) => (problem ? say("waiting", `the broker cannot be reached: ${problem}`) : say("open", "connected to the broker"));
  const connect = () => {
    const socket = new WebSocket(new URL("/fleet/socket", location.href.replace(/^http/, "ws")), ["responderd", ...(own ? [`responderd.token.${own}`] : [])]);
    socket.addEventListener("open", () => {
      [pause, wasOpen] = [500, true];
      form.hidden = true;
      socket.send(JSON.stringify({ id: 1, panels: { follow: true } }));
    });
    socket.addEventListener("message", ({ data }) => {
      const line = JSON.parse(data);
      if (line.type === "panel") fleet.take(line);
      else if (line.type === "broker") sayBroker(line.problem);
      else if (line.type === "reply") {
        fleet.replace(line.result.panels);
        sayBroker(line.result.problem);
      }
    });
    socket.addEventListener("close", ({ reason }) => {
      say("waiting", `not connected: ${reason || "refused; the log of responder-web says why"}`);
      form.hidden = wasOpen || Boolean(reason);
      setTimeout(connect, pause);
      pause = Math.min(pause * 2, 10000);
    });
  };
  connect();
  const draw = () => {
    fleet.draw(false);
    requestAnimationFrame(draw);
  };
  draw();
  setInterval(() => fleet.draw(true), 10000);
  return fleet;
}

// For the tests, and for the console of the browser.
globalThis.fleet = run();
