// The report: a recording in one page, without a daemon.

import { Picture } from "./responder.js";
import { Clock, Transport } from "./clock.js";
import { Model } from "./model.js";
import { useRules } from "./rules.js";
import { ScreenView } from "./screen.js";
import { Tabs } from "./tabs.js";
import { TimeView } from "./time.js";
import { WhyView } from "./why.js";

/** The picture of each moment: the snapshot, and the records up to then. */
class Past {
  constructor(model, snapshot, records) {
    Object.assign(this, { model, snapshot, records, next: records.length });
  }

  show(moment) {
    const { picture } = this.model;
    const isLater = (index) => this.records[index]?.t > moment;
    if (isLater(this.next - 1)) {
      picture.replace(this.snapshot);
      this.model.invalidate();
      this.next = 0;
    }
    for (; this.next < this.records.length && !isLater(this.next); this.next += 1) {
      const record = this.records[this.next];
      // A picture keeps and changes the nodes of an edit.
      picture.append(record.type === "edit" ? structuredClone(record) : record);
      if (record.type === "edit") this.model.invalidate();
    }
  }
}

function showReport() {
  const { title, snapshot, records } = JSON.parse(document.getElementById("recording").textContent);
  useRules(() => document.getElementById("behaviour").textContent.replaceAll("\\u003c", "<"));
  const picture = new Picture();
  picture.replace(snapshot);
  const model = new Model();
  model.usePicture(picture);
  for (const record of records) {
    picture.append(structuredClone(record));
    model.append(record);
  }
  const section = (id) => document.getElementById(id);
  const past = new Past(model, snapshot, records);
  const clock = new Clock(model, { isLive: false });
  const time = new TimeView(model, clock, section("time"));
  const views = { screen: new ScreenView(model, clock, section("screen")), time, why: new WhyView(model, section("why")) };
  time.show(model.latest - model.earliest + 0.5);
  clock.seek(model.latest + 0.3);
  const transport = new Transport(clock, document.querySelector(".transport"));
  const tabs = new Tabs(document.querySelector(".tabs"));
  document.querySelector("[data-report=title]").textContent = `${title}, ${records.length} records`;
  addEventListener("why", ({ detail: { recognizer, touch } }) => {
    tabs.open("why");
    views.why.choose(recognizer, touch);
  });
  const draw = () => {
    const { now } = clock;
    past.show(now);
    transport.draw(now);
    views[tabs.panel].draw(now);
    requestAnimationFrame(draw);
  };
  draw();
}

showReport();
