// The configuration of what is there now, to be read, copied and saved.

import { html } from "./dom.js";

/** A dialog with the text of a configuration. */
export class YAMLDialog {
  constructor(dialog) {
    this.dialog = dialog;
    const find = (name) => dialog.querySelector(`[data-yaml=${name}]`);
    Object.assign(this, { text: find("text"), problem: find("problem"), save: find("save"), copy: find("copy") });
    find("close").addEventListener("click", () => dialog.close());
    this.copy.addEventListener("click", () => navigator.clipboard.writeText(this.text.textContent).catch(() => {
      // Where the page may not write to the clipboard, the text is chosen for the reader to copy.
      getSelection().selectAllChildren(this.text);
    }));
    dialog.addEventListener("close", () => URL.revokeObjectURL(this.save.href));
  }

  /** Shows the text that a promise gives, to be saved under a name. */
  async show(text, name) {
    this.text.textContent = "";
    this.problem.textContent = "";
    this.save.hidden = true;
    this.dialog.showModal();
    try {
      this.text.textContent = await text;
      this.save.href = URL.createObjectURL(new Blob([this.text.textContent], { type: "application/yaml" }));
      this.save.download = name;
      this.save.hidden = false;
    } catch (error) {
      this.problem.replaceChildren(html("span", {}, error.message));
    }
  }
}
