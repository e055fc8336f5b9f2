// @ts-check
// The search for any opponent. It goes on over all screens and a reload, and ends with the tab.
/** @import { MatchState, TimeControl } from "../../net/types.js" */
/** @import { App } from "../../app/main.js" */
/** @import { MatchConnection } from "../connection.js" */

import * as api from "../../net/api.js";
import { setTitle } from "../../app/attention.js";
import { notify } from "../../app/notification.js";
import { followPageLifecycle } from "../../net/connection.js";
import { h, write } from "../../app/dom.js";
import { say, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { tab } from "../../app/kept.js";
import { connectToMatch } from "../connection.js";
import { minutes } from "../presence.js";
import { announce, float, toast } from "../../app/notice.js";
import { play } from "../../app/sound/sound.js";
import { freeName, ownName } from "./name.js";
import { forgetSeat, keepSeat, newSecret, openSeats } from "./seats.js";
import { timeWords } from "./words.js";

/** Where the tab keeps its search. */
const SEEK_KEY = "damier-seek";
/** How often the server is asked for somebody who has waited longer. */
const SEEK_RETRY_MS = 4000;
/** After so long the computer is offered. */
const SEEK_ALONE_MS = 15_000;
/** Whoever leaves waits no longer than this for the answer. */
const LEAVE_TIMEOUT_MS = 1500;

/**
 * @typedef {object} Seek
 * @property {string} game
 * @property {TimeControl} time
 * @property {string} seat the secret of the seat
 * @property {number} since when the search began, in milliseconds since 1970
 * @property {string | null} own the table where this browser waits
 */

/** @type {Seeking | null} */
let current = null;

/** @type {() => Seek | null} */
const stored = () => tab.json(SEEK_KEY);

/** @param {Seek | null} seek */
const store = (seek) => void tab.set(SEEK_KEY, seek);

/**
 * Looks for any opponent from now on.
 * @param {App} app
 * @param {string} game
 * @param {TimeControl} time
 */
export async function startSeek(app, game, time) {
  await current?.cancel();
  const seeking = new Seeking(app, { game, time, seat: newSecret(), since: Date.now(), own: null });
  await seeking.look();
  seeking.begin();
}

/**
 * Goes on with the search that the tab had before it was loaded again.
 * @param {App} app
 */
export async function resumeSeek(app) {
  const seek = stored();
  if (current || !seek?.own || !app.game(seek.game)) return store(null);
  await app.bring("online");
  const seeking = new Seeking(app, seek);
  seeking.wait(seek.own);
  seeking.begin();
}

/**
 * The names of those who sit at a table.
 * @param {string} id
 */
async function namesAt(id) {
  const { players } = await api.matchState(id);
  return players.flatMap(({ who }) => (who?.type === "human" && who.name ? [who.name] : []));
}

class Seeking {
  /** @param {App} app @param {Seek} seek */
  constructor(app, seek) {
    this.app = app;
    this.seek = seek;
    this.closed = false;
    /** @type {MatchConnection | null} */
    this.connection = null;
    /** Whether a table of somebody else is being joined. */
    this.joining = false;
    const info = app.game(seek.game);
    this.elapsed = h("span", { class: "seeking-time", "aria-hidden": "true" });
    const meanwhile = `/play/${seek.game}?opponent=computer`;
    this.alone = h("a", { class: "button", href: meanwhile, hidden: true }, t("online-seek-alone"));
    this.element = h("aside", { class: "seeking", "aria-label": t("online-seek-title") },
      h("span", { class: "spinner", "aria-hidden": "true" }),
      h("span", { class: "seeking-words" }, h("strong", {}, t("online-seek-title")),
        h("span", {}, `${info ? say(info.title) : ""} · ${timeWords(seek.time)} `, this.elapsed)),
      this.alone,
      h("button", { onclick: () => void this.cancel() },
        icon("close"),
        h("span", { class: "seeking-label" }, t("online-seek-cancel"))));
  }

  /** Shows the search, and keeps it alive. */
  begin() {
    if (this.closed) return;
    current = this;
    float(this.element);
    announce(t("online-seek-title"));
    this.unfollow = followPageLifecycle(() => /** @type {MatchConnection} */ (this.connection));
    this.ticking = setInterval(() => this.tick(), 500);
    this.retrying = setInterval(() => void this.retry(), SEEK_RETRY_MS);
    this.tick();
  }

  end() {
    this.closed = true;
    if (current === this) current = null;
    store(null);
    clearInterval(this.ticking);
    clearInterval(this.retrying);
    this.unfollow?.();
    this.connection?.close();
    this.element.remove();
  }

  tick() {
    const waited = Date.now() - this.seek.since;
    write(this.elapsed, minutes(waited));
    if (!this.alone.hidden || waited < SEEK_ALONE_MS) return;
    this.alone.hidden = false;
    announce(t("online-seek-alone"));
  }

  /** Asks for a table: that of somebody who waits, or an own one. */
  async look() {
    const { game, time, seat, own } = this.seek;
    const { id, waiting } = await api.pair({ game, time, seat, name: ownName(), own, seats: openSeats() });
    if (this.closed) return;
    if (!waiting) return this.join(id);
    if (id !== own) this.wait(id);
  }

  /** Looks again for somebody who has waited longer. */
  async retry() {
    if (this.joining || this.connection?.status !== "open") return;
    try {
      await this.look();
    } catch (error) {
      if (!(error instanceof api.Failure)) throw error;
    }
  }

  /** @param {string} id */
  connect(id) {
    this.connection?.close();
    this.connection = connectToMatch(id, {
      state: (state) => this.receive(state),
      thinking() {},
      applied() {},
      refused() {},
      status() {},
    }, this.seek.seat);
  }

  /**
   * Waits at an own table.
   * @param {string} id
   */
  wait(id) {
    this.seek.own = id;
    store(this.seek);
    keepSeat(id, { seat: this.seek.seat });
    this.connect(id);
  }

  /**
   * Sits down at the table of somebody else; an own one is closed first.
   * @param {string} id
   */
  async join(id) {
    this.joining = true;
    try {
      if (this.seek.own !== null && !(await this.leave())) return;
      this.connect(id);
      const { connection } = this;
      const applied = await connection?.answer(connection.join(freeName(await namesAt(id))), SEEK_RETRY_MS);
      if (this.closed || applied) return;
      // Somebody else was quicker.
      this.seek.own = null;
      await this.look();
    } finally {
      this.joining = false;
    }
  }

  /** Closes the own table; whether that was still possible. */
  async leave() {
    const { connection, seek } = this;
    const you = this.you;
    if (!connection || !you || seek.own === null) return true;
    const left = await connection.answer(connection.command(you, { type: "leave" }), LEAVE_TIMEOUT_MS);
    if (!left) return false;
    forgetSeat(seek.own);
    seek.own = null;
    return true;
  }

  /** @param {MatchState} state */
  receive(state) {
    if (this.closed) return;
    this.you = state.you;
    if (state.end) {
      if (this.joining || state.id !== this.seek.own) return;
      forgetSeat(state.id);
      this.end();
      return toast(t("online-seek-nobody"));
    }
    if (!state.you || state.online?.gathering) return;
    keepSeat(state.id, { seat: this.seek.seat, player: state.you });
    this.end();
    play("turn");
    toast(t("online-seek-found"));
    setTitle(document.title, t("online-seek-found"));
    notify(t("online-seek-found"), state.id);
    this.app.go(`/m/${state.id}`);
  }

  async cancel() {
    if (this.closed) return;
    const { connection } = this;
    clearInterval(this.retrying);
    this.element.hidden = true;
    this.joining = true;
    await this.leave();
    connection?.close();
    this.end();
    announce(t("online-seek-ended"));
  }
}
