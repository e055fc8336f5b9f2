// @ts-check
// Icons of grades: each grade of a mistake has a shape of its own, wherever it is shown.

import { s } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { isBlame, sign } from "./graph.js";

const NAMES = { inaccuracy: "analysis-inaccuracy", mistake: "analysis-mistake", blunder: "analysis-blunder" };

/**
 * What a grade is called; nothing for a move without blame.
 * @param {string} grade
 */
export const gradeName = (grade) => (isBlame(grade) ? t(NAMES[grade]) : "");

/**
 * The icon of a grade; null for a move without blame.
 * @param {string} grade
 */
export function gradeIcon(grade) {
  if (!isBlame(grade)) return null;
  return s("svg", { class: `sign-of ${grade}`, viewBox: "-9 -9 18 18", "aria-hidden": "true" },
    s("path", { d: sign(grade, 0, 0) }));
}
