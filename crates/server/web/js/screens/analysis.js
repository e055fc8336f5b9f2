// @ts-check
// Analysis of a game: the tree of its moves, what the engine thinks, and what a person says.
/** @import { Analysis, Choice, GameInfo, GameRecord, LineMove, Look, ReviewedMove } from "../net/types.js" */
/** @import { App, Screen } from "../app/main.js" */
/** @import { Editing } from "../analysis/editing.js" */
/** @import { Options } from "../analysis/options.js" */
/** @import { Tree } from "../analysis/tree.js" */

import * as kept from "../analysis/api.js";
import * as editing from "../analysis/editing.js";
import { PositionEngine } from "../analysis/engine.js";
import { Autosave, settled } from "../analysis/autosave.js";
import * as options from "../analysis/options.js";
import { Overlay, Player } from "../analysis/overlay.js";
import { AnalysisPanel } from "../analysis/panel.js";
import { Quiz } from "../analysis/quiz.js";
import { playOn } from "../analysis/retry.js";
import { ReviewSession } from "../analysis/reviewsession.js";
import { shortcuts } from "../analysis/shortcuts.js";
import { thinksHere } from "../analysis/thinking.js";
import * as trees from "../analysis/tree.js";
import { labels } from "../analysis/values.js";
import { isHidden, mistakeHere } from "../analysis/verdict.js";
import * as api from "../net/api.js";
import { BoardView, duration } from "../board/board.js";
import { moveWords } from "../board/words.js";
import { copy } from "../app/copy.js";
import { has, say, t } from "../app/i18n.js";
import { lowerSeat } from "../app/names.js";
import { announce, complain, toast } from "../app/notice.js";
import { moveNumber } from "../app/numbering.js";
import { linkTo, replace, routePath } from "../app/routing.js";

/**
 * A game's own board, a line of moves or a position, or an analysis that was kept.
 * @param {App} app
 * @param {string[]} params
 * @param {URLSearchParams} query
 * @returns {Promise<Screen>}
 */
export async function show(app, [name, rest], query) {
  if (!app.game(name)) return open(app, name);
  const start = query.get("start");
  const record = start === null ? null : { start, swap: query.get("swap") === "yes", moves: [] };
  /** @type {Look} */
  let look;
  try {
    look = await kept.look(name, record, rest);
  } catch (error) {
    if (!(error instanceof api.Failure) || error.status !== 400) throw error;
    // The box says what is wrong with it, and where.
    return (await import("./analyse.js")).show(app, [], new URLSearchParams({ text: routePath() }));
  }
  replace(look.path);
  const moves = look.record.moves.map((notation, index) => ({ parent: index === 0 ? null : index - 1, notation }));
  const players = { first: null, second: null };
  const { start: from, swap } = look.record;
  return begin(app, {
    id: "", version: 0, match: false, game: name, start: from, swap, players, result: "*", comment: "", moves,
  });
}

/**
 * The analysis of a match.
 * @param {App} app
 * @param {string[]} params
 */
export const showMatch = (app, [id]) => open(app, id);

/** @param {App} app @param {string} id */
async function open(app, id) {
  await settled();
  return begin(app, await kept.load(id));
}

/** @param {App} app @param {Analysis} found @returns {Promise<Screen>} */
async function begin(app, found) {
  const info = app.game(found.game);
  if (!info) throw new api.Failure(null, 404);
  const { start, swap } = found;
  const analysis = new AnalysisScreen(app, info, found, await kept.look(found.game, { start, swap, moves: [] }));
  return {
    title: `${t("analysis-title")} · ${say(info.title)}`, name: "analysis-page",
    element: analysis.panel.element, close: () => analysis.close(),
  };
}

