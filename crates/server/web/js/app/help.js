// @ts-check
// Which keys do what.

import { open } from "./dialog.js";
import { h } from "./dom.js";
import { has, t } from "./i18n.js";

const HELP = [
  ["Tab", "key-tab"], ["← ↑ → ↓", "key-arrows"], ["key-name-enter", "key-enter"], ["key-name-escape", "key-escape"],
  ["1 … 9", "key-digits"],
  ["U", "key-undo"], ["R", "key-redo"], ["H", "key-hint"], ["F", "key-flip"], ["G", "key-now"],
  ["← →", "key-step"], ["⇧ ← →", "key-step-board"], ["M", "key-sound"], ["?", "key-help"],
  ["key-name-space", "key-again"], ["+ -", "key-level"], ["N", "key-leave"],
];

const ANALYSIS = [
  ["Tab", "key-tab"], ["← →", "analysis-key-step"], ["↑ ↓", "analysis-key-beside"], ["Home End", "analysis-key-ends"],
  ["U R", "analysis-key-undo"], ["E", "analysis-key-engine"], ["C", "analysis-key-comment"],
  ["P", "analysis-key-promote"], ["Delete", "analysis-key-remove"],
  ["F", "key-flip"], ["M", "key-sound"], ["?", "key-help"],
];

/** Shows the keys in a window. */
export function help() {
  if (document.querySelector("dialog[open]")) return;
  const keys = document.body.classList.contains("analysis-page") ? ANALYSIS : HELP;
  void open(t("keyboard-help"), () => [
    h("dl", { class: "keys" }, ...keys.flatMap(([key, id]) => [
      h("dt", {}, ...key.split(" ").map((part) => (part === "…" ? " … " : h("kbd", {}, has(part) ? t(part) : part)))),
      h("dd", {}, t(id))])),
  ]);
}
