// @ts-check
// The evaluation bar: who is ahead, and whether that is proved or guessed.
/** @import { GameInfo } from "../net/types.js" */

import { pieceSign } from "../board/miniature.js";
import { distinct } from "../board/palette.js";
import { change, h, renew, write } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { seatName } from "../app/names.js";
import { settings } from "../app/settings.js";
import { percent } from "./values.js";

/**
 * @typedef {object} Standing
 * @property {number} first the expected score of First, 0 to 1
 * @property {boolean} exact
 * @property {string} kind how certain that is
 * @property {string} words
 */

export class Bar {
  /** @param {GameInfo} info */
  constructor(info) {
    this.info = info;
    this.fill = h("span", { class: "bar-first" });
    this.ends = h("span", { class: "bar-ends", "aria-hidden": "true" });
    this.middle = h("span", { class: "bar-middle", "aria-hidden": "true" });
    this.kind = h("span", { class: "bar-kind", "aria-hidden": "true" });
    this.element = h("div", {
      class: "bar", role: "meter", "aria-label": t("analysis-bar"), "aria-valuemin": 0, "aria-valuemax": 100,
    }, h("span", { class: "bar-track" }, this.fill, this.middle), this.ends, this.kind);
  }

  /**
   * @param {Standing | null} standing null if nothing is known, or nothing shall be said
   * @param {boolean} firstBelow whether First's end is the lower one
   */
  show(standing, firstBelow) {
    const { info, element } = this;
    renew(this.ends, [settings().palette, firstBelow], () => [
      pieceSign(info, firstBelow ? 1 : 0), pieceSign(info, firstBelow ? 0 : 1),
    ]);
    const [one, other] = info.pieces.map(({ colour }) =>
      (settings().palette === "distinct" ? distinct(colour) : colour));
    element.style.setProperty("--one", one);
    element.style.setProperty("--other", other);
    element.classList.toggle("first-below", firstBelow);
    element.classList.toggle("exact", standing?.exact === true);
    element.classList.toggle("unknown", standing === null);
    const first = standing?.first ?? 0.5;
    element.style.setProperty("--first", `${first * 100}%`);
    change(element, "aria-valuenow", String(Math.round(first * 100)));
    const kind = standing?.kind ?? "";
    write(this.kind, kind);
    const share = t("analysis-share", { seat: seatName(info, "first"), percent: percent(first) });
    change(element, "aria-valuetext", standing ? `${standing.words}, ${kind}, ${share}` : t("analysis-unknown"));
  }
}
