// @ts-check
// All that stands around the board of a match. What is there stays there and changes in its place, so
// that nothing is pulled away from under a finger.
/** @import { Choice } from "../types.js" */
/** @import { MatchScreen } from "./match.js" */
/** @import { Child } from "../dom.js" */
/** @import { Icon } from "../icons.js" */

import * as api from "../api.js";
import { pieceSign } from "../board/miniature.js";
import { change, h, renew, write } from "../dom.js";
import { capital, choiceLabel, count, has, language, say, t } from "../i18n.js";
import { icon } from "../icons.js";
import { opponentName, playerName, result, seatIndex } from "../names.js";
import { score, settings } from "../settings.js";
import { play } from "../sound.js";
import { MoveList } from "./movelist.js";
import { PlayerBar } from "./playerbar.js";
import { thinker, visit } from "../think/visit.js";

const OFFERED = { draw: "draw-offered", takeback: "online-takeback-offered", rematch: "online-rematch-offered" };

export class MatchPanel {
  /** @param {MatchScreen} match */
  constructor(match) {
    this.match = match;
    const { info, shown } = match;
    this.top = new PlayerBar(info);
    this.bottom = new PlayerBar(info);
    this.status = h("p", { class: "status" });
    this.thinking = h("span", { class: "faint" });
    this.notes = h("div", { class: "notes" });
    this.result = h("section", { class: "result", hidden: true, "aria-label": t("result") });
    this.list = new MoveList((entries) => void match.look(entries), (notation) => this.moveName(notation));
    this.score = h("p", { class: "score faint" });
    this.typed = h("input", { type: "text", id: "typed", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 40 });
    this.heldAsk = /** @type {Choice | null} */ (null);
    this.since = performance.now();
    this.warned = false;
    this.ended = shown.end !== null;
    this.undo = button("undo", t("undo"), () => match.undo());
    this.redo = button("redo", t("redo"), () => match.redo());
    this.hint = button("hint", t("hint"), () => void match.hint());
    this.flip = button("flip", t("flip-board"), () => match.flip());
    this.draw = button("draw", t("offer-draw"), () => match.offerDraw());
    this.resign = button("flag", t("resign"), () => void match.resign());
    this.analyse = h("a", { class: "button tool", href: `/m/${shown.id}/analyse` }, icon("look"), h("span", {}, t("analyse")));
    this.typing = h("form", { class: "typing", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = this.typed.value.trim();
      if (text) match.type(text);
      this.typed.value = "";
    } },
    h("label", { for: "typed" }, t("type-move")), this.typed, h("button", { type: "submit" }, t("send")));
    this.stage = h("div", { class: "stage" }, this.top.element, h("div", { class: "board-box" }, match.board.element), this.bottom.element);
    const more = h("details", { class: "panel more" }, h("summary", {}, t("more")), this.moreButtons(), this.score);
    more.open = matchMedia("(min-width: 60rem)").matches;
    this.element = h("main", { id: "main", class: "match" },
      h("h1", { class: "visually-hidden" }, say(info.title)),
      this.stage,
      h("div", { class: "side" },
        this.result,
        h("div", { class: "panel now" }, this.status, this.notes,
          h("div", { class: "actions", role: "group", "aria-label": t("actions") }, ...this.actions()), ...this.company()),
        h("section", { class: "panel list", "aria-label": t("move-list") }, this.list.element, this.list.browse, this.typing),
        more));
    this.ticking = shown.clock ? setInterval(() => this.tick(), 100) : 0;
  }

  /** What is done most often. */
  actions() {
    return [this.undo, this.redo, this.hint, this.flip];
  }

  /**
   * What there is below, for those who play with somebody elsewhere.
   * @returns {Child[]}
   */
  company() {
    return [];
  }

  moreButtons() {
    const { match } = this;
    const { shown } = match;
    return h("div", { class: "more-actions" },
      this.draw, this.resign,
      button("play", t("new-game"), () => match.app.go(`/play/${shown.game}`)),
      button("turn", t("rematch"), () => void match.again()),
      this.analyse,
      document.fullscreenEnabled && button("full", t("full-screen"), () => match.fullScreen()),
      button("share", t("share"), () => match.share()),
      button("copy", t("copy-position"), () => match.copyPosition()),
      h("a", { class: "button tool", href: api.recordPath(shown.id), download: `damier-${shown.game}-${shown.id}.txt` }, icon("download"), h("span", {}, t("download-record"))),
      button("open", t("open-record"), () => match.openRecord()),
      thinker(match) && button("hint", t("watch-thinking"), () => void visit(match)),
      h("a", { class: "button tool", href: `/rules/${shown.game}` }, icon("rules"), h("span", {}, t("rules"))));
  }

  close() {
    clearInterval(this.ticking);
  }

  update() {
    const { match } = this;
    const { shown } = match;
    this.since = match.came.get(shown) ?? this.since;
    this.players();
    this.statusLine();
    this.note();
    this.buttons();
    this.list.show(shown.record.moves, (match.earlier ?? shown).record.moves.length);
    this.scoreLine();
    this.resultCard();
    this.typing.hidden = match.me() === null;
    this.typed.disabled = shown.end !== null;
  }

  /** The players, each at the side where they sit. */
  players() {
    const { match } = this;
    const { shown } = match;
    const [one, two] = shown.players;
    const near = match.nearSeat() === one.seat ? one : two;
    const { tallies } = (match.earlier ?? shown).view.board;
    this.stage.style.setProperty("--ratio", match.board.element.style.getPropertyValue("--ratio"));
    this.top.show(near === one ? two : one, shown, tallies);
    this.bottom.show(near, shown, tallies);
    this.tick();
  }

  tick() {
    const { match } = this;
    const { clock } = match.shown;
    if (!clock) return;
    const elapsed = performance.now() - this.since;
    for (const bar of [this.top, this.bottom]) {
      const { running, low } = bar.tick(clock, elapsed);
      if (!running) continue;
      const me = match.me();
      const mine = me !== null && match.seatOf(me) === seatIndex(bar.seat);
      if (low && mine && !this.warned) play("low");
      this.warned = low && (mine || this.warned);
    }
  }

  statusLine() {
    const { match } = this;
    const { shown } = match;
    const moving = shown.players.find(({ player }) => player === shown.to_move);
    const entries = match.earlier?.record.moves.length;
    const computer = moving?.who.type === "computer";
    this.thought();
    renew(this.status, [entries, moving?.seat, computer, settings().palette], () => {
      if (entries !== undefined) {
        return [h("span", {}, entries === 0 ? t("looking-start") : t("looking", { number: entries })),
          h("button", { type: "button", class: "primary", onclick: () => match.lookAtNow() }, t("back-to-game"))];
      }
      if (!moving) return [];
      return [pieceSign(match.info, seatIndex(moving.seat)),
        h("span", { class: "status-words" }, h("strong", {}, match.turnWords()), this.thinking),
        computer && match.mayHurry() && h("button", { type: "button", onclick: () => match.socket.moveNow() }, icon("fast"), t("move-now"))];
    });
  }

  /** What the computer thinks, or whose turn it is else. */
  thought() {
    const { match } = this;
    const { thinking, shown } = match;
    if (match.myTurn()) return write(this.thinking, match.person() ? t("your-turn") : "");
    if (shown.players.some(({ player, who }) => player === shown.to_move && who.type === "human")) return write(this.thinking, "");
    if (!thinking || thinking.version !== shown.version) return write(this.thinking, t("thinking"));
    const seconds = (thinking.time / 1000).toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    write(this.thinking, t("thinking-depth", { depth: thinking.depth, seconds }));
  }

  /** @param {Choice | null} choice */
  ask(choice) {
    this.heldAsk = choice;
    this.note();
  }

  /**
   * A move as it is read.
   * @param {string} notation
   */
  moveName(notation) {
    const id = `entry-${notation}`;
    return has(id) ? t(id) : notation;
  }

  note() {
    const { match } = this;
    const { shown } = match;
    const lost = match.status === "lost";
    const asked = this.heldAsk?.notation;
    const choices = match.playable() ? shown.view.choices.filter(({ steps }) => steps.length === 0) : [];
    const words = choices.map(({ notation }) => notation);
    renew(this.notes, [lost, shown.unstored, match.slow, asked, words, this.otherKey()], () => {
      /** @type {Child[]} */
      const notes = [];
      if (lost) notes.push(h("p", { class: "note problem" }, h("span", { class: "spinner", "aria-hidden": "true" }), t("connection-lost"), " · ", t("reconnecting")));
      else if (shown.unstored) notes.push(h("p", { class: "note problem" }, h("span", { class: "spinner", "aria-hidden": "true" }), t("not-stored"), " · ", t("reconnecting")));
      else if (match.slow) notes.push(h("p", { class: "note pending" }, t("sending")));
      if (asked) {
        notes.push(h("p", { class: "note" }, t("confirm-move", { move: this.moveName(asked) })),
          h("div", { class: "buttons" },
            h("button", { type: "button", class: "primary", onclick: () => match.board.confirm() }, icon("check"), t("confirm")),
            h("button", { type: "button", onclick: () => match.board.cancel() }, t("cancel"))));
      }
      if (words.length > 0) {
        notes.push(h("div", { class: "buttons" }, ...words.map((notation) =>
          h("button", { type: "button", class: "primary", onclick: () => match.playNamed(notation) }, choiceLabel(notation)))));
      }
      notes.push(...this.otherNotes());
      return notes;
    });
  }

  /** The offers that wait for an answer from here. */
  offers() {
    return this.match.shown.offers;
  }

  /** What stands for the notes that others cause. */
  otherKey() {
    return /** @type {unknown} */ (this.offers());
  }

  /**
   * What others want to know.
   * @returns {Child[]}
   */
  otherNotes() {
    const { match } = this;
    const { shown } = match;
    return this.offers().flatMap(({ offer, by }) => {
      const player = shown.players.find((one) => one.player === by);
      const answerer = shown.players.find((one) => one.player !== by);
      if (!player || !answerer) return [];
      const answer = (/** @type {"accept" | "decline"} */ type) => () => match.socket.command(answerer.player, { type, offer });
      return [
        h("p", { class: "note" }, t(OFFERED[offer], { player: playerName(match.info, player, shown) })),
        match.answersFor(answerer) && h("div", { class: "buttons" },
          // Whoever wants to play again too says so where the result stands.
          offer !== "rematch" && h("button", { type: "button", class: "primary", onclick: answer("accept") }, t("accept")),
          h("button", { type: "button", onclick: answer("decline") }, t("decline")))];
    });
  }

  /** What can be done now. */
  buttons() {
    const { match } = this;
    const { shown } = match;
    const human = match.me() !== null;
    for (const one of [this.undo, this.redo, this.hint]) one.hidden = !human;
    this.undo.disabled = shown.undoable === 0;
    this.redo.disabled = shown.redoable === 0;
    this.hint.disabled = !match.playable();
    change(this.hint, "aria-busy", String(match.hinting));
    this.draw.hidden = this.resign.hidden = !human || shown.end !== null;
    this.analyse.hidden = shown.kind === "online" && shown.end === null && shown.players.every(({ who }) => who.type === "human");
    this.draw.disabled = shown.offers.some(({ offer }) => offer === "draw");
  }

  scoreLine() {
    const { match } = this;
    const { info, shown } = match;
    if (match.me() === null) return;
    const opponent = match.opponent();
    const { wins, draws, losses, time } = score(shown.game, opponent);
    if (wins + draws + losses === 0) return write(this.score, "");
    const minutes = Math.max(1, Math.round(time / 60_000));
    const against = opponent === "online" ? t("online-score") : t("score-against", { level: opponentName(info, opponent) });
    const parts = opponent === "two"
      ? [t("score-two"), count("score-first", wins), count("draws", draws), count("score-second", losses)]
      : [against, count("wins", wins), count("draws", draws), count("losses", losses)];
    write(this.score, `${parts[0]} ${parts.slice(1).join(", ")} · ${count("minutes-played", minutes)}`);
  }

  /** What stands for the button that plays again. */
  againKey() {
    return "";
  }

  /**
   * The button that plays again.
   * @returns {Child}
   */
  again() {
    return h("button", { type: "button", class: "primary big", onclick: () => void this.match.again() }, t("rematch"));
  }

  resultCard() {
    const { match } = this;
    const { info, shown } = match;
    const show = shown.end !== null && match.earlier === null;
    this.result.hidden = !show;
    if (!show || !shown.end) {
      this.ended = false;
      return;
    }
    const { headline, words, kind, cheer } = result(info, shown, shown.end);
    this.result.className = `result ${kind}`;
    renew(this.result, [headline, words, kind, cheer, this.againKey()], () => [
      h("h2", {}, headline),
      cheer && h("p", { class: "cheer" }, cheer),
      h("p", {}, capital(words)),
      h("div", { class: "buttons" },
        this.again(),
        h("a", { class: "button big", href: `/m/${shown.id}/analyse` }, t("analyse")),
        h("button", { type: "button", class: "big", onclick: () => void match.leave() }, t("leave")))]);
    if (!this.ended && !(document.activeElement instanceof HTMLInputElement)) {
      requestAnimationFrame(() => this.result.querySelector("button")?.focus({ preventScroll: true }));
    }
    this.ended = true;
  }
}

/**
 * @param {Icon} sign
 * @param {string} label
 * @param {() => void} act
 */
export function button(sign, label, act) {
  return h("button", { type: "button", class: "tool", onclick: act }, icon(sign), h("span", {}, label));
}
