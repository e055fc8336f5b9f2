// @ts-check
// What stands around the board of a puzzle.
/** @import { Trainer } from "./trainer.js" */
/** @import { TrainerState } from "./state.js" */

import { h, renew, set, write } from "../../app/dom.js";
import { choiceLabel, count, language, say, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { buttonMoves, isOver, isPlayable, nextHint } from "./state.js";
import {
  askWords, dateWords, failedWords, goalWords, goOnWords, gradeWords, hintWords, moveName, ratingWords, refutationWords,
  stateWords, themeWords,
} from "./words.js";

/** @param {TrainerState} state */
const titleWords = ({ info, puzzle }) =>
  puzzle.date
    ? t("puzzles-daily-of", { date: dateWords(puzzle.date) })
    : t("puzzles-one-of", { game: say(info.title) });

export class TrainerView {
  /** @param {Trainer} trainer */
  constructor(trainer) {
    this.trainer = trainer;
    const { info, puzzle } = trainer.state;
    const about = [
      puzzle.date && say(info.title),
      gradeWords(info, puzzle.grade),
      t("puzzles-rated", { rating: puzzle.rating }),
      count("puzzles-moves", puzzle.moves),
    ];
    this.goal = h("p", { class: "lesson-task" });
    this.where = h("p", { class: "lesson-where" });
    this.answer = h("div", { class: "lesson-answer" });
    this.moves = h("div", { class: "buttons lesson-moves" });
    this.confirm = h("button", { class: "primary", onclick: () => trainer.board.confirm() },
      icon("check"), t("confirm"));
    this.hint = h("button", { "aria-keyshortcuts": "h", onclick: () => void trainer.hint() });
    this.solution = h("button", { onclick: () => void trainer.solve() }, t("puzzles-solution"));
    this.again = h("button", {
      class: "primary", "aria-keyshortcuts": "r", onclick: () => trainer.again(),
    }, icon("turn"), t("puzzles-again"), key("R"));
    this.next = h("button", { class: "primary", "aria-keyshortcuts": "n", onclick: () => void trainer.next() });
    this.analyse = h("a", { href: `/analyse/${info.id}?start=${encodeURIComponent(puzzle.position)}` },
      icon("look"), t("analyse"));
    this.below = h("div", { class: "lesson-below panel" }, this.answer, this.moves,
      h("div", { class: "buttons trainer-buttons" }, this.confirm, this.again, this.next, this.hint, this.solution),
      h("p", { class: "small lesson-links" },
        h("a", { href: "/puzzles" }, icon("back"), t("puzzles-title")),
        h("button", { class: "link", onclick: () => void trainer.share() }, icon("share"), t("share")),
        this.analyse));
    this.element = h("main", { id: "main", class: "lesson trainer" },
      h("div", { class: "lesson-head" },
        h("h1", {}, titleWords(trainer.state)),
        h("p", { class: "faint" }, about.filter(Boolean).join(" · "))),
      h("div", { class: "lesson-text panel" }, this.where, this.goal),
      h("div", { class: "lesson-stage" }, trainer.board.element),
      this.below);
  }

  focusNext() {
    this.focusOn(this.next);
  }

  focusAgain() {
    this.focusOn(this.again);
  }

  /** @param {HTMLElement} button */
  focusOn(button) {
    button.focus({ preventScroll: true });
    this.below.scrollIntoView({ block: "nearest" });
  }

  update() {
    const { state } = this.trainer;
    const { info, puzzle, position } = state;
    write(this.goal, goalWords(info, puzzle.goal, puzzle.view.turn));
    const step = Math.min(state.moves.length + 1, puzzle.moves);
    write(this.where,
      isOver(state) || puzzle.moves === 1 ? stateLine(state) : t("puzzles-step", { step, steps: puzzle.moves }));
    this.updateAnswer();
    const moves = buttonMoves(state);
    renew(this.moves, [moves.map(({ notation }) => notation), position.turn], () => moves.map((choice) =>
      h("button", { onclick: () => void this.trainer.play(choice) }, choiceLabel(choice.notation))));
    this.updateButtons();
  }

  updateAnswer() {
    const { state } = this.trainer;
    const kind = {
      asked: state.hint ? "hinted" : "", waiting: "", reply: "right", refuted: "wrong", solved: "right", shown: "",
    }[state.stage];
    this.answer.className = `lesson-answer ${kind}`;
    this.answer.hidden = state.stage === "waiting"
      || (state.stage === "asked" && !state.hint && state.moves.length === 0);
    renew(this.answer, [state.stage, state.tried, state.hinted, state.moves, language()], () => answerParts(state));
  }

  updateButtons() {
    const { trainer } = this;
    const { state } = trainer;
    const over = isOver(state);
    const step = nextHint(state);
    this.confirm.hidden = trainer.asked === null || !isPlayable(state);
    this.again.hidden = state.stage !== "refuted";
    this.next.hidden = !over;
    const left = trainer.wanted.get("left");
    const words = left === null ? "puzzles-next" : Number(left) > 1 ? "puzzles-next-of" : "puzzles-finish";
    renew(this.next, [words, left, language()], () => [t(words, { left: Number(left) - 1 }), icon("next"), key("N")]);
    this.hint.hidden = over || state.stage === "refuted";
    this.hint.disabled = step === null || !isPlayable(state);
    renew(this.hint, [step, language()], () => [icon("hint"), askWords(step), key("H")]);
    this.solution.hidden = over;
    this.analyse.hidden = !over;
    set(this.element, { "aria-busy": state.stage === "waiting" && "true" });
  }
}

/** @param {string} name */
const key = (name) => h("kbd", { class: "by-keys", "aria-hidden": "true" }, name);

/** @param {TrainerState} state */
const stateLine = ({ summary, puzzle }) => stateWords(summary?.state ?? puzzle.state);

/** @param {TrainerState} state */
const failedNote = (state) => (failedWords(state) ? [h("p", { class: "small" }, failedWords(state))] : []);

/** @param {TrainerState} state */
function answerParts(state) {
  const { stage, hint, hinted, summary } = state;
  switch (stage) {
    case "reply":
      return [h("p", {}, h("strong", {}, t("puzzles-right")))];
    case "asked":
      return hint && hinted
        ? [h("p", {}, hintWords(hinted, hint)), ...failedNote(state)]
        : [h("p", {}, goOnWords(state))];
    case "refuted":
      return [h("p", {}, refutationWords(state)), ...failedNote(state)];
    case "solved":
    case "shown": {
      if (!summary) return [];
      const { solution, themes, streak } = summary;
      const title = stage === "shown" ? "puzzles-shown" : summary.state === "won" ? "puzzles-won" : "puzzles-solved";
      return [
        h("p", {}, h("strong", {}, t(title))),
        h("p", {}, t("puzzles-solution-is", { moves: solution.map(moveName).join(" ") })),
        themes.length > 0 && h("p", {}, t("puzzles-themes", { themes: themeWords(themes) })),
        h("p", {}, ratingWords(summary)),
        state.puzzle.date && streak > 0 && h("p", {}, count("puzzles-streak", streak)),
      ];
    }
    default:
      return [];
  }
}
