// @ts-check
// All that stands around the board of a match.
/** @import { Choice, PlayerState } from "../types.js" */
/** @import { MatchScreen } from "./match.js" */
/** @import { Icon } from "../icons.js" */

import * as api from "../api.js";
import { pieceSign } from "../board/miniature.js";
import { left, LOW, write } from "../clock.js";
import { fill, h } from "../dom.js";
import { capital, choiceLabel, count, has, language, say, t } from "../i18n.js";
import { icon } from "../icons.js";
import { opponentName, playerName, result, seatIndex, seatName } from "../names.js";
import { score, settings } from "../settings.js";
import { play } from "../sound.js";
import { thinker, visit } from "../think/visit.js";

export class MatchPanel {
  /** @param {MatchScreen} match */
  constructor(match) {
    this.match = match;
    const { info, shown } = match;
    this.top = h("div", { class: "player" });
    this.bottom = h("div", { class: "player" });
    this.status = h("p", { class: "status" });
    this.notes = h("div", { class: "notes" });
    this.result = h("section", { class: "result", hidden: true, "aria-label": t("result") });
    this.actions = h("div", { class: "actions", role: "group", "aria-label": t("actions") });
    this.moves = h("ol", { class: "moves", tabindex: 0, "aria-label": t("move-list") });
    this.browse = h("div", { class: "browse", role: "group", "aria-label": t("browse") });
    this.score = h("p", { class: "score faint" });
    this.more = h("div", { class: "more-actions" });
    this.typed = h("input", { type: "text", id: "typed", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 40 });
    this.heldAsk = /** @type {Choice | null} */ (null);
    this.since = performance.now();
    this.clockVersion = -1;
    this.warned = false;
    /** @type {HTMLElement[]} */
    this.clocks = [];
    this.ended = shown.end !== null;
    /** @type {Map<Element, string>} what each part shows */
    this.drawn = new Map();
    const typing = h("form", { class: "typing", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const text = this.typed.value.trim();
      if (text) match.type(text);
      this.typed.value = "";
    } },
    h("label", { for: "typed" }, t("type-move")), this.typed, h("button", { type: "submit" }, t("send")));
    this.icons = [0, 1].map((index) => () => pieceSign(info, index));
    this.stage = h("div", { class: "stage" }, this.top, h("div", { class: "board-box" }, match.board.element), this.bottom);
    this.element = h("main", { id: "main", class: "match" },
      h("h1", { class: "visually-hidden" }, say(info.title)),
      this.stage,
      h("div", { class: "side" },
        this.result, h("div", { class: "panel now" }, this.status, this.notes, this.actions),
        h("section", { class: "panel list", "aria-label": t("move-list") }, this.moves, this.browse, typing),
        h("details", { class: "panel more" }, h("summary", {}, t("more")), this.more, this.score)));
    const details = this.element.querySelector("details");
    if (details && matchMedia("(min-width: 60rem)").matches) details.open = true;
    this.ticking = setInterval(() => this.tick(), 100);
  }

  close() {
    clearInterval(this.ticking);
  }

  /**
   * Draws a part anew if what it shows has changed.
   * @param {Element} part
   * @param {unknown[]} shown
   * @param {() => (Node | string | false | null)[]} draw
   */
  part(part, shown, draw) {
    const key = JSON.stringify([language(), settings().palette, ...shown]);
    if (this.drawn.get(part) === key) return;
    this.drawn.set(part, key);
    keepFocus(part, () => fill(part, ...draw()));
  }

  update() {
    const { match } = this;
    const { shown } = match;
    if (shown.version !== this.clockVersion) {
      this.clockVersion = shown.version;
      this.since = performance.now();
    }
    this.players();
    this.statusLine();
    this.note();
    this.actionButtons();
    this.moveList();
    this.browser();
    this.moreButtons();
    this.scoreLine();
    this.resultCard();
    this.typed.disabled = !match.playable();
  }

  /** The players, each at the side where they sit. */
  players() {
    const { match } = this;
    const { info, shown } = match;
    const [one, two] = shown.players;
    const near = match.nearSeat() === one.seat ? one : two;
    const far = near === one ? two : one;
    this.stage.style.setProperty("--ratio", match.board.element.style.getPropertyValue("--ratio"));
    for (const [element, player] of /** @type {[HTMLElement, PlayerState][]} */ ([[this.top, far], [this.bottom, near]])) {
      const seat = seatIndex(player.seat);
      const moving = shown.to_move === player.player;
      const won = shown.end !== null && shown.end.winner === player.player;
      const name = playerName(info, player, shown);
      const tallies = (match.earlier ?? shown).view.board.tallies.map(({ label, count }) => ({ label: say(label), count: count[player.seat] }));
      element.className = `player${moving ? " moving" : ""}${won ? " won" : ""}`;
      this.part(element, [name, player.seat, moving, tallies, shown.clock !== null], () => [
        this.icons[seat](),
        h("span", { class: "player-name" }, h("strong", {}, name), h("span", { class: "faint" }, seatName(info, player.seat))),
        h("span", { class: "tallies" }, ...tallies.map(({ label, count }) =>
          h("span", { class: "tally" }, label, " ", h("b", {}, String(count))))),
        moving && h("span", { class: "turn-mark", "aria-hidden": "true" }),
        shown.clock !== null && h("span", { class: "clock", role: "timer", "aria-label": t("clock-of", { seat: seatName(info, player.seat) }), "data-seat": player.seat }),
      ]);
    }
    this.clocks = /** @type {HTMLElement[]} */ ([...this.stage.querySelectorAll(".clock")]);
    this.tick();
  }

  tick() {
    const { match } = this;
    const { clock } = match.shown;
    if (!clock) return;
    const elapsed = performance.now() - this.since;
    for (const element of this.clocks) {
      const seat = element.dataset.seat === "second" ? "second" : "first";
      const time = left(clock, seat, elapsed);
      const text = write(time);
      if (element.textContent !== text) element.textContent = text;
      element.classList.toggle("running", clock.running === seat);
      const low = time < LOW && clock.running === seat;
      element.classList.toggle("low", time < LOW);
      const me = match.me();
      if (low && !this.warned && me !== null && match.seatOf(me) === seatIndex(seat)) {
        this.warned = true;
        play("low");
      }
      if (!low && clock.running === seat) this.warned = false;
    }
  }

  statusLine() {
    const { match } = this;
    const { shown } = match;
    const moving = shown.players.find(({ player }) => player === shown.to_move);
    const entries = match.earlier?.record.moves.length;
    this.part(this.status, [entries, moving?.seat, moving?.who.type, shown.version], () => {
      if (entries !== undefined) {
        return [h("span", {}, entries === 0 ? t("looking-start") : t("looking", { number: entries })),
          h("button", { type: "button", class: "primary", onclick: () => match.lookAtNow() }, t("back-to-game"))];
      }
      if (!moving) return [];
      const computer = moving.who.type === "computer";
      return [this.icons[seatIndex(moving.seat)](),
        h("span", { class: "status-words" }, h("strong", {}, match.turnWords()),
          h("span", { class: "faint", id: "thinking" }, computer ? this.thoughtWords() : match.person() ? t("your-turn") : "")),
        computer && h("button", { type: "button", onclick: () => match.socket.moveNow() }, icon("fast"), t("move-now"))];
    });
  }

  thoughtWords() {
    const { thinking, shown } = this.match;
    if (!thinking || thinking.version !== shown.version) return t("thinking");
    const seconds = (thinking.time / 1000).toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    return t("thinking-depth", { depth: thinking.depth, seconds });
  }

  /** The computer has thought a little deeper. */
  thought() {
    const element = this.status.querySelector("#thinking");
    if (element && !this.match.myTurn()) element.textContent = this.thoughtWords();
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
    const { info, shown } = match;
    const notes = [];
    if (match.status === "lost") notes.push(h("p", { class: "note problem" }, h("span", { class: "spinner", "aria-hidden": "true" }), t("connection-lost"), " · ", t("reconnecting")));
    else if (match.sent !== null && match.socket.pending.size > 0) notes.push(h("p", { class: "note pending" }, t("sending")));
    if (this.heldAsk) {
      notes.push(h("p", { class: "note" }, t("confirm-move", { move: this.moveName(this.heldAsk.notation) })),
        h("div", { class: "buttons" },
          h("button", { type: "button", class: "primary", onclick: () => match.board.confirm() }, icon("check"), t("confirm")),
          h("button", { type: "button", onclick: () => match.board.cancel() }, t("cancel"))));
    }
    if (match.playable()) {
      const buttons = shown.view.choices.filter(({ steps }) => steps.length === 0);
      if (buttons.length > 0) {
        notes.push(h("div", { class: "buttons" }, ...buttons.map((choice) =>
          h("button", { type: "button", class: "primary", onclick: () => match.play(choice) }, choiceLabel(choice.notation)))));
      }
    }
    for (const { offer, by } of shown.offers) {
      const player = shown.players.find((one) => one.player === by);
      if (offer !== "draw" || !player) continue;
      notes.push(h("p", { class: "note" }, t("draw-offered", { player: playerName(info, player, shown) })));
      const answerer = shown.players.find((one) => one.player !== by);
      if (answerer?.who.type === "human") {
        notes.push(h("div", { class: "buttons" },
          h("button", { type: "button", class: "primary", onclick: () => match.socket.command(answerer.player, { type: "accept", offer }) }, t("accept")),
          h("button", { type: "button", onclick: () => match.socket.command(answerer.player, { type: "decline", offer }) }, t("decline"))));
      }
    }
    fill(this.notes, ...notes);
  }

  /**
   * @param {Icon} sign
   * @param {string} label
   * @param {() => void} act
   * @param {boolean} [enabled]
   */
  button(sign, label, act, enabled = true) {
    return h("button", { type: "button", class: "tool", disabled: !enabled, onclick: act }, icon(sign), h("span", {}, label));
  }

  actionButtons() {
    const { match } = this;
    const { shown } = match;
    const human = match.me() !== null;
    const hint = match.playable() && !match.hinting;
    this.part(this.actions, [human, shown.undoable > 0, shown.redoable > 0, hint], () => [
      human && this.button("undo", t("undo"), () => match.undo(), shown.undoable > 0),
      human && this.button("redo", t("redo"), () => match.redo(), shown.redoable > 0),
      human && this.button("hint", t("hint"), () => void match.hint(), hint),
      this.button("flip", t("flip-board"), () => match.flip())]);
  }

  moreButtons() {
    const { match } = this;
    const { shown } = match;
    const going = shown.end === null && match.me() !== null;
    const offered = shown.offers.some(({ offer }) => offer === "draw");
    this.part(this.more, [going, offered], () => [
      going && this.button("draw", t("offer-draw"), () => match.offerDraw(), !offered),
      going && this.button("flag", t("resign"), () => void match.resign()),
      this.button("play", t("new-game"), () => match.app.go(`/play/${shown.game}`)),
      this.button("turn", t("rematch"), () => void match.again()),
      document.fullscreenEnabled && this.button("full", t("full-screen"), () => match.fullScreen()),
      this.button("share", t("share"), () => match.share()),
      this.button("copy", t("copy-position"), () => match.copyPosition()),
      h("a", { class: "button tool", href: api.recordPath(shown.id), download: `damier-${shown.game}-${shown.id}.txt` }, icon("download"), h("span", {}, t("download-record"))),
      this.button("open", t("open-record"), () => match.openRecord()),
      thinker(match) && this.button("hint", t("watch-thinking"), () => void visit(match)),
      h("a", { class: "button tool", href: `/rules/${shown.game}` }, icon("rules"), h("span", {}, t("rules")))]);
  }

  moveList() {
    const { match } = this;
    const { moves } = match.shown.record;
    const at = (match.earlier ?? match.shown).record.moves.length;
    const wanted = `${moves.join(" ")}|${at}`;
    if (this.drawn.get(this.moves) === wanted) return;
    this.drawn.set(this.moves, wanted);
    const rows = [];
    for (let i = 0; i < moves.length; i += 2) {
      rows.push(h("li", {}, ...[i, i + 1].filter((entry) => entry < moves.length).map((entry) =>
        h("button", {
          type: "button", "aria-current": entry + 1 === at && "true",
          "aria-label": t("move-number", { number: entry + 1, move: this.moveName(moves[entry]) }),
          onclick: () => void match.look(entry + 1),
        }, this.moveName(moves[entry])))));
    }
    const inside = this.moves.contains(document.activeElement);
    fill(this.moves, ...rows);
    const now = this.moves.querySelector("[aria-current]");
    if (now instanceof HTMLElement) {
      if (inside) now.focus({ preventScroll: true });
      this.moves.scrollTop = now.offsetTop - this.moves.clientHeight / 2;
    }
    this.moves.classList.toggle("empty", moves.length === 0);
    if (moves.length === 0) fill(this.moves, h("li", { class: "faint" }, t("no-moves")));
  }

  browser() {
    const { match } = this;
    const all = match.shown.record.moves.length;
    const at = (match.earlier ?? match.shown).record.moves.length;
    const button = (/** @type {Icon} */ sign, /** @type {string} */ label, /** @type {number} */ to, /** @type {boolean} */ enabled) =>
      h("button", { type: "button", class: "quiet", "aria-label": label, title: label, disabled: !enabled, onclick: () => void match.look(to) }, icon(sign));
    this.part(this.browse, [at, all], () => [
      button("first", t("go-start"), 0, at > 0),
      button("prev", t("go-back"), at - 1, at > 0),
      button("next", t("go-on"), at + 1, at < all),
      button("last", t("go-end"), all, at < all)]);
  }

  scoreLine() {
    const { match } = this;
    const { info, shown } = match;
    if (match.me() === null) return;
    const opponent = match.opponent();
    const { wins, draws, losses, time } = score(shown.game, opponent);
    if (wins + draws + losses === 0) return fill(this.score, "");
    const minutes = Math.max(1, Math.round(time / 60_000));
    const parts = opponent === "two"
      ? [t("score-two"), count("score-first", wins), count("draws", draws), count("score-second", losses)]
      : [t("score-against", { level: opponentName(info, opponent) }), count("wins", wins), count("draws", draws), count("losses", losses)];
    fill(this.score, `${parts[0]} ${parts.slice(1).join(", ")} · ${count("minutes-played", minutes)}`);
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
    const { headline, words, kind } = result(info, shown, shown.end);
    const mixed = shown.players[0].who.type !== shown.players[1].who.type;
    this.result.className = `result ${kind}`;
    const again = h("button", { type: "button", class: "primary big", onclick: () => void match.again() }, t("rematch"));
    const had = this.result.contains(document.activeElement);
    fill(this.result,
      h("h2", {}, headline),
      mixed && kind !== "draw" && h("p", { class: "cheer" }, t(kind === "win" ? "well-played" : "pity")),
      h("p", {}, capital(words)),
      h("div", { class: "buttons" }, again, h("button", { type: "button", class: "big", onclick: () => match.leave() }, t("leave"))));
    if (!this.ended || had) {
      const inField = document.activeElement instanceof HTMLInputElement;
      if (!inField && !this.ended) requestAnimationFrame(() => again.focus({ preventScroll: true }));
      else if (had) again.focus({ preventScroll: true });
    }
    this.ended = true;
  }
}

/**
 * Draws a group of buttons anew; the one with the focus keeps it.
 * @param {Element} group
 * @param {() => void} draw
 */
function keepFocus(group, draw) {
  const at = [...group.children].indexOf(/** @type {Element} */ (document.activeElement));
  draw();
  const again = group.children[at];
  if (at >= 0 && again instanceof HTMLElement) again.focus({ preventScroll: true });
}
