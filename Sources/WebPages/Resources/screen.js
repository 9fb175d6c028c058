// The Screen view: the tree drawn to scale, fingers on it, and what lies at a point.

import { html, svg } from "./dom.js";
import { isControl, isEmpty, viewAt } from "./geometry.js";

const FONT = 12;
const TRAIL = 0.8;

/** Draws a model's screen into a figure, and what is chosen into a panel. */
export class ScreenView {
  /** `ask` makes a request of the daemon, or is undefined where there is none; `editor` changes views. */
  constructor(model, clock, root, ask, editor) {
    this.editor = editor;
    Object.assign(this, { model, clock, ask });
    const find = (name) => root.querySelector(`[data-screen=${name}]`);
    Object.assign(this, { figure: find("figure"), details: find("details"), outline: find("outline"), chooser: find("chooser") });
    this.ruler = document.createElement("canvas").getContext("2d");
    // As wide as the bold labels of views that handle touches.
    this.ruler.font = `600 ${FONT}px system-ui, "Noto Sans", "DejaVu Sans", sans-serif`;
    this.chooser.addEventListener("change", () => { this.drawn = undefined; });
    new ResizeObserver(() => { this.drawn = undefined; }).observe(this.figure);
    this.figure.addEventListener("click", (event) => this.#clicked(event));
    if (editor) this.figure.addEventListener("pointerdown", (event) => this.#drag(event));
  }

  /** Shows the moment; called once in an animation frame. */
  draw(now) {
    const { screens } = this.model.picture;
    if (!screens.length) return;
    this.#chooseScreen(screens);
    const key = `${this.model.treeVersion} ${this.screen.id} ${this.selected ?? ""}`;
    if (key !== this.drawn) {
      this.drawn = key;
      this.#drawTree();
      this.#drawOutline();
      if (this.selected && !this.point) this.#describeView(this.selected);
      if (this.canEdit?.()) this.editor.show(this.#items().find(({ id }) => id === this.selected));
    }
    this.#drawFingers(now);
  }

  /** Chooses a view and shows what is known of it. */
  select(id) {
    this.selected = id;
    this.point = undefined;
    this.#describeView(id);
  }

  #chooseScreen(screens) {
    const names = screens.map(({ id }) => id).join("\n");
    if (this.names !== names) {
      this.names = names;
      this.chooser.replaceChildren(...screens.map(({ id, width, height }) =>
        html("option", { value: id }, `${id}, ${width} × ${height}`)));
      this.chooser.parentElement.hidden = screens.length < 2;
    }
    this.screen = screens.find(({ id }) => id === this.chooser.value) ?? screens[0];
  }

  // MARK: The tree

  #items() {
    return this.model.layout().filter(({ screen }) => screen === undefined || screen === this.screen.id);
  }

  #drawTree() {
    const { width, height } = this.screen;
    const room = this.figure.clientWidth || 800;
    this.scale = Math.min(room / width, Math.max(240, innerHeight * 0.66) / height);
    const [w, h] = [width * this.scale, height * this.scale];
    this.fingers = svg("g", { class: "fingers" });
    const labels = [];
    const shapes = this.#items().map((item) => this.#shape(item, labels));
    const marker = this.point && svg("g", { class: "probe", transform: `translate(${this.point.x * this.scale} ${this.point.y * this.scale})` },
      svg("circle", { r: 5 }), svg("path", { d: "M-11 0H11M0 -11V11" }));
    this.drawing = svg("svg", {
      width: w, height: h, viewBox: `0 0 ${w} ${h}`, role: "img",
      "aria-label": `screen ${this.screen.id}; the list of views says the same in words`,
    }, patterns(), ...shapes, svg("g", { class: "labels" }, ...labels), this.fingers, marker);
    this.figure.replaceChildren(this.drawing);
  }

