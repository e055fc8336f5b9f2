// @ts-check
// The game looked over: how well each side played, and every mistake with what was better and why.
/** @import { BySeat, GameInfo, LineMove, ReviewedMove, Seat } from "../net/types.js" */

import { pieceSign } from "../board/miniature.js";
import { capital, count, language, say, t } from "../app/i18n.js";
import { h, renew } from "../app/dom.js";
import { icon } from "../app/icons.js";
import { seatIndex, seatName } from "../app/names.js";
import { moveNumber } from "../app/numbering.js";
import { settings } from "../app/settings.js";
import { BLAMED } from "./graph.js";
import { mistakes } from "./puzzle.js";
import { gradeName, gradeIcon } from "./gradeicon.js";
import { percent } from "./values.js";

/**
 * @typedef {object} Review
 * @property {string[]} line the moves that are looked over
 * @property {(ReviewedMove | undefined)[]} moves
 * @property {BySeat<number | null> | null} accuracy
 * @property {[number, number] | null} progress while it goes on
 * @property {string} problem why it is not
 *
 * @typedef {object} Owner
 * @property {GameInfo} info
 * @property {(notation: string) => string} name
 * @property {() => void} review
 * @property {() => void} quiz
 * @property {(mistake: ReviewedMove) => void} see
 * @property {(mistake: ReviewedMove) => void} retry
 * @property {(line: LineMove[] | null) => void} show
 */

export class ReviewPanel {
  /** @param {Owner} owner */
  constructor(owner) {
    this.owner = owner;
    this.state = h("div", { class: "review-state" });
    this.progress = h("progress", { hidden: true, "aria-label": t("analysis-progress") });
    this.accuracy = h("div", { class: "accuracy" });
    this.list = h("ol", { class: "mistakes", "aria-label": t("analysis-mistakes") });
    /** @type {string[]} the moves that are looked over */
    this.line = [];
    /** @type {Map<ReviewedMove, HTMLElement>} */
    this.items = new Map();
    this.none = h("p", { hidden: true }, t("analysis-no-mistakes"));
    this.element = h("section", { class: "panel review", "aria-labelledby": "review-title" },
      h("h2", { id: "review-title" }, t("analysis-review")), this.state, this.progress, this.accuracy, this.none,
      this.list);
  }

  /**
   * @param {Review | null} review
   * @param {{ moves: number, current: boolean, hidden: boolean, at: number | null }} now
   */
  show(review, { moves, current, hidden, at }) {
    const { owner } = this;
    this.element.hidden = moves === 0;
    const going = review?.progress ?? null;
    this.progress.hidden = going === null;
    if (going) [this.progress.value, this.progress.max] = [going[0], going[1] || 1];
    const all = mistakes(review?.moves ?? []);
    renew(this.state, [going !== null, review?.problem ?? null, review !== null, current, hidden && all.length], () => [
      going !== null && h("p", { class: "faint" }, t("analysis-reviewing")),
      review?.problem ? h("p", { class: "note problem" }, review.problem) : null,
      going === null && (review === null || !current || review.problem !== "") && h("button", {
        class: "primary", onclick: owner.review,
      }, icon("look"), t(review === null || review.problem ? "analysis-review-start" : "analysis-review-again")),
      hidden && review && going === null && (all.length > 0
        ? h("p", {},
            count("analysis-to-find", all.length), " ",
            h("button", { class: "primary", onclick: owner.quiz }, t("analysis-quiz")))
        : h("p", {}, t("analysis-no-mistakes"))),
    ]);
    this.sides(review, all, hidden);
    this.line = review?.line ?? [];
    this.put(hidden ? [] : all);
    this.none.hidden = hidden || !review || going !== null || all.length > 0 || review.problem !== "";
    for (const item of this.list.children) {
      item.classList.toggle("here", item.getAttribute("data-index") === String(at));
    }
  }

