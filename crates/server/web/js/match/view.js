// @ts-check
// All that stands around the board of a match. What is there stays there and changes in its place, so
// that nothing is pulled away from under a finger.
/** @import { MatchController } from "./controller.js" */

import { pieceSign } from "../board/miniature.js";
import { h, renew, write } from "../app/dom.js";
import { capital, count, language, say, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { opponentName, seatIndex } from "../app/names.js";
import { score, settings } from "../app/settings.js";
import { play } from "../app/sound/sound.js";
import { leave, look, lookAtGame, playTyped, share } from "./actions.js";
import { againButtons, againKey } from "./again.js";
import { entryName, lookingWords, resultOf, turnWords } from "./events.js";
import { KINDS } from "./kinds.js";
import { MoveList } from "./movelist.js";
import { noteKey, notes } from "./notes.js";
import { greetings } from "./online/greetings.js";
import { playback, updatePlayback } from "./playback.js";
import { PlayerBar } from "./playerbar.js";
import {
  displayed, entriesOf, isBetweenPeople, isOwnTurn, isShow, mayHurry, nearSeat, person, playerOf, scoreKey, self,
} from "./state.js";
import { Tools } from "./tools.js";

const CLOCK_TICK_MS = 100;

export class MatchView {
  /** @param {MatchController} match */
  constructor(match) {
    this.match = match;
    const { info, state: { snapshot } } = match;
    this.top = new PlayerBar(info);
    this.bottom = new PlayerBar(info);
    this.status = h("p", { class: "status" });
    this.thinking = h("span", { class: "faint" });
    this.notes = h("div", { class: "notes" });
    this.result = h("section", { class: "result", hidden: true, "aria-label": t("result") });
    this.list = new MoveList((entries) => void look(match, entries), entryName);
    this.score = h("p", { class: "score faint" });
    this.typed = h("input", {
      type: "text", id: "typed", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 40,
    });
    this.typing = this.typingForm();
    /** Whether the warning of a low clock has been heard. */
    this.warned = false;
    this.ended = snapshot.end !== null;
    this.tools = new Tools(match);
    this.playback = isShow(snapshot) && playback(match);
    this.greetings = snapshot.online && greetings(match);
    this.watchers = snapshot.online && h("p", { class: "faint watching" });
    this.stage = h("div", { class: "stage" },
      this.top.element,
      h("div", { class: "board-box" }, match.board.element),
      this.bottom.element);
    match.board.proportion(this.stage);
    this.element = this.layout();
    this.clockTimer = snapshot.clock ? setInterval(() => this.tick(), CLOCK_TICK_MS) : 0;
  }

  layout() {
    const { match } = this;
    const { first, more: others } = KINDS[match.state.snapshot.kind];
    const more = h("details", { class: "panel more" }, h("summary", {}, t("more")),
      h("div", { class: "more-actions" }, ...this.tools.make(others)), this.score);
    more.open = matchMedia("(min-width: 60rem)").matches;
    return h("main", { id: "main", class: "match" },
      h("h1", { class: "visually-hidden" }, say(match.info.title)),
      this.stage,
      h("div", { class: "side" },
        this.result,
        h("div", { class: "panel now" }, this.status, this.notes,
          h("div", { class: "actions", role: "group", "aria-label": t("actions") }, ...this.tools.make(first)),
          this.playback, this.greetings, this.watchers,
          h("p", { class: "goal faint" }, say(match.info.goal))),
        h("section", { class: "panel list", "aria-label": t("move-list") },
          this.list.element, this.list.browse, this.typing),
        more));
  }

  typingForm() {
    const form = h("form", { class: "typing" },
      h("label", { for: "typed" }, t("type-move")),
      this.typed,
      h("button", { type: "submit" }, t("send")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.typed.value.trim();
      if (text) playTyped(this.match, text);
      this.typed.value = "";
    });
    return form;
  }

  close() {
    clearInterval(this.clockTimer);
  }

  /** Shows the state of the match. */
  update() {
    const { match } = this;
    const { state } = match;
    const { snapshot } = state;
    this.updatePlayers();
    this.updateStatus();
    this.updateThinking();
    this.updateNotes();
    this.tools.update(state);
    if (this.playback) updatePlayback(this.playback, state);
    this.updateCompany();
    this.list.show(snapshot.record.moves, entriesOf(displayed(state)));
    this.updateScore();
    this.updateResult();
    this.typing.hidden = self(state) === null || snapshot.end !== null;
  }

  /** The players, each at the side where they sit. */
  updatePlayers() {
    const { state } = this.match;
    const { snapshot } = state;
    const [one, two] = snapshot.players;
    const near = nearSeat(state) === one.seat ? one : two;
    const { tallies } = displayed(state).view.board;
    this.top.show(near === one ? two : one, snapshot, tallies);
    this.bottom.show(near, snapshot, tallies);
    this.tick();
    for (const bar of [this.top, this.bottom]) bar.accompany(state);
  }

  /** Who watches, and who can be greeted. */
  updateCompany() {
    const { snapshot } = this.match.state;
    const { you, online } = snapshot;
    if (this.greetings) this.greetings.hidden = you === null || !isBetweenPeople(snapshot);
    if (!this.watchers || !online) return;
    const watchers = online.watchers > 0 && count("online-watchers", online.watchers);
    const words = [you === null && t("online-you-watch"), watchers];
    write(this.watchers, words.filter(Boolean).join(" · "));
  }

  tick() {
    const { state } = this.match;
    const { snapshot: { clock, players } } = state;
    if (!clock) return;
    const elapsed = performance.now() - state.receivedAt;
    const seat = players.find(({ player }) => player === self(state))?.seat;
    for (const bar of [this.top, this.bottom]) {
      const { running, low } = bar.tick(clock, elapsed);
      if (!running) continue;
      const own = bar.seat === seat;
      if (low && own && !this.warned) play("low");
      this.warned = low && (own || this.warned);
    }
  }

  updateStatus() {
    const { match } = this;
    const { earlier, snapshot } = match.state;
    const moving = playerOf(snapshot, snapshot.to_move);
    const entries = earlier ? entriesOf(earlier) : null;
    const isComputer = moving?.who.type === "computer";
    renew(this.status, [entries, moving?.seat, isComputer, settings().palette], () => {
      if (entries !== null) {
        return [h("span", {}, lookingWords(match.state, entries)),
          h("button", { class: "primary", onclick: () => lookAtGame(match) }, t("back-to-game"))];
      }
      if (!moving) return [];
      return [pieceSign(match.info, seatIndex(moving.seat)),
        h("span", { class: "status-words" }, h("strong", {}, turnWords(match.state)), this.thinking),
        isComputer && mayHurry(snapshot) && h("button", { onclick: () => match.connection.moveNow() },
          icon("fast"), t("move-now"))];
    });
  }

  updateNotes() {
    renew(this.notes, noteKey(this.match), () => notes(this.match));
  }

  updateThinking() {
    write(this.thinking, this.thinkingWords());
  }

  /** How far the computer has thought, or that it is one's own turn. */
  thinkingWords() {
    const { state } = this.match;
    const { thinking, snapshot } = state;
    if (isOwnTurn(state)) return person(snapshot) ? t("your-turn") : "";
    if (playerOf(snapshot, snapshot.to_move)?.who.type === "human") return "";
    if (thinking?.version !== snapshot.version) return t("thinking");
    const seconds = (thinking.time / 1000).toLocaleString(language(), {
      minimumFractionDigits: 1, maximumFractionDigits: 1,
    });
    return t("thinking-depth", { depth: thinking.depth, seconds });
  }

  updateScore() {
    const { info, state } = this.match;
    const { snapshot } = state;
    if (self(state) === null) return;
    const opponent = scoreKey(snapshot);
    const { wins, draws, losses, time } = score(snapshot.game, opponent);
    if (wins + draws + losses === 0) return write(this.score, "");
    const minutes = Math.max(1, Math.round(time / 60_000));
    const against = opponent === "online"
      ? t("online-score")
      : t("score-against", { level: opponentName(info, opponent) });
    const parts = opponent === "two"
      ? [t("score-two"), count("score-first", wins), count("draws", draws), count("score-second", losses)]
      : [against, count("wins", wins), count("draws", draws), count("losses", losses)];
    write(this.score, `${parts[0]} ${parts.slice(1).join(", ")} · ${count("minutes-played", minutes)}`);
  }

  updateResult() {
    const { match } = this;
    const { state } = match;
    const found = state.earlier === null ? resultOf(state) : null;
    this.result.hidden = found === null;
    if (!found) {
      this.ended = false;
      return;
    }
    const { headline, words, kind, cheer } = found;
    this.result.className = `result ${kind}`;
    renew(this.result, [headline, words, kind, cheer, againKey(state)], () => [
      h("h2", {}, headline),
      cheer && h("p", { class: "cheer" }, cheer),
      h("p", {}, capital(words)),
      h("div", { class: "buttons" },
        againButtons(match),
        h("a", { class: "button big", href: `/m/${state.snapshot.id}/analyse` }, t("analyse")),
        h("button", { class: "big", onclick: () => void share(match) }, t("share")),
        h("button", { class: "big", onclick: () => void leave(match) }, t("leave"))),
      h("p", { class: "small" }, h("a", { href: "/games" }, t("your-games")))]);
    if (!this.ended && !(document.activeElement instanceof HTMLInputElement)) {
      requestAnimationFrame(() => this.result.querySelector("button")?.focus({ preventScroll: true }));
    }
    this.ended = true;
  }
}
