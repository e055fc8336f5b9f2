// @ts-check
// Parts of forms.

import { h } from "./dom.js";

let groups = 0;

/**
 * One of several, as a row of buttons; arrows move between them.
 * @template {string} T
 * @param {string} legend
 * @param {{ value: T, label: string, about?: string }[]} options
 * @param {T | null} value
 * @param {(value: T) => void} change
 */
export function oneOf(legend, options, value, change) {
  const name = `group-${++groups}`;
  return h("fieldset", { class: "one-of" },
    h("legend", {}, legend),
    h("div", { class: "chips" }, ...options.map((option) => {
      const input = h("input", { type: "radio", name, value: option.value, onchange: () => change(option.value) });
      input.checked = option.value === value;
      return h("label", { class: "chip", title: option.about }, input, h("span", {}, option.label));
    })));
}

/**
 * A switch.
 * @param {string} label
 * @param {boolean} value
 * @param {(value: boolean) => void} change
 * @param {string} [about]
 */
export function yesNo(label, value, change, about) {
  const input = h("input", {
    type: "checkbox", class: "switch", role: "switch", onchange: () => change(input.checked),
  });
  input.checked = value;
  return h("label", { class: "yes-no" }, h("span", {}, label, about ? h("small", {}, about) : null), input);
}