  /**
   * Puts these mistakes into the list; those that are there stay.
   * @param {ReviewedMove[]} all
   */
  put(all) {
    for (const [mistake, item] of this.items) {
      if (all.includes(mistake)) continue;
      item.remove();
      this.items.delete(mistake);
    }
    all.forEach((mistake, place) => {
      if (this.items.has(mistake)) return;
      const item = this.mistake(mistake);
      this.items.set(mistake, item);
      this.list.insertBefore(item, this.list.children[place] ?? null);
    });
  }

  /** @param {Review | null} review @param {ReviewedMove[]} all @param {boolean} hidden */
  sides(review, all, hidden) {
    const { info } = this.owner;
    this.accuracy.hidden = !review?.accuracy || hidden;
    if (!review?.accuracy) return;
    const { accuracy } = review;
    const seats = /** @type {Seat[]} */ (["first", "second"]);
    renew(this.accuracy, [accuracy, all.length, settings().palette, language()], () => seats.map((seat) => {
      const share = accuracy[seat];
      const counts = BLAMED.map((grade) =>
        ({ grade, number: all.filter((one) => one.player === seat && one.grade === grade).length }));
      return h("div", { class: "side-accuracy" },
        pieceSign(info, seatIndex(seat)),
        h("span", { class: "side-name" }, seatName(info, seat)),
        h("strong", {},
          share === null
            ? "–"
            : t("analysis-accuracy", { percent: share.toLocaleString(language(), { maximumFractionDigits: 0 }) })),
        h("span", { class: "counts" }, ...counts.map(({ grade, number }) =>
          h("span", { class: "count", title: gradeName(grade) },
            gradeIcon(grade),
            h("span", { class: "visually-hidden" }, `${gradeName(grade)} `),
            String(number)))));
    }));
  }

  /** @param {ReviewedMove} mistake */
  mistake(mistake) {
    const { owner } = this;
    const { index, grade, seat, played, best, theme } = mistake;
    const move = owner.name(played.moves[0]?.notation ?? "");
    const better = owner.name(best.moves[0]?.notation ?? "");
    const line = h("button", {
      class: "better", title: t("analysis-see-better"),
      onpointerenter: (/** @type {PointerEvent} */ event) =>
        event.pointerType === "mouse" && item.classList.contains("here") && owner.show(best.moves),
      onpointerleave: () => item.classList.contains("here") && owner.show(null),
      onclick: () => owner.see(mistake),
    }, t("analysis-better-move", { move: better }));
    const item = h("li", { class: "blamed", "data-index": index },
      h("p", { class: "mistake-head" }, gradeIcon(grade),
        h("strong", {}, t("analysis-mistake-move", { number: moveNumber(this.line, index), move })),
        h("span", { class: "faint" }, `${seatName(owner.info, seat)} · ${gradeName(grade)}`)),
      ...why(mistake),
      h("p", { class: "mistake-actions" }, line,
        h("button", { class: "small-button", onclick: () => owner.retry(mistake) }, icon("turn"), t("analysis-retry")),
        theme && h("a", {
          class: "button small-button", href: `/puzzles/next?game=${owner.info.id}&theme=${theme}&left=3`,
        }, icon("hint"), t("analysis-three-like-this"))));
    return item;
  }
}

/**
 * Why a move is blamed, in sentences: at least what it gave away.
 * @param {ReviewedMove} mistake
 */
export function why({ reasons, seat, before, after }) {
  const lost = seat === "first" ? before - after : after - before;
  const sentences = reasons.length > 0
    ? reasons.map((reason) => capital(say(reason)))
    : [t("analysis-gave-away", { percent: percent(Math.max(0, lost)) })];
  return sentences.map((sentence) => h("p", { class: "reason" }, sentence));
}

/** The legend below a graph: which shape means what. */
export function legend() {
  return h("ul", { class: "legend" },
    ...BLAMED.map((grade) => h("li", {}, gradeIcon(grade), gradeName(grade))),
    h("li", {}, h("span", { class: "swatch exact", "aria-hidden": "true" }), t("analysis-exact")),
    h("li", {}, h("span", { class: "swatch estimated", "aria-hidden": "true" }), t("analysis-estimated")));
}
