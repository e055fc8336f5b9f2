// @ts-check
// All that stands around the board of an analysis.
/** @import { Choice } from "../net/types.js" */
/** @import { AnalysisScreen } from "../screens/analysis.js" */
/** @import { Icon } from "../app/icons.js" */

import { oneOf, yesNo } from "../app/form.js";
import { h, renew, write } from "../app/dom.js";
import { choiceLabel, say, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { opponentName, seatName } from "../app/names.js";
import { toast } from "../app/notice.js";
import { route } from "../app/routing.js";
import * as kept from "./api.js";
import { Bar } from "./bar.js";
import { GraphView } from "./graphview.js";
import { Lines } from "./lines.js";
import { MoveTree } from "./movetree.js";
import { LINE_COUNTS } from "./options.js";
import { AnnotationEditor } from "./annotations.js";
import { PuzzleCard } from "./retry.js";
import { legend, ReviewPanel } from "./reviewpanel.js";
import { following, path, say as remark } from "./tree.js";
import { hidesGame, isHidden, standing } from "./verdict.js";

export class AnalysisPanel {
  /** @param {AnalysisScreen} screen */
  constructor(screen) {
    this.screen = screen;
    const { info } = screen;
    const name = (/** @type {string} */ notation) => screen.moveName(notation);
    this.name = name;
    this.bar = new Bar(info);
    this.notes = h("div", { class: "notes" });
    this.lines = new Lines({
      show: (line, goesOn) => screen.showLine(line, goesOn), play: (notation) => screen.play(notation), name,
    });
    this.moves = new MoveTree({ go: (id) => void screen.go(id), name });
    this.annotations = new AnnotationEditor({
      comment: (comment) => screen.edit(remark(screen.tree, screen.at, { comment }), screen.at),
      mark: (mark) => screen.edit(remark(screen.tree, screen.at, { mark })),
      promote: () => screen.promote(),
      remove: () => screen.remove(),
    });
    this.graph = new GraphView(info, (entries) => screen.goMain(entries));
    this.graphBox = h("div", { class: "graph-box", hidden: true }, this.graph.element, legend());
    this.review = new ReviewPanel({
      info, name,
      review: () => screen.review(),
      quiz: () => screen.quiz.next(),
      see: (mistake) => void screen.see(mistake),
      retry: (mistake) => screen.quiz.ask(mistake),
      show: (line) => screen.showLine(line),
    });
    this.puzzle = new PuzzleCard({
      info, name,
      again: () => screen.quiz.again(),
      solve: () => screen.quiz.solve(),
      next: () => screen.quiz.next(),
      end: () => screen.quiz.end(),
    });
    /** @type {Choice | null} a move that waits to be confirmed */
    this.asked = null;
    this.undo = step("undo", t("undo"), () => screen.undo());
    this.redo = step("redo", t("redo"), () => screen.redo());
    this.back = [
      step("first", t("go-start"), () => screen.goMain(0)), step("prev", t("go-back"), () => screen.step(-1)),
    ];
    this.on = [
      step("next", t("go-on"), () => screen.step(1)), step("last", t("analysis-go-end"), () => screen.goEnd()),
    ];
    /** @type {HTMLInputElement} */
    this.engine = h("input");
    /** @type {HTMLElement} */
    this.stage = h("div");
    this.element = this.build();
  }

  build() {
    const { screen } = this;
    const { info, found } = screen;
    const { engine, here, lines, values, hide } = screen.options;
    this.stage = h("div", { class: "stage" },
      h("div", { class: "board-row" }, this.bar.element, h("div", { class: "board-box" }, screen.board.element)),
      h("div", { class: "browse", role: "group", "aria-label": t("browse") }, ...this.back, ...this.on,
        step("flip", t("flip-board"), () => screen.flip()), this.undo, this.redo),
      this.graphBox);
    screen.board.proportion(this.stage);
    this.engine = h("input", {
      type: "checkbox", class: "switch", role: "switch", "aria-label": t("analysis-engine"),
      title: t("analysis-engine"), onchange: () => screen.choose({ engine: this.engine.checked }),
    });
    this.engine.checked = engine;
    this.lines.head.append(this.engine);
    const tools = h("details", { class: "panel more" }, h("summary", {}, t("more")), this.tools());
    tools.open = matchMedia("(min-width: 60rem)").matches;
    return h("main", { id: "main", class: "analysis" },
      h("h1", { class: "visually-hidden" }, `${t("analysis-title")} · ${say(info.title)}`),
      this.stage,
      h("div", { class: "side" },
        this.puzzle.element,
        h("section", { class: "panel engine", "aria-label": t("analysis-engine") },
          this.lines.element, this.notes,
          h("details", { class: "options" }, h("summary", {}, t("analysis-options")),
            oneOf(t("analysis-line-count"),
              LINE_COUNTS.map((number) => ({ value: String(number), label: String(number) })), String(lines),
              (number) => screen.choose({ lines: Number(number) })),
            screen.app.catalogue.analysis === "either" && oneOf(t("analysis-where"), [
              { value: "server", label: t("analysis-where-server") },
              { value: "here", label: t("analysis-where-here") },
            ], here ? "here" : "server", (place) => screen.choose({ here: place === "here" })),
            screen.app.catalogue.analysis === "either" && h("p", { class: "faint small" }, t("analysis-where-more")),
            yesNo(t("analysis-values"), values, (on) => screen.choose({ values: on }), t("analysis-values-more")),
            yesNo(t("analysis-hide"), hide, (on) => screen.choose({ hide: on }), t("analysis-hide-more")))),
        h("section", { class: "panel list", "aria-label": t("move-list") },
          this.players(), this.moves.element, this.annotations.element),
        this.review.element,
        tools,
        h("p", { class: "small" },
          found.match && h("a", { href: `/m/${found.id}` }, t("analysis-to-match")),
          " ",
          h("a", { href: "/analyse" }, t("analysis-other")))));
  }

  /** Who played, and how it ended, if that is known. */
  players() {
    const { info, found } = this.screen;
    const { first, second } = found.players;
    const named = (/** @type {string | null} */ name, /** @type {"first" | "second"} */ seat) =>
      (name ? opponentName(info, name) : seatName(info, seat));
    if (!first && !second && found.result === "*") return null;
    return h("p", { class: "who" },
      h("strong", {}, `${named(first, "first")} – ${named(second, "second")}`),
      " ", found.result !== "*" && found.result);
  }

  tools() {
    const { screen } = this;
    this.download = button("download", t("download-record"), () => void this.save());
    return h("div", { class: "more-actions" },
      button("play", t("analysis-play-on"), () => screen.playOn()),
      button("share", t("share"), () => void screen.share()),
      button("copy", t("copy-position"), () => screen.copyPosition()),
      this.download,
      button("open", t("open-record"), () => screen.app.go("/analyse")),
      h("a", { class: "button tool", href: `/rules/${screen.info.id}` }, icon("rules"), h("span", {}, t("rules"))));
  }

  /** Downloads the analysis as a file, which is kept first. */
  async save() {
    const { autosave, tree, found } = this.screen;
    if (!autosave.stored) autosave.save((await import("./tree.js")).toList(tree));
    await autosave.flush();
    if (!autosave.stored || autosave.status !== "saved") return toast(t("analysis-not-kept"), "problem");
    const { id } = autosave.stored;
    const link = h("a", { href: kept.recordPath(id), download: `damier-${found.game}-${id}.txt` });
    document.body.append(link);
    link.click();
    link.remove();
  }

  /** Brings the question and the board into sight. */
  revealQuestion() {
    const wide = matchMedia("(min-width: 60rem)").matches;
    requestAnimationFrame(() =>
      (wide ? this.puzzle.element : this.stage).scrollIntoView({ block: wide ? "nearest" : "start" }));
  }

  /** @param {Choice | null} choice */
  ask(choice) {
    this.asked = choice;
    this.update();
  }

  update() {
    const { screen } = this;
    const { tree, at, shown, reviewing, quiz, options, engine } = screen;
    const stands = standing(screen);
    const hidden = isHidden(screen);
    const main = following(tree).map((id) => tree.moves[id].notation);
    const review = reviewing.review;
    this.bar.show(stands, screen.firstBelow());
    this.lines.update(this.standingWords(stands?.words ?? null, hidden), stands, hidden ? null : engine.thought,
      this.effort(hidden),
      hidden || !options.engine || shown.view.outcome ? 0 : options.lines);
    this.engine.checked = options.engine;
    this.note();
    this.moves.show({ tree, at, review: review?.moves ?? [], hidden: hidesGame(screen) });
    const entries = shown.record.moves;
    this.annotations.show(tree, at, this.name(entries[entries.length - 1] ?? ""));
    const { parent, next } = tree.moves[at];
    for (const one of this.back) one.disabled = parent === null;
    for (const one of this.on) one.disabled = next.length === 0;
    this.undo.disabled = screen.editing.past.length === 0;
    this.redo.disabled = screen.editing.future.length === 0;
    const covered = review !== null && review.line.length === main.length
      && review.line.every((move, i) => move === main[i]);
    this.graphBox.hidden = !review || quiz.hides() || review.moves.every((move) => move === undefined);
    if (review) this.graph.show(review.moves, this.onGraph(), hidesGame(screen), this.name);
    this.review.show(review, { moves: main.length, current: covered, hidden: hidesGame(screen), at: entries.length });
    this.puzzle.show(quiz.puzzle, quiz.following() !== undefined);
    this.kept();
  }

  /** How many moves of the game that is looked over lead to the position, or to where it was left. */
  onGraph() {
    const { tree, at, reviewing } = this.screen;
    const line = reviewing.review?.line ?? [];
    const moves = path(tree, at).map((id) => tree.moves[id].notation);
    const left = moves.findIndex((move, i) => move !== line[i]);
    return left < 0 ? moves.length : left;
  }

  /** @param {string | null} words @param {boolean} hidden */
  standingWords(words, hidden) {
    const { screen } = this;
    if (hidden) return t("analysis-hidden");
    if (words) return words;
    return t("turn", { seat: seatName(screen.info, screen.shown.view.turn) });
  }

  /** @param {boolean} hidden */
  effort(hidden) {
    const { screen } = this;
    if (hidden || screen.shown.view.outcome) return "";
    if (screen.engine.problem) return screen.engine.problem;
    if (!screen.options.engine) return t("analysis-engine-off");
    return t(screen.engine.connection.status === "lost" ? "connection-lost" : "analysis-thinking");
  }

  /** What waits for the reader: a move to confirm, and moves that are buttons. */
  note() {
    const { screen, asked } = this;
    const choices = screen.shown.view.choices.filter(({ steps }) => steps.length === 0);
    const isStale = screen.autosave.status === "stale";
    renew(this.notes, [asked?.notation, choices.map(({ notation }) => notation), isStale], () => [
      asked && h("div", { class: "buttons" },
        h("button", { class: "primary", onclick: () => screen.board.confirm() },
          icon("check"), t("confirm-move", { move: this.name(asked.notation) })),
        h("button", { onclick: () => screen.board.cancel() }, t("cancel"))),
      choices.length > 0 && h("div", { class: "buttons" }, ...choices.map((choice) =>
        h("button", { onclick: () => screen.play(choice.notation, choice) }, choiceLabel(choice.notation)))),
      isStale && h("div", { class: "note problem stale", role: "alert" },
        h("p", {}, t("analysis-stale")),
        h("div", { class: "buttons" },
          h("button", { class: "primary", onclick: () => void screen.autosave.saveCopy() }, t("analysis-keep-copy")),
          h("button", { onclick: () => screen.app.go(route().pathname, true) }, t("analysis-load-other")))),
    ]);
  }

  kept() {
    const { autosave } = this.screen;
    const words = {
      saved: autosave.stored?.version ? t("analysis-saved") : "", pending: t("analysis-saving"),
      failed: t("analysis-not-kept"), stale: "",
    };
    write(this.annotations.saved, words[autosave.status]);
  }
}

/** @param {Icon} sign @param {string} label @param {() => void} act */
function button(sign, label, act) {
  return h("button", { class: "tool", onclick: act }, icon(sign), h("span", {}, label));
}

/** @param {Icon} sign @param {string} label @param {() => void} act */
function step(sign, label, act) {
  return h("button", { class: "quiet", "aria-label": label, title: label, onclick: act }, icon(sign));
}