export class AnalysisScreen {
  /**
   * @param {App} app
   * @param {GameInfo} info
   * @param {Analysis} found
   * @param {Look} start its first position
   */
  constructor(app, info, found, start) {
    this.app = app;
    this.info = info;
    this.found = found;
    /** @type {Editing} */
    this.editing = editing.begin(trees.fromList(found.moves, found.comment));
    this.at = found.id ? trees.ROOT : trees.following(this.tree).at(-1) ?? trees.ROOT;
    /** @type {Map<string, Look>} positions by the moves that lead there */
    this.looks = new Map([["", start]]);
    this.shown = start;
    this.wanted = 0;
    /** @type {Options} */
    this.options = options.load();
    this.flipped = false;
    this.reviewing = new ReviewSession({
      changed: () => this.panel.update(), over: () => announce(t("analysis-review-over")),
      here: () => thinksHere(app.catalogue, this.options),
    });
    this.quiz = new Quiz(this);
    this.board = new BoardView(info, {
      play: (choice) => this.play(choice.notation, choice),
      ask: (choice) => this.panel.ask(choice),
      drawn: (state) => this.overlay.draw(state),
    });
    this.overlay = new Overlay(this.board.renderer);
    this.overlay.labels = (state) =>
      (this.options.values && !isHidden(this) ? labels(state, this.engine.thought?.moves ?? []) : []);
    this.player = new Player(this.overlay, () => this.drawOver(), () => duration() === 0);
    const { id, version, game, swap, players } = found;
    this.autosave = new Autosave({ game, start: found.start, swap, players }, id ? { id, version } : null, {
      created: (name) => this.named(name),
      changed: () => this.panel.update(),
    },
    {
      ...kept, setTimeout: (call, wait) => globalThis.setTimeout(call, wait),
      clearTimeout: (timer) => globalThis.clearTimeout(timer),
    });
    this.panel = new AnalysisPanel(this);
    this.engine = new PositionEngine(this);
    this.unlisten = shortcuts(this);
    this.leaving = () => void this.autosave.flush(true);
    addEventListener("pagehide", this.leaving);
    void this.go(this.at);
    if (found.match && found.moves.length > 0) this.review();
  }

  /** @returns {Tree} */
  get tree() {
    return this.editing.tree;
  }

  /** @returns {GameRecord} the game as far as the position that is shown */
  record() {
    const { start, swap } = this.found;
    return { start, swap, moves: trees.entries(this.tree, this.at) };
  }

  /**
   * Goes to a move of the tree.
   * @param {number} id
   */
  async go(id) {
    this.at = id;
    const number = ++this.wanted;
    const record = this.record();
    const key = record.moves.join(" ");
    try {
      const look = this.looks.get(key) ?? await kept.look(this.found.game, record);
      this.looks.set(key, look);
      if (number === this.wanted) this.arrive(look);
    } catch (error) {
      if (number === this.wanted) complain(error);
    }
  }

  /** @param {Look} look */
  arrive(look) {
    const [from, to] = [this.shown.record.moves, look.record.moves];
    const one = to.length === from.length + 1 && from.every((move, i) => move === to[i]);
    this.panel.lines.clear();
    this.player.show(null);
    if (this.shown !== look) this.engine.forget();
    this.shown = look;
    this.board.show(look.view, {
      playable: true, flipped: this.flipped, changes: one ? look.view.last?.changes ?? null : null, quiet: !one,
    });
    if (!this.autosave.stored) replace(this.address());
    this.engine.ask();
    this.panel.update();
    announce(to.length === 0
      ? t("looking-start")
      : t("move-number", { number: moveNumber(to, to.length - 1), move: this.heard(look) }));
  }

  /**
   * The last move of a position, as it is heard.
   * @param {Look} look
   */
  heard({ record: { moves }, view: { last } }) {
    const before = this.looks.get(moves.slice(0, -1).join(" "))?.view.board;
    return (last && before && moveWords(this.info, before, last, this.flipped))
      || this.moveName(moves[moves.length - 1]);
  }

  /** The address that holds the whole line, while nothing else is said. */
  address() {
    const end = trees.following(this.tree).at(-1) ?? trees.ROOT;
    return this.looks.get(trees.entries(this.tree, end).join(" "))?.path ?? routePath();
  }

  /** The match that this is the analysis of. */
  ofMatch() {
    return this.found.match ? this.found.id : undefined;
  }

  drawOver() {
    if (this.board.state) this.overlay.draw(this.board.state);
  }

  redraw() {
    this.panel.update();
    this.drawOver();
  }

  /**
   * Plays a move on the board: an answer, if one is asked for.
   * @param {string} notation
   * @param {Choice} [choice]
   */
  play(notation, choice) {
    if (isHidden(this)) {
      this.showBoard();
      const mistake = mistakeHere(this);
      return this.quiz.puzzle || !mistake ? this.quiz.answer(notation) : this.quiz.reply(mistake, notation);
    }
    if (choice) this.board.make(choice);
    const { tree, at } = trees.play(this.tree, this.at, notation);
    this.become(editing.become(this.editing, tree), at);
    void this.go(at);
  }

  /**
   * The tree says something else from now on.
   * @param {Tree} tree
   * @param {number | null} [typing]
   */
  edit(tree, typing = null) {
    this.become(editing.become(this.editing, tree, typing), this.at);
  }

