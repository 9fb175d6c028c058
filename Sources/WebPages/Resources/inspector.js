// The inspector: one connection, one model, and the views of it.

import { Responder } from "./responder.js";
import { Clock, Transport } from "./clock.js";
import { DevicesView } from "./devices.js";
import { Editor } from "./edit.js";
import { Model } from "./model.js";
import { ScreenView } from "./screen.js";
import { Tabs } from "./tabs.js";
import { TimeView } from "./time.js";
import { WhyView } from "./why.js";

const find = (selector) => document.querySelector(selector);

// A token may come in the address, after #token=; it is kept for this tab only.
function token() {
  const given = /^#token=([\w-]+)$/.exec(location.hash)?.[1];
  if (given) {
    sessionStorage.setItem("token", given);
    history.replaceState(null, "", location.pathname);
  }
  return given ?? sessionStorage.getItem("token") ?? undefined;
}

function run() {
  const responder = new Responder({ token: token(), explain: true });
  const model = new Model();
  const clock = new Clock(model, { isLive: true });
  const ask = (name, argument) => responder.request(name, argument);
  const views = {
    screen: new ScreenView(model, clock, find("#screen"), ask, new Editor(model, find("#screen"), ask)),
    time: new TimeView(model, clock, find("#time")),
    why: new WhyView(model, find("#why"), ask),
  };
  views.screen.canEdit = () => responder.hello?.rights.includes("edit");
  const devices = new DevicesView(ask, find("#devices"));
  const transport = new Transport(clock, find(".transport"));
  const tabs = new Tabs(find(".tabs"), (panel) => {
    if (panel === "devices") devices.show();
    else devices.hide();
  });

  let isReady = false;
  responder.addEventListener("record", ({ detail }) => {
    if (detail.type === "snapshot") model.usePicture(responder.picture);
    else model.append(detail);
  });
  responder.addEventListener("state", ({ detail: { state, reason } }) => {
    const { hello } = responder;
    const text = { open: `connected to responderd ${hello?.version}`, connecting: "connecting …", waiting: `not connected: ${reason || "refused; the log of responder-web says why"}`, closed: "closed" }[state];
    find("[data-state=text]").textContent = text;
    find("[data-state=dot]").className = `dot ${state}`;
    isReady ||= state === "open";
    find("[data-token=form]").hidden = isReady || state !== "waiting" || Boolean(reason);
  });
  find("[data-token=form]").addEventListener("submit", (event) => {
    event.preventDefault();
    sessionStorage.setItem("token", new FormData(event.target).get("token"));
    location.reload();
  });
  // Nothing is shown before the first question; this opens the connection.
  responder.request("status").catch(() => {});

  const draw = () => {
    const { now } = clock;
    transport.draw(now);
    views[tabs.panel]?.draw(now);
    requestAnimationFrame(draw);
  };
  draw();
  return { responder, model, clock, views, tabs };
}

// For the tests, and for whoever looks with the browser's own tools.
globalThis.inspector = run();
