// @ts-check
// The gallery of tiles at one moment, and how it changes: plain data, no element.
/** @import { GameInfo, OwnTile, Tile } from "../../net/types.js" */
/** @import { TileKind } from "../kinds.js" */

/**
 * @typedef {object} GalleryState
 * @property {TileKind[]} kinds
 * @property {GameInfo | undefined} game whose set-up the player came from
 * @property {OwnTile[]} own
 * @property {Tile | null} removed the tile that can be restored
 */

/**
 * The player's own tiles of a kind. One that no game takes any more stands with the first kind, to be
 * mended or deleted.
 * @param {GalleryState} state
 * @param {TileKind} kind
 */
export function ownOf({ kinds, own }, kind) {
  const ids = kind.games.map(({ id }) => id);
  return own.filter(({ games }) => games.some((id) => ids.includes(id)) || (games.length === 0 && kind === kinds[0]));
}

/**
 * The query that links carry on: the kind of tiles, where there are several, and the way back to a set-up.
 * @param {GalleryState} state
 * @param {TileKind} kind
 * @param {{ [name: string]: string }} [more]
 */
export function linkQuery({ kinds, game }, kind, more = {}) {
  const query = new URLSearchParams(more);
  if (kinds.length > 1) query.set("game", kind.games[0].id);
  if (game) query.set("for", game.id);
  return query.size > 0 ? `?${query}` : "";
}

/**
 * The own tiles were loaded; the same state if they are the same.
 * @param {GalleryState} state
 * @param {OwnTile[]} own
 * @returns {GalleryState}
 */
export const loaded = (state, own) => (JSON.stringify(own) === JSON.stringify(state.own) ? state : { ...state, own });

/**
 * A tile was removed; it can be restored until another one is.
 * @param {GalleryState} state
 * @param {Tile | null} removed
 * @returns {GalleryState}
 */
export const setRemoved = (state, removed) => ({ ...state, removed });
