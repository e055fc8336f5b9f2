// @ts-check
// "Retry": play on from a position against the computer, or find a better move before the verdict is told.
/** @import { GameInfo, GameRecord, NewMatch, Seat } from "../net/types.js" */
/** @import { App } from "../app/main.js" */
/** @import { Puzzle } from "./puzzle.js" */

import * as api from "../net/api.js";
import { open } from "../app/dialog.js";
import { h, renew } from "../app/dom.js";
import { language, say, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { seatName } from "../app/names.js";
import { initialChoices } from "../match/setup/newmatch.js";
import { complain } from "../app/notice.js";
import { why } from "./reviewpanel.js";
import { gradeIcon } from "./gradeicon.js";
import { words } from "./values.js";

/**
 * Asks against whom to play on, and begins that match.
 * @param {App} app
 * @param {GameInfo} info
 * @param {GameRecord} record
 * @param {Seat} turn
 */
export async function playOn(app, info, record, turn) {
  const other = turn === "first" ? "second" : "first";
  const level = h("select", { id: "retry-level", autofocus: true },
    ...info.levels.map(({ id, title }) => h("option", { value: id }, say(title))));
  level.value = initialChoices(info).level;
  const seat = h("select", { id: "retry-seat" },
    h("option", { value: turn }, seatName(info, turn)),
    h("option", { value: other }, seatName(info, other)));
  const chosen = await open(t("analysis-play-on"), (close) => [
    h("p", {}, t("analysis-play-on-more")),
    h("div", { class: "field" }, h("label", { for: "retry-level" }, t("level")), level),
    h("div", { class: "field" }, h("label", { for: "retry-seat" }, t("analysis-play-as")), seat),
    h("div", { class: "buttons end" },
      h("button", { onclick: () => close() }, t("cancel")),
      h("button", { class: "primary", onclick: () => close("play") }, icon("play"), t("play"))),
  ]);
  if (chosen !== "play") return;
  const human = { type: /** @type {const} */ ("human"), name: "" };
  const computer = {
    type: /** @type {const} */ ("computer"), opponent: level.value, seed: Math.floor(Math.random() * 2 ** 32),
  };
  /** @type {NewMatch} */
  const match = {
    game: info.id, record,
    players: seat.value === "first" ? { first: human, second: computer } : { first: computer, second: human },
  };
  try {
    const { id } = await api.newMatch(match);
    app.go(`/m/${id}`);
  } catch (error) {
    complain(error);
  }
}

/**
 * @typedef {object} Owner
 * @property {GameInfo} info
 * @property {(notation: string) => string} name
 * @property {() => void} again
 * @property {() => void} solve shows the answer
 * @property {() => void} next
 * @property {() => void} end
 */

/**
 * What is said of an answer.
 * @param {Puzzle} puzzle
 * @param {string} move its name
 */
function verdict({ stage, value }, move) {
  const worth = value ? words(value.worth, value.chance) : null;
  switch (stage) {
    case "judging":
      return h("p", { class: "faint" }, t("analysis-judging", { move }));
    case "wrong":
      return h("p", { class: "note problem" }, t("analysis-wrong", { move, value: worth ?? t("analysis-same-move") }));
    case "right":
      return h("p", {},
        worth === null ? t("analysis-right-best", { move }) : t("analysis-right-more", { move, value: worth }));
    default:
      return null;
  }
}

/** The card that asks for a better move. */
export class PuzzleCard {
  /** @param {Owner} owner */
  constructor(owner) {
    this.owner = owner;
    this.element = h("section", { class: "panel puzzle", hidden: true, "aria-label": t("analysis-find") });
  }

  /**
   * @param {Puzzle | null} puzzle
   * @param {boolean} more whether there is another mistake to find
   */
  show(puzzle, more) {
    const { element, owner } = this;
    element.hidden = puzzle === null;
    if (!puzzle) return;
    const { mistake, stage, answer, value, tried } = puzzle;
    element.className = `panel puzzle ${stage}`;
    renew(element, [mistake.index, stage, answer, value?.notation, tried.length, more, language()], () => {
      const played = owner.name(mistake.played.moves[0]?.notation ?? "");
      const better = owner.name(mistake.best.moves[0]?.notation ?? "");
      const done = stage === "right" || stage === "shown";
      return [
        h("h2", {}, stage === "right" ? t("analysis-right") : t("analysis-find")),
        !done && h("p", {}, t("analysis-find-more", { seat: seatName(owner.info, mistake.seat), move: played })),
        verdict(puzzle, answer === null ? "" : owner.name(answer)),
        done && h("p", { class: "mistake-head" },
          gradeIcon(mistake.grade),
          h("strong", {}, t("analysis-answer", { played, better }))),
        ...(done ? why(mistake) : []),
        h("div", { class: "buttons" },
          stage === "wrong" && h("button", { class: "primary", onclick: owner.again },
            icon("turn"), t("analysis-try-again")),
          !done && h("button", { onclick: owner.solve }, t("analysis-solve")),
          done && more && h("button", { class: "primary", onclick: owner.next }, t("analysis-next")),
          h("button", { onclick: owner.end }, t(done && !more ? "analysis-finish" : "analysis-stop"))),
      ];
    });
  }
}
