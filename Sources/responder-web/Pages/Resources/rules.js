// The rules that explanations name: their sections of docs/behaviour.md, in a dialog.

import { html } from "./dom.js";

let load = () => Promise.resolve("");
let sections;

/** Says where the text of docs/behaviour.md comes from: a function that gives it or a promise of it. */
export function useRules(source) { load = source; }

/** The code of a rule, as a button that shows the rule. */
export function ruleBadge(rule) {
  return rule && html("button", {
    type: "button", class: "rule", title: `What rule ${rule} says`, "aria-label": `Rule ${rule}`, onclick: () => showRule(rule),
  }, rule);
}

/** Shows the section of a rule. */
export async function showRule(rule) {
  sections ??= parse(await load());
  const section = sections.get(rule);
  const dialog = document.body.appendChild(html("dialog", { class: "rules", "aria-labelledby": "rule-title" },
    html("div", { class: "row" }, html("h2", { id: "rule-title" }, `Rule ${rule}`), html("span", { class: "spring" }),
      html("button", { type: "button", onclick: ({ target }) => target.closest("dialog").close() }, "Close")),
    html("p", { class: "note" }, section ? `${section.chapter}. From docs/behaviour.md.` : "docs/behaviour.md has no section of this rule."),
    ...(section?.blocks ?? []).map((block) => (block.isCode ? html("pre", { tabindex: 0 }, block.text) : html("p", {}, ...inline(block.text))))));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

// Chapters, their rules, and the paragraphs and examples of each.
function parse(text) {
  const found = new Map();
  for (const chapter of text.split(/^## /m).slice(1)) {
    const [name, ...rules] = chapter.split(/^### /m);
    for (const rule of rules) {
      const [code, ...rows] = rule.split("\n");
      found.set(code.trim(), { chapter: name.split("\n")[0], blocks: blocks(rows.join("\n").replace(/<!--.*?-->/gs, "")) });
    }
  }
  return found;
}

function blocks(text) {
  return text.split(/^```/m).flatMap((part, at) => {
    if (at % 2) return [{ isCode: true, text: part.replace(/^.*\n/, "").trimEnd() }];
    return part.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s+/g, " ").trim()).filter(Boolean)
      .map((paragraph) => ({ isCode: false, text: paragraph }));
  });
}

function inline(text) {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").split(/(`[^`]*`|\*\*[^*]*\*\*)/).filter(Boolean)
    .map((part) => (part.startsWith("`") ? html("code", {}, part.slice(1, -1)) : part.startsWith("**") ? html("b", {}, part.slice(2, -2)) : part));
}
