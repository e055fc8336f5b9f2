// @ts-check
// A match: what the server says is shown, what the player does is asked of the server.
/** @import { Choice, Command, GameInfo, MatchState, Player, Seat, Thinking } from "../types.js" */
/** @import { App, Screen } from "../main.js" */
/** @import { Status } from "../line.js" */

import * as api from "../api.js";
import { BoardView } from "../board/board.js";
import { copy } from "../copy.js";
import { confirm } from "../dialog.js";
import { say, t } from "../i18n.js";
import { listen } from "../keys.js";
import { socketUrl } from "../line.js";
import { playerName, result, seatIndex, seatName } from "../names.js";
import { initialChoices, matchOf, randomSeed, setupOf } from "../newmatch.js";
import { announce, toast } from "../notice.js";
import { countMatch, lastSetup, settings } from "../settings.js";
import { firstOnTop } from "../sides.js";
import { MatchSocket } from "../socket.js";
import { play } from "../sound.js";
import { openFile } from "../openfile.js";
import { MatchPanel } from "./panel.js";

/**
 * @param {App} app
 * @param {string[]} params
 * @returns {Promise<Screen>}
 */
export async function show(app, [id]) {
  const state = await api.matchState(id);
  const start = state.record.moves.length === 0 ? state : await api.matchState(id, 0);
  const info = app.game(state.game);
  if (!info) throw new api.Failure(null, 404);
  const match = new MatchScreen(app, info, state, start);
  return { title: match.title(), name: "match-page", element: match.panel.element, close: () => match.close() };
}

/** After so many milliseconds without an answer the player is told. */
const LATE = 700;

export class MatchScreen {
  /**
   * @param {App} app
   * @param {GameInfo} info
   * @param {MatchState} state
   * @param {MatchState} start the same match before the first move
   */
  constructor(app, info, state, start) {
    this.app = app;
    this.info = info;
    this.shown = state;
    /** @type {MatchState[]} states that wait for their moment */
    this.queue = [];
    this.timer = 0;
    this.movedAt = 0;
    /** @type {number | undefined} */
    this.timedAt = undefined;
    /** @type {MatchState | null} an earlier position that is looked at */
    this.earlier = null;
    /** @type {number | null} the earlier position that is asked for */
    this.wanted = null;
    /** @type {Map<number, MatchState>} */
    this.seen = new Map();
    /** @type {string | null} the move that waits for its answer */
    this.sent = null;
    /** Whether that answer is late. */
    this.slow = false;
    this.slowly = 0;
    /** @type {Set<string>} */
    this.mine = new Set();
    /** @type {Thinking | null} */
    this.thinking = null;
    /** @type {Status} */
    this.status = "connecting";
    this.firstOnTop = firstOnTop(start.view.board);
    this.flipped = this.wantsFlip();
    this.hinting = false;
    this.board = new BoardView(info, {
      play: (choice) => this.play(choice),
      ask: (choice) => this.panel.ask(choice),
    });
    this.panel = new MatchPanel(this);
    this.socket = new MatchSocket(socketUrl(`/api/matches/${encodeURIComponent(state.id)}/socket`), {
      state: (next) => this.receive(next),
      thinking: (thinking) => this.think(thinking),
      applied: (name) => this.mine.delete(name),
      refused: (name, code, text) => this.refused(name, code, say(text)),
      status: (status) => this.connection(status),
    });
    this.unlisten = listen(this.keys());
    this.wake = () => {
      if (document.visibilityState === "visible") this.socket.wake();
    };
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.display(state, null);
  }

  /** The player for whom the page acts now. */
  me() {
    const { players, to_move } = this.shown;
    const humans = players.filter(({ who }) => who.type === "human");
    const moving = humans.find(({ player }) => player === to_move);
    return (moving ?? humans[0])?.player ?? null;
  }

  /** Whether the player at this screen may move. */
  myTurn() {
    const { players, to_move } = this.shown;
    return players.some(({ player, who }) => player === to_move && who.type === "human");
  }

  playable() {
    return this.myTurn() && this.earlier === null && this.sent === null && this.queue.length === 0;
  }

  /** @param {MatchState} next */
  receive(next) {
    const tail = this.queue.at(-1) ?? this.shown;
    const added = next.record.moves.length - tail.record.moves.length;
    const continues = next.record.moves.slice(0, tail.record.moves.length).join() === tail.record.moves.join();
    const mover = tail.players.find(({ player }) => player === tail.to_move);
    if (added === 1 && continues && mover?.who.type === "computer") {
      this.queue.push(next);
      this.schedule();
    } else if (added === 0 && continues && this.queue.length > 0) {
      this.queue[this.queue.length - 1] = next;
    } else {
      this.queue = [];
      clearTimeout(this.timer);
      this.display(next, tail);
    }
  }

