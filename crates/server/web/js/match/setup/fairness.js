// @ts-check
// How fair a board is: asked for on demand, and shown while the engine plays.
/** @import { FairGame, FairnessInfo, GameInfo, MeasuredBoard, Setup } from "../../net/types.js" */

import * as api from "../../net/api.js";
import { fill, h } from "../../app/dom.js";
import { failureWords } from "../../app/failure.js";
import { say, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { play } from "../../app/sound/sound.js";

/** Games after which the measure ends by itself. */
const FAIRNESS_MAX_GAMES = 100;
/** A board must stay chosen so long before it is estimated. */
const ESTIMATE_DELAY_MS = 400;

/** @type {(game: string, setup: Setup, games: FairGame[]) => Promise<FairnessInfo>} */
const measure = (game, setup, games) => api.send("/api/fairness", { game, setup, games });
/** @type {(game: string, setup: Setup) => Promise<FairnessInfo>} */
const estimate = (game, setup) => api.send("/api/fairness", { game, setup, quick: true });
/** @type {(game: string) => Promise<MeasuredBoard[]>} */
const measured = (game) => api.ask(`/api/boards/${encodeURIComponent(game)}`);

/**
 * A share of one in percent, without decimals.
 * @param {number} part
 */
export const percent = (part) => String(Math.round(100 * part));

/**
 * One of the fair boards, if there is any.
 * @param {MeasuredBoard[]} boards
 * @param {number} dice from 0 to 1
 * @returns {MeasuredBoard | undefined}
 */
export function fairOne(boards, dice) {
  const fair = boards.filter((board) => board.fair);
  return fair[Math.floor(dice * fair.length)];
}

/**
 * The button that draws a board that was found fair, shown where there is one.
 * @param {GameInfo} info
 * @param {(seed: number) => void} choose
 */
function drawButton(info, choose) {
  const button = h("button", { hidden: true, onclick: () => void draw() }, icon("dice"), t("fairness-draw"));
  // Without the list there is still chance.
  measured(info.id).then((boards) => (button.hidden = !fairOne(boards, 0)), () => {});
  return button;

  async function draw() {
    play("button");
    const board = fairOne(await measured(info.id), Math.random());
    if (board) choose(board.seed);
  }
}

/**
 * The panel under a board that is being chosen; `reset` when the board changes.
 * @param {GameInfo} info
 * @param {() => Setup | null} setup the board that is chosen, if it is complete
 * @param {((seed: number) => void) | null} choose takes the board of a seed
 * @returns {{ element: HTMLElement, reset: () => void }}
 */
export function fairness(info, setup, choose) {
  /** Counts measures: news of an earlier one are not shown any more. */
  let round = 0;
  const bar = h("progress", { max: FAIRNESS_MAX_GAMES, value: 0, "aria-label": t("fairness") });
  const verdict = h("p", { class: "fair-verdict", role: "status" });
  const figures = h("p", { class: "faint" });
  const result = h("div", { class: "fair-result", hidden: true }, bar, verdict, figures);
  const ask = h("button", { onclick: () => (ask.dataset.on ? end() : void begin()) });
  const draw = choose && drawButton(info, choose);
  const warning = h("p", { class: "note fair-warning", role: "status", hidden: true });
  const element = h("div", { class: "fairness" }, warning, h("div", { class: "buttons" }, ask, draw), result);
  end();
  void warn();
  return { element, reset };

  function reset() {
    end();
    result.hidden = true;
    void warn();
  }

  /** Says so if a board that was not found fair favours a side. */
  async function warn() {
    const now = round;
    warning.hidden = true;
    await new Promise((resolve) => setTimeout(resolve, ESTIMATE_DELAY_MS));
    const chosen = now === round ? setup() : null;
    if (!chosen || info.fair_seeds.some((seed) => chosen.board === `seed:${seed}`)) return;
    try {
      const { favoured } = await estimate(info.id, chosen);
      if (now !== round || !favoured) return;
      const seat = say(info.seats[favoured.seat === "first" ? 0 : 1]);
      fill(warning, t("fairness-favoured", { seat, percent: percent(favoured.score) }));
      warning.hidden = false;
    } catch {
      // It is only a warning.
    }
  }

  function end() {
    round++;
    delete ask.dataset.on;
    fill(ask, icon("look"), t("fairness-ask"));
  }

  async function begin() {
    const now = ++round;
    const asked = setup();
    play("button");
    result.hidden = false;
    if (!asked) {
      bar.hidden = true;
      fill(figures);
      fill(verdict, t("places-empty"));
      return;
    }
    ask.dataset.on = "yes";
    fill(ask, icon("close"), t("fairness-stop"));
    bar.hidden = false;
    bar.value = 0;
    fill(verdict, t("fairness-begun"));
    fill(figures);
    /** @type {FairGame[]} */
    let games = [];
    try {
      while (games.length < FAIRNESS_MAX_GAMES) {
        const found = await measure(info.id, asked, games);
        if (now !== round || !element.isConnected) return;
        games = found.games;
        show(found);
        if (found.proved) break;
      }
      end();
    } catch (error) {
      if (now !== round) return;
      end();
      bar.hidden = true;
      fill(verdict, failureWords(error));
    }
  }

  /** @param {FairnessInfo} found */
  function show(found) {
    bar.value = found.games.length;
    bar.hidden = found.proved !== null;
    // Whoever listens hears the last verdict, not each on the way.
    verdict.setAttribute("aria-live", found.proved || found.games.length >= FAIRNESS_MAX_GAMES ? "polite" : "off");
    fill(verdict, say(found.verdict));
    fill(figures, !found.proved && t("fairness-figures", {
      seat: say(info.seats[0]),
      score: percent(found.score),
      error: percent(found.error),
      laid: percent(found.parts[0]),
      turned: percent(found.parts[1]),
      games: found.games.length,
      plies: String(Math.round(found.length)),
    }));
  }
}
