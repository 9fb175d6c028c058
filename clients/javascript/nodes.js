// Elements around elements and at points, also in shadow trees.

// The element around another one, also out of a slot and a shadow tree.
export function above(element) {
  return element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;
}

export function holds(outer, element) {
  for (let one = element; one; one = above(one)) if (one === outer) return true;
  return false;
}

// Whether an element comes first in the document; what is in a shadow tree comes after its host.
export function comesBefore(one, other) {
  const path = (element) => {
    const { host } = element.getRootNode();
    return host ? [...path(host), element] : [element];
  };
  const [ones, others] = [path(one), path(other)];
  const at = ones.findIndex((element, index) => element !== others[index]);
  return at < 0 || others[at] !== undefined
    && Boolean(ones[at].compareDocumentPosition(others[at]) & Node.DOCUMENT_POSITION_FOLLOWING);
}

// The foremost element at a point of the window, also of a shadow tree.
export function topAt(x, y) {
  let element = document.elementFromPoint(x, y);
  for (let inner; (inner = element?.shadowRoot?.elementFromPoint(x, y)) && inner !== element;) element = inner;
  return element;
}

// All elements at a point of the window, the foremost first.
export function allAt(x, y, root = document) {
  return root.elementsFromPoint(x, y).flatMap((element) => (
    element.getRootNode() !== root ? [] : element.shadowRoot ? [...allAt(x, y, element.shadowRoot), element] : [element]));
}