  #shape(item, labels) {
    const points = (corners) => corners.map(({ x, y }) => `${round(x * this.scale)},${round(y * this.scale)}`).join(" ");
    const { left, top, right, bottom } = item.seen;
    const seen = item.isStraight
      ? [{ x: left, y: top }, { x: right, y: top }, { x: right, y: bottom }, { x: left, y: bottom }] : item.corners;
    const group = svg("g", { class: classesOf(item, this.selected), "data-id": item.id });
    if (!isEmpty(item.seen)) group.append(svg("polygon", { points: points(seen) }));
    if (item.sticksOut && !item.isHidden) group.append(svg("polygon", { class: "dead", points: points(item.corners) }));
    group.append(svg("title", {}, titleOf(item)));
    if (!item.isHidden && !isEmpty(item.seen)) this.#label(item, labels);
    return group;
  }

  // A label goes where no other lies: first the corners of its view, then the rows between them.
  #label(item, labels) {
    this.boxes = labels.length ? this.boxes : [];
    const { left, top, right, bottom } = item.seen;
    const [x0, y0, x1, y1] = [left, top, right, bottom].map((value) => value * this.scale);
    const text = this.#fitting(item.isClosed ? `${item.id} (closed)` : item.id, x1 - x0 - 8);
    if (!text || y1 - y0 < FONT + 3) return;
    const width = this.ruler.measureText(text).width + 4;
    const row = FONT + 4;
    for (let y = y0 + 2; y + row <= y1 + 1; y += row / 2) {
      for (const x of [x0 + 3, x1 - width - 2]) {
        const box = { left: x, top: y, right: x + width, bottom: y + row };
        if (x < x0 || this.boxes.some((other) => overlaps(box, other))) continue;
        this.boxes.push(box);
        labels.push(svg("text", { x: round(x + 2), y: round(y + FONT), class: item.handles ? "handles" : "" }, text));
        return;
      }
    }
  }

  #fitting(text, room) {
    if (this.ruler.measureText(text).width <= room) return text;
    for (let length = text.length - 1; length >= 3; length -= 1) {
      const shorter = `${text.slice(0, length)}…`;
      if (this.ruler.measureText(shorter).width <= room) return shorter;
    }
    return undefined;
  }

  // The same tree as a list, for keyboards and for those who do not see the drawing.
  #drawOutline() {
    const list = (parent) => {
      const children = this.#items().filter((item) => item.parent === parent);
      if (!children.length) return undefined;
      return html("ul", {}, ...children.map((item) => html("li", {},
        html("button", {
          type: "button", class: "name", "aria-pressed": String(item.id === this.selected),
          onclick: () => this.select(item.id),
        }, item.id), html("span", { class: "note" }, notesOf(item).join(", ")), list(item))));
    };
    const focused = this.outline.contains(document.activeElement) ? document.activeElement.textContent : undefined;
    this.outline.replaceChildren(list(undefined) ?? "");
    if (focused) [...this.outline.querySelectorAll("button")].find((one) => one.textContent === focused)?.focus();
  }

  // MARK: Fingers

  #drawFingers(now) {
    const shapes = [];
    for (const touch of this.model.touches.values()) {
      const end = touch.t1 ?? Infinity;
      if (touch.t0 > now || end + TRAIL < now) continue;
      const past = touch.points.filter(({ t }) => t <= now);
      const last = past.at(-1);
      if (!last) continue;
      const isDown = end >= now;
      const trail = past.filter(({ t }) => t >= now - TRAIL).map(({ x, y }) => `${round(x * this.scale)},${round(y * this.scale)}`);
      const state = isDown ? (now - touch.t0 < 0.12 ? "began" : "moved") : touch.end;
      const [x, y] = [round(last.x * this.scale), round(last.y * this.scale)];
      shapes.push(svg("g", { class: `finger ${state}` },
        svg("polyline", { points: trail.join(" ") }),
        svg("circle", { cx: x, cy: y, r: isDown ? 16 : 14 }),
        svg("text", { x, y: y + 4 }, String(touch.id))));
    }
    const key = shapes.length ? undefined : "none";
    if (key && key === this.fingersKey) return;
    this.fingersKey = key;
    this.fingers?.replaceChildren(...shapes);
  }

  // MARK: What lies where

  // The chosen view follows a drag that begins on it.
  #drag(down) {
    const item = this.#items().find(({ id }) => id === this.selected);
    if (!item || !this.canEdit?.() || down.target.parentElement?.dataset.id !== item.id) return;
    const start = [...item.node.frame];
    let isMoved = false;
    const way = (event) => [(event.clientX - down.clientX) / this.scale, (event.clientY - down.clientY) / this.scale];
    const moved = (event) => {
      const [dx, dy] = way(event);
      if (!isMoved && Math.hypot(dx, dy) * this.scale < 5) return;
      isMoved = true;
      this.editor.move(item, start, dx, dy, false);
    };
    const up = (event) => {
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      if (!isMoved) return;
      this.editor.move(item, start, ...way(event), true);
      // The click that ends a drag chooses nothing.
      this.wasDragged = true;
      setTimeout(() => { this.wasDragged = false; });
    };
    addEventListener("pointermove", moved);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  #clicked(event) {
    if (this.wasDragged) return;
    const frame = this.drawing?.getBoundingClientRect();
    if (!frame) return;
    const point = { x: round((event.clientX - frame.left) / this.scale), y: round((event.clientY - frame.top) / this.scale) };
    this.point = point;
    const found = viewAt(this.#items(), this.screen.id, point) ?? viewAt(this.#items(), undefined, point);
    this.selected = found?.id;
    this.drawn = undefined;
    if (this.ask) this.#hitTest(point);
    else if (found) this.#describeView(found.id, `At ${point.x}, ${point.y}`);
  }

  async #hitTest(point) {
    const place = `At ${point.x}, ${point.y}`;
    try {
      const { view, trace } = await this.ask("hitTest", { screen: this.screen.id, point: [point.x, point.y], trace: true });
      if (this.point !== point) return;
      this.selected = view;
      this.drawn = undefined;
      if (!view) {
        this.details.replaceChildren(html("h3", {}, `${place}: no view`), html("p", {}, "A finger here is lost: it lies outside of every window that takes touches."), ...traceList(trace));
        return;
      }
      const { chain } = await this.ask("chain", { responder: view });
      if (this.point !== point) return;
      this.details.replaceChildren(...this.#description(view, place, chain), ...traceList(trace));
    } catch (error) {
      this.details.replaceChildren(html("p", { class: "problem" }, error.message));
    }
  }

  #describeView(id, place) {
    const chain = [];
    for (let item = this.#items().find((one) => one.id === id); item; item = item.parent) {
      chain.push({ id: item.id, kind: item.node.kind, handles: item.node.handles });
      const controller = item.node.viewController;
      if (controller) chain.push({ id: controller.id, kind: "viewController", handles: controller.handles });
    }
    this.details.replaceChildren(...this.#description(id, place, chain));
  }

  #description(id, place, chain) {
    const item = this.#items().find((one) => one.id === id);
    const recognizers = chain.flatMap(({ id: name }) => {
      const node = this.#items().find((one) => one.id === name)?.node;
      return (node?.gestureRecognizers ?? []).map((one) => ({ ...one, view: name }));
    });
    // A control takes its touches itself, without saying so.
    const handler = chain.find((one) => isControl(one) || one.handles?.some((word) => word.startsWith("touches")));
    const [x, y, width, height] = item?.node.frame ?? [];
    return [
      html("h3", {}, place ? `${place}: ${id}` : id),
      item && html("p", { class: "note" }, [`frame ${[x, y, width, height].map(round).join(", ")}`, ...notesOf(item)].join("; ")),
      html("p", {}, handler ? `Its touches go to ${handler.id}.` : "No responder in its chain handles touches."),
      html("h4", {}, "Responder chain"),
      html("ol", { class: "chain" }, ...chain.map((one) => html("li", { class: one === handler ? "handler" : "" },
        html("b", {}, one.id), ` ${one.kind ?? ""}`, one.handles?.length ? html("span", { class: "badge" }, one.handles.join(" ")) : undefined))),
      html("h4", {}, "Recognizers that get its touches"),
      recognizers.length ? html("ul", { class: "chain" }, ...recognizers.map((one) => html("li", {},
        html("b", {}, one.id), ` ${one.kind} on ${one.view}`, one.isEnabled === false ? html("span", { class: "badge" }, "off") : undefined)))
        : html("p", { class: "note" }, "none"),
    ].filter(Boolean);
  }
}

