// @ts-check
// The buttons around a match.
/** @import { MatchState } from "../net/types.js" */
/** @import { Icon } from "../app/icons.js" */

import { recordPath } from "../net/api.js";
import { h } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { icon } from "../app/icons.js";

/** @param {Icon} sign @param {string} label @param {() => void} act */
export function button(sign, label, act) {
  return h("button", { type: "button", class: "tool", onclick: act }, icon(sign), h("span", {}, label));
}

/** @param {Icon} sign @param {string} label @param {{ href: string, download?: string }} target */
export const link = (sign, label, target) =>
  h("a", { class: "button tool", ...target }, icon(sign), h("span", {}, label));

/** @param {MatchState} snapshot */
export const recordLink = ({ id, game }) =>
  link("download", t("download-record"), { href: recordPath(id), download: `damier-${game}-${id}.txt` });

/** @param {MatchState} snapshot */
export const rulesLink = ({ game }) => link("rules", t("rules"), { href: `/rules/${game}` });
