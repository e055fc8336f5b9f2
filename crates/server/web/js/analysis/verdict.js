// @ts-check
// What may be said of the position that is shown, and what is hidden until the reader has answered.
/** @import { ReviewedMove } from "../net/types.js" */
/** @import { AnalysisScreen } from "../screens/analysis.js" */

import { say, t } from "../app/i18n.js";
import { mistakes } from "./puzzle.js";
import { certainty, forFirst, isProved, standing as standingWords } from "./values.js";

/**
 * Whether what the engine thinks of the position is hidden.
 * @param {AnalysisScreen} screen
 */
export const isHidden = (screen) =>
  screen.quiz.hides() || (screen.options.hide && screen.quiz.puzzle === null && mistakeHere(screen) !== null);

/**
 * Whether the verdicts on the whole game are hidden.
 * @param {AnalysisScreen} screen
 */
export const hidesGame = (screen) => screen.options.hide || screen.quiz.hides();

/**
 * The mistake that was made in the position that is shown.
 * @param {AnalysisScreen} screen
 * @returns {ReviewedMove | null}
 */
export function mistakeHere({ shown, reviewing }) {
  const { moves } = shown.record;
  if (!reviewing.covers(moves)) return null;
  return mistakes([reviewing.review?.moves[moves.length]])[0] ?? null;
}

/**
 * How the position stands, as far as that is known and may be said.
 * @param {AnalysisScreen} screen
 * @returns {{ first: number, exact: boolean, kind: string, words: string } | null} `exact` where the result is proved
 */
export function standing(screen) {
  const { info, shown, reviewing, engine } = screen;
  const { outcome, turn } = shown.view;
  if (outcome) {
    const first = outcome.winner === null ? 0.5 : outcome.winner === "first" ? 1 : 0;
    return { first, exact: true, kind: t("analysis-exact"), words: say(outcome.text) };
  }
  if (isHidden(screen)) return null;
  const best = engine.thought?.lines[0];
  if (best) {
    return {
      first: forFirst(best.chance, turn), exact: isProved(best.worth), kind: certainty(best.worth),
      words: standingWords(info, best, turn),
    };
  }
  const { moves } = shown.record;
  const known = reviewing.covers(moves) ? reviewing.review?.moves[moves.length - 1] : undefined;
  return known
    ? { first: known.after, exact: isProved(known.played.worth), kind: certainty(known.played.worth), words: "" }
    : null;
}