  /** The computer's moves appear one after the other, and not too soon. */
  schedule() {
    clearTimeout(this.timer);
    const wait = Math.max(0, this.movedAt + settings().delay - performance.now());
    this.timer = setTimeout(() => {
      const next = this.queue.shift();
      if (next) this.display(next, this.shown);
      if (this.queue.length > 0) this.schedule();
    }, wait);
  }

  /**
   * @param {MatchState} state
   * @param {MatchState | null} before
   */
  display(state, before) {
    const entries = state.record.moves.length;
    const moved = before !== null && entries !== before.record.moves.length;
    if (state.version !== this.shown.version) this.seen.clear();
    this.shown = state;
    if (moved) {
      this.sent = null;
      this.thinking = null;
      this.wanted = null;
      if (this.queue.length === 0) this.earlier = null;
    } else if (this.sent !== null && !this.mine.has(this.sent)) {
      this.sent = null;
    }
    if (this.sent === null) this.wait(false);
    if (this.earlier === null) {
      const one = before !== null && entries === before.record.moves.length + 1;
      this.board.show(state.view, {
        playable: this.playable(),
        flipped: this.flipped,
        changes: one ? state.view.last?.changes ?? null : null,
      });
    }
    if (moved) this.movedAt = performance.now();
    this.panel.update();
    this.keepTime();
    if (before) this.tell(state, before);
    if (state.end) void this.finish(state);
    const title = `${this.title()} · Damier`;
    if (document.title !== title) document.title = title;
  }

  /**
   * What has happened, for the ear.
   * @param {MatchState} state
   * @param {MatchState} before
   */
  tell(state, before) {
    const words = [];
    const added = state.record.moves.length - before.record.moves.length;
    if (added === 1) {
      const move = state.record.moves.at(-1) ?? "";
      words.push(t("announce-move", { seat: seatName(this.info, before.view.turn), move }));
    } else if (added < 0) {
      words.push(t("announce-undone"));
    }
    for (const { offer, by } of state.offers) {
      if (before.offers.some((old) => old.offer === offer && old.by === by)) continue;
      const player = state.players.find((one) => one.player === by);
      if (player && offer === "draw") words.push(t("draw-offered", { player: playerName(this.info, player, state) }));
    }
    const lapsed = before.offers.find(({ offer, by }) => offer === "draw" && by === this.me() && state.offers.length === 0);
    if (lapsed && !state.end && added === 0) toast(t("draw-declined"));
    if (state.end && !before.end) {
      const { headline, words: why } = result(this.info, state, state.end);
      words.push(headline, why);
    } else if (!state.end && added !== 0) {
      words.push(this.turnWords());
      if (this.myTurn() && state.players.some(({ who }) => who.type === "computer")) setTimeout(() => play("turn"), 260);
    }
    if (words.length > 0) announce(words.join(". "));
    if (state.end && !before.end) this.endSound(state);
  }

  /** @param {MatchState} state */
  endSound(state) {
    if (!state.end) return;
    const { kind } = result(this.info, state, state.end);
    setTimeout(() => play(kind), 350);
  }

  turnWords() {
    const { players, to_move } = this.shown;
    const moving = players.find(({ player }) => player === to_move);
    return moving ? t("turn", { seat: seatName(this.info, moving.seat) }) : "";
  }

  title() {
    const { end } = this.shown;
    const what = end ? result(this.info, this.shown, end).headline : this.turnWords();
    return `${what} · ${say(this.info.title)}`;
  }

  /**
   * Adds up the time played, until the score takes it.
   * @returns {number | null} milliseconds so far; null if the match was not played here
   */
  keepTime() {
    const key = `played:${this.shown.id}`;
    try {
      const found = sessionStorage.getItem(key);
      if (found === null && this.shown.end) return null;
      const now = performance.now();
      const added = this.timedAt === undefined ? 0 : Math.min(now - this.timedAt, 300_000);
      this.timedAt = now;
      const total = Number(found ?? 0) + added;
      sessionStorage.setItem(key, String(Math.round(total)));
      return total;
    } catch {
      return 0;
    }
  }