  /**
   * @param {Editing} next
   * @param {number} at the move that is shown then
   */
  become(next, at) {
    if (next.tree === this.tree) return;
    this.at = at;
    this.editing = next;
    if (this.autosave.stored || !trees.isPlain(next.tree)) this.autosave.save(trees.toList(next.tree));
    this.panel.update();
  }

  /** @param {(editing: Editing) => Editing} travel */
  travel(travel) {
    const next = travel(this.editing);
    const at = trees.find(next.tree, trees.entries(this.tree, this.at));
    this.become(next, at);
    void this.go(at);
  }

  undo() {
    this.travel(editing.undo);
  }

  redo() {
    this.travel(editing.redo);
  }

  promote() {
    this.edit(trees.promote(this.tree, this.at));
    announce(t("analysis-promoted"));
  }

  remove() {
    if (this.at === trees.ROOT) return;
    const { tree, at } = trees.remove(this.tree, this.at);
    this.become(editing.become(this.editing, tree), at);
    toast(t("analysis-removed"));
    void this.go(at);
  }

  /** @param {string} id the name under which it is kept */
  named(id) {
    replace(`/analyse/${id}`);
    this.found = { ...this.found, id, match: false };
    this.panel.update();
  }

  /** Looks over the whole game. */
  review() {
    const { game, start, swap } = this.found;
    const moves = trees.following(this.tree).map((id) => this.tree.moves[id].notation);
    this.reviewing.start(game, { start, swap, moves }, this.ofMatch());
  }

  /** @param {LineMove[] | null} line @param {boolean} [goesOn] */
  showLine(line, goesOn) {
    this.player.show(isHidden(this) ? null : line, goesOn);
  }

  /**
   * Goes to a position of the game itself.
   * @param {number} entries
   */
  goMain(entries) {
    void this.go(entries === 0 ? trees.ROOT : trees.following(this.tree)[entries - 1] ?? this.at);
  }

  /** @param {ReviewedMove} mistake */
  goBefore(mistake) {
    return this.go(trees.find(this.tree, this.reviewing.review?.line.slice(0, mistake.index) ?? []));
  }

  /**
   * The position before a mistake, with the better line on the board.
   * @param {ReviewedMove} mistake
   */
  async see(mistake) {
    this.quiz.end();
    await this.goBefore(mistake);
    this.player.show(mistake.best.moves);
  }

  /** @param {number} by */
  step(by) {
    const { parent, next } = this.tree.moves[this.at];
    const to = by < 0 ? parent : next[0];
    if (to !== null && to !== undefined) void this.go(to);
  }

  goEnd() {
    void this.go(trees.lineThrough(this.tree, this.at).at(-1) ?? this.at);
  }

  playOn() {
    void playOn(this.app, this.info, this.record(), this.shown.view.turn);
  }

  /** @param {Partial<Options>} changes */
  choose(changes) {
    this.options = { ...this.options, ...changes };
    options.save(this.options);
    if (!this.options.engine) this.engine.forget();
    if ("here" in changes) this.engine.move();
    else this.engine.ask();
    this.redraw();
  }

  flip() {
    this.flipped = !this.flipped;
    this.showBoard();
    this.panel.update();
  }

  /** Shows the position as it is, without motion. */
  showBoard() {
    this.board.show(this.shown.view, { playable: true, flipped: this.flipped, quiet: true });
  }

  /** Whether First's end of the bar is the lower one, as First's pieces are. */
  firstBelow() {
    return lowerSeat(this.info, this.flipped) === "first";
  }

  async share() {
    const [{ shareDialog, shownLook }, { positionPicture }] = await Promise.all([
      import("../app/share/dialog.js"), import("../app/share/target.js"),
    ]);
    const { info, shown } = this;
    const link = linkTo(this.autosave.stored ? shown.path : routePath());
    const picture = positionPicture(info.id, shown.record, shownLook(this.flipped));
    await shareDialog(this.app, {
      name: `damier-${info.id}`, title: say(info.title), link, said: t("link-copied"), picture,
    });
  }

  copyPosition() {
    void copy(this.shown.position, t("position-copied"), t("copy-position"));
  }

  /**
   * A move as it is read.
   * @param {string} notation
   */
  moveName(notation) {
    const id = `entry-${notation}`;
    return has(id) ? t(id) : notation;
  }

  close() {
    this.unlisten();
    this.autosave.close();
    this.engine.close();
    this.reviewing.close();
    this.player.close();
    this.board.close();
    removeEventListener("pagehide", this.leaving);
  }
}
