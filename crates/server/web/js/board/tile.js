// @ts-check
// A small picture of a tile.
/** @import { Style } from "../net/types.js" */

import { s } from "../app/dom.js";
import { settings } from "../app/settings.js";
import { darker, distinct, luminance } from "./palette.js";
import { glyph } from "./pieces.js";

/**
 * @param {Style[]} grounds
 * @param {string[][]} rows letters of grounds; any other is an empty square
 */
export function tileDrawing(grounds, rows) {
  const size = rows.length;
  const svg = s("svg", { class: "tile-drawing", viewBox: `0 0 ${size * 100} ${size * 100}`, "aria-hidden": "true" });
  rows.forEach((row, y) => row.forEach((letter, x) => {
    const style = grounds.find((ground) => ground.letter === letter);
    if (style) svg.append(...square(style, x * 100, y * 100));
  }));
  return svg;
}

/**
 * A square of a colour, with its sign.
 * @param {Style} style
 * @param {number} x
 * @param {number} y
 */
function square(style, x, y) {
  const colour = shown(style);
  const ink = darker(colour, luminance(colour) > 0.3 ? 0.6 : 0.7);
  return [
    s("rect", { x: x + 2, y: y + 2, width: 96, height: 96, rx: 8, fill: colour }),
    glyph(style, { x: x + 50, y: y + 50, size: 62, colour: ink, opacity: 0.45, class: "" }),
  ];
}

/**
 * The colour of a ground as the player wants to see it.
 * @param {Style} style
 */
export const shown = (style) => (settings().palette === "distinct" ? distinct(style.colour) : style.colour);