  /** @param {MatchState} state */
  async finish(state) {
    const { end, players } = state;
    const humans = players.filter(({ who }) => who.type === "human");
    const time = this.keepTime();
    if (!end || end.reason === "aborted" || humans.length === 0 || time === null) return;
    const winner = end.winner;
    const self = humans.length === 2 ? "one" : humans[0].player;
    const key = winner === null ? "draws" : winner === self ? "wins" : "losses";
    await countMatch(state.id, state.game, this.opponent(), key, Math.round(time));
    try {
      sessionStorage.removeItem(`played:${state.id}`);
    } catch {
      // Counted by its id at most once anyway.
    }
    this.panel.update();
  }

  /** Under what name the score is kept. */
  opponent() {
    const computer = this.shown.players.find(({ who }) => who.type === "computer");
    return computer?.who.type === "computer" ? computer.who.opponent : "two";
  }

  /** @param {Choice} choice */
  play(choice) {
    if (!this.playable()) return;
    this.board.make(choice);
    this.movedAt = performance.now();
    this.send(choice.notation);
  }

  /**
   * Plays the move that is a button of that name.
   * @param {string} notation
   */
  playNamed(notation) {
    const choice = this.shown.view.choices.find((one) => one.notation === notation);
    if (choice) this.play(choice);
  }

  /** @param {string} notation */
  send(notation) {
    this.sent = this.command({ type: "move", notation }, this.shown.version);
    clearTimeout(this.slowly);
    this.slowly = setTimeout(() => this.wait(this.sent !== null), LATE);
    this.panel.note();
    this.panel.buttons();
  }

  /** @param {boolean} slow whether the answer to a move is late */
  wait(slow) {
    if (!slow) clearTimeout(this.slowly);
    if (slow === this.slow) return;
    this.slow = slow;
    this.panel.note();
  }

  /**
   * A move as it was typed: the server says whether it is one.
   * @param {string} notation
   */
  type(notation) {
    if (!this.playable()) return toast(t("not-your-turn"), "problem");
    this.send(notation);
  }

  /**
   * @param {Command} command
   * @param {number} [version]
   */
  command(command, version) {
    const me = this.me();
    if (me === null) return null;
    const name = this.socket.command(me, command, version);
    this.mine.add(name);
    return name;
  }

  /**
   * @param {string | null} name
   * @param {string} code
   * @param {string} text
   */
  refused(name, code, text) {
    if (name !== null) this.mine.delete(name);
    if (name === this.sent) {
      this.sent = null;
      this.wait(false);
      if (this.earlier === null) this.board.show(this.shown.view, { playable: this.playable(), flipped: this.flipped, quiet: true });
      this.panel.update();
    }
    if (code !== "stale") toast(text, "problem");
  }

  /** @param {Status} status */
  connection(status) {
    if (status === "lost" && this.status === "open") announce(t("connection-lost"));
    if (status === "open" && this.status === "lost") announce(t("connection-back"));
    this.status = status;
    this.panel.update();
  }

  /** @param {Thinking} thinking */
  think(thinking) {
    this.thinking = thinking;
    this.panel.thought();
  }

  /**
   * Looks at the position after so many entries.
   * @param {number} entries
   */
  async look(entries) {
    const all = this.shown.record.moves.length;
    if (entries >= all) return this.lookAtNow();
    const { version } = this.shown;
    this.wanted = entries;
    try {
      const found = this.seen.get(entries) ?? await api.matchState(this.shown.id, Math.max(0, entries));
      if (this.shown.version !== version || this.wanted !== entries) return;
      this.wanted = null;
      this.seen.set(entries, found);
      const before = this.earlier?.record.moves.length ?? all;
      this.earlier = found;
      const changes = before === entries - 1 ? found.view.last?.changes ?? null : null;
      this.board.show(found.view, { playable: false, flipped: this.flipped, changes });
      this.panel.update();
      announce(entries === 0 ? t("looking-start") : t("looking", { number: entries }));
    } catch (error) {
      this.wanted = null;
      this.complain(error);
    }
  }

  lookAtNow() {
    this.wanted = null;
    if (this.earlier === null) return;
    const before = this.earlier.record.moves.length;
    this.earlier = null;
    const { view, record } = this.shown;
    const changes = before === record.moves.length - 1 ? view.last?.changes ?? null : null;
    this.board.show(view, { playable: this.playable(), flipped: this.flipped, changes });
    this.panel.update();
  }

  /** @param {number} by */
  step(by) {
    const now = this.wanted ?? (this.earlier ?? this.shown).record.moves.length;
    void this.look(Math.max(0, now + by));
  }

  undo() {
    if (this.shown.undoable > 0) this.command({ type: "undo" });
  }

