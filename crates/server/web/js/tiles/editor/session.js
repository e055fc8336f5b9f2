// @ts-check
// A tile that is being drawn, and what is stored of it: plain data, no element.
/** @import { GameInfo, OwnTile, Tile } from "../../net/types.js" */
/** @import { Drawing } from "./state.js" */
/** @import { TileKind } from "../kinds.js" */

import { fits, freeName } from "../kinds.js";
import * as editor from "./state.js";

/**
 * @typedef {object} EditSession
 * @property {TileKind} kind
 * @property {GameInfo | undefined} game whose set-up the player came from
 * @property {Tile | null} stored the tile that is changed, as it is stored
 * @property {Tile | null} model what the drawing begins with
 * @property {string} suggested a name for it
 * @property {string} name as it is typed
 * @property {Drawing} drawing
 * @property {boolean} restored whether it was found again as it was left
 */

/**
 * The tile that a new one begins with: an own or a built-in one of that name.
 * @param {TileKind[]} kinds
 * @param {OwnTile[]} own
 * @param {string | null} name
 * @returns {(Tile & { games?: string[] }) | null}
 */
export function modelTile(kinds, own, name) {
  const builtIn = kinds.flatMap(({ sets, games }) =>
    sets.flatMap(({ tiles }) => tiles.map((tile) => ({ ...tile, games: games.map(({ id }) => id) }))));
  return [...own, ...builtIn].find((tile) => tile.name === name) ?? null;
}

/**
 * @param {Pick<EditSession, "kind" | "game" | "stored" | "model">} about
 * @param {OwnTile[]} own
 * @param {ReturnType<typeof editor.thaw>} draft the drawing as it was left, if it was
 * @param {string} newName the name of a tile that has no model
 * @returns {EditSession}
 */
export function beginSession({ kind, game, stored, model }, own, draft, newName) {
  const taken = [...own, ...kind.sets.flatMap(({ tiles }) => tiles)];
  const suggested = stored ? stored.name : freeName(model ? model.name : newName, taken);
  const about = { kind, game, stored, model, suggested };
  return {
    ...about, name: draft?.name ?? suggested, drawing: draft?.drawing ?? freshDrawing(about), restored: Boolean(draft),
  };
}

/**
 * The drawing without the player's changes.
 * @param {Pick<EditSession, "kind" | "model">} session
 */
const freshDrawing = ({ kind, model }) =>
  editor.begin(kind.size, kind.letters[0], model && fits(kind, model.rows) ? model.rows : undefined);

/** @param {EditSession} session @returns {EditSession} */
export const startAfresh = (session) =>
  ({ ...session, name: session.suggested, drawing: freshDrawing(session), restored: false });

/**
 * The draft to keep in the browser; null if it says nothing that is not stored.
 * @param {EditSession} session
 */
export function draftText(session) {
  const { kind, stored, suggested, drawing, name } = session;
  const saved = stored && fits(kind, stored.rows) ? editor.begin(kind.size, "", stored.rows) : freshDrawing(session);
  const same = editor.rowsOf(drawing) === editor.rowsOf(saved) && name === (stored?.name ?? suggested);
  return same ? null : editor.freeze(drawing, name);
}

/**
 * The tile as it would be saved.
 * @param {EditSession} session
 * @returns {Tile}
 */
export const tileOf = ({ name, drawing }) => ({ name: name.trim(), rows: editor.rowsOf(drawing) });
