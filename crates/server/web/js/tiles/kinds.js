// @ts-check
// What the catalogue says of tiles: which games share them, and what they are drawn with.
/** @import { GameInfo, Style, Tile, TileSetInfo } from "../net/types.js" */

/**
 * Tiles that some games are played with.
 * @typedef {object} TileKind
 * @property {GameInfo[]} games
 * @property {TileSetInfo[]} sets those that are built in
 * @property {Style[]} palette what they are drawn with
 * @property {string[]} letters of the palette
 * @property {number} size squares of a row
 * @property {number[]} usual how many squares of each a built-in tile has
 */

/**
 * The kinds of tiles: games whose sets are the same share them.
 * @param {GameInfo[]} games
 * @returns {TileKind[]}
 */
export function tileKinds(games) {
  /** @type {Map<string, GameInfo[]>} */
  const shared = new Map();
  for (const game of games) {
    if (game.tiles.length === 0) continue;
    const key = JSON.stringify(game.tiles);
    shared.set(key, [...(shared.get(key) ?? []), game]);
  }
  return [...shared.values()].map(kind);
}

/** @param {GameInfo[]} games @returns {TileKind} */
function kind(games) {
  const { tiles: sets, grounds } = games[0];
  const [first] = sets.flatMap((set) => set.tiles);
  const all = sets.flatMap((set) => set.tiles).map(({ rows }) => rows).join("");
  const palette = grounds.filter(({ letter }) => all.includes(letter));
  return {
    games,
    sets,
    palette,
    letters: palette.map(({ letter }) => letter),
    size: first.rows.split("/").length,
    usual: palette.map(({ letter }) => first.rows.split(letter).length - 1),
  };
}

/**
 * The board of one tile alone, turned by a quarter from place to place, so that it is fair.
 * @param {string} rows
 */
export const roundBoard = (rows) => [rows, `${rows}+90`, `${rows}+270`, `${rows}+180`].join(" ");

/**
 * The path where a game is set up on such a board.
 * @param {GameInfo} game
 * @param {string} rows
 */
export const playPath = (game, rows) =>
  `/play/${game.id}?${new URLSearchParams({ board: roundBoard(rows), rules: game.rule_sets[0]?.id ?? "" })}`;

/**
 * A name that is not taken yet: the one wanted, or with a number behind it.
 * @param {string} wanted
 * @param {Tile[]} tiles
 */
export function freeName(wanted, tiles) {
  const taken = new Set(tiles.map(({ name }) => name.toLowerCase()));
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted.replace(/ \d+$/, "")} ${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

/**
 * Whether these are rows of a tile of that kind.
 * @param {TileKind} kind
 * @param {string} rows
 */
export function fits({ size, letters }, rows) {
  const lines = rows.split("/");
  return lines.length === size
    && lines.every((line) => line.length === size && [...line].every((letter) => letters.includes(letter)));
}
