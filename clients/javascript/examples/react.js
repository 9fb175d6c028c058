// A hook for React: an element that is a view of responderd, from its mount to its end.
//
//   const responder = new Responder({ mount: "page" });
//
//   function Ticket({ name, onBuy }) {
//     const ref = useResponder(responder, { id: name, gestureRecognizers: [{ id: `${name}.tap`, tap: {} }] }, { gesture: onBuy });
//     return <li ref={ref}>{name}</li>;
//   }
//
// Options are compared by what they say, so they can be written in the component. Listeners may be new in each render.

import { useEffect, useRef } from "react";

/** Binds the element of the ref that it returns; `listeners` has functions by the names of events. */
export function useResponder(responder, options, listeners = {}) {
  const ref = useRef(null);
  const latest = useRef(listeners);
  useEffect(() => { latest.current = listeners; });
  const description = JSON.stringify(options);
  const names = Object.keys(listeners).join(" ");
  useEffect(() => {
    const element = ref.current;
    const listener = (event) => latest.current[event.type]?.(event);
    const types = names ? names.split(" ") : [];
    for (const type of types) element.addEventListener(type, listener);
    const binding = responder.bind(element, JSON.parse(description));
    return () => {
      // What is under way ends first, so the listeners receive it.
      binding.remove();
      for (const type of types) element.removeEventListener(type, listener);
    };
  }, [responder, description, names]);
  return ref;
}
