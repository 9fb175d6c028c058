// A custom element that is a view of responderd while it is in the page.
//
//   <responder-view id="map" options='{ "gestureRecognizers": [{ "id": "map.pan", "pan": {} }] }'>…</responder-view>
//   <script type="module">defineResponderView(new Responder({ mount: "page" }));</script>
//
// `options` are those of bind, as JSON; another value binds the element again.

/** Defines the element, whose views one Responder puts. */
export function defineResponderView(responder, name = "responder-view") {
  customElements.define(name, class extends HTMLElement {
    static observedAttributes = ["options"];
    #binding;

    /** The tie to the view; its `ready` is settled when the view was put. */
    get binding() { return this.#binding; }

    connectedCallback() {
      // The box of an inline element is its line, and not what is in it.
      if (getComputedStyle(this).display === "inline") this.style.display = "inline-block";
      this.#binding = responder.bind(this, JSON.parse(this.getAttribute("options") ?? "{}"));
    }

    disconnectedCallback() {
      this.#binding.remove();
      this.#binding = undefined;
    }

    attributeChangedCallback() {
      if (!this.#binding) return;
      this.disconnectedCallback();
      this.connectedCallback();
    }
  });
}
