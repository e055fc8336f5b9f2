// @ts-check
// The figures of one game.
/** @import { Favourite, GameFigures, GameInfo, ResultCount } from "../net/types.js" */

import { matchState } from "../net/api.js";
import { miniature, pieceSign } from "../board/miniature.js";
import { fill, h } from "../app/dom.js";
import { count, language, say, t } from "../app/i18n.js";
import { tableHead } from "../app/table.js";
import { icon } from "../app/icons.js";
import { opponentName, opponents as allOpponents, seatName } from "../app/names.js";
import { accuracyPart } from "./accuracy.js";
import { evenLink, evenWords } from "./even.js";

/** How many entries an opening has. */
const OPENING_ENTRIES = 4;
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** @typedef {{ wins: number, draws: number, losses: number }} Sum */

/**
 * @param {GameInfo} info
 * @param {GameFigures} figures
 * @param {boolean} isOffered whether the key takes its even level
 */
export function gamePanel(info, figures, isOffered) {
  const id = `you-${info.id}`;
  const all = sum(figures.results);
  return h("section", { class: "panel you-game", "aria-labelledby": id },
    h("div", { class: "you-head" },
      h("h2", { id }, say(info.title)),
      h("p", { class: "faint" },
        [count("you-games", games(all)), t("you-played", { time: timeWords(figures.played_ms) })].join(" · "))),
    ratingPart(info, figures, isOffered),
    h("div", { class: "you-columns" },
      resultsPart(info, figures.results),
      accuracyPart(info, figures.accuracies),
      favouritesPart(info, figures.favourites)));
}

/** @param {GameInfo} info @param {GameFigures} figures @param {boolean} isOffered */
function ratingPart(info, { rating, levels }, isOffered) {
  if (levels.length === 0) return h("p", { class: "faint" }, t("you-rating-none-levels"));
  if (!rating) return h("p", { class: "faint" }, t("you-rating-none"));
  const even = rating.even_level;
  return h("div", { class: "you-rating" },
    h("p", { class: "you-number" },
      h("span", { class: "visually-hidden" }, t("you-rating-words", { rating: rating.rating, error: rating.error })),
      h("span", { "aria-hidden": "true" }, h("strong", {}, String(rating.rating)), ` ± ${rating.error}`)),
    h("div", { class: "you-rating-words" },
      h("p", {},
        count("you-rating-from", rating.matches), " ",
        h("span", { class: "faint" },
          t("you-rating-range", { low: rating.rating - rating.error, high: rating.rating + rating.error }))),
      even
        ? h("p", { class: "even-offer" }, h("span", {}, evenWords(info, even)),
            h("a", { class: "button primary", href: evenLink(info, even), "aria-keyshortcuts": isOffered && "e" },
              icon("play"), t("you-even-play"),
              h("span", { class: "visually-hidden" }, `: ${say(info.title)}`),
              isOffered && h("kbd", { class: "by-keys", "aria-hidden": "true" }, "E")))
        : h("p", { class: "faint" }, t("you-even-not-yet"))),
    h("details", { class: "you-levels" }, h("summary", {}, t("you-levels")),
      h("table", {}, h("caption", { class: "visually-hidden" }, t("you-levels")),
        tableHead("level", "you-rating"),
        h("tbody", {}, ...levels.map(({ level, rating: points, error }) => h("tr", {},
          h("th", { scope: "row" }, opponentName(info, level)),
          h("td", {}, error > 0 ? `${points} ± ${error}` : String(points))))))));
}

/** @param {GameInfo} info @param {ResultCount[]} results */
function resultsPart(info, results) {
  const order = allOpponents(info).map(({ id }) => id);
  const opponents = [...new Set(results.map(({ opponent }) => opponent ?? null))]
    .sort((a, b) => (a === null ? -1 : order.indexOf(a)) - (b === null ? -1 : order.indexOf(b)));
  const cell = (/** @type {ResultCount[]} */ some) => {
    const { wins, draws, losses } = sum(some);
    if (wins + draws + losses === 0) return h("td", { class: "faint" }, "–");
    return h("td", {}, h("span", { class: "visually-hidden" }, t("you-result-words", { wins, draws, losses })),
      h("span", { "aria-hidden": "true" }, `${wins} · ${draws} · ${losses}`));
  };
  const row = (/** @type {string} */ label, /** @type {ResultCount[]} */ some) =>
    h("tr", {}, h("th", { scope: "row" }, label),
      cell(some.filter(({ seat }) => seat === "first")),
      cell(some.filter(({ seat }) => seat === "second")),
      cell(some));
  const head = (/** @type {"first" | "second"} */ seat) => h("th", { scope: "col" },
    h("span", { class: "you-seat" }, pieceSign(info, seat === "first" ? 0 : 1), seatName(info, seat)));
  return h("div", { class: "you-part" },
    h("h3", {}, t("you-results")),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("you-results") },
      h("table", { class: "you-results" },
        h("caption", {}, t("you-results-how")),
        h("thead", {},
          h("tr", {},
            h("th", { scope: "col" }, t("opponent")),
            head("first"), head("second"),
            h("th", { scope: "col" }, t("you-together")))),
        h("tbody", {}, ...opponents.map((opponent) => row(
          opponent === null ? t("you-people") : opponentName(info, opponent),
          results.filter((one) => (one.opponent ?? null) === opponent)))),
        opponents.length > 1 && h("tfoot", {}, row(t("you-together"), results)))));
}

/** @param {GameInfo} info @param {Favourite[]} favourites */
function favouritesPart(info, favourites) {
  if (favourites.length === 0) return null;
  const boards = info.tiles.length > 0;
  return h("div", { class: "you-part" },
    h("h3", {}, t(boards ? "you-boards" : "you-openings")),
    h("ol", { class: "you-favourites" }, ...favourites.map((favourite, index) => {
      const picture = h("span", { class: "you-picture", "aria-hidden": "true" });
      const entries = favourite.opening ? OPENING_ENTRIES : 0;
      matchState(favourite.id, entries).then(({ view }) => fill(picture, miniature(info, view.board)), () => {
        // The words say it as well.
      });
      const { wins, draws, losses } = favourite;
      return h("li", {}, picture, h("span", { class: "you-favourite-words" },
        h("a", { href: `/m/${favourite.id}` }, favourite.opening ?? t("you-board", { number: index + 1 })),
        h("span", { class: "faint small" },
          `${count("you-games", games(favourite))} · ${t("you-result-short", { wins, draws, losses })}`)));
    })));
}

/** @param {Sum[]} results @returns {Sum} */
export const sum = (results) => results.reduce((all, { wins, draws, losses }) =>
  ({ wins: all.wins + wins, draws: all.draws + draws, losses: all.losses + losses }), { wins: 0, draws: 0, losses: 0 });

/** @param {Sum} sum */
const games = ({ wins, draws, losses }) => wins + draws + losses;

/**
 * A time played: hours and minutes.
 * @param {number} ms
 */
export function timeWords(ms) {
  const minutes = Math.round(ms / MINUTE_MS);
  const unit = (/** @type {"hour" | "minute"} */ name, /** @type {number} */ value) =>
    value.toLocaleString(language(), { style: "unit", unit: name, unitDisplay: "short" });
  if (minutes < 1) return t("you-under-a-minute");
  if (minutes < HOUR_MINUTES) return unit("minute", minutes);
  const [hours, rest] = [Math.floor(minutes / HOUR_MINUTES), minutes % HOUR_MINUTES];
  return rest === 0 ? unit("hour", hours) : `${unit("hour", hours)} ${unit("minute", rest)}`;
}
