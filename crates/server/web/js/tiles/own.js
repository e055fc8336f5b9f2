// @ts-check
// The tiles that the player has drawn: kept by the server, and the same in every tab.
/** @import { OwnTile, Tile, TileAnswer, TileReport } from "../net/types.js" */

import { ask, send } from "../net/api.js";

/** @typedef {"text" | "json" | "original"} TileForm */

/** Says that the tiles have changed to the other tabs. */
const TILES_CHANNEL = "damier-tiles";

/** @param {string} name */
const path = (name) => `/api/tiles/${encodeURIComponent(name)}`;

/** @returns {Promise<OwnTile[]>} */
export const ownTiles = () => ask("/api/tiles");

/**
 * Makes a tile, or changes or renames the one that was there before.
 * @param {Tile} tile
 * @param {Tile | null} before as it is known here
 * @returns {Promise<OwnTile>}
 */
export async function saveTile({ name, rows }, before) {
  const known = before && { name: before.name, rows: before.rows };
  const kept = await send(path(name), { rows, before: known }, "PUT");
  tell();
  return kept;
}

/** @param {Tile} tile */
export async function removeTile({ name, rows }) {
  await ask(`${path(name)}?${new URLSearchParams({ rows })}`, { method: "DELETE" });
  tell();
}

/** @type {(game: string, rows: string) => Promise<TileAnswer>} */
export const checkTile = (game, rows) => send("/api/tile-check", { game, rows });

/**
 * Takes in the tiles of a file.
 * @param {string} game
 * @param {string} text
 * @returns {Promise<TileReport>}
 */
export async function importTiles(game, text) {
  const query = new URLSearchParams({ game });
  const report = await ask(`/api/tile-file?${query}`, {
    method: "POST", headers: { "content-type": "text/plain" }, body: text,
  });
  tell();
  return report;
}

/**
 * Where the tiles are as a file.
 * @param {string} game
 * @param {TileForm} form
 * @param {string} [name] of one alone
 */
export const tileFile = (game, form, name) =>
  `/api/tile-file?${new URLSearchParams({ game, form, ...(name === undefined ? {} : { name }) })}`;

function tell() {
  const channel = new BroadcastChannel(TILES_CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/**
 * Calls back when the tiles may have changed elsewhere: in another tab, or in the terminal while the
 * player was away. The answer ends that.
 * @param {() => void} listener
 */
export function watchTiles(listener) {
  const channel = new BroadcastChannel(TILES_CHANNEL);
  channel.onmessage = listener;
  const back = () => {
    if (document.visibilityState === "visible") listener();
  };
  document.addEventListener("visibilitychange", back);
  return () => {
    channel.close();
    document.removeEventListener("visibilitychange", back);
  };
}
