// Touches as pointer events of the page.

import { focusOn } from "./forms.js";
import { holds, pointIn, topAt } from "./nodes.js";

/** Sends a pointer event of the element's own window; false if a listener has prevented what follows. */
export function sendPointer(name, target, members) {
  const view = target.ownerDocument.defaultView ?? window;
  return target.dispatchEvent(new view.PointerEvent(name, {
    bubbles: true, cancelable: true, composed: true, pointerType: "touch", width: 1, height: 1, view, ...members,
  }));
}

/** Touches that are pointers of the page: the number of the pointer, and the element that it goes to. */
const pointers = new Map();
const watched = new WeakSet(); // the elements' prototypes, one in each window

// The browser knows no such pointer, so a page that captures one would fail.
function watchCapture({ Element: { prototype } }) {
  if (watched.has(prototype)) return;
  watched.add(prototype);
  const { setPointerCapture, releasePointerCapture, hasPointerCapture } = prototype;
  Object.assign(prototype, {
    setPointerCapture(number) {
      const pointer = pointers.get(number);
      if (!pointer) return setPointerCapture.call(this, number);
      if (!this.isConnected) throw new DOMException("the element is in no document", "InvalidStateError");
      Object.assign(pointer, { target: this, isCaptured: true });
      sendPointer("gotpointercapture", this, { pointerId: number });
    },
    releasePointerCapture(number) {
      const pointer = pointers.get(number);
      if (!pointer) return releasePointerCapture.call(this, number);
      if (pointer.target !== this) return;
      Object.assign(pointer, { target: pointer.origin, isCaptured: false });
      sendPointer("lostpointercapture", this, { pointerId: number });
    },
    hasPointerCapture(number) {
      const pointer = pointers.get(number);
      return pointer ? pointer.target === this : hasPointerCapture.call(this, number);
    },
  });
}

/** A touch of a binding as a pointer, which the element under it captures. */
export function point({ element, piece, click }, phase, { id, x, y }) {
  const pointerId = 1000 + id;
  const known = pointers.get(pointerId);
  if (phase === "began" === Boolean(known)) return;
  const place = x === undefined || !piece ? known?.place ?? [0, 0] : piece.outside([x, y]);
  const [clientX, clientY] = pointIn(element.ownerDocument, place);
  const isPrimary = known?.isPrimary ?? pointers.size === 0;
  const send = (name, target, more) => sendPointer(name, target, {
    pointerId, isPrimary, clientX, clientY, screenX: place[0] + screenX, screenY: place[1] + screenY, ...more,
  });
  const leave = (name) => {
    pointers.delete(pointerId);
    const { target } = known;
    send(name, target, { button: name === "pointerup" ? 0 : -1 });
    if (known.isCaptured) send("lostpointercapture", target);
    send("pointerout", target, { button: -1 });
    send("pointerleave", target, { button: -1, bubbles: false });
  };
  switch (phase) {
    case "began": {
      watchCapture(element.ownerDocument.defaultView);
      const top = topAt(...place);
      const target = top && holds(element, top) ? top : element;
      pointers.set(pointerId, { target, origin: target, isPrimary, place });
      const down = { buttons: 1, pressure: 0.5 };
      send("pointerover", target, { button: -1 });
      send("pointerenter", target, { button: -1, bubbles: false });
      if (send("pointerdown", target, down)) focusOn(target);
      break;
    }
    case "moved":
      known.place = place;
      send("pointermove", known.target, { button: -1, buttons: 1, pressure: 0.5 });
      break;
    case "ended": {
      leave("pointerup");
      const top = topAt(...place);
      if (click && top && holds(known.origin, top) && !known.origin.matches(":disabled")) send("click", known.origin, { detail: 1 });
      break;
    }
    case "cancelled":
      leave("pointercancel");
      break;
  }
}
