// @ts-check
// What stands around the board of an introduction.
/** @import { Lesson } from "./lesson.js" */
/** @import { LessonState } from "./state.js" */

import { pieceSign } from "../board/miniature.js";
import { h, renew, set, write } from "../app/dom.js";
import { capital, choiceLabel, say, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { seatIndex } from "../app/names.js";
import { settings } from "../app/settings.js";
import { buttonMoves, currentStep, isLast, isPlayable } from "./state.js";

/** @param {LessonState} state */
export const taskWords = (state) => `${stepWords(state)}. ${say(currentStep(state).task)}`;

/** @param {LessonState} state */
const stepWords = ({ steps, index }) => t("learn-step", { step: index + 1, steps: steps.length });

/**
 * Why the rules refuse a move, as a sentence.
 * @param {string} text
 */
const sentence = (text) => (/[.!?…]$/.test(text) ? capital(text) : `${capital(text)}.`);

/**
 * What is said of the last try.
 * @param {LessonState} state
 */
export function answerWords({ answer }) {
  if (!answer) return "";
  const { refusal, comment } = answer;
  const said = [refusal && sentence(say(refusal)), comment && say(comment)].filter(Boolean);
  return said.length > 0 ? said.join(" ") : t("learn-no-move");
}

export class LessonView {
  /** @param {Lesson} lesson */
  constructor(lesson) {
    this.lesson = lesson;
    const { info, steps } = lesson.state;
    this.step = h("span", { class: "lesson-step" });
    this.dots = h("span", { class: "lesson-dots", "aria-hidden": "true" }, ...steps.map(() => h("i", {})));
    this.task = h("p", { class: "lesson-task" });
    this.answer = h("p", { class: "lesson-answer" });
    this.tallies = h("p", { class: "lesson-tallies" });
    this.moves = h("div", { class: "buttons lesson-moves" });
    this.back = h("button", { onclick: () => lesson.go(lesson.state.index - 1) }, icon("prev"), t("learn-back"));
    this.show = h("button", { onclick: () => lesson.showExample() }, icon("hint"), t("learn-show"));
    this.next = h("button", { onclick: () => this.goOn() });
    this.element = h("main", { id: "main", class: "lesson" },
      h("div", { class: "lesson-head" },
        h("h1", {}, t("learn-introduction-to", { game: say(info.title) })),
        h("p", { class: "faint" }, say(info.goal))),
      h("div", { class: "lesson-text panel" }, h("p", { class: "lesson-where" }, this.step, this.dots), this.task),
      h("div", { class: "lesson-stage" }, lesson.board.element, this.tallies),
      h("div", { class: "lesson-below panel" }, this.answer, this.moves,
        h("div", { class: "buttons lesson-buttons" }, this.back, this.show, this.next),
        h("p", { class: "small lesson-links" },
          h("a", { href: `/rules/${info.id}` }, icon("rules"), t("rules")),
          h("a", { href: `/play/${info.id}` }, icon("play"), t("learn-leave")))));
  }

  goOn() {
    const { lesson } = this;
    const { info, index, finished } = lesson.state;
    if (isLast(lesson.state)) lesson.app.go(finished ? `/play/${info.id}` : "/learn");
    else lesson.go(index + 1);
  }

  focusNext() {
    this.next.focus({ preventScroll: true });
    this.answer.scrollIntoView({ block: "nearest" });
  }

  update() {
    const { state } = this.lesson;
    write(this.step, stepWords(state));
    [...this.dots.children].forEach((dot, index) => {
      dot.className = index === state.index ? "here" : index < state.index ? "past" : "";
    });
    write(this.task, say(currentStep(state).task));
    write(this.answer, this.words());
    this.answer.className = `lesson-answer ${state.finished ? "right" : state.answer ? "wrong" : ""}`;
    this.updateTallies();
    this.updateButtons();
  }

  words() {
    const { state } = this.lesson;
    if (state.answer) return answerWords(state);
    return state.shown && isPlayable(state) ? t("learn-shown") : "";
  }

  updateTallies() {
    const { info, view: { board: { tallies } } } = this.lesson.state;
    renew(this.tallies, [tallies, settings().palette], () =>
      tallies.length === 0 ? [] : /** @type {const} */ (["first", "second"]).map((seat) =>
        h("span", {}, pieceSign(info, seatIndex(seat)), say(info.seats[seatIndex(seat)]),
          h("b", {}, tallies.map(({ label, count }) => `${say(label)} ${count[seat]}`).join(", ")))));
  }

  updateButtons() {
    const { lesson } = this;
    const { state } = lesson;
    const moves = buttonMoves(state);
    renew(this.moves, moves.map(({ notation }) => notation), () => moves.map((choice) =>
      h("button", { class: "primary", onclick: () => void lesson.play(choice) }, choiceLabel(choice.notation))));
    this.back.disabled = state.index === 0;
    this.show.hidden = state.finished || currentStep(state).example?.steps.length === 0;
    const last = isLast(state);
    const words = state.finished ? (last ? "learn-play" : "learn-next") : last ? "learn-end" : "learn-skip-step";
    renew(this.next, words, () => [t(words), icon(last && state.finished ? "play" : "next")]);
    set(this.next, { class: state.finished ? "primary" : "" });
  }
}
