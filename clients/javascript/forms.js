// What elements of forms do under a finger.

// As the browser does it when a button of a mouse goes down: the nearest element that can have the focus has it, or none.
export function focusOn(element) {
  const near = element.closest("a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]");
  if (near) near.focus({ preventScroll: true });
  else element.ownerDocument.activeElement?.blur();
}

// Libraries watch the property of one element, so the one of its class is set.
function assign(element, key, value) {
  const before = element[key];
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), key);
  set.call(element, value);
  if (element[key] === before) return false;
  element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  return true;
}

/** The elements of a form that take the value of a control: what they give it, and how they take it. `write` is true if it is new. */
const NUMBER = {
  key: "value",
  values: ({ min, max, value }) => {
    const minimumValue = min === "" ? 0 : Number(min);
    const maximumValue = Math.max(minimumValue, max === "" ? 100 : Number(max));
    return { minimumValue, maximumValue, value: Math.min(maximumValue, Math.max(minimumValue, Number(value))) };
  },
  write: (element, value) => assign(element, "value", String(value)),
};
export const FORMS = {
  slider: { ...NUMBER, selector: "input[type=range]" },
  stepper: { ...NUMBER, selector: "input[type=number]" },
  switch: {
    selector: "input[type=checkbox]", key: "isOn",
    values: ({ checked }) => ({ isOn: checked }),
    write: (element, value) => {
      // A click sends input and change by itself.
      if (element.checked !== Boolean(value)) element.click();
      return false;
    },
  },
  segmentedControl: {
    selector: "select", key: "selectedSegmentIndex",
    values: ({ options, selectedIndex }) => ({
      numberOfSegments: Math.max(1, options.length), ...selectedIndex >= 0 && { selectedSegmentIndex: selectedIndex },
    }),
    write: (element, value) => assign(element, "selectedIndex", value),
  },
};