function traceList(trace) {
  if (!trace?.length) return [];
  return [html("details", {}, html("summary", {}, `Hit test, ${trace.length} questions`),
    html("ol", { class: "chain" }, ...trace.map(({ view, pointInside, refuses }) => html("li", {},
      html("b", {}, view), refuses ? ` refuses: ${refuses}` : pointInside ? " contains the point" : " does not contain the point"))))];
}

/** What is special about a view, in words. */
export function notesOf({ node, isHidden, isDisabled, isCovered, sticksOut, isClosed }) {
  return [
    node.kind !== "view" && node.kind,
    node.level !== undefined && `level ${node.level}`,
    node.handles?.length && `handles ${node.handles.join(" ")}`,
    node.gestureRecognizers?.length && `${node.gestureRecognizers.length} recognizer${node.gestureRecognizers.length > 1 ? "s" : ""}`,
    isHidden && "hidden", isDisabled && "disabled", isCovered && "covered", sticksOut && "partly outside of its parent",
    node.isPassthrough && "passes touches through", isClosed && "closed to this connection",
  ].filter(Boolean);
}

function titleOf(item) {
  return [item.id, ...notesOf(item)].join(", ");
}

function classesOf(item, selected) {
  return [
    "view", item.node.kind === "window" && "window", isControl(item.node) ? "control" : item.handles && "handles",
    item.isHidden && "hidden", item.isDisabled && "disabled", item.isCovered && "covered", item.isClosed && "closed",
    item.node.isPassthrough && "passthrough", item.id === selected && "selected",
  ].filter(Boolean).join(" ");
}

function patterns() {
  const lines = (id) => svg("pattern", { id, width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("path", { d: "M0 0V8", class: id }));
  return svg("defs", {}, lines("hatch"), lines("shut"));
}

function overlaps(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function round(value) {
  return Math.round(value * 10) / 10;
}

