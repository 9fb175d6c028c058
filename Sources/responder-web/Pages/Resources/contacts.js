// Contacts of devices as they are and where they land: calibration errors are seen at once.

import { html, svg } from "./dom.js";

const IDENTITY = [1, 0, 0, 0, 1, 0];
const TURNS = { 0: [1, 0, 0, 0, 1, 0], 90: [0, -1, 1, 1, 0, 0], 180: [-1, 0, 1, 0, -1, 1], 270: [0, 1, 0, -1, 0, 1] };

// Rows [a, b, c], [d, e, f]: x is a x + b y + c, y is d x + e y + f.
function apply([a, b, c, d, e, f], [x, y]) { return [a * x + b * y + c, d * x + e * y + f]; }

function invert([a, b, c, d, e, f]) {
  const determinant = a * e - b * d || 1;
  const [ia, ib, id, ie] = [e / determinant, -b / determinant, -d / determinant, a / determinant];
  return [ia, ib, -(ia * c + ib * f), id, ie, -(id * c + ie * f)];
}

/** The part of the surface, from 0 to 1, at which a point of the screen was touched. */
export function onSurface({ region = [0, 0, 1, 1], rotate = 0, mirror = [], calibrationMatrix = IDENTITY }, [x, y]) {
  let place = [(x - region[0]) / region[2], (y - region[1]) / region[3]];
  place = apply(invert(TURNS[rotate]), place);
  if (mirror.includes("x")) place[0] = 1 - place[0];
  if (mirror.includes("y")) place[1] = 1 - place[1];
  return apply(invert(calibrationMatrix), place);
}

/** The latest contacts of each device, from raw records. */
export class Contacts {
  constructor() {
    /** Device → contact → [x, y] on the screen. */
    this.devices = new Map();
  }

  /** Takes a raw record; contacts that have ended stay until the next one begins. */
  append({ device, contacts }) {
    let known = this.devices.get(device);
    if (!known) this.devices.set(device, known = new Map());
    for (const { id, change, x, y } of contacts) {
      if (change === "down" && [...known.values()].every(({ isDown }) => !isDown)) known.clear();
      const last = known.get(id);
      const place = x === undefined ? last?.place : [x, y];
      if (place) known.set(id, { place, isDown: change !== "up" && change !== "cancel", count: (last?.count ?? 0) + 1 });
    }
  }

  forget() { this.devices.clear(); }

  /** A card with the contacts of a device: where its surface was touched, and where that lies on the screen. */
  card(device, screen) {
    const contacts = [...this.devices.get(device.name) ?? []];
    const [width, height] = [320, Math.round(320 * (screen ? screen.height / screen.width : 0.6))];
    const scale = screen ? width / screen.width : 1;
    const region = device.region ?? [0, 0, screen?.width ?? width, screen?.height ?? height];
    const shapes = contacts.flatMap(([id, { place, isDown }]) => {
      const [u, v] = onSurface({ ...device, region }, place);
      const [rx, ry] = [(region[0] + u * region[2]) * scale, (region[1] + v * region[3]) * scale];
      const [mx, my] = place.map((value) => value * scale);
      return [svg("path", { class: "way", d: `M${rx} ${ry}L${mx} ${my}` }),
        svg("circle", { class: "surface", cx: rx, cy: ry, r: 8 }),
        svg("circle", { class: isDown ? "mapped" : "mapped up", cx: mx, cy: my, r: 5 }),
        svg("text", { x: mx + 10, y: my + 4 }, String(id))];
    });
    return html("section", { class: "card contacts" }, html("h2", {}, `Contacts of ${device.name}`),
      svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `contacts of ${device.name}; the table below says the same in numbers` },
        svg("rect", { class: "panel", width, height }), ...shapes),
      html("p", { class: "note" }, html("i", { class: "ring" }), " where the surface is touched, ", html("i", { class: "dot open" }), " where that lies on the screen. Without calibration, rotation and mirror they are the same."),
      html("table", {}, html("thead", {}, html("tr", {}, ...["contact", "on the surface", "on the screen", ""].map((name) => html("th", { scope: "col" }, name)))),
        html("tbody", {}, ...contacts.map(([id, { place, isDown }]) => html("tr", {}, html("td", {}, String(id)),
          html("td", { class: "number" }, onSurface({ ...device, region }, place).map((value) => `${(value * 100).toFixed(1)} %`).join(", ")),
          html("td", { class: "number" }, `${place.map((value) => value.toFixed(1)).join(", ")} pt`), html("td", {}, isDown ? "down" : "up"))))),
      contacts.length ? undefined : html("p", { class: "note" }, "Touch the device."));
  }
}
