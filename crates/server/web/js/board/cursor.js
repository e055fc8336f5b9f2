// @ts-check
// The tab stop of a board, and where the arrow keys take it.
/** @import { BoardState } from "./state.js" */

/** @typedef {{ dx: number, dy: number }} Way */

/** @type {{ [key: string]: Way }} */
const ARROWS = {
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowRight: { dx: 1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
  ArrowDown: { dx: 0, dy: 1 },
};

/**
 * Moves the tab stop as seen on the screen. An arrow leads to the nearest cell that lies more that way
 * than aside; gaps are skipped. Where there is none it leads to a cell that cannot be reached otherwise,
 * so that the arrows lead everywhere.
 * @param {BoardState} state
 * @param {string} key
 * @returns {BoardState | null} null if the key does not move it
 */
export function moveCursor(state, key) {
  const { columns, cursor } = state;
  const open = state.cells.flatMap(({ spot }, cell) => (spot === null ? [] : [cell]));
  if (key === "Home" || key === "End") {
    const row = open.filter((cell) => Math.floor(cell / columns) === Math.floor(cursor / columns));
    const found = (key === "Home") !== state.flipped ? row[0] : row.at(-1);
    return found === undefined ? null : { ...state, cursor: found };
  }
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const way = {
    dx: state.flipped ? -arrow.dx : arrow.dx,
    dy: state.flipped && !state.falling ? -arrow.dy : arrow.dy,
  };
  /** @type {(from: number, way: Way) => number | null} */
  const ahead = (from, way) => nearest(columns, from, way, open, ({ along, aside }) => along > 0 && aside <= along);
  const found = ahead(cursor, way) ?? nearest(columns, cursor, way, cutOff(cursor, open, ahead), () => true);
  return { ...state, cursor: found ?? cursor };
}

/**
 * The cells to which no arrows lead, however often they are pressed.
 * @param {number} cursor
 * @param {number[]} open
 * @param {(from: number, way: Way) => number | null} ahead
 */
function cutOff(cursor, open, ahead) {
  const seen = new Set([cursor]);
  for (const cell of seen) {
    for (const way of Object.values(ARROWS)) {
      const next = ahead(cell, way);
      if (next !== null) seen.add(next);
    }
  }
  return open.filter((cell) => !seen.has(cell));
}

/**
 * The nearest of some cells that way; a step aside counts as two.
 * @param {number} columns
 * @param {number} from
 * @param {Way} way
 * @param {number[]} cells
 * @param {(seen: { along: number, aside: number }) => boolean} fits
 */
function nearest(columns, from, { dx, dy }, cells, fits) {
  let [best, least] = [/** @type {number | null} */ (null), Infinity];
  for (const cell of cells) {
    const across = (cell % columns) - (from % columns);
    const down = Math.floor(cell / columns) - Math.floor(from / columns);
    const [along, aside] = [across * dx + down * dy, Math.abs(across * dy) + Math.abs(down * dx)];
    const far = Math.abs(along) + 2 * aside;
    if (far < least && fits({ along, aside })) [best, least] = [cell, far];
  }
  return best;
}
