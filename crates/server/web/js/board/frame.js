// @ts-check
// The wooden frame of a board, and the names of files and ranks on it.
/** @import { GameInfo } from "../net/types.js" */
/** @import { BoardState } from "./state.js" */
/** @import { Geometry } from "./geometry.js" */
/** @import { DrawingOptions } from "./scene.js" */

import { s } from "../app/dom.js";
import { isDetached } from "./geometry.js";
import { isGap } from "./state.js";

/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

/**
 * The names of files and ranks, beside the outermost squares.
 * @param {GameInfo} info
 * @param {BoardState} state
 * @param {Geometry} geometry
 * @param {boolean} narrow whether there is no room beside the squares
 */
export function labels(info, state, geometry, narrow) {
  return [...fileLabels(info, state, geometry, narrow), ...rankLabels(info, state, geometry, narrow)];
}

/** @param {BoardState} state @param {number} cell */
const isSquare = (state, cell) => !isGap(state.cells[cell]) && !isDetached(state, cell);

/** @param {GameInfo} info @param {BoardState} state @param {Geometry} geometry @param {boolean} narrow */
function fileLabels(info, state, { at, upsideDown }, narrow) {
  const { columns, rows, cells, falling } = state;
  const gaps = cells.some(isGap);
  const below = falling ? 87 : gaps ? 78 : 80;
  return info.files.slice(0, columns).flatMap((text, column) => {
    const file = Array.from({ length: rows }, (_, row) => row * columns + column)
      .filter((cell) => isSquare(state, cell));
    const cell = upsideDown ? file[0] : file.at(-1);
    if (!text || cell === undefined) return [];
    const { x, y } = at(cell);
    // On a narrow screen the places beside the board lie below it.
    return [narrow && gaps ? insideLabel(text, x + 38, y - 32) : label(text, x, y + below)];
  });
}

/** @param {GameInfo} info @param {BoardState} state @param {Geometry} geometry @param {boolean} narrow */
function rankLabels(info, state, { at }, narrow) {
  const { columns, rows, cells, flipped } = state;
  const beside = cells.some(isGap) ? 78 : 79;
  return info.ranks.slice(0, rows).flatMap((text, row) => {
    const rank = Array.from({ length: columns }, (_, column) => row * columns + column)
      .filter((cell) => isSquare(state, cell));
    const cell = flipped ? rank.at(-1) : rank[0];
    if (!text || cell === undefined) return [];
    const { x, y } = at(cell);
    return [narrow ? insideLabel(text, x - 38, y - 32) : label(text, x - beside, y)];
  });
}

/** @param {string} text @param {number} x @param {number} y */
const label = (text, x, y) =>
  s("text", { class: "coordinate", x, y: y + 9, "text-anchor": "middle", "font-size": 26 }, text);

/** @param {string} text @param {number} x @param {number} y */
const insideLabel = (text, x, y) =>
  s("text", { class: "coordinate inside", x, y: y + 7, "text-anchor": "middle", "font-size": 24 }, text);

/**
 * A quiet wooden frame with an inlaid line and small diamonds.
 * @param {Box} box
 * @param {DrawingOptions} options
 * @param {boolean} closed whether there is wood on all four sides
 */
export function frame(box, options, closed) {
  const { x, y, w, h } = box;
  /** @type {SVGElement[]} */
  const parts = [
    s("rect", { x: x - 1, y: y + 4, width: w + 2, height: h, rx: 22, class: "frame-shadow" }),
    s("rect", { x, y, width: w, height: h, rx: 20, fill: `url(#${options.id}-wood)` }),
  ];
  if (options.mini) return parts;
  parts.push(s("path", { d: grain(box), class: "grain" }));
  const line = 9;
  parts.push(
    s("rect", { x: x + 2, y: y + 2, width: w - 4, height: h - 4, rx: 18, class: "bevel" }),
    s("rect", { x: x + line, y: y + line, width: w - 2 * line, height: h - 2 * line, rx: 12, class: "inlay" }));
  const diamond = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ r) =>
    s("path", { d: `M${cx} ${cy - r}L${cx + r} ${cy} ${cx} ${cy + r} ${cx - r} ${cy}z`, class: "diamond" });
  const [left, right, top, bottom] = [x + line, x + w - line, y + line, y + h - line];
  const [cx, cy] = [x + w / 2, y + h / 2];
  parts.push(diamond(cx, bottom, 7), diamond(left, cy, 7), diamond(right, cy, 7));
  if (closed) parts.push(diamond(cx, top, 7));
  return parts;
}

/**
 * Lines of the grain, always the same.
 * @param {Box} box
 */
function grain({ x, y, w, h }) {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  let d = "";
  for (let line = y + 14; line < y + h - 8; line += 9 + random() * 16) {
    const bend = () => Math.round((random() - 0.5) * 14);
    d += `M${x + 4} ${Math.round(line)}`
      + `c${Math.round(w * 0.3)} ${bend()} ${Math.round(w * 0.6)} ${bend()} ${w - 8} ${bend()}`;
  }
  return d;
}
