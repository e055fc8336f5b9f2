// @ts-check
// What is said of puzzles.
/** @import { HintStep, PuzzleGoalInfo, PuzzleHint, PuzzleState, PuzzleSummary, Seat } from "../../net/types.js" */
/** @import { GameInfo, ThemeName } from "../../net/types.js" */
/** @import { TrainerState } from "./state.js" */

import { words as worthWords } from "../../analysis/values.js";
import { count, has, language, say, t } from "../../app/i18n.js";
import { opponentName, seatName } from "../../app/names.js";
import { sentences } from "../../app/notice.js";

/**
 * What the solver is to reach.
 * @param {GameInfo} info
 * @param {PuzzleGoalInfo} goal
 * @param {Seat} turn
 */
export function goalWords(info, goal, turn) {
  const seat = seatName(info, turn);
  switch (goal.type) {
    case "win-within":
      return count("puzzles-goal-within", goal.moves, { seat });
    case "draw":
      return t("puzzles-goal-draw", { seat });
    case "margin":
      if (goal.margin === 0) return t("puzzles-goal-draw", { seat });
      return t(goal.margin > 0 ? "puzzles-goal-ahead" : "puzzles-goal-behind", { seat, margin: Math.abs(goal.margin) });
    default:
      return t("puzzles-goal-win", { seat });
  }
}

/**
 * What a wrong move does not reach any more.
 * @param {PuzzleGoalInfo} goal
 */
const lostWords = (goal) =>
  t(goal.type === "draw" ? "puzzles-lost-draw" : goal.type === "margin" ? "puzzles-lost-margin" : "puzzles-lost-win");

/**
 * A move as it is read.
 * @param {string} notation
 */
export const moveName = (notation) => (has(`entry-${notation}`) ? t(`entry-${notation}`) : notation);

/**
 * Why a move is wrong: that it is, what follows, and the reasons.
 * @param {TrainerState} state
 */
export function refutationWords({ puzzle, tried, refutation }) {
  if (!refutation) return "";
  const { moves, worth, chance, reasons } = refutation;
  const said = [t("puzzles-wrong", { move: moveName(tried ?? "") }), lostWords(puzzle.goal)];
  // A reason may tell the same moves.
  const line = moves.map(moveName).join(" ");
  if (moves.length > 0 && !reasons.some((reason) => say(reason).includes(line))) {
    said.push(t("puzzles-refuted", { moves: line }));
  }
  if (reasons.length > 0) said.push(...reasons.map((reason) => say(reason)));
  else if (worth && worth.kind !== "estimate") said.push(t("puzzles-worth", { value: worthWords(worth, chance ?? 0) }));
  return sentences(said);
}

/**
 * That the puzzle counts as failed. One that was solved at once before does not, and one that is new does not yet.
 * @param {TrainerState} state
 */
export const failedWords = ({ puzzle }) => (puzzle.state === "failed" ? t("puzzles-counts-failed") : "");

const STATES = {
  new: "puzzles-state-new", failed: "puzzles-state-failed", solved: "puzzles-state-solved", won: "puzzles-state-won",
};
const HINTS = { theme: "puzzles-hint-theme", square: "puzzles-hint-square", move: "puzzles-hint-move" };
const QUESTIONS = { theme: "puzzles-ask-theme", square: "puzzles-ask-square", move: "puzzles-ask-move" };

/** @param {PuzzleState} state */
export const stateWords = (state) => t(STATES[state]);

/**
 * What a hint says.
 * @param {HintStep} step
 * @param {PuzzleHint} hint
 */
export const hintWords = (step, { themes }) =>
  t(step === "theme" && themes.length === 0 ? "puzzles-hint-no-theme" : HINTS[step], { themes: themeWords(themes) });

/**
 * How the next hint is asked for.
 * @param {HintStep | null} step
 */
export const askWords = (step) => t(step === null ? "puzzles-hint-none" : QUESTIONS[step]);

/**
 * The difficulty, by the level of play that solves it.
 * @param {GameInfo} info
 * @param {number} grade from 1
 */
export function gradeWords(info, grade) {
  const level = info.levels[grade - 1];
  return level ? opponentName(info, level.id) : String(grade);
}

/**
 * What is said after a right move: the opponent's reply is seen, but for a pass.
 * @param {TrainerState} state
 */
export const goOnWords = ({ position }) => t(position.last?.steps.length === 0 ? "puzzles-passes" : "puzzles-goes-on");

/** @param {ThemeName[]} themes */
export const themeWords = (themes) => themes.map(({ title }) => say(title)).join(", ");

/** @param {PuzzleSummary} summary */
export function ratingWords({ rating, change }) {
  if (!rating) return "";
  const points = t("puzzles-rating-now", { rating: rating.rating, error: rating.error });
  if (change === null || change === undefined) return sentences([points, t("puzzles-rating-once")]);
  const sign = change < 0 ? "−" : "+";
  return t("puzzles-rating-change", {
    rating: rating.rating, error: rating.error, change: `${sign}${Math.abs(change)}`,
  });
}

/**
 * A day as it is said.
 * @param {string} date `2026-11-16`
 */
export const dateWords = (date) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString(language(), {
    timeZone: "UTC", weekday: "long", day: "numeric", month: "long",
  });
