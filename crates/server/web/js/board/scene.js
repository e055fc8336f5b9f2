// @ts-check
// The parts of a board that stand still: frame, surface, labels.
/** @import { GameInfo } from "../net/types.js" */
/** @import { BoardState } from "./state.js" */

import { s } from "../app/dom.js";
import { say } from "../app/i18n.js";
import { frame, labels } from "./frame.js";
import { geometry } from "./geometry.js";
import { distinct, luminance } from "./palette.js";
import { piece } from "./pieces.js";
import { isGap } from "./state.js";
import { RACK_LIP, SURFACES } from "./surfaces.js";

/** The radius of a piece on each surface. */
const PIECE_RADIUS = { rack: 43, tiles: 35, cloth: 40 };

/** Wood beside a rack on a narrow screen. */
const NARROW_RACK_MARGIN = 15;

/** Room above the board for a piece that is about to fall. */
const HEADROOM = 104;

/**
 * @typedef {object} DrawingOptions
 * @property {string} id the beginning of all ids in this drawing
 * @property {boolean} mini without labels and without detail
 * @property {boolean} narrow without wood at the sides, so that squares are large enough for a finger
 * @property {boolean} headroom with room above the board for a piece that is about to fall
 * @property {boolean} coordinates
 * @property {boolean} distinct colours that everybody tells apart
 */

/**
 * @typedef {object} Scene
 * @property {SVGElement} defs
 * @property {SVGElement} back below the pieces
 * @property {SVGElement} front above the pieces
 * @property {string} viewBox
 * @property {number} radius of a piece
 * @property {SVGElement[]} signs the small sign of each cell's ground, shown beside a piece
 * @property {(cell: number) => { x: number, y: number }} at the middle of a cell
 * @property {(x: number, y: number) => number | null} cellAt
 * @property {number} top the line above the board along which a falling piece is held
 */

/** @param {GameInfo} info @param {BoardState} state @param {DrawingOptions} options @returns {Scene} */
export function scene(info, state, options) {
  const { surface } = info.look;
  const places = geometry(state, options.narrow);
  const labelled = options.coordinates && !options.mini;
  const radius = PIECE_RADIUS[surface];
  const colourOf = (/** @type {string} */ colour) => (options.distinct ? distinct(colour) : colour);
  const defs = s("defs", {},
    s("linearGradient", { id: `${options.id}-wood`, x1: 0, y1: 0, x2: 0.9, y2: 1 },
      s("stop", { offset: 0, class: "wood-light" }),
      s("stop", { offset: 0.55, class: "wood" }),
      s("stop", { offset: 1, class: "wood-dark" })));
  info.pieces.forEach((style, index) =>
    defs.append(...piece(`${options.id}-p${index}`, index, colourOf(style.colour), radius, surface === "tiles")));

  const back = s("g", { "aria-hidden": "true", class: "back" });
  const front = s("g", { "aria-hidden": "true", class: "front" });
  const box = frameBox(info, state, options);
  back.append(...frame(box, options, surface !== "rack"));
  const grounds = info.grounds.map(({ colour }) => colourOf(colour));
  const signs = SURFACES[surface]({ id: options.id, info, state, geometry: places, grounds, defs, back, front });
  if (labelled) back.append(...labels(info, state, places, options.narrow));

  const headroom = state.falling && options.headroom ? HEADROOM : 0;
  const beyond = options.narrow ? 0 : 3;
  const viewBox = [box.x - beyond, box.y - 3 - headroom, box.w + 2 * beyond, box.h + 6 + headroom].join(" ");
  return { defs, back, front, viewBox, radius, signs, at: places.at, cellAt: places.cellAt, top: -RACK_LIP - 10 - 52 };
}

/**
 * The outer edges of the frame.
 * @param {GameInfo} info
 * @param {BoardState} state
 * @param {DrawingOptions} options
 */
function frameBox(info, state, options) {
  const { width, height } = geometry(state, options.narrow);
  const labelled = options.coordinates && !options.mini;
  const margin = options.mini ? 24 : state.cells.some(isGap) ? 26 : labelled ? 56 : 36;
  const rack = info.look.surface === "rack";
  const top = rack ? RACK_LIP + 10 : margin;
  const bottom = margin + (rack && labelled ? 14 : 0);
  const side = options.narrow ? (rack ? NARROW_RACK_MARGIN : 0) : margin;
  return { x: -side, y: -top, w: width + 2 * side, h: height + top + bottom };
}

/**
 * A piece alone, for lists and panels.
 * @param {GameInfo} info
 * @param {number} index
 * @param {DrawingOptions} options
 */
export function pieceIcon(info, index, options) {
  const style = info.pieces[index];
  const colour = options.distinct ? distinct(style.colour) : style.colour;
  return s("svg", { class: "piece-icon", viewBox: "-50 -50 100 104", role: "img", "aria-label": say(style.label) },
    s("defs", {}, ...piece(options.id, index, colour, 44, info.look.surface === "tiles" || luminance(colour) < 0.03)),
    s("use", { href: `#${options.id}` }));
}
