// @ts-check
// Accuracy over time: a plot, and the same as a table.
/** @import { AccuracyPoint, GameInfo } from "../net/types.js" */

import { h, s } from "../app/dom.js";
import { count, language, say, t } from "../app/i18n.js";
import { tableHead } from "../app/table.js";
import { dateWords } from "./words.js";

const PLOT = { width: 360, height: 170, left: 44, right: 10, top: 10, bottom: 12 };
/** Matches over which the line is averaged. */
const AVERAGED_MATCHES = 5;
/** Lines across the plot, in percent. */
const GRID_PERCENT = [0, 25, 50, 75, 100];

/** @param {number} share from 0 to 1 */
const percent = (share) => share.toLocaleString(language(), { style: "percent" });

/**
 * Where a match stands in the plot: from left to right in their order, since many may be of one day.
 * @param {number} index
 * @param {number} length
 */
export const plotX = (index, length) =>
  PLOT.left + (length < 2 ? 0.5 : index / (length - 1)) * (PLOT.width - PLOT.left - PLOT.right);

/** @param {number} share from 0 to 1 */
export const plotY = (share) =>
  PLOT.top + (1 - Math.min(1, Math.max(0, share))) * (PLOT.height - PLOT.top - PLOT.bottom);

/**
 * The mean of each value and those just before it.
 * @param {number[]} values
 */
export const running = (values) => values.map((_, index) => {
  const some = values.slice(Math.max(0, index + 1 - AVERAGED_MATCHES), index + 1);
  return some.reduce((all, one) => all + one, 0) / some.length;
});

/** @param {GameInfo} info @param {AccuracyPoint[]} points the oldest first */
export function accuracyPart(info, points) {
  if (points.length === 0) {
    return h("div", { class: "you-part" },
      h("h3", {}, t("you-accuracy")),
      h("p", { class: "faint" }, t("you-accuracy-none")));
  }
  return h("div", { class: "you-part" },
    h("h3", {}, t("you-accuracy")),
    plot(points),
    h("details", {}, h("summary", {}, t("you-as-table")),
      h("div", { class: "scroll you-list", tabindex: 0, role: "group", "aria-label": t("you-accuracy") },
        h("table", {}, h("caption", { class: "visually-hidden" }, `${t("you-accuracy")}: ${say(info.title)}`),
          tableHead("you-date", "you-accuracy"),
          h("tbody", {}, ...points.toReversed().map(({ id, at, accuracy }) => h("tr", {},
            h("th", { scope: "row" }, h("a", { href: `/m/${id}/analyse` }, dateWords(at))),
            h("td", {}, percent(accuracy)))))))));
}

/** @param {AccuracyPoint[]} points */
function plot(points) {
  const shares = points.map(({ accuracy }) => accuracy);
  const means = running(shares);
  const at = (/** @type {number} */ index, /** @type {number} */ share) =>
    `${plotX(index, points.length).toFixed(1)},${plotY(share).toFixed(1)}`;
  const label = count("you-accuracy-plot", points.length, {
    first: percent(means[0]), last: percent(means[means.length - 1]),
  });
  return s("svg", { class: "you-plot", viewBox: `0 0 ${PLOT.width} ${PLOT.height}`, role: "img", "aria-label": label },
    ...GRID_PERCENT.flatMap((value) => [
      s("line", {
        class: "you-grid", x1: PLOT.left, x2: PLOT.width - PLOT.right, y1: plotY(value / 100), y2: plotY(value / 100),
      }),
      s("text", { class: "you-scale", x: PLOT.left - 6, y: plotY(value / 100) + 4, "text-anchor": "end" },
        percent(value / 100))]),
    points.length > 1 && s("polyline", {
      class: "you-line", points: means.map((mean, index) => at(index, mean)).join(" "),
    }),
    ...points.map(({ accuracy }, index) =>
      s("circle", { class: "you-dot", cx: plotX(index, points.length), cy: plotY(accuracy), r: 3.5 })));
}
