// @ts-check
// What the player is called at tables.

import { h } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { browser } from "../../app/kept.js";
import { change, settings } from "../../app/settings.js";

/** The longest name, in letters; the server counts bytes. */
const NAME_MAX_LENGTH = 24;
/** Where the browser keeps its player's name: the browsers of one machine share a profile, and not their players. */
const NAME_KEY = "damier-name";

/** The name given in this browser; null if none was. */
const given = () => browser.get(NAME_KEY);

/** What the player at this browser is called: as it was said here, or as the profile has it. */
export const ownName = () => given() ?? settings().name;

/**
 * Calls the player at this browser by another name. The profile follows if it had none, or the one that was given here:
 * another browser's player keeps theirs.
 * @param {string} name
 */
export function rename(name) {
  const before = given();
  // Where the browser keeps nothing, the profile alone remembers it.
  if (!browser.set(NAME_KEY, name)) return change({ name });
  if (settings().name === "" || settings().name === before) change({ name });
}

/**
 * The name for a table where some names are taken: two players of one name could not be told apart.
 * @param {string[]} taken
 */
export const freeName = (taken) => (taken.includes(ownName()) ? "" : ownName());

/**
 * A field for the player's name at a table. A name that is taken there is not offered.
 * @param {string[]} [taken] names at the table
 */
export function nameField(taken = []) {
  const input = h("input", { type: "text", id: "name", autocomplete: "nickname", maxlength: NAME_MAX_LENGTH,
    value: freeName(taken),
    placeholder: t("name-none"), onchange: () => rename(input.value.trim()) });
  return h("div", { class: "field" }, h("label", { for: "name" }, t("name")), input);
}

/**
 * The name as it stands in the field, or as it was chosen before.
 * @param {ParentNode} [around]
 */
export function chosenName(around = document) {
  const input = around.querySelector("#name");
  if (!(input instanceof HTMLInputElement)) return ownName();
  const name = input.value.trim();
  // From the first table on it stays what it is here, whatever another browser is called.
  if (name !== "") rename(name);
  return name;
}
