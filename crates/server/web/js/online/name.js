// @ts-check
// What the player is called at tables.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { change, settings } from "../settings.js";

/** The longest name, in letters; the server counts bytes. */
const NAME_MAX_LENGTH = 24;

/**
 * A field for the player's name at a table. The name that is remembered is not offered to a second player at
 * the same table: two browsers of one machine share what is remembered, but not their names.
 * @param {string[]} [taken] names at the table
 */
export function nameField(taken = []) {
  const own = settings().name;
  const second = own !== "" && taken.includes(own);
  const input = h("input", { type: "text", id: "name", autocomplete: "nickname", maxlength: NAME_MAX_LENGTH, value: second ? "" : own,
    placeholder: t("name-none"), onchange: () => second || change({ name: input.value.trim() }) });
  return h("div", { class: "field" }, h("label", { for: "name" }, t("name")), input);
}

/**
 * The name as it stands in the field, or as it was chosen before.
 * @param {ParentNode} [around]
 */
export function chosenName(around = document) {
  const input = around.querySelector("#name");
  return input instanceof HTMLInputElement ? input.value.trim() : settings().name;
}
