// Boards to test with: three by three squares on which a piece is placed or moved, and one where
// pieces fall.

/** @param {(number | null)[]} pieces */
const cells = (pieces, spot = (cell) => cell) =>
  pieces.map((piece, cell) => ({ spot: spot(cell), ground: 0, piece, label: `c${cell}` }));

export function view({ columns = 3, pieces = Array(9).fill(null), choices = [], falling = false, last = null } = {}) {
  return {
    board: { columns, cells: cells(pieces, falling ? (cell) => cell % columns : undefined), tallies: [] },
    turn: "first",
    outcome: null,
    last,
    marks: { winning: [], forbidden: [] },
    choices,
  };
}

export const choice = (notation, steps, changes = []) => ({ notation, steps, changes });

export const place = (cell, piece = 0) => choice(`p${cell}`, [cell], [{ cell, from: null, piece }]);

export const slide = (from, cell, piece = 0) => choice(`${from}-${cell}`, [from, cell], [{ cell, from, piece }]);
