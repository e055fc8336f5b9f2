// @ts-check
// Where analysis begins: a box that takes whatever people paste, their games, and what they have kept.
/** @import { AnalysisSummary, GameInfo, MatchSummary } from "../net/types.js" */
/** @import { App, Screen } from "../app/main.js" */

import * as kept from "../analysis/api.js";
import { names } from "../analysis/gamelist.js";
import { settled } from "../analysis/autosave.js";
import { Paste } from "../analysis/paste.js";
import * as api from "../net/api.js";
import { h } from "../app/dom.js";
import { left } from "../app/gamefiles.js";
import { ago, count, say, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { pairing } from "../app/names.js";

/** How many elements a page of a list has: see `GET /api/analyses`. */
const PAGE = 100;

/** @param {App} app @param {string[]} _params @param {URLSearchParams} query @returns {Promise<Screen>} */
export async function show(app, _params, query) {
  await settled();
  const [matches, analyses] = await Promise.all([api.matches().catch(() => []), kept.analyses().catch(() => [])]);
  const over = matches.filter((match) => match.over && match.entries > 0 && app.game(match.game));
  const own = analyses.filter(({ game, match }) => app.game(game) && !match);
  const list = h("ul", { class: "resume-list" }, ...own.map((one) => analysisItem(app, one)));
  const paste = new Paste(app, query.get("text") ?? "", left());
  return {
    title: t("analysis-title"), name: "analyse-page",
    element: h("main", { id: "main", class: "page analyse", ...paste.dropping },
      h("h1", {}, t("analysis-title")),
      paste.element,
      h("section", { class: "start-from" },
        h("h2", {}, t("analysis-from-start")),
        h("div", { class: "chips" },
          ...app.catalogue.games.map((info) =>
            h("a", { class: "button", href: `/analyse/${info.id}` }, say(info.title))))),
      over.length > 0 && h("section", {},
        h("h2", {}, t("analysis-your-games")),
        h("ul", { class: "resume-list" }, ...over.slice(0, 12).map((match) => matchItem(app, match)))),
      own.length > 0 && h("section", {},
        h("h2", {}, t("analysis-your-analyses")),
        list, analyses.length === PAGE && moreButton(app, list, analyses))),
  };
}

/**
 * A button that adds the next page of analyses to the list.
 * @param {App} app
 * @param {HTMLElement} list
 * @param {AnalysisSummary[]} page the page before it
 */
function moreButton(app, list, page) {
  let last = page.at(-1);
  const button = h("button", {
    class: "quiet",
    onclick: async () => {
      const next = await kept.analyses(last).catch(() => []);
      last = next.at(-1) ?? last;
      const own = next.filter(({ game, match }) => app.game(game) && !match);
      list.append(...own.map((one) => analysisItem(app, one)));
      if (next.length < PAGE) button.remove();
    },
  }, t("more"));
  return button;
}

/** @param {App} app @param {MatchSummary} match */
function matchItem(app, match) {
  const info = /** @type {GameInfo} */ (app.game(match.game));
  return h("li", {}, h("a", { href: `/m/${match.id}/analyse` },
    h("strong", {}, say(info.title)),
    h("span", {}, pairing(info, match)),
    h("span", { class: "faint" }, `${count("moves", match.entries)} · ${ago(match.at)}`)));
}

/** @param {App} app @param {AnalysisSummary} one */
function analysisItem(app, { id, game, players, entries, variations, at }) {
  const info = /** @type {GameInfo} */ (app.game(game));
  const item = h("li", { class: "kept" },
    h("a", { href: `/analyse/${id}` },
      h("strong", {}, say(info.title)),
      names(players) && h("span", {}, names(players)),
      h("span", { class: "faint" },
        [count("moves", entries), variations > 0 && count("analysis-variations", variations), ago(at)].filter(Boolean)
          .join(" · "))),
    h("button", {
      class: "quiet", "aria-label": t("analysis-forget"), title: t("analysis-forget"),
      onclick: async () => {
        const { confirm } = await import("../app/dialog.js");
        if (!(await confirm(t("analysis-forget"), t("analysis-forget-question"), t("analysis-forget")))) return;
        await kept.forget(id);
        item.remove();
      },
    }, icon("close")));
  return item;
}
