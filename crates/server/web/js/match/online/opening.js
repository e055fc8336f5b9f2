// @ts-check
// Opening a table where somebody else can sit down.
/** @import { GameInfo, NewRoom, Setup, SetupChoices } from "../../net/types.js" */

import * as api from "../../net/api.js";
import { h } from "../../app/dom.js";
import { oneOf } from "../../app/form.js";
import { t } from "../../app/i18n.js";
import { chosenName, nameField } from "./name.js";
import { keepSeat, newSecret } from "./seats.js";

/**
 * What is chosen besides when the opponent comes from elsewhere.
 * @param {SetupChoices} choices
 * @param {(changes: Partial<SetupChoices>) => void} update
 */
export function openingFields(choices, update) {
  return h("div", { class: "opening" },
    oneOf(t("online-listing"), [
      { value: "public", label: t("online-listing-public") },
      { value: "unlisted", label: t("online-listing-unlisted") },
    ], choices.listing, (listing) => update({ listing })),
    nameField());
}

/**
 * The table that was chosen.
 * @param {GameInfo} info
 * @param {SetupChoices} choices
 * @param {Setup} setup
 * @param {{ name: string, seat: string }} own
 * @returns {NewRoom}
 */
function roomOf(info, choices, setup, { name, seat }) {
  const halves = info.tiles.length > 0 && choices.board === "halves";
  return {
    game: info.id,
    setup: halves ? { rules: setup.rules } : setup,
    lay_board: halves,
    swap: info.swap && choices.swap,
    time: choices.clock,
    listing: choices.listing,
    side: /** @type {const} */ ({ me: "first", other: "second", random: "random" })[choices.starts],
    name,
    seat,
  };
}

/**
 * Opens it and sits down; the answer is the path of the table.
 * @param {GameInfo} info
 * @param {SetupChoices} choices
 * @param {Setup} setup
 */
export async function openTable(info, choices, setup) {
  const seat = newSecret();
  const { id, player } = await api.newRoom(roomOf(info, choices, setup, { name: chosenName(), seat }));
  keepSeat(id, { seat, player });
  return `/m/${id}`;
}
