// @ts-check
// Drawings of boards and pieces that nobody plays on.
/** @import { Board, GameInfo } from "../net/types.js" */

import { settings } from "../app/settings.js";
import { Drawing } from "./drawing.js";
import { pieceIcon } from "./scene.js";
import { picture } from "./state.js";

let drawings = 0;

/** Where a pointer can hang above a board, and there is room for that. */
export const HEADROOM_QUERY = "(hover: hover) and (min-width: 40rem)";

/** Where squares need all the width that there is. */
export const NARROW_QUERY = "(max-width: 26rem)";

/**
 * How the player wants boards drawn.
 * @param {boolean} mini
 */
export function drawingOptions(mini) {
  const { coordinates, palette } = settings();
  const headroom = !mini && matchMedia(HEADROOM_QUERY).matches;
  const narrow = !mini && matchMedia(NARROW_QUERY).matches;
  return { id: `b${++drawings}`, mini, headroom, narrow, coordinates, distinct: palette === "distinct" };
}

/**
 * A small picture of a board.
 * @param {GameInfo} info
 * @param {Board} board
 */
export function miniature(info, board) {
  const drawing = new Drawing(info, drawingOptions(true));
  drawing.lay(picture(board, info.look.falling));
  return drawing.element;
}

/**
 * A piece alone, for lists and panels.
 * @param {GameInfo} info
 * @param {number} index
 */
export const pieceSign = (info, index) => pieceIcon(info, index, drawingOptions(true));
