// The inspector: one connection, one model, and the views of it.

import { Responder } from "./responder.js";
import { Clock, Transport } from "./clock.js";
import { DevicesView } from "./devices.js";
import { DesignView } from "./design.js";
import { Editor } from "./edit.js";
import { EditableScreenView } from "./editing.js";
import { Model } from "./model.js";
import { useRules } from "./rules.js";
import { StateView } from "./state.js";
import { Tabs } from "./tabs.js";
import { TimeView } from "./time.js";
import { token } from "./token.js";
import { WhyView } from "./why.js";
import { YAMLDialog, configuration } from "./yaml.js";

const find = (selector) => document.querySelector(selector);

function run() {
  // What lasts belongs to a name.
  const name = `inspector.${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
  const responder = new Responder({ token: token(), explain: true, name });
  const model = new Model();
  const clock = new Clock(model, { isLive: true });
  const ask = (name, argument) => responder.request(name, argument);
  const rights = () => responder.hello?.rights ?? [];
  const dialog = new YAMLDialog(find("[data-yaml=dialog]"));
  const views = {
    screen: new EditableScreenView(model, clock, find("#screen"), ask, new Editor(model, find("#screen"), ask, true), rights),
    design: new DesignView(model, clock, find("#design"), ask, new Editor(model, find("#design"), ask), rights, dialog),
    time: new TimeView(model, clock, find("#time")),
  };
  views.why = new WhyView(model, find("#why"), ask, views.screen.editor.changes, rights);
  find("[data-screen=yaml]").addEventListener("click", () => dialog.show(configuration(ask), "responderd.yaml"));
  const devices = new DevicesView(model, ask, find("#devices"), rights);
  views.devices = devices;
  addEventListener("why", ({ detail: { recognizer, touch } }) => {
    tabs.open("why");
    views.why.choose(recognizer, touch);
  });
  useRules(async () => (await fetch("/behaviour.md")).text());
  const transport = new Transport(clock, find(".transport"));
  const tabs = new Tabs(find(".tabs"), (panel) => {
    if (panel === "devices") devices.show();
    else devices.hide();
  });

  // What happened before the page was opened, as far as the daemon keeps it.
  let recalled;
  const recall = async (instance) => {
    if (recalled === instance) return;
    recalled = instance;
    try {
      model.prepend(await responder.history({ explain: true, coalescedTouches: true }));
    } catch (error) {
      if (error.code !== "closed") throw error;
    }
  };

  responder.addEventListener("record", ({ detail }) => {
    // What happens in private windows is not shown.
    if (detail.stream !== undefined) return;
    if (detail.type === "snapshot") {
      model.usePicture(responder.picture);
      // A daemon that was started again has none of the changes.
      if (recalled !== undefined && recalled !== responder.picture.instance) for (const { editor } of [views.screen, views.design]) editor.changes.forget();
      recall(responder.picture.instance);
    } else {
      if (detail.type === "raw") devices.append(detail);
      model.append(detail);
    }
  });
  responder.addEventListener("state", ({ detail: { state } }) => { if (state === "open") devices.reconnect(); });
  new StateView(responder);
  // A page that the browser keeps for the way back holds no connection, and no view of its own.
  addEventListener("pagehide", () => responder.close());
  addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });
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

// For the tests, and for the console of the browser.
globalThis.inspector = run();
