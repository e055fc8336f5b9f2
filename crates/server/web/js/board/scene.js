// @ts-check
// What stands still: the frame, the grounds, the labels.
/** @import { GameInfo } from "../types.js" */
/** @import { BoardState } from "./state.js" */

import { s } from "../dom.js";
import { say } from "../i18n.js";
import { darker, distinct, lighter, luminance } from "./palette.js";
import { glyph, piece, radial } from "./pieces.js";
import { isGap } from "./state.js";

/** The side of a cell in the drawing's own measure. */
export const UNIT = 100;

/**
 * @typedef {object} Look
 * @property {string} id the beginning of all ids in this drawing
 * @property {boolean} mini without labels and without detail
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

/**
 * @param {GameInfo} info
 * @param {BoardState} state
 * @param {Look} look
 * @returns {Scene}
 */
export function scene(info, state, look) {
  const { columns, rows, cells, shared } = state;
  const several = info.grounds.length > 1;
  const gaps = cells.some(isGap);
  const labelled = look.coordinates && !look.mini;
  const margin = look.mini ? 24 : gaps ? 26 : labelled ? 56 : 36;
  const lip = shared ? 22 : 0;
  const headroom = shared && look.headroom ? 104 : 0;
  const [width, height] = [columns * UNIT, rows * UNIT];
  const radius = shared ? 43 : several ? 35 : 40;
  const colourOf = (/** @type {string} */ colour) => (look.distinct ? distinct(colour) : colour);
  const grounds = info.grounds.map(({ colour }) => colourOf(colour));

  /** @param {number} cell */
  const at = (cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const across = state.flipped ? columns - 1 - column : column;
    const down = state.flipped && !shared ? rows - 1 - row : row;
    return { x: (across + 0.5) * UNIT, y: (down + 0.5) * UNIT };
  };
  /**
   * @param {number} x
   * @param {number} y
   */
  const cellAt = (x, y) => {
    const across = Math.floor(x / UNIT);
    const down = shared && y < 0 ? 0 : Math.floor(y / UNIT);
    if (across < 0 || across >= columns || down < 0 || down >= rows) return null;
    const column = state.flipped ? columns - 1 - across : across;
    const row = state.flipped && !shared ? rows - 1 - down : down;
    return row * columns + column;
  };

  const defs = s("defs", {},
    s("linearGradient", { id: `${look.id}-wood`, x1: 0, y1: 0, x2: 0.9, y2: 1 },
      s("stop", { offset: 0, class: "wood-light" }),
      s("stop", { offset: 0.55, class: "wood" }),
      s("stop", { offset: 1, class: "wood-dark" })));
  info.pieces.forEach((style, index) =>
    defs.append(...piece(`${look.id}-p${index}`, index, colourOf(style.colour), radius, several)));

  const back = s("g", { "aria-hidden": "true", class: "back" });
  const front = s("g", { "aria-hidden": "true", class: "front" });
  const box = { x: -margin, y: shared ? -lip - 10 : -margin, w: width + 2 * margin, h: 0 };
  box.h = height + margin + (shared ? lip + 10 : margin);
  const bottom = labelled && shared ? 14 : 0;
  box.h += bottom;
  back.append(...frame(box, look, !shared));

  /** @type {SVGElement[]} */
  const signs = [];
  if (shared) plate();
  else if (several) tiles();
  else felt();
  if (labelled) back.append(...labels());

  const view = [box.x - 3, box.y - 3 - headroom, box.w + 6, box.h + 6 + headroom];
  return { defs, back, front, viewBox: view.join(" "), radius, signs, at, cellAt, top: -lip - 10 - 52 };

  /** An upright plate with holes, behind which pieces fall. */
  function plate() {
    const colour = grounds[0];
    const id = `${look.id}-plate`;
    defs.append(s("linearGradient", { id, x1: 0, y1: 0, x2: 0.25, y2: 1 },
      s("stop", { offset: 0, "stop-color": lighter(colour, 0.2) }),
      s("stop", { offset: 0.5, "stop-color": colour }),
      s("stop", { offset: 1, "stop-color": darker(colour, 0.28) })));
    back.append(s("rect", { x: -14, y: -lip, width: width + 28, height: height + lip + 14, rx: 18, fill: darker(colour, 0.72) }));
    let d = `M-14 ${-lip + 18}a18 18 0 0 1 18-18h${width - 8}a18 18 0 0 1 18 18v${height + lip - 22}a18 18 0 0 1-18 18h${8 - width}a18 18 0 0 1-18-18z`;
    const rims = s("g", { fill: "none" });
    for (let cell = 0; cell < cells.length; cell++) {
      if (isGap(cells[cell])) continue;
      const { x, y } = at(cell);
      d += `M${x - 40} ${y}a40 40 0 1 0 80 0a40 40 0 1 0-80 0z`;
      rims.append(
        s("circle", { cx: x, cy: y, r: 42, stroke: darker(colour, 0.3), "stroke-width": 5 }),
        s("path", { d: `M${x - 30} ${y + 31}A43 43 0 0 0 ${x + 39} ${y + 18}`, stroke: lighter(colour, 0.42), "stroke-width": 3, "stroke-linecap": "round", opacity: 0.75 }));
    }
    front.append(
      s("path", { d, fill: `url(#${id})`, "fill-rule": "evenodd" }),
      rims,
      s("path", { d: `M0 ${-lip + 5}h${width}`, stroke: lighter(colour, 0.55), "stroke-width": 3, "stroke-linecap": "round", opacity: 0.6 }));
  }

  /** Squares of different grounds, each with its sign. */
  function tiles() {
    grounds.forEach((colour, index) => defs.append(
      s("linearGradient", { id: `${look.id}-g${index}`, x1: 0, y1: 0, x2: 0.7, y2: 1 },
        s("stop", { offset: 0, "stop-color": lighter(colour, 0.16) }),
        s("stop", { offset: 1, "stop-color": darker(colour, 0.08) }))));
    const inset = s("g", { class: "inset" });
    const squares = s("g");
    back.append(inset, squares);
    for (let cell = 0; cell < cells.length; cell++) {
      const { ground } = cells[cell];
      const { x, y } = at(cell);
      if (isGap(cells[cell])) {
        signs.push(s("g"));
        continue;
      }
      const lone = isLone(cell);
      if (lone) well(squares, x, y);
      else inset.append(s("rect", { x: x - 57, y: y - 57, width: 114, height: 114, rx: 12 }));
      if (ground === null) {
        squares.append(s("rect", { x: x - 48, y: y - 48, width: 96, height: 96, rx: 6, class: "blank" }));
        signs.push(s("g"));
        continue;
      }
      const [style, colour] = [info.grounds[ground], grounds[ground]];
      const ink = darker(colour, luminance(colour) > 0.3 ? 0.62 : 0.7);
      if (!lone) {
        squares.append(
          s("rect", { x: x - 48.5, y: y - 48.5, width: 97, height: 97, rx: 6, fill: `url(#${look.id}-g${ground})` }),
          s("path", { d: `M${x - 44} ${y + 46}V${y - 40}q0-5 5-5H${x + 44}`, fill: "none", stroke: lighter(colour, 0.5), "stroke-width": 2.5, opacity: 0.6 }));
      }
      squares.append(glyph(style, { x, y, size: lone ? 50 : 60, colour: lone ? "#f4dfb8" : ink, opacity: lone ? 0.42 : 0.34, class: "" }));
      const sign = lone ? s("g") : glyph(style, { x: x + 36, y: y + 36, size: 25, colour: ink, opacity: 0.95, class: "sign" });
      squares.append(sign);
      signs.push(sign);
    }
  }

  /** @param {number} cell whether it has no neighbour: a place beside the board */
  function isLone(cell) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const near = [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([dx, dy]) => {
      const [c, r] = [column + dx, row + dy];
      return c >= 0 && r >= 0 && c < columns && r < rows ? cells[r * columns + c] : null;
    });
    return near.every((cell) => cell === null || isGap(cell));
  }

  /**
   * A round hollow in the wood.
   * @param {SVGElement} into
   * @param {number} x
   * @param {number} y
   */
  function well(into, x, y) {
    into.append(
      s("circle", { cx: x, cy: y, r: 47, class: "well-rim" }),
      s("circle", { cx: x, cy: y, r: 43, fill: `url(#${look.id}-well)` }));
    if (!defs.querySelector(`#${look.id}-well`)) {
      defs.append(radial(`${look.id}-well`, [[0, "#4a2f1b"], [0.75, "#3a2413"], [1, "#25150a"]], { cx: 0.5, cy: 0.58, r: 0.55 }));
    }
  }

  /** One cloth with lines. */
  function felt() {
    const colour = grounds[0] ?? "#1f7a4d";
    const id = `${look.id}-felt`;
    defs.append(radial(id, [[0, lighter(colour, 0.12)], [0.6, colour], [1, darker(colour, 0.24)]], { cx: 0.42, cy: 0.36, r: 0.85 }));
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
  }

  /** Names of files and ranks, beside the outermost squares. */
  function labels() {
    const found = [];
    for (let column = 0; column < columns; column++) {
      const text = info.files[column];
      if (!text) continue;
      const cell = outermost((i) => i * columns + column, rows);
      if (cell !== null) found.push(label(text, at(cell).x, at(cell).y + (shared ? 87 : gaps ? 78 : 80), "middle"));
    }
    for (let row = 0; row < rows; row++) {
      const text = info.ranks[row];
      if (!text) continue;
      const line = (/** @type {number} */ i) => row * columns + i;
      const cell = state.flipped ? outermost(line, columns) : first(line, columns);
      if (cell !== null) found.push(label(text, at(cell).x - (gaps ? 78 : 79), at(cell).y, "middle"));
    }
    return found;
  }

  /**
   * @param {(i: number) => number} line
   * @param {number} length
   */
  function first(line, length) {
    for (let i = 0; i < length; i++) if (!isGap(cells[line(i)]) && !isLone(line(i))) return line(i);
    return null;
  }

  /**
   * The last square of a line as it is seen, at the lower or the left end.
   * @param {(i: number) => number} line
   * @param {number} length
   */
  function outermost(line, length) {
    const turned = state.flipped && !shared;
    const ranks = line(1) - line(0) === 1;
    return turned && !ranks ? first(line, length) : first((i) => line(length - 1 - i), length);
  }
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {string} anchor
 */
