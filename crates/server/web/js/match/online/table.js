// @ts-check
// A table before the game: who sits there, how others find it, and the board that both lay.
/** @import { Command, GameInfo, Lan, MatchState, Place, Player, TableState } from "../../net/types.js" */
/** @import { App, Screen } from "../../app/main.js" */
/** @import { Status } from "../../net/connection.js" */

import * as api from "../../net/api.js";
import { miniature, pieceSign } from "../../board/miniature.js";
import { confirm } from "../../app/dialog.js";
import { h, renew, write } from "../../app/dom.js";
import { count, say, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { followPageLifecycle } from "../../net/connection.js";
import { connectToMatch } from "../connection.js";
import { minutes, missed, remaining } from "../presence.js";
import { setTitle } from "../../app/attention.js";
import { opponentName, seatIndex, seatName, strangerName } from "../../app/names.js";
import { announce, retryNote, toast } from "../../app/notice.js";
import { play } from "../../app/sound/sound.js";
import { timeWords } from "./words.js";
import { invitation } from "./invite.js";
import { Laying } from "./laying.js";
import { chosenName, nameField } from "./name.js";
import { reportButton } from "./report.js";
import { forgetSeat, heldSeat, keepSeat, newSecret } from "./seats.js";
import { SharingPanel } from "./sharing.js";

/** Whoever leaves waits no longer than this for the answer. */
const LEAVE_TIMEOUT_MS = 1500;

/**
 * @param {App} app
 * @param {GameInfo} info
 * @param {MatchState} state
 * @returns {Promise<Screen>}
 */
export async function showTable(app, info, state) {
  const table = new TableScreen(app, info, /** @type {TableState} */ (/** @type {unknown} */ (state)), await api.lan());
  table.focusJoin();
  return {
    title: table.title(), name: "table-page", game: info.id, place: "online", stays: true, titled: true,
    element: table.element, close: () => table.close(),
  };
}

export class TableScreen {
  /** @param {App} app @param {GameInfo} info @param {TableState} state @param {Lan} lan */
  constructor(app, info, state, lan) {
    this.app = app;
    this.info = info;
    this.lan = lan;
    this.state = state;
    this.since = performance.now();
    /** @type {Status} */
    this.status = "connecting";
    /** @type {Set<Player>} those who are missed */
    this.away = new Set();
    this.joining = /** @type {string | null} */ (null);
    // A stranger has a secret too: with it a seat is taken later.
    this.seat = heldSeat(state.id)?.seat ?? newSecret();
    this.heading = h("h1");
    this.board = h("div", { class: "setup-board" });
    this.seats = h("ul", { class: "seats" });
    this.facts = h("p", { class: "faint" });
    this.notes = h("div", { class: "notes" });
    this.middle = h("div", { class: "table-middle" });
    this.laying = state.online.gathering.halves ? new Laying(this) : null;
    this.leaveButton = h("button", { onclick: () => void this.leave() }, icon("close"));
    this.element = h("main", { id: "main", class: "page setup table" },
      h("div", { class: "setup-side" }, this.heading, this.board, this.facts),
      h("div", { class: "panel table-panel" }, this.seats, this.notes, this.middle, this.laying?.element,
        h("div", { class: "buttons" }, this.leaveButton)));
    this.connection = connectToMatch(state.id, {
      state: (next) => this.receive(next),
      thinking() {},
      applied: () => this.draw(),
      refused: (id, _, text) => this.refused(id, say(text)),
      status: (status) => this.connectionChanged(status),
    }, this.seat);
    this.unfollow = followPageLifecycle(() => this.connection);
    this.ticking = setInterval(() => this.tick(), 500);
    this.draw();
  }

  close() {
    clearInterval(this.ticking);
    this.unfollow();
    this.connection.close();
  }

  /** The place where this browser sits. */
  mine() {
    return this.state.players.find(({ player }) => player === this.state.you) ?? null;
  }

  free() {
    return this.state.players.some(({ who }) => who === null);
  }

  title() {
    const { end, online } = this.state;
    const what = end ? "online-closed"
      : this.mine() && this.free() ? "online-waiting"
        : online.gathering.halves && !this.free() ? "online-laying"
          : this.free() ? "online-sit" : "online-starting";
    return `${t(what)} · ${say(this.info.title)}`;
  }

  /** @param {MatchState} next */
  receive(next) {
    if (next.you) keepSeat(next.id, { seat: this.seat, player: next.you });
    const gathering = next.online?.gathering;
    if (!gathering) return this.begin(next);
    const before = this.state;
    this.state = /** @type {TableState} */ (/** @type {unknown} */ (next));
    this.since = performance.now();
    if (this.joining && next.you) this.joining = null;
    this.tell(before);
    this.draw();
  }

  /**
   * The game begins: its own screen takes over.
   * @param {MatchState} state
   */
  begin(state) {
    announce(t("online-begins"));
    play("turn");
    this.app.go(`/m/${state.id}`, true);
  }

  /**
   * What has happened, for the ear.
   * @param {TableState} before
   */
  tell(before) {
    for (const [at, now] of this.state.players.entries()) {
      const then = before.players[at];
      if (now.player === this.state.you) continue;
      const name = this.nameOf(now.who ? now : then);
      const back = !now.gone && this.away.delete(now.player);
      if (now.who && !then.who) {
        play("turn");
        announce(t("online-came", { name }));
      } else if (!now.who && then.who) announce(t("online-left", { name }));
      else if (back) announce(t("online-back", { name }));
    }
    if (this.state.you && !before.you) {
      announce(t("online-you-sit", { seat: seatName(this.info, this.mine()?.seat ?? "first") }));
    }
    if (this.state.end && !before.end) announce(t("online-closed"));
    this.laying?.tell(before);
  }

  /** @param {Place} place */
  nameOf(place) {
    const { who, player, seat } = place;
    if (who === null) return t("online-free");
    if (who.type === "computer") return t("player-computer", { level: opponentName(this.info, who.opponent) });
    const mine = player === this.state.you;
    const name = (mine ? who.name : strangerName(who.name)) || t("player-number", { number: seatIndex(seat) + 1 });
    return mine ? t("online-me", { name }) : name;
  }

  draw() {
    const { state, info } = this;
    const title = this.title();
    write(this.heading, title.split(" · ")[0]);
    setTitle(`${title} · Damier`);
    renew(this.board, state.view.board, () => [state.view.board.cells.length > 0 && miniature(info, state.view.board)]);
    this.drawSeats();
    const { gathering, listing, watchers } = state.online;
    const rules = info.rule_sets.find(({ id }) => id === gathering.rules) ?? info.rule_sets[0];
    write(this.facts,
      [say(info.title), info.rule_sets.length > 1 && rules && say(rules.title), timeWords(gathering.time),
        gathering.swap && t("swap-rule"), t(listing === "public" ? "online-public" : "online-private"),
        watchers > 0 && count("online-watchers", watchers)].filter(Boolean).join(" · "));
    const kept = this.status === "lost" && this.connection?.pending.size > 0;
    renew(this.notes, [this.status === "lost", this.status === "closed", state.unstored, kept], () => [
      state.unstored && retryNote(t("not-stored")),
      this.status === "lost" && retryNote(t("connection-lost")),
      kept && h("p", { class: "note pending" }, t("kept-other"))]);
    this.drawMiddle();
    this.laying?.draw();
    const mine = this.mine() !== null && !state.end;
    renew(this.leaveButton, [mine, state.online.host === state.you], () => [icon(mine ? "close" : "back"),
      t(!mine ? "online-to-lobby" : state.online.host === state.you ? "online-close" : "online-stand-up")]);
    this.tick();
  }

  drawSeats() {
    const { state } = this;
    const { players, you } = state;
    renew(this.seats, [players.map(({ who }) => who), [...this.away], state.online.gathering.halves, you], () =>
      players.map((place) => this.seatLine(place)));
  }

  /** @param {Place} place */
  seatLine(place) {
    const { who, seat, player } = place;
    const gone = this.away.has(player);
    const half = this.state.online.gathering.halves?.[player === "one" ? 0 : 1];
    return h("li", { class: who ? "" : "free" }, pieceSign(this.info, seatIndex(seat)),
      h("span", { class: "player-name" },
        h("strong", {}, this.nameOf(place)),
        h("span", { class: "faint" }, seatName(this.info, seat))),
      half?.confirmed && h("span", { class: "agreed" }, icon("check"), t("online-agreed")),
      gone && h("span", { class: "gone-for", "data-player": player }),
      who?.type === "human" && h("span", {
        class: gone ? "presence away" : "presence", role: "img", "aria-label": t(gone ? "online-away" : "online-here"),
      }),
      player !== this.state.you && reportButton(this.state.id, [{ player, who }]));
  }

  /** What there is to do before both sit. */
  drawMiddle() {
    const { state } = this;
    const mine = this.mine() !== null;
    renew(this.middle,
      [mine, this.free(), state.end !== null, this.joining !== null, state.online.code, this.lan.addresses], () => {
        if (state.end) return [h("p", {}, t("online-closed-more"))];
        if (!mine && this.free()) return [this.joinForm()];
        if (!mine) return [h("p", {}, t("online-watch-start"))];
        if (!this.free()) return [];
        return [
          invitation({ id: state.id, code: state.online.code }, this.lan, t("online-pass-on")),
          this.sharingForm(),
          this.computerForm(),
        ];
      });
  }

  joinForm() {
    const form = h("form", { class: "join-form" },
      h("p", {}, t("online-invited")),
      nameField(this.state.players.flatMap(({ who }) => (who?.type === "human" && who.name ? [who.name] : []))),
      h("button", { type: "submit", class: "primary big", disabled: this.joining !== null },
        icon("play"), t("online-sit-down")),
      h("p", { class: "faint" }, t("online-or-watch")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.join(chosenName(form));
    });
    return form;
  }

  /** @param {string} name */
  join(name) {
    if (this.joining) return;
    this.joining = this.connection.join(name);
    this.draw();
  }

  /** Puts the focus where somebody sits down: on the name if there is none, else on the button. */
  focusJoin() {
    const form = this.middle.querySelector(".join-form");
    const name = form?.querySelector("input");
    requestAnimationFrame(() => (name?.value === "" ? name : form?.querySelector("button"))?.focus());
  }

  /** The owner's switch, where nobody else reaches this Damier. */
  sharingForm() {
    const { sharing } = this.lan;
    if (!sharing || sharing.fixed) return null;
    const panel = new SharingPanel((lan) => {
      this.lan = lan;
      this.drawMiddle();
    });
    panel.show(this.lan);
    panel.where.remove();
    return h("div", { class: "table-sharing" }, panel.switch, panel.problem, panel.hint);
  }

  computerForm() {
    const { levels, classics } = this.info;
    const select = h("select", { id: "invite-level" }, ...[...levels, ...classics].map(({ id, title }, i) =>
      h("option", { value: id, selected: i === 1 }, say(title))));
    return h("details", { class: "classics" }, h("summary", {}, t("online-computer")),
      h("div", { class: "seed" }, h("label", { for: "invite-level" }, t("level")), select,
        h("button", {
          onclick: () =>
            this.command({ type: "invite", opponent: select.value, seed: Math.floor(Math.random() * 2 ** 32) }),
        }, t("online-invite-computer"))));
  }

  /**
   * Sends a command for the player at this screen; its id.
   * @param {Command} command
   */
  command(command) {
    const { you } = this.state;
    const id = you ? this.connection.command(you, command) : null;
    this.draw();
    return id;
  }

  /** @param {string | null} id @param {string} text */
  refused(id, text) {
    if (id !== null && id === this.joining) this.joining = null;
    this.draw();
    toast(text, "problem");
  }

  /** @param {Status} status */
  connectionChanged(status) {
    if (status === "lost" && this.status === "open") announce(t("connection-lost"));
    if (status === "open" && this.status === "lost") announce(t("connection-back"));
    this.status = status;
    this.draw();
  }

  tick() {
    const elapsed = performance.now() - this.since;
    for (const place of this.state.players) {
      if (place.player === this.state.you || this.away.has(place.player)
        || !missed(place.gone, this.state.online, elapsed)) continue;
      this.away.add(place.player);
      announce(t("online-gone", { name: this.nameOf(place) }));
      this.drawSeats();
    }
    for (const place of this.seats.querySelectorAll(".gone-for")) {
      const gone = this.state.players.find(({ player }) => player === place.getAttribute("data-player"))?.gone;
      if (!gone) continue;
      const guest = place.getAttribute("data-player") !== this.state.online.host;
      const left = remaining(gone, this.state.online, elapsed);
      write(place, guest ? t("online-seat-free-in", { time: minutes(left) }) : t("online-away"));
    }
  }

  async leave() {
    const mine = this.mine() !== null && !this.state.end;
    if (!mine) return this.app.go("/online");
    const host = this.state.online.host === this.state.you;
    if (!this.free()
      && !(await confirm(t(host ? "online-close" : "online-stand-up"),
        t(host ? "online-close-question" : "online-stand-up-question"), t("leave")))) return;
    const id = this.command({ type: "leave" });
    if (id) await this.connection.answer(id, LEAVE_TIMEOUT_MS);
    forgetSeat(this.state.id);
    this.app.go("/online");
  }
}
