// @ts-check
// A match on the screen: state, transitions, connection, board and view joined.
/** @import { Choice, Command, GameInfo, MatchState, Player } from "../net/types.js" */
/** @import { App } from "../app/main.js" */
/** @import { MatchEvent } from "./events.js" */
/** @import { MatchScreenState } from "./state.js" */

import { setTitle } from "../app/attention.js";
import { notify } from "../app/notification.js";
import { BoardView } from "../board/board.js";
import { followPageLifecycle } from "../net/connection.js";
import { say, t } from "../app/i18n.js";
import { listen } from "../app/keys.js";
import { coachFirstMatch } from "../learn/firstmatch.js";
import { announce, sentences, showMessage, toast } from "../app/notice.js";
import { PlayTime } from "./playtime.js";
import { countMatch, settings } from "../app/settings.js";
import { play } from "../app/sound/sound.js";
import { goToRematch } from "./again.js";
import { connectToMatch } from "./connection.js";
import { eventWords, keptWords, matchEvents, movedWords, needsSentence, resultOf, turnWords } from "./events.js";
import { keys } from "./input.js";
import { KINDS } from "./kinds.js";
import { watchPresence } from "./online/absence.js";
import { greeted } from "./online/greetings.js";
import { rememberSeat } from "./online/seats.js";
import { countedPlayer, displayed, entriesOf, initialState, isCalled, isPlayable, scoreKey, self } from "./state.js";
import * as transitions from "./transitions.js";
import { MatchView } from "./view.js";

/** The player is told when the answer to a command takes longer. */
const ANSWER_LATE_MS = 700;
/** Delay of a sound behind the sound of the move itself. */
const TURN_SOUND_DELAY_MS = 260;
const END_SOUND_DELAY_MS = 350;

export class MatchController {
  /**
   * @param {App} app
   * @param {GameInfo} info
   * @param {MatchState} snapshot
   * @param {string} [seat] the secret of the seat that this browser has in it
   */
  constructor(app, info, snapshot, seat) {
    this.app = app;
    this.info = info;
    /** @type {MatchScreenState} */
    this.state = initialState(info, snapshot, performance.now());
    this.playTime = new PlayTime(snapshot.id);
    this.queueTimer = 0;
    this.lateTimer = 0;
    this.board = new BoardView(info, {
      play: (choice) => this.play(choice),
      ask: (choice) => this.update(transitions.setAsked(this.state, choice)),
      full: () => toast(t("column-full"), "problem"),
    });
    this.view = new MatchView(this);
    this.connection = connectToMatch(snapshot.id, {
      state: (next) => this.receive(next),
      thinking: (thinking) => this.update(transitions.computerThinks(this.state, thinking)),
      applied: (id, version) => this.update(transitions.commandApplied(this.state, id, version)),
      refused: (id, _, text) => {
        this.update(transitions.commandRefused(this.state, id));
        toast(say(text), "problem");
      },
      status: (status) => this.update(transitions.connectionChanged(this.state, status)),
      greeted: (player, greeting) => greeted(this, player, greeting),
    }, seat);
    this.restorePending();
    this.ends = [listen(keys(this)), followPageLifecycle(() => this.connection)];
    if (snapshot.online) this.ends.push(watchPresence(this));
    this.board.show(snapshot.view, { playable: isPlayable(this.state), flipped: this.state.flipped });
    this.view.update();
    this.snapshotShown();
    this.closed = false;
    void coachFirstMatch(this);
  }

  /** Commands that were on their way when the page was left are on their way again. */
  restorePending() {
    for (const [id, message] of this.connection.pending) {
      const command = message.type === "command" ? message.command : null;
      this.state = command?.type === "move"
        ? transitions.moveSent(this.state, id, command, null, 0)
        : transitions.commandSent(this.state, id, command);
    }
  }

  close() {
    this.closed = true;
    clearTimeout(this.queueTimer);
    clearTimeout(this.lateTimer);
    for (const end of this.ends) end();
    this.connection.close();
    this.board.close();
    this.view.close();
  }

  /** @param {MatchState} snapshot */
  receive(snapshot) {
    if (snapshot.online) rememberSeat(snapshot);
    this.update(transitions.receive(this.state, snapshot, performance.now()));
  }

  /**
   * Shows another state, and does what follows from it.
   * @param {MatchScreenState} next
   */
  update(next) {
    const before = this.state;
    if (next === before) return;
    this.state = next;
    this.showBoard(before);
    this.setTimers(before);
    this.view.update();
    const events = matchEvents(before, next);
    if (next.snapshot !== before.snapshot) this.snapshotShown();
    this.tell(events);
  }

  /** @param {MatchScreenState} before */
  showBoard(before) {
    const { state } = this;
    const { sentMove } = state;
    const now = displayed(state);
    const [playable, flipped] = [isPlayable(state), state.flipped];
    if (sentMove?.choice && sentMove !== before.sentMove) return this.board.make(sentMove.choice);
    const turned = flipped !== before.flipped;
    // The board shows the move already that waits for its answer.
    if (sentMove?.choice && state.earlier === before.earlier && !turned) return;
    if (now === displayed(before) && playable === isPlayable(before) && !turned && sentMove === before.sentMove) return;
    const forward = entriesOf(now) === entriesOf(displayed(before)) + 1;
    const changes = forward ? now.view.last?.changes ?? null : null;
    this.board.show(now.view, { playable, flipped, changes, quiet: now === displayed(before) });
  }

