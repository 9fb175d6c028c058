// The configuration of what is there now, to be read, copied and saved.

import { html } from "./dom.js";

/** The text of the daemon's file with what has been set, and a note about it; where that cannot be had, the tree, and why as `problem`. */
export async function configuration(ask) {
  try {
    const { text } = await ask("tree", { as: "file" });
    return { text, note: "Your file, with what has been changed. Comments and all else are as you wrote them." };
  } catch ({ message }) {
    const { text } = await ask("tree", { as: "yaml" });
    const note = "Screens and views as they are now. Lengths are as written, and aliases are written out. Keep devices, socket and access of your own file.";
    return { text, note, problem: `This is the tree, and not your file: ${message}.` };
  }
}

/** A dialog with the text of a configuration. */
export class YAMLDialog {
  constructor(dialog) {
    this.dialog = dialog;
    const find = (name) => dialog.querySelector(`[data-yaml=${name}]`);
    Object.assign(this, { text: find("text"), note: find("note"), problem: find("problem"), save: find("save"), copy: find("copy") });
    find("close").addEventListener("click", () => dialog.close());
    this.copy.addEventListener("click", () => navigator.clipboard.writeText(this.text.textContent).catch(() => {
      // Where the page may not write to the clipboard, the text is chosen for the reader to copy.
      getSelection().selectAllChildren(this.text);
    }));
    dialog.addEventListener("close", () => URL.revokeObjectURL(this.save.href));
  }

  /** Shows the text that a promise gives, with a note and a problem, to be saved under a name. */
  async show(promise, name) {
    this.text.textContent = "";
    this.note.textContent = "";
    this.problem.textContent = "";
    this.save.hidden = true;
    this.dialog.showModal();
    try {
      const { text, note, problem = "" } = await promise;
      this.text.textContent = text;
      this.note.textContent = note;
      this.problem.textContent = problem;
      this.save.href = URL.createObjectURL(new Blob([this.text.textContent], { type: "application/yaml" }));
      this.save.download = name;
      this.save.hidden = false;
    } catch (error) {
      this.problem.replaceChildren(html("span", {}, error.message));
    }
  }
}
