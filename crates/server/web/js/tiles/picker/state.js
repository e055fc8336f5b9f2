// @ts-check
// A board that is put together from tiles, at one moment: plain data, no element.
/** @import { Placed } from "../placed.js" */

import { readPlaced, writePlaced } from "../placed.js";

/**
 * @typedef {object} PickerState
 * @property {(Placed | null)[]} placed the tile in each place
 * @property {number} chosen the place that the next tile goes to
 * @property {number[]} open the places that the player lays; somebody else lays the others
 */

/** @param {string[]} places @param {number[]} [open] @returns {PickerState} */
export function initialPicker(places, open = places.map((_, place) => place)) {
  const placed = places.map(readPlaced);
  return { placed, open, chosen: firstEmpty({ placed, open }) ?? open[0] };
}

/**
 * The first place without a tile among those that the player lays.
 * @param {Pick<PickerState, "placed" | "open">} state
 */
export const firstEmpty = ({ placed, open }) => open.find((place) => placed[place] === null);

/**
 * The board as texts, one a place.
 * @param {PickerState} state
 */
export const placeTexts = ({ placed }) => placed.map(writePlaced);
