// What is touched at a point: the view that is hit, its chain, and the recognizers that get its touches.

import { html } from "./dom.js";
import { isControl, recognizersOf } from "./geometry.js";
import { notesOf, round } from "./drawing.js";
import { whyButton } from "./links.js";

/** Describes views and points in a panel. */
export class Details {
  /** `items` gives the views of the screen; `ask` makes a request, or is undefined where there is no daemon. */
  constructor(panel, items, ask) {
    Object.assign(this, { panel, items, ask });
  }

  /** Describes a view by what the tree says. */
  describe(id, place) {
    const items = this.items();
    const chain = [];
    for (let item = items.find((one) => one.id === id); item; item = item.parent) {
      chain.push({ id: item.id, kind: item.kind, handles: item.node.handles });
      const controller = item.node.viewController;
      if (controller) chain.push({ id: controller.id, kind: controller.navigationController ? "navigationController" : "viewController", handles: controller.handles });
    }
    this.panel.replaceChildren(...this.#description(id, place, chain));
  }

  /** Asks the daemon what is hit; `isCurrent` says whether that is still wanted. Gives the view. */
  async hitTest(screen, point, isCurrent) {
    const place = `At ${point.x}, ${point.y}`;
    try {
      const { view, trace } = await this.ask("hitTest", { screen, point: [point.x, point.y], trace: true });
      if (!isCurrent()) return undefined;
      if (!view) {
        this.panel.replaceChildren(html("h2", {}, `${place}: no view`),
          html("p", {}, "A finger here is lost: it lies outside of every window that takes touches."), ...traceList(trace));
        return undefined;
      }
      const { chain } = await this.ask("chain", { responder: view });
      if (isCurrent()) this.panel.replaceChildren(...this.#description(view, place, chain), ...traceList(trace));
      return view;
    } catch (error) {
      this.panel.replaceChildren(html("p", { class: "problem" }, error.message));
      return undefined;
    }
  }

  #description(id, place, chain) {
    const items = this.items();
    const item = items.find((one) => one.id === id);
    const recognizers = chain.flatMap(({ id: name }) => {
      const node = items.find((one) => one.id === name)?.node;
      return node ? recognizersOf(node).map((one) => ({ ...one, view: name })) : [];
    });
    // A control takes its touches itself, without saying so.
    const handler = chain.find((one) => isControl(one.kind) || one.handles?.some((word) => word.startsWith("touches")));
    const [x, y, width, height] = item?.node.at ?? item?.node.frame ?? [];
    return [
      html("h2", {}, place ? `${place}: ${id}` : id),
      item && html("p", { class: "note" }, [`frame ${[x, y, width, height].map(round).join(", ")}`, ...notesOf(item)].join("; ")),
      html("p", {}, handler ? `Its touches go to ${handler.id}.` : "No responder in its chain handles touches."),
      html("h3", {}, "Responder chain"),
      html("ol", { class: "chain" }, ...chain.map((one) => html("li", { class: one === handler ? "handler" : "" },
        html("b", {}, one.id), ` ${one.kind ?? ""}`, one.handles?.length ? html("span", { class: "badge" }, one.handles.join(" ")) : undefined))),
      html("h3", {}, "Recognizers that get its touches"),
      recognizers.length ? html("ul", { class: "chain" }, ...recognizers.map((one) => html("li", {},
        whyButton(one.id, undefined, one.id), ` ${one.kind} on ${one.view}`, one.isEnabled === false ? html("span", { class: "badge" }, "off") : undefined)))
        : html("p", { class: "note" }, "none"),
    ].filter(Boolean);
  }
}

function traceList(trace) {
  if (!trace?.length) return [];
  return [html("details", {}, html("summary", {}, `Hit test, ${trace.length} questions`),
    html("ol", { class: "chain" }, ...trace.map((step) => html("li", {}, html("b", {}, step.view), ` ${traceWords(step)}`))))];
}

function traceWords({ pointInside, refuses, passesThrough, redirects }) {
  if (refuses) return `refuses: ${refuses}`;
  if (passesThrough) return "lets it pass through";
  if (redirects) return `redirects it to ${redirects}`;
  return pointInside ? "contains the point" : "does not contain the point";
}
