// @ts-check
// The surfaces that pieces stand on: a cloth, tiles, or a rack.
/** @import { GameInfo } from "../net/types.js" */
/** @import { BoardState } from "./state.js" */
/** @import { Geometry } from "./geometry.js" */

import { s } from "../app/dom.js";
import { isDetached, UNIT } from "./geometry.js";
import { darker, lighter, luminance } from "./palette.js";
import { glyph, radial } from "./pieces.js";
import { isGap } from "./state.js";

/** The height of the rack above its first row. */
export const RACK_LIP = 22;

/**
 * What a surface is drawn with, and into.
 * @typedef {object} Canvas
 * @property {string} id the beginning of all ids in this drawing
 * @property {GameInfo} info
 * @property {BoardState} state
 * @property {Geometry} geometry
 * @property {string[]} grounds the colour of each ground
 * @property {SVGElement} defs
 * @property {SVGElement} back below the pieces
 * @property {SVGElement} front above the pieces
 */

/**
 * Each surface draws itself, and answers with the small sign of each cell's ground, where cells have one.
 * @type {{ [surface in GameInfo["look"]["surface"]]: (canvas: Canvas) => SVGElement[] }}
 */
export const SURFACES = { cloth, tiles, rack };

/**
 * One cloth with lines.
 * @param {Canvas} canvas
 */
function cloth({ id: drawing, state, geometry, grounds, defs, back }) {
  const { columns, rows, cells } = state;
  const { width, height, at } = geometry;
  const colour = grounds[0] ?? "#1f7a4d";
  const id = `${drawing}-felt`;
  defs.append(radial(id, [[0, lighter(colour, 0.12)], [0.6, colour], [1, darker(colour, 0.24)]], {
    cx: 0.42, cy: 0.36, r: 0.85,
  }));
  back.append(s("rect", { x: -7, y: -7, width: width + 14, height: height + 14, rx: 8, class: "inset" }));
  back.append(s("rect", { x: 0, y: 0, width, height, rx: 3, fill: `url(#${id})` }));
  let d = "";
  for (let i = 1; i < columns; i++) d += `M${i * UNIT} 0v${height}`;
  for (let i = 1; i < rows; i++) d += `M0 ${i * UNIT}h${width}`;
  back.append(
    s("path", { d, transform: "translate(1.5 1.5)", stroke: lighter(colour, 0.3), "stroke-width": 1.5, opacity: 0.35 }),
    s("path", { d, stroke: darker(colour, 0.55), "stroke-width": 2.5, opacity: 0.85 }));
  cells.forEach((cell, index) => {
    if (!isGap(cell)) return;
    const { x, y } = at(index);
    back.append(s("rect", { x: x - 50, y: y - 50, width: UNIT, height: UNIT, class: "inset" }));
  });
  return [];
}

/**
 * An upright rack with holes, behind which pieces fall.
 * @param {Canvas} canvas
 */
function rack({ id: drawing, state, geometry, grounds, defs, back, front }) {
  const { width, height, at } = geometry;
  const colour = grounds[0];
  const id = `${drawing}-plate`;
  defs.append(s("linearGradient", { id, x1: 0, y1: 0, x2: 0.25, y2: 1 },
    s("stop", { offset: 0, "stop-color": lighter(colour, 0.2) }),
    s("stop", { offset: 0.5, "stop-color": colour }),
    s("stop", { offset: 1, "stop-color": darker(colour, 0.28) })));
  back.append(s("rect", {
    x: -14, y: -RACK_LIP, width: width + 28, height: height + RACK_LIP + 14, rx: 18, fill: darker(colour, 0.72),
  }));
  let d = `M-14 ${-RACK_LIP + 18}a18 18 0 0 1 18-18h${width - 8}a18 18 0 0 1 18 18`
    + `v${height + RACK_LIP - 22}a18 18 0 0 1-18 18h${8 - width}a18 18 0 0 1-18-18z`;
  const rims = s("g", { fill: "none" });
  state.cells.forEach((cell, index) => {
    if (isGap(cell)) return;
    const { x, y } = at(index);
    d += `M${x - 40} ${y}a40 40 0 1 0 80 0a40 40 0 1 0-80 0z`;
    rims.append(
      s("circle", { cx: x, cy: y, r: 42, stroke: darker(colour, 0.3), "stroke-width": 5 }),
      s("path", {
        d: `M${x - 30} ${y + 31}A43 43 0 0 0 ${x + 39} ${y + 18}`, stroke: lighter(colour, 0.42), "stroke-width": 3,
        "stroke-linecap": "round", opacity: 0.75,
      }));
  });
  front.append(
    s("path", { d, fill: `url(#${id})`, "fill-rule": "evenodd" }),
    rims,
    s("path", {
      d: `M0 ${-RACK_LIP + 5}h${width}`, stroke: lighter(colour, 0.55), "stroke-width": 3, "stroke-linecap": "round",
      opacity: 0.6,
    }));
  return [];
}

