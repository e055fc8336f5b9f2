// @ts-check
// The coach: a few bubbles beside the board of somebody's first match of a game.
/** @import { IntroductionInfo } from "../net/types.js" */
/** @import { MatchController } from "../match/controller.js" */

import { fill, h } from "../app/dom.js";
import { say, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { announce } from "../app/notice.js";
import { rememberCoach } from "./progress.js";

/**
 * What is said in turn, and the part of the screen that it is about.
 * @param {MatchController} match
 * @param {IntroductionInfo} introduction
 * @returns {{ words: string, place: "board" | "actions" | "tools" }[]}
 */
function bubbles({ info, state: { snapshot } }, { first_turn }) {
  const clock = snapshot.clock ? ` ${t("learn-coach-clock")}` : "";
  return [
    { words: `${say(info.goal)} ${say(first_turn)}`, place: "board" },
    { words: `${t(snapshot.online ? "learn-coach-online" : "learn-coach-undo")}${clock}`, place: "actions" },
    { words: t("learn-coach-rules"), place: "tools" },
  ];
}

/**
 * Coaches the player of a match, in the column beside the board: no bubble covers anything.
 * @param {MatchController} match
 * @param {IntroductionInfo} introduction
 */
export function coach(match, introduction) {
  const side = match.view.element.querySelector(".side");
  if (!side) return;
  const all = bubbles(match, introduction);
  const bubble = h("section", { class: "coach", "aria-label": t("learn-coach") });
  rememberCoach(match.info, match.state.snapshot.id);
  side.prepend(bubble);
  show(0);

  /** @param {number} index */
  function show(index) {
    for (const marked of document.querySelectorAll(".coached")) marked.classList.remove("coached");
    if (index >= all.length) return end();
    const { words, place } = all[index];
    bubble.dataset.place = place;
    match.view.element.querySelector(`.stage .${place}, .now .${place}`)?.classList.add("coached");
    const last = index === all.length - 1;
    fill(bubble,
      h("p", {}, words),
      h("div", { class: "coach-foot" },
        h("span", { class: "faint" }, `${index + 1} / ${all.length}`),
        !last && h("button", { class: "quiet", onclick: end }, t("learn-coach-close")),
        h("button", { class: "primary", onclick: () => next(index + 1) },
          t(last ? "learn-coach-end" : "learn-next"), !last && icon("next"))));
    announce(words);
  }

  /** @param {number} index */
  function next(index) {
    show(index);
    /** @type {HTMLElement | null} */ (bubble.querySelector("button.primary"))?.focus({ preventScroll: true });
  }

  function end() {
    for (const marked of document.querySelectorAll(".coached")) marked.classList.remove("coached");
    bubble.remove();
    rememberCoach(match.info, true);
    match.board.focus();
  }
}