  /** @param {MatchScreenState} before */
  setTimers(before) {
    const { queue, pending, paused, pace } = this.state;
    if (queue !== before.queue || paused !== before.paused || pace !== before.pace) {
      clearTimeout(this.queueTimer);
      const delay = transitions.nextDelay(this.state, settings().delay, performance.now());
      if (queue.length > 0 && !paused) {
        this.queueTimer = setTimeout(() => this.update(transitions.showNext(this.state, performance.now())), delay);
      }
    }
    if ((pending.size > 0) !== (before.pending.size > 0)) {
      clearTimeout(this.lateTimer);
      if (pending.size > 0) {
        this.lateTimer = setTimeout(() => this.update(transitions.answerLate(this.state)), ANSWER_LATE_MS);
      }
    }
  }

  /** Another snapshot is shown: title, time and score follow. */
  snapshotShown() {
    const { end } = this.state.snapshot;
    this.playTime.add(end !== null);
    if (end) void this.countResult();
    setTitle(`${this.title()} · Damier`, isCalled(this.state) ? t("your-turn") : null);
  }

  title() {
    return `${resultOf(this.state)?.headline ?? turnWords(this.state)} · ${say(this.info.title)}`;
  }

  async countResult() {
    const { snapshot } = this.state;
    const { id, game, end } = snapshot;
    const player = countedPlayer(snapshot);
    const time = this.playTime.add(true);
    if (!end || end.reason === "aborted" || player === null || time === null) return;
    const key = end.winner === null ? "draws" : end.winner === player ? "wins" : "losses";
    await countMatch(id, game, scoreKey(snapshot), key, time);
    this.playTime.forget();
    this.view.update();
  }

  /** @param {MatchEvent[]} events */
  tell(events) {
    const words = events.flatMap((event) => eventWords(this.state, event));
    if (words.length > 0) announce(sentences(words));
    for (const event of events) {
      if (event.type === "moved" && needsSentence(event.notation)) showMessage(movedWords(this.state, event));
      if (event.type === "declined") toast(t(event.offer === "draw" ? "draw-declined" : "online-takeback-declined"));
      else if (event.type === "turn" && event.own) this.tellTurn();
      else if (event.type === "ended") setTimeout(() => play(resultOf(this.state)?.kind ?? "draw"), END_SOUND_DELAY_MS);
      else if (event.type === "offered" && this.isElsewhere(event.by)) play("turn");
      else if (event.type === "rematch") goToRematch(this, event.id);
    }
  }

  /** Whether a player sits at another screen than the one who plays here. @param {Player} player */
  isElsewhere(player) {
    const { you } = this.state.snapshot;
    return you !== null && player !== you;
  }

  /** It is the player's turn: for the ear, and for whoever looks elsewhere. */
  tellTurn() {
    setTimeout(() => play("turn"), TURN_SOUND_DELAY_MS);
    if (isCalled(this.state)) notify(`${t("your-turn")} · ${say(this.info.title)}`, this.state.snapshot.id);
  }

  /** @param {Choice} choice */
  play(choice) {
    if (isPlayable(this.state)) this.sendMove(choice.notation, choice);
  }

  /**
   * @param {string} notation
   * @param {Choice | null} choice what the board shows already
   */
  sendMove(notation, choice) {
    const player = self(this.state);
    if (player === null) return;
    const move = /** @type {const} */ ({ type: "move", notation });
    const id = this.connection.command(player, move, this.state.snapshot.version);
    this.update(transitions.moveSent(this.state, id, move, choice, performance.now()));
    this.sayKept(move);
  }

  /**
   * Sends a command for the player at this screen; its id.
   * @param {Command} command
   */
  send(command) {
    const player = self(this.state);
    return player === null ? null : this.sendFor(player, command);
  }

  /**
   * Sends a command for a player; its id. While there is no connection the same command waits once.
   * @param {Player} player
   * @param {Command} command
   */
  sendFor(player, command) {
    const { pending, connection } = this.state;
    const same = JSON.stringify(command);
    const kept = connection === "open" ? undefined : [...pending].find(([, one]) => JSON.stringify(one) === same);
    if (kept) return kept[0];
    const id = this.connection.command(player, command);
    this.update(transitions.commandSent(this.state, id, command));
    if (connection === "open") this.sayAsked(command);
    else this.sayKept(command);
    return id;
  }

  /**
   * Says that the other player has been asked; with somebody elsewhere a note stays as long as there is no answer.
   * @param {Command} command
   */
  sayAsked(command) {
    const { kind, online } = this.state.snapshot;
    const text = command.type === "offer" && KINDS[kind].asked[command.offer];
    if (text) (online ? announce : toast)(t(text));
  }

  /**
   * Says that a command waits, if there is no connection.
   * @param {Command} command
   */
  sayKept(command) {
    if (this.state.connection !== "open") announce(sentences(keptWords([command])));
  }
}