const label = (text, x, y, anchor) =>
  s("text", { class: "coordinate", x, y: y + 9, "text-anchor": anchor, "font-size": 26 }, text);

/**
 * A quiet wooden frame with an inlaid line and small diamonds.
 * @param {{ x: number, y: number, w: number, h: number }} box
 * @param {Look} look
 * @param {boolean} closed whether there is wood on all four sides
 */
function frame(box, look, closed) {
  const { x, y, w, h } = box;
  /** @type {SVGElement[]} */
  const parts = [
    s("rect", { x: x - 1, y: y + 4, width: w + 2, height: h, rx: 22, class: "frame-shadow" }),
    s("rect", { x, y, width: w, height: h, rx: 20, fill: `url(#${look.id}-wood)` }),
  ];
  if (look.mini) return parts;
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
 * Lines of wood, always the same.
 * @param {{ x: number, y: number, w: number, h: number }} box
 */
function grain({ x, y, w, h }) {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  let d = "";
  for (let line = y + 14; line < y + h - 8; line += 9 + random() * 16) {
    const bend = () => Math.round((random() - 0.5) * 14);
    d += `M${x + 4} ${Math.round(line)}c${Math.round(w * 0.3)} ${bend()} ${Math.round(w * 0.6)} ${bend()} ${w - 8} ${bend()}`;
  }
  return d;
}

/**
 * A piece alone, for lists and panels.
 * @param {GameInfo} info
 * @param {number} index
 * @param {Look} look
 */
export function pieceIcon(info, index, look) {
  const style = info.pieces[index];
  const colour = look.distinct ? distinct(style.colour) : style.colour;
  return s("svg", { class: "piece-icon", viewBox: "-50 -50 100 104", role: "img", "aria-label": say(style.label) },
    s("defs", {}, ...piece(look.id, index, colour, 44, info.grounds.length > 1 || luminance(colour) < 0.03)),
    s("use", { href: `#${look.id}` }));
}