/**
 * Squares of different grounds, each with its sign.
 * @param {Canvas} canvas
 */
function tiles(canvas) {
  const { id, grounds, defs, back, state } = canvas;
  grounds.forEach((colour, index) => defs.append(
    s("linearGradient", { id: `${id}-g${index}`, x1: 0, y1: 0, x2: 0.7, y2: 1 },
      s("stop", { offset: 0, "stop-color": lighter(colour, 0.16) }),
      s("stop", { offset: 1, "stop-color": darker(colour, 0.08) }))));
  const inset = s("g", { class: "inset" });
  const squares = s("g");
  back.append(inset, squares);
  return state.cells.map((_, cell) => square(canvas, cell, inset, squares));
}

/**
 * One square, or the place beside the board; its small sign.
 * @param {Canvas} canvas
 * @param {number} cell
 * @param {SVGElement} inset
 * @param {SVGElement} squares
 * @returns {SVGElement}
 */
function square(canvas, cell, inset, squares) {
  const { id, info, state, grounds, geometry } = canvas;
  const { ground } = state.cells[cell];
  const { x, y } = geometry.at(cell);
  if (isGap(state.cells[cell])) return s("g");
  const detached = isDetached(state, cell);
  if (detached) well(canvas, squares, x, y);
  else inset.append(s("rect", { x: x - 57, y: y - 57, width: 114, height: 114, rx: 12 }));
  if (ground === null) {
    squares.append(s("rect", { x: x - 48, y: y - 48, width: 96, height: 96, rx: 6, class: "blank" }));
    return s("g");
  }
  const [style, colour] = [info.grounds[ground], grounds[ground]];
  if (detached) {
    // It shows whose it is.
    squares.append(
      s("circle", { cx: x, cy: y, r: 44, fill: "none", stroke: colour, "stroke-width": 6, class: "well-owner" }),
      glyph(style, { x, y, size: 50, colour: lighter(colour, 0.55), opacity: 0.6, class: "" }));
    return s("g");
  }
  const ink = darker(colour, luminance(colour) > 0.3 ? 0.62 : 0.7);
  const sign = glyph(style, { x: x + 36, y: y + 36, size: 25, colour: ink, opacity: 0.95, class: "sign" });
  squares.append(
    s("rect", { x: x - 48.5, y: y - 48.5, width: 97, height: 97, rx: 6, fill: `url(#${id}-g${ground})` }),
    s("path", {
      d: `M${x - 44} ${y + 46}V${y - 40}q0-5 5-5H${x + 44}`, fill: "none", stroke: lighter(colour, 0.5),
      "stroke-width": 2.5, opacity: 0.6,
    }),
    glyph(style, { x, y, size: 60, colour: ink, opacity: 0.34, class: "" }),
    sign);
  return sign;
}

/**
 * A round hollow in the wood.
 * @param {Canvas} canvas
 * @param {SVGElement} into
 * @param {number} x
 * @param {number} y
 */
function well({ id, defs }, into, x, y) {
  into.append(
    s("circle", { cx: x, cy: y, r: 47, class: "well-rim" }),
    s("circle", { cx: x, cy: y, r: 43, fill: `url(#${id}-well)` }));
  if (!defs.querySelector(`#${id}-well`)) {
    defs.append(radial(`${id}-well`, [[0, "#4a2f1b"], [0.75, "#3a2413"], [1, "#25150a"]], {
      cx: 0.5, cy: 0.58, r: 0.55,
    }));
  }
}
