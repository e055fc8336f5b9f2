// @ts-check
// From what was chosen to a match.
/** @import { GameInfo, MatchState, NewMatch, Setup, SetupChoices, Who } from "../../net/types.js" */

import { opponents } from "../../app/names.js";
import { lastSetup } from "../../app/settings.js";

/** How many tiles make a board. */
export const PLACES = 4;

/**
 * The seed of a random board: that of a fair one where such are known.
 * @param {GameInfo} info
 * @param {number} [dice] from 0 to 1
 */
export function randomSeed({ fair_seeds: fair }, dice = Math.random()) {
  return fair.length > 0 ? fair[Math.floor(dice * fair.length)] : Math.floor(dice * 1_000_000);
}

/**
 * What is chosen for a game at first: the choices of last time where they still exist.
 * @param {GameInfo} info
 * @returns {SetupChoices}
 */
export function initialChoices(info) {
  const known = opponents(info).map(({ id }) => id);
  const easy = info.levels[1]?.id ?? known[0] ?? "";
  /** @type {SetupChoices} */
  const usual = {
    mode: "computer",
    level: easy,
    level2: easy,
    starts: "me",
    clock: { kind: "none" },
    rules: info.rule_sets[0]?.id ?? "",
    swap: false,
    board: "random",
    places: Array(PLACES).fill("-"),
    listing: "public",
  };
  const last = { ...usual, ...lastSetup(info.id) };
  if (!known.includes(last.level)) last.level = usual.level;
  if (!known.includes(last.level2)) last.level2 = usual.level2;
  if (!info.rule_sets.some(({ id }) => id === last.rules)) last.rules = usual.rules;
  if (!Array.isArray(last.places) || last.places.length !== PLACES) last.places = usual.places;
  return last;
}

/**
 * The set-up that was chosen.
 * @param {GameInfo} info
 * @param {SetupChoices} choices
 * @param {number} seed
 * @returns {Setup}
 */
export function setupOf(info, choices, seed) {
  /** @type {Setup} */
  const setup = { rules: choices.rules };
  if (info.tiles.length === 0) return setup;
  if (choices.board === "tiles") setup.board = choices.places.join(" ");
  else if (choices.board === "halves" && choices.mode === "online") setup.board = Array(PLACES).fill("-").join(" ");
  else setup.board = `seed:${seed}`;
  return setup;
}

/** @param {GameInfo} info @param {SetupChoices} choices @param {Setup} setup @returns {NewMatch} */
export function matchOf(info, choices, setup) {
  /** @type {(opponent: string) => Who} */
  const computer = (opponent) => ({ type: "computer", opponent, seed: Math.floor(Math.random() * 2 ** 32) });
  /** @type {Who} */
  const human = { type: "human", name: "" };
  const starts = choices.starts === "random" ? (Math.random() < 0.5 ? "me" : "other") : choices.starts;
  const players = {
    computer: starts === "me"
      ? { first: human, second: computer(choices.level) }
      : { first: computer(choices.level), second: human },
    two: { first: human, second: human },
    watch: { first: computer(choices.level), second: computer(choices.level2) },
    // Opened as a table instead.
    online: { first: human, second: human },
  }[choices.mode];
  return { game: info.id, setup, swap: info.swap && choices.swap, players, time: choices.clock };
}

/**
 * A match of one's own from the position that is looked at, between the same players.
 * @param {MatchState} state
 * @returns {NewMatch}
 */
export function continuationOf({ game, record, players, clock }) {
  const who = (/** @type {"one" | "two"} */ player) => {
    const { who } = players.find((one) => one.player === player) ?? players[0];
    return who.type === "computer" ? { ...who, seed: Math.floor(Math.random() * 2 ** 32) } : { ...who, name: "" };
  };
  return { game, record, players: { first: who("one"), second: who("two") }, time: clock?.control ?? { kind: "none" } };
}

/**
 * The same players once more; on another board if boards are drawn.
 * @param {GameInfo} info
 * @param {MatchState} state
 * @param {string | null} [level] of the computer, if it is another one
 * @returns {NewMatch}
 */
export function rematchOf(info, state, level = null) {
  const [one, two] = state.players;
  const players = one.player === "one" ? { first: one.who, second: two.who } : { first: two.who, second: one.who };
  const fresh = (/** @type {Who} */ who) =>
    (who.type === "computer"
      ? { ...who, opponent: level ?? who.opponent, seed: Math.floor(Math.random() * 2 ** 32) }
      : who);
  const { start, swap } = state.record;
  const choices = initialChoices(info);
  const drawn = info.tiles.length > 0 && choices.board !== "tiles";
  return {
    game: info.id,
    ...(drawn
      ? { setup: setupOf(info, { ...choices, board: "random" }, randomSeed(info)) }
      : { record: { start, swap, moves: [] } }),
    swap,
    players: { first: fresh(players.first), second: fresh(players.second) },
    time: state.clock?.control ?? { kind: "none" },
  };
}
