// @ts-check
// The numbers of moves: in pairs, the same in every list and sentence.

/**
 * The number of an entry: `3.` for the first of its pair, `3…` for the second. A swap stands with the first
 * pair and is not counted.
 * @param {string[]} moves the entries of a game
 * @param {number} index
 */
export function moveNumber(moves, index) {
  const { pair, second } = numbered(moves, index);
  return `${pair}${second ? "…" : "."}`;
}

/**
 * @param {string[]} moves
 * @param {number} index
 * @returns {{ pair: number, second: boolean, opens: boolean }} `opens` if a pair begins with it
 */
export function numbered(moves, index) {
  const swaps = moves[1] === "swap" ? 1 : 0;
  const ply = index - (index > 1 ? swaps : 0);
  return { pair: Math.floor(ply / 2) + 1, second: ply % 2 === 1, opens: ply % 2 === 0 };
}
