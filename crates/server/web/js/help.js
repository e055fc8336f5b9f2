// @ts-check
// Which keys do what.

import { open } from "./dialog.js";
import { h } from "./dom.js";
import { has, t } from "./i18n.js";

const HELP = [
  ["Tab", "key-tab"], ["← ↑ → ↓", "key-arrows"], ["key-name-enter", "key-enter"], ["key-name-escape", "key-escape"], ["1 … 9", "key-digits"],
  ["U", "key-undo"], ["R", "key-redo"], ["H", "key-hint"], ["F", "key-flip"], ["G", "key-now"],
  ["[", "key-earlier"], ["]", "key-later"], ["M", "key-sound"], ["?", "key-help"],
  ["key-name-space", "key-again"], ["N", "key-leave"],
];

/** Shows the keys in a window. */
export function help() {
  if (document.querySelector("dialog[open]")) return;
  void open(t("keyboard-help"), () => [
    h("dl", { class: "keys" }, ...HELP.flatMap(([key, id]) => [
      h("dt", {}, ...key.split(" ").map((part) => (part === "…" ? " … " : h("kbd", {}, has(part) ? t(part) : part)))),
      h("dd", {}, t(id))])),
  ]);
}