  redo() {
    if (this.shown.redoable > 0) this.command({ type: "redo" });
  }

  async hint() {
    if (!this.playable() || this.hinting) return;
    this.hinting = true;
    this.panel.buttons();
    try {
      const { notation, version } = await api.hint(this.shown.id);
      if (version !== this.shown.version || !this.playable()) return;
      const choice = this.shown.view.choices.find((one) => one.notation === notation);
      if (!choice) return;
      this.board.setHint(choice);
      toast(t("hint-move", { move: this.panel.moveName(choice.notation) }));
    } catch (error) {
      this.complain(error);
    } finally {
      this.hinting = false;
      this.panel.buttons();
    }
  }

  flip() {
    this.flipped = !this.flipped;
    const state = this.earlier ?? this.shown;
    this.board.show(state.view, { playable: this.playable(), flipped: this.flipped, quiet: true });
    this.panel.update();
  }

  async resign() {
    if (await confirm(t("resign"), t("resign-question"), t("resign"))) this.command({ type: "resign" });
  }

  offerDraw() {
    this.command({ type: "offer", offer: "draw" });
    toast(t("draw-asked"));
  }

  fullScreen() {
    if (document.fullscreenElement) void document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {});
  }

  share() {
    void copy(`${location.origin}/m/${this.shown.id}`, t("link-copied"), t("share"));
  }

  copyPosition() {
    void copy((this.earlier ?? this.shown).position, t("position-copied"), t("copy-position"));
  }

  openRecord() {
    openFile(this.app);
  }

  /** The same players once more. */
  async again() {
    const { info, shown } = this;
    const [one, two] = shown.players;
    const players = one.player === "one" ? { first: one.who, second: two.who } : { first: two.who, second: one.who };
    const fresh = (/** @type {typeof one.who} */ who) =>
      who.type === "computer" ? { ...who, seed: Math.floor(Math.random() * 2 ** 32) } : who;
    const choices = { ...initialChoices(info), swap: shown.record.swap };
    const drawn = info.tiles.length > 0 && (lastSetup(info.id)?.board ?? "random") === "random";
    const made = matchOf(info, choices, setupOf(info, choices, randomSeed()));
    made.players = { first: fresh(players.first), second: fresh(players.second) };
    made.time = shown.clock?.control ?? { kind: "none" };
    made.swap = shown.record.swap;
    if (!drawn) {
      delete made.setup;
      made.record = { start: shown.record.start, swap: shown.record.swap, moves: [] };
    }
    try {
      const { id } = await api.newMatch(made);
      this.app.go(`/m/${id}`);
    } catch (error) {
      this.complain(error);
    }
  }

  leave() {
    this.app.go("/");
  }

  /** @param {unknown} error */
  complain(error) {
    const unreachable = t("unreachable");
    toast(say(api.reason(error, { en: unreachable, fr: unreachable })), "problem");
  }

  /** @returns {import("../keys.js").Keys} */
  keys() {
    const ended = (/** @type {() => void} */ act) => () => {
      if (this.shown.end && this.earlier === null) act();
    };
    return {
      u: () => this.undo(),
      r: () => this.redo(),
      h: () => void this.hint(),
      f: () => this.flip(),
      g: () => this.socket.moveNow(),
      "[": () => this.step(-1),
      "]": () => this.step(1),
      Space: ended(() => void this.again()),
      Enter: ended(() => void this.again()),
      n: ended(() => this.leave()),
      Escape: () => {
        if (this.earlier) this.lookAtNow();
        else if (!this.board.cancel() && this.shown.end) this.leave();
      },
    };
  }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.slowly);
    this.unlisten();
    this.socket.close();
    this.board.close();
    this.panel.close();
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
  }

  /** The only person at this screen, if there is one. */
  person() {
    const humans = this.shown.players.filter(({ who }) => who.type === "human");
    return humans.length === 1 ? humans[0] : null;
  }

  /** Whether the board is better seen from the other side, so that one's own pieces are near. */
  wantsFlip() {
    const person = this.person();
    return person !== null && this.firstOnTop !== null && this.firstOnTop === (person.seat === "first");
  }

  /**
   * Who sits at the lower edge.
   * @returns {Seat}
   */
  nearSeat() {
    if (this.firstOnTop === null) return this.person()?.seat ?? "first";
    return this.firstOnTop === this.flipped ? "first" : "second";
  }

  /** @param {Player} player */
  seatOf(player) {
    return seatIndex(this.shown.players.find((one) => one.player === player)?.seat ?? "first");
  }
}
