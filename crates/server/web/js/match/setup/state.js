// @ts-check
// What is chosen before a game, at one moment: plain data, no element.
/** @import { GameInfo, Setup, SetupChoices, TimeControl } from "../../net/types.js" */

import { opponents } from "../../app/names.js";
import { setupOf } from "./newmatch.js";

/**
 * @typedef {object} SetupState
 * @property {GameInfo} info
 * @property {SetupChoices} choices
 * @property {number} seed what a random board is drawn from
 */

/** @type {TimeControl[]} */
export const CLOCKS = [
  { kind: "none" },
  { kind: "game", total: 60_000, increment: 0 },
  { kind: "game", total: 180_000, increment: 2000 },
  { kind: "game", total: 300_000, increment: 0 },
  { kind: "game", total: 600_000, increment: 5000 },
  { kind: "move", limit: 30_000 },
];

/** The clock with which one of one's own begins. */
export const CUSTOM_CLOCK = { kind: /** @type {const} */ ("game"), total: 900_000, increment: 10_000 };

/** @param {TimeControl} clock */
export const clockKey = (clock) => JSON.stringify(clock);

/** @param {SetupState} state */
export const hasCustomClock = ({ choices }) => !CLOCKS.some((clock) => clockKey(clock) === clockKey(choices.clock));

/**
 * How the board is chosen: two halves are laid only with somebody elsewhere.
 * @param {SetupState} state
 * @returns {SetupChoices["board"]}
 */
export const boardMode = ({ choices: { board, mode } }) => (board === "halves" && mode !== "online" ? "random" : board);

/**
 * Whether every place has a tile, where tiles are chosen.
 * @param {SetupState} state
 */
export const isComplete = ({ info, choices }) =>
  info.tiles.length === 0 || choices.board !== "tiles" || !choices.places.includes("-");

/**
 * The set-up as the server takes it.
 * @param {SetupState} state
 * @returns {Setup}
 */
export const chosenSetup = ({ info, choices, seed }) => setupOf(info, choices, seed);

/**
 * Stands for the fields of the form: it is drawn anew when they are others.
 * @param {SetupState} state
 */
export function formKey(state) {
  const { info, choices } = state;
  const levels = opponents(info).length > info.levels.length ? [choices.level, choices.level2] : [];
  return JSON.stringify([choices.mode, levels, hasCustomClock(state), choices.rules, choices.board]);
}

/**
 * The choices of a link: `?opponent=two&level=easy&starts=other&rules=…&board=…&swap=1`.
 * @param {GameInfo} info
 * @param {SetupChoices} choices
 * @param {URLSearchParams} query
 * @returns {SetupChoices}
 */
export function fromLink(info, choices, query) {
  const found = { ...choices };
  const one = (/** @type {string} */ name, /** @type {readonly string[]} */ among) => {
    const value = query.get(name);
    return value !== null && among.includes(value) ? value : null;
  };
  found.mode = /** @type {SetupChoices["mode"]} */ (one("opponent", ["computer", "two", "watch", "online"])
    ?? found.mode);
  found.level = one("level", opponents(info).map(({ id }) => id)) ?? found.level;
  found.starts = /** @type {SetupChoices["starts"]} */ (one("starts", ["me", "other", "random"]) ?? found.starts);
  found.rules = one("rules", info.rule_sets.map(({ id }) => id)) ?? found.rules;
  if (query.has("swap")) found.swap = query.get("swap") === "1";
  if (query.has("seed")) found.board = "random";
  const places = query.get("board")?.trim().split(/\s+/);
  if (places?.length === found.places.length) Object.assign(found, { board: "tiles", places });
  return found;
}
