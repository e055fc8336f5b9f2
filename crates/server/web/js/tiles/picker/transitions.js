// @ts-check
// From one state of the tile picker to the next.
/** @import { Placed } from "../placed.js" */
/** @import { PickerState } from "./state.js" */

import { mirrored, readPlaced, turned } from "../placed.js";
import { firstEmpty, placeTexts } from "./state.js";

/** @param {PickerState} state @param {number} place @returns {PickerState} */
export const choose = (state, place) => ({ ...state, chosen: place });

/**
 * Puts a tile into a place, or takes it away.
 * @param {PickerState} state
 * @param {number} place
 * @param {Placed | null} tile
 * @returns {PickerState}
 */
export const put = (state, place, tile) =>
  ({ ...state, chosen: place, placed: state.placed.map((here, at) => (at === place ? tile : here)) });

/**
 * Puts a tile into the chosen place, and chooses the next empty one.
 * @param {PickerState} state
 * @param {Placed} tile
 * @returns {PickerState}
 */
export function fill(state, tile) {
  const next = put(state, state.chosen, tile);
  return { ...next, chosen: firstEmpty(next) ?? next.chosen };
}

/** @param {PickerState} state @param {number} place @param {(tile: Placed) => Placed} how */
function alter(state, place, how) {
  const here = state.placed[place];
  return here ? put(state, place, how(here)) : state;
}

/** @param {PickerState} state @param {number} place */
export const turn = (state, place) => alter(state, place, turned);

/** @param {PickerState} state @param {number} place */
export const mirror = (state, place) => alter(state, place, mirrored);

/** @param {PickerState} state @param {number} from @param {number} to @returns {PickerState} */
export function exchange(state, from, to) {
  const placed = [...state.placed];
  [placed[from], placed[to]] = [placed[to], placed[from]];
  return { ...state, placed, chosen: to };
}

/**
 * Takes over what somebody else has laid.
 * @param {PickerState} state
 * @param {string[]} places
 * @returns {PickerState}
 */
export const lay = (state, places) =>
  (places.join() === placeTexts(state).join() ? state : { ...state, placed: places.map(readPlaced) });
