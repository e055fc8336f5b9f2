// @ts-check
// A match: what the server says is shown, what the player does is asked of the server.
/** @import { Choice, Command, GameInfo, Greeting, MatchState, Player, PlayerState, Seat, Thinking } from "../types.js" */
/** @import { App, Screen } from "../main.js" */
/** @import { Status } from "../line.js" */

import * as api from "../api.js";
import { BoardView } from "../board/board.js";
import { copy } from "../copy.js";
import { confirm } from "../dialog.js";
import { say, t } from "../i18n.js";
import { listen } from "../keys.js";
import { BROWSER, followPage, socketUrl } from "../line.js";
import { alone, playerName, result, seatIndex, seatName } from "../names.js";
import { rematchOf } from "../newmatch.js";
import { announce, toast } from "../notice.js";
import { pendingOf } from "../pending.js";
import { PlayTime } from "../playtime.js";
import { countMatch, settings } from "../settings.js";
import { firstOnTop } from "../sides.js";
import { MatchSocket } from "../socket.js";
import { play } from "../sound.js";
import { openFile } from "../openfile.js";
import { MatchPanel } from "./panel.js";

/**
 * @param {App} app
 * @param {string[]} params
 * @param {URLSearchParams} query
 * @returns {Promise<Screen>}
 */
export async function show(app, [id], query) {
  const state = await api.matchState(id);
  const info = app.game(state.game);
  if (!info) throw new api.Failure(null, 404);
  if (state.online) {
    const [{ showOnline }] = await Promise.all([import("../online/match.js"), app.bring("online")]);
    return showOnline(app, info, state, query);
  }
  return screenOf(new MatchScreen(app, info, state, await startOf(state)));
}

/**
 * The same match before the first move.
 * @param {MatchState} state
 */
export const startOf = async (state) => (state.record.moves.length === 0 ? state : api.matchState(state.id, 0));

/**
 * @param {MatchScreen} match
 * @returns {Screen}
 */
export const screenOf = (match) => ({ title: match.title(), name: "match-page", element: match.panel.element, close: () => match.close() });

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
    /** @type {WeakMap<MatchState, number>} when each was told */
    this.came = new WeakMap();
    this.timer = 0;
    this.movedAt = 0;
    this.time = new PlayTime(state.id);
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
    this.panel = this.makePanel();
    this.socket = new MatchSocket(socketUrl(`/api/matches/${encodeURIComponent(state.id)}/socket`), {
      state: (next) => this.receive(next),
      thinking: (thinking) => this.think(thinking),
      applied: (name) => this.mine.delete(name),
      refused: (name, code, text) => this.refused(name, code, say(text)),
      status: (status) => this.connection(status),
      greeted: (player, greeting) => this.greeted(player, greeting),
    }, BROWSER, { seat: this.secret(), kept: pendingOf(state.id) });
    // What was on its way when the page was left is on its way again.
    this.sent = this.socket.pendingMove();
    for (const name of this.socket.pending.keys()) this.mine.add(name);
    this.unlisten = listen(this.keys());
    this.unfollow = followPage(() => this.socket);
    this.display(state, null);
  }

  /** @returns {MatchPanel} */
  makePanel() {
    return new MatchPanel(this);
  }

  /**
   * The secret of the seat, where seats have one.
   * @returns {string | undefined}
   */
  secret() {
    return undefined;
  }

  /**
   * Somebody has said something.
   * @param {Player} _player
   * @param {Greeting} _greeting
   */
  greeted(_player, _greeting) {}

  /** Whether the computer may be told here to move at once. */
  mayHurry() {
    return true;
  }

  /**
   * Whether the player at this screen answers for that one.
   * @param {PlayerState} player
   */
  answersFor(player) {
    return player.who.type === "human";
  }

  /**
   * Whose wins are counted here.
   * @returns {Player | null}
   */
  counted() {
    const humans = this.shown.players.filter(({ who }) => who.type === "human");
    return humans.length === 2 ? "one" : humans[0]?.player ?? null;
  }

  /**
   * What else has happened, in words.
   * @param {MatchState} _state
   * @param {MatchState} _before
   * @returns {string[]}
   */
  news(_state, _before) {
    return [];
  }

  /**
   * The player for whom the page acts now.
   * @returns {Player | null}
   */
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
    this.came.set(next, performance.now());
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
    if (state.unstored && !before?.unstored) announce(t("not-stored"));
    this.time.add(state.end !== null);
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
    words.push(...this.news(state, before));
    const lapsed = before.offers.find(({ offer, by }) => offer === "draw" && by === this.me() && state.offers.length === 0);
    if (lapsed && !state.end && added === 0) toast(t("draw-declined"));
    if (state.end && !before.end) {
      const { headline, words: why } = result(this.info, state, state.end);
      words.push(headline, why);
    } else if (!state.end && added !== 0) {
      words.push(this.turnWords());
      if (this.myTurn() && this.person()) setTimeout(() => play("turn"), 260);
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

  /** @param {MatchState} state */
  async finish(state) {
    const { end } = state;
    const self = this.counted();
    const time = this.time.add(true);
    if (!end || end.reason === "aborted" || self === null || time === null) return;
    const key = end.winner === null ? "draws" : end.winner === self ? "wins" : "losses";
    await countMatch(state.id, state.game, this.opponent(), key, time);
    this.time.forget();
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
    try {
      const { id } = await api.newMatch(rematchOf(this.info, this.shown));
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
    this.unfollow();
  }

  /** The only person at this screen, if there is one. */
  person() {
    const player = alone(this.shown);
    return this.shown.players.find((one) => one.player === player) ?? null;
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
