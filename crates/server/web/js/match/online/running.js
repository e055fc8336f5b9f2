// @ts-check
// Games with clocks that their player has walked out of: over all other screens stand the clock and the way back.
/** @import { GameInfo, MatchState } from "../../net/types.js" */
/** @import { App } from "../../app/main.js" */

import * as api from "../../net/api.js";
import { CLOCK_LOW_MS, left, write as writeClock } from "../clock.js";
import { h, set, write } from "../../app/dom.js";
import { say, t } from "../../app/i18n.js";
import { opponentName, strangerName } from "../../app/names.js";
import { announce, float, toast } from "../../app/notice.js";
import { notify } from "../../app/notification.js";
import { route } from "../../app/routing.js";
import { play } from "../../app/sound/sound.js";
import { heldSeat, keepSeat, timedSeats } from "./seats.js";

/** How many games are shown at once. */
const GAMES_SHOWN = 2;
const CLOCK_TICK_MS = 250;
/** How often the server is asked how a game stands: whoever is not at the board is not connected to it. */
const STATE_REFRESH_MS = 3000;

/** @type {Map<string, RunningGame>} by match */
const games = new Map();

/** The match that is on the screen itself. */
const shownMatch = () => /^\/m\/([^/]+)$/.exec(route().pathname)?.[1];

/**
 * Another screen is shown: the games with clocks that are not on it stand above it.
 * @param {App} app
 */
export async function followRunning(app) {
  const shown = shownMatch();
  if (shown) games.get(shown)?.close();
  const missing = timedSeats().filter((id) => id !== shown && !games.has(id));
  for (const id of missing.slice(0, Math.max(0, GAMES_SHOWN - games.size))) await begin(app, id);
}

/**
 * @param {App} app
 * @param {string} id
 */
async function begin(app, id) {
  const held = heldSeat(id);
  if (!held) return;
  try {
    const [state] = await Promise.all([api.matchState(id), app.bring("online")]);
    const info = app.game(state.game);
    if (state.end || !state.clock || !info) return keepSeat(id, { ...held, over: state.end !== null, timed: false });
    if (id !== shownMatch() && !games.has(id)) {
      games.set(id, new RunningGame(app, info, { ...state, you: held.player ?? null }));
    }
  } catch (error) {
    if (!(error instanceof api.Failure)) throw error;
    if (error.status === 404) keepSeat(id, { ...held, over: true, timed: false });
  }
}

class RunningGame {
  /** @param {App} app @param {GameInfo} info @param {MatchState} state */
  constructor(app, info, state) {
    this.app = app;
    this.info = info;
    this.state = state;
    this.receivedAt = performance.now();
    this.turn = h("strong");
    this.against = h("span", { class: "faint" });
    this.clock = h("span", { class: "clock", role: "timer" });
    this.element = h("aside", { class: "seeking running-game", "aria-label": t("online-running") },
      h("span", { class: "seeking-words" }, this.turn, this.against), this.clock,
      h("a", { class: "button primary", href: `/m/${state.id}` }, t("back-to-game")));
    float(this.element);
    announce(t("online-running"));
    this.draw();
    this.ticking = setInterval(() => this.tick(), CLOCK_TICK_MS);
    this.refreshing = setInterval(() => void this.refresh(), STATE_REFRESH_MS);
  }

  close() {
    clearInterval(this.ticking);
    clearInterval(this.refreshing);
    this.element.remove();
    games.delete(this.state.id);
  }

  async refresh() {
    try {
      const next = await api.matchState(this.state.id);
      if (games.get(this.state.id) === this) this.receive(next);
    } catch (error) {
      if (!(error instanceof api.Failure)) throw error;
    }
  }

  /** @param {MatchState} next */
  receive(next) {
    const { id, you, to_move: before } = this.state;
    this.state = { ...next, you };
    this.receivedAt = performance.now();
    if (next.end || !next.clock) {
      const held = heldSeat(id);
      if (held) keepSeat(id, { ...held, over: next.end !== null, timed: false });
      this.close();
      return toast(t("online-running-over"), "info", { label: t("back-to-game"), act: () => this.app.go(`/m/${id}`) });
    }
    this.draw();
    if (next.to_move !== you || before === you) return;
    play("turn");
    announce(t("your-turn"));
    notify(`${t("your-turn")} · ${say(this.info.title)}`, id);
  }

  draw() {
    const { info, state: { players, you, to_move } } = this;
    const other = players.find(({ player }) => player !== you)?.who;
    const name = other?.type === "computer" ? opponentName(info, other.opponent) : strangerName(other?.name ?? "");
    write(this.turn, t(to_move === you ? "your-turn" : "online-their-turn"));
    write(this.against, [say(info.title), name].filter(Boolean).join(" · "));
    this.tick();
  }

  tick() {
    const { clock, players, you } = this.state;
    const seat = players.find(({ player }) => player === you)?.seat;
    if (!clock || !seat) return;
    const time = left(clock, seat, performance.now() - this.receivedAt);
    write(this.clock, writeClock(time));
    set(this.clock, { class: `clock${clock.running === seat ? " running" : ""}${time < CLOCK_LOW_MS ? " low" : ""}` });
  }
}
