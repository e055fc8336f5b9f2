// @ts-check
// What the player is called at tables.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { change, settings } from "../settings.js";

/** The longest name, in letters; the server counts bytes. */
const NAME_MAX_LENGTH = 24;

/** A field for the player's name. */
export function nameField() {
  const input = h("input", { type: "text", id: "name", autocomplete: "nickname", maxlength: NAME_MAX_LENGTH, value: settings().name,
    placeholder: t("online-name-none"), onchange: () => change({ name: input.value.trim() }) });
  return h("div", { class: "field" }, h("label", { for: "name" }, t("online-name")), input);
}

/**
 * The name as it stands in the field, or as it was chosen before.
 * @param {ParentNode} [around]
 */
export function chosenName(around = document) {
  const input = around.querySelector("#name");
  return input instanceof HTMLInputElement ? input.value.trim() : settings().name;
}
