// Elements around elements and at points, also in shadow trees and in frames of the same origin.

/** The frame that shows the document of an element; undefined in the page itself. */
export function frameOf({ ownerDocument }) {
  return ownerDocument === document ? undefined : ownerDocument.defaultView?.frameElement ?? undefined;
}

/** The element around another one, also out of a slot, a shadow tree and a frame. */
export function above(element) {
  return element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? frameOf(element) ?? null;
}

export function holds(outer, element) {
  for (let one = element; one; one = above(one)) if (one === outer) return true;
  return false;
}

/** Whether an element is in the page; one of a frame only as long as the frame is. */
export function isInPage(element) {
  if (!element.isConnected) return false;
  const frame = frameOf(element);
  return frame ? isInPage(frame) : element.ownerDocument === document;
}

/** Whether an element comes first in the document; what is in a shadow tree or frame comes after its host. */
export function comesBefore(one, other) {
  const path = (element) => {
    const host = element.getRootNode().host ?? frameOf(element);
    return host ? [...path(host), element] : [element];
  };
  const [ones, others] = [path(one), path(other)];
  const at = ones.findIndex((element, index) => element !== others[index]);
  return at < 0 || others[at] !== undefined
    && Boolean(ones[at].compareDocumentPosition(others[at]) & Node.DOCUMENT_POSITION_FOLLOWING);
}

// Where the document of a frame begins in the window, and how large its pixels are; a frame may be scaled, but not turned.
function cornerOf(frame) {
  const { left, top, width, height } = rectOf(frame);
  const [x, y] = [width / frame.offsetWidth || 1, height / frame.offsetHeight || 1];
  return { left: left + frame.clientLeft * x, top: top + frame.clientTop * y, x, y };
}

/** The box of an element in the window of the page. */
export function rectOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const frame = frameOf(element);
  const corner = frame ? cornerOf(frame) : { left: 0, top: 0, x: 1, y: 1 };
  const rect = { left: corner.left + left * corner.x, top: corner.top + top * corner.y, width: width * corner.x, height: height * corner.y };
  return { ...rect, right: rect.left + rect.width, bottom: rect.top + rect.height };
}

/** A point of the page's window in the window of a document. */
export function pointIn({ documentElement }, [x, y]) {
  const frame = frameOf(documentElement);
  if (!frame) return [x, y];
  const corner = cornerOf(frame);
  return [(x - corner.left) / corner.x, (y - corner.top) / corner.y];
}

// What lies in an element of its own kind: a shadow tree, or the document of a frame.
function inside(element) { return element.shadowRoot ?? element.contentDocument; }

/** The foremost element at a point of the window. */
export function topAt(x, y) {
  let element = document.elementFromPoint(x, y);
  for (let root; (root = element && inside(element));) {
    const inner = root.elementFromPoint(...pointIn(root.ownerDocument ?? root, [x, y]));
    if (!inner || inner === element) break;
    element = inner;
  }
  return element;
}

/** All elements at a point of the window, the foremost first. */
export function allAt(x, y, root = document) {
  return root.elementsFromPoint(...pointIn(root.ownerDocument ?? root, [x, y])).flatMap((element) => (
    element.getRootNode() !== root ? [] : inside(element) ? [...allAt(x, y, inside(element)), element] : [element]));
}
