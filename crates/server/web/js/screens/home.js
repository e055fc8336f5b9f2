// @ts-check
// The hub: the games, and those not finished yet.
/** @import { GameInfo, MatchSummary } from "../net/types.js" */
/** @import { App, Screen } from "../app/main.js" */

import * as api from "../net/api.js";
import { miniature, pieceSign } from "../board/miniature.js";
import { fill, h } from "../app/dom.js";
import { ago, count, say, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { opponentName, pairing } from "../app/names.js";
import { initialChoices, matchOf, randomSeed, setupOf } from "../match/setup/newmatch.js";
import { complain } from "../app/notice.js";
import { isOfferDue } from "../app/settings.js";
import { play } from "../app/sound/sound.js";
import { isReady } from "../net/transport.js";

/** @param {App} app @returns {Promise<Screen>} */
export async function show(app) {
  const { games, version } = app.catalogue;
  const resume = h("section", { class: "resume", hidden: true });
  const matches = api.matches().catch(() => []);
  const open = matches.then((found) =>
    found.filter((match) => !match.over && match.entries > 0 && app.game(match.game)));
  const cards = games.map((info) => card(app, info, open.then((found) => found.find(({ game }) => game === info.id))));
  const shown = showUnfinished(app, resume, matches, open);
  // A core that is still being loaded keeps nobody from choosing a game.
  if (isReady()) await shown;
  return {
    title: "Damier",
    name: "home",
    element: h("main", { id: "main", class: "page" },
      h("div", { class: "welcome" },
        h("h1", {}, t("welcome")),
        h("p", {}, t("welcome-more"))),
      h("ul", { class: "cards" }, ...cards),
      resume,
      h("div", { class: "foot" },
        h("a", { class: "button", href: "/games" }, icon("menu"), t("your-games")),
        h("button", { onclick: async () => (await import("../app/openfile.js")).openFile(app) },
          icon("open"), t("open-record"))),
      h("p", { class: "small" }, h("a", { href: "/about" }, t("about-link", { version })))),
  };
}

/**
 * @param {App} app
 * @param {HTMLElement} resume
 * @param {Promise<MatchSummary[]>} matches
 * @param {Promise<MatchSummary[]>} unfinished those that can be continued
 */
async function showUnfinished(app, resume, matches, unfinished) {
  const [found, open] = await Promise.all([matches, unfinished]);
  const damaged = found.filter((match) => match.damaged).length;
  resume.hidden = open.length === 0 && damaged === 0;
  fill(resume,
    open.length > 0 && h("h2", {}, t("resume-title")),
    open.length > 0 && h("ul", { class: "resume-list" }, ...open.slice(0, 6).map((match) => resumeItem(app, match))),
    damaged > 0 && h("p", { class: "small" }, count("resume-damaged", damaged)));
}

/** @param {App} app @param {GameInfo} info @param {Promise<MatchSummary | undefined>} unfinished */
function card(app, info, unfinished) {
  const choices = { ...initialChoices(info), mode: /** @type {const} */ ("computer") };
  const picture = h("div", { class: "card-board" });
  const level = opponentName(info, choices.level, choices.rules);
  void draw();
  return h("li", { class: "card" },
    h("a", { class: "card-link", href: `/play/${info.id}` },
      picture,
      h("h2", {}, say(info.title))),
    h("p", { class: "card-goal" }, say(info.goal)),
    h("p", { class: "card-sides", "aria-hidden": "true" }, ...info.seats.flatMap((seat, index) => [
      pieceSign(info, index),
      h("span", {}, say(seat))])),
    h("button", { class: "primary", onclick: quick },
      icon("play"), h("span", { class: "card-play" }, t("quick-play"),
        h("span", { class: "visually-hidden" }, t("quick-play-what", { game: say(info.title) })),
        h("span", { class: "card-level" }, level))));

  async function draw() {
    try {
      const match = await unfinished;
      const board = match
        ? (await api.matchState(match.id)).view.board
        : (await api.preview(info.id, setupOf(info, { ...choices, board: "random" }, randomSeed(info)))).board;
      fill(picture, miniature(info, board));
    } catch {
      // A card without its picture still leads to its game.
    }
  }

  async function quick() {
    play("button");
    try {
      if (isOfferDue(info)) {
        const answer = await (await import("../learn/offer.js")).offer(app, info);
        if (answer === "learn") app.go(`/learn/${info.id}`);
        if (answer !== "play") return;
      }
      const made = await api.newMatch(matchOf(info, choices,
        setupOf(info, { ...choices, board: "random" }, randomSeed(info))));
      app.go(`/m/${made.id}`);
    } catch (error) {
      complain(error);
    }
  }
}

/** @param {App} app @param {MatchSummary} match */
function resumeItem(app, match) {
  const info = /** @type {GameInfo} */ (app.game(match.game));
  return h("li", {},
    h("a", { href: `/m/${match.id}` },
      h("strong", {}, say(info.title)),
      h("span", {}, pairing(info, match)),
      h("span", { class: "faint" }, `${count("moves", match.entries)} · ${ago(match.at)}`)));
}
