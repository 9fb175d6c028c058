// Tabs by pointer and by keyboard; the selected one is in the address.

/** Shows one panel of a tab list at a time. */
export class Tabs {
  constructor(list, onChange = () => {}) {
    this.tabs = [...list.querySelectorAll("[role=tab]")];
    this.onChange = onChange;
    for (const tab of this.tabs) tab.addEventListener("click", () => this.show(tab));
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = this.tabs.at((this.tabs.indexOf(this.current) + step) % this.tabs.length);
      this.show(next);
      next.focus();
    });
    // Not a panel's own id, to which the browser would scroll.
    const wanted = location.hash.replace("#view-", "tab-");
    this.show(this.tabs.find(({ id }) => id === wanted) ?? this.tabs[0]);
  }

  /** The id of the panel that is shown. */
  get panel() { return this.current.getAttribute("aria-controls"); }

  /** Shows the panel with this id, and gives its tab the focus. */
  open(panel) {
    const tab = this.tabs.find((one) => one.getAttribute("aria-controls") === panel);
    this.show(tab);
    tab.focus();
  }

  show(tab) {
    this.current = tab;
    for (const one of this.tabs) {
      const isCurrent = one === tab;
      one.setAttribute("aria-selected", String(isCurrent));
      one.tabIndex = isCurrent ? 0 : -1;
      document.getElementById(one.getAttribute("aria-controls")).hidden = !isCurrent;
    }
    history.replaceState(null, "", `#view-${this.panel}`);
    this.onChange(this.panel);
  }
}
