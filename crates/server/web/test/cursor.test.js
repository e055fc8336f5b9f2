import assert from "node:assert/strict";
import { test } from "node:test";

import { moveCursor } from "../js/board/cursor.js";
import { fromView } from "../js/board/state.js";
import { view } from "./boards.js";

const board = (options, how = {}) =>
  fromView(view(options), { falling: options?.falling ?? false, playable: true, flipped: false, ...how }, null);
const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

/** A board with gaps: a row of text each, `#` for a cell. */
function plan(...rows) {
  const columns = rows[0].length;
  const state = board({ columns, pieces: Array(rows.length * columns).fill(null) });
  const cells = state.cells.map((cell, i) => (rows.join("")[i] === "#" ? cell : { ...cell, spot: null, ground: null }));
  return { ...state, cells };
}

/** The cells that the arrows lead to. */
function reached(state, cursor) {
  const seen = new Set([cursor]);
  for (const cell of seen) for (const key of ARROWS) seen.add(moveCursor({ ...state, cursor: cell }, key)?.cursor);
  return seen.size;
}

test("arrows move the tab stop over gaps and stop at the edge", () => {
  const state = board({});
  assert.equal(moveCursor({ ...state, cursor: 4 }, "ArrowRight")?.cursor, 5);
  assert.equal(moveCursor({ ...state, cursor: 5 }, "ArrowRight")?.cursor, 5);
  assert.equal(moveCursor({ ...state, cursor: 4 }, "ArrowUp")?.cursor, 1);
  const cells = state.cells.map((cell, i) => (i === 1 ? { ...cell, spot: null, ground: null } : cell));
  assert.equal(moveCursor({ ...state, cells, cursor: 0 }, "ArrowRight")?.cursor, 2);
  assert.equal(moveCursor({ ...state, cursor: 4 }, "x"), null);
  assert.equal(moveCursor({ ...state, cursor: 4 }, "Home")?.cursor, 3);
});

test("arrows go the way they point on a flipped board too", () => {
  const state = { ...board({}, { flipped: true }), cursor: 4 };
  assert.equal(moveCursor(state, "ArrowRight")?.cursor, 3);
  assert.equal(moveCursor(state, "ArrowUp")?.cursor, 7);
  const falling = { ...board({ falling: true }, { flipped: true }), cursor: 4 };
  assert.equal(moveCursor(falling, "ArrowUp")?.cursor, 1);
});

test("places beside the board are reached from its corners, and left for them", () => {
  const state = plan("#....#", ".####.", ".####.", "#....#");
  const goes = (cursor, key) => moveCursor({ ...state, cursor }, key)?.cursor;
  assert.equal(goes(7, "ArrowLeft"), 0);
  assert.equal(goes(7, "ArrowUp"), 0);
  assert.equal(goes(0, "ArrowRight"), 7);
  assert.equal(goes(0, "ArrowDown"), 7);
  assert.equal(goes(8, "ArrowUp"), 8);
  assert.equal(goes(16, "ArrowDown"), 23);
  assert.equal(goes(23, "ArrowLeft"), 16);
});

test("whatever the gaps, the arrows lead from every cell to every other", () => {
  for (let mask = 1; mask < 2 ** 12; mask++) {
    const text = mask.toString(2).padStart(12, ".").replaceAll("1", "#").replaceAll("0", ".");
    const state = plan(text.slice(0, 4), text.slice(4, 8), text.slice(8));
    const open = [...text].flatMap((sign, i) => (sign === "#" ? [i] : []));
    for (const cell of open) assert.equal(reached(state, cell), open.length, `${text} from ${cell}`);
  }
});
