// @ts-check
// The shape of a game: how the expected score went, as a line, and the mistakes on it as signs.

/** @import { ReviewedMove } from "../net/types.js" */

/** The drawing's own measure. */
export const WIDTH = 600;
export const HEIGHT = 120;
/** Room at the edges for the signs of mistakes, also where the drawing is narrow. */
const EDGE = 14;

/** @typedef {"inaccuracy" | "mistake" | "blunder"} Blame */

/** The grades that are marked, each by a shape of its own. */
export const BLAMED = /** @type {const} */ (["inaccuracy", "mistake", "blunder"]);

/**
 * Whether a move is worth a word of blame.
 * @param {string} grade
 * @returns {grade is Blame}
 */
export const isBlame = (grade) => BLAMED.includes(/** @type {Blame} */ (grade));

/**
 * Where the position after so many moves lies across.
 * @param {number} entries
 * @param {number} all
 */
export const across = (entries, all) => (all === 0 ? WIDTH / 2 : EDGE + (entries / all) * (WIDTH - 2 * EDGE));

/**
 * How high an expected score of First lies: the top is a win.
 * @param {number} chance
 */
const down = (chance) => EDGE + (1 - chance) * (HEIGHT - 2 * EDGE);

/**
 * @typedef {object} Point
 * @property {number} entries after so many moves
 * @property {number} chance of First
 * @property {boolean} exact
 * @property {number} x
 * @property {number} y
 */

/**
 * The points of a game that are known: after each move that was judged, and before the first of those.
 * @param {(ReviewedMove | undefined)[]} moves
 * @returns {Point[]}
 */
export function points(moves) {
  /** @type {Point[]} */
  const found = [];
  const add = (/** @type {number} */ entries, /** @type {number} */ chance, /** @type {boolean} */ exact) =>
    found.push({ entries, chance, exact, x: across(entries, moves.length), y: down(chance) });
  moves.forEach((move, index) => {
    if (!move) return;
    if (!moves[index - 1]) add(index, move.before, move.best.worth.kind !== "estimate");
    add(index + 1, move.after, move.played.worth.kind !== "estimate");
  });
  return found;
}

/**
 * The line through points, in pieces: proved ones and estimated ones look different.
 * @param {Point[]} line
 * @returns {{ exact: boolean, d: string }[]}
 */
export function strokes(line) {
  /** @type {{ exact: boolean, d: string }[]} */
  const found = [];
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]];
    const last = found.at(-1);
    if (last && last.exact === b.exact) last.d += `L${round(b.x)} ${round(b.y)}`;
    else found.push({ exact: b.exact, d: `M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}` });
  }
  return found;
}

/**
 * The area between the line and the lower edge.
 * @param {Point[]} line
 */
export function area(line) {
  if (line.length < 2) return "";
  const along = line.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L");
  return `M${round(line[0].x)} ${HEIGHT}L${along}L${round(line[line.length - 1].x)} ${HEIGHT}Z`;
}

/** @param {number} number */
const round = (number) => Math.round(number * 10) / 10;

/**
 * The sign of a mistake around a point: a triangle, a square or a cross, the worse the larger.
 * @param {Blame} grade
 * @param {number} x
 * @param {number} y
 */
export function sign(grade, x, y) {
  switch (grade) {
    case "inaccuracy":
      return `M${x} ${y - 6}l6 10.5h-12Z`;
    case "mistake":
      return `M${x - 6} ${y - 6}h12v12h-12Z`;
    default:
      return `M${x - 7} ${y - 3}l4-4 3 3 3-3 4 4-3 3 3 3-4 4-3-3-3 3-4-4 3-3Z`;
  }
}

/**
 * The position that a place in the drawing is nearest to.
 * @param {number} x from 0 to 1
 * @param {number} all
 */
export function entriesAt(x, all) {
  const share = (x * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
  return Math.min(all, Math.max(0, Math.round(share * all)));
}
