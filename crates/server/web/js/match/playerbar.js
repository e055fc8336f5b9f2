// @ts-check
// A player at the edge of the board: who it is, what is counted, and the clock.
/** @import { ClockState, GameInfo, MatchState, PlayerState, Tally } from "../net/types.js" */
/** @import { MatchScreenState } from "./state.js" */

import { pieceSign } from "../board/miniature.js";
import { left, CLOCK_LOW_MS, write as clockText } from "./clock.js";
import { h, renew, write } from "../app/dom.js";
import { say, t } from "../app/i18n.js";
import { isBot, playerName, seatIndex, seatName } from "../app/names.js";
import { settings } from "../app/settings.js";

export class PlayerBar {
  /** @param {GameInfo} info */
  constructor(info) {
    this.info = info;
    /** @type {PlayerState["seat"]} */
    this.seat = "first";
    this.piece = h("span", { class: "player-piece" });
    this.name = h("strong");
    this.side = h("span", { class: "faint" });
    /** What else there is to know of the player. */
    this.company = h("span", { class: "company" });
    this.tallies = h("span", { class: "tallies" });
    this.clock = h("span", { class: "clock", role: "timer", hidden: true });
    this.element = h("div", { class: "player" }, this.piece,
      h("span", { class: "player-name" }, this.name, this.side),
      this.company, this.tallies, h("span", { class: "turn-mark", "aria-hidden": "true" }), this.clock);
  }

  /** @param {PlayerState} player @param {MatchState} state @param {Tally[]} tallies */
  show(player, state, tallies) {
    const { info } = this;
    const { seat } = player;
    this.seat = seat;
    renew(this.piece, [seat, settings().palette], () => [pieceSign(info, seatIndex(seat))]);
    write(this.name, playerName(info, player, state));
    const bot = player.who.type === "computer" && isBot(player.who.opponent);
    write(this.side, bot ? `${seatName(info, seat)} · ${t("bot-of-owner")}` : seatName(info, seat));
    this.element.classList.toggle("moving", state.to_move === player.player);
    this.element.classList.toggle("won", state.end !== null && state.end.winner === player.player);
    const labels = tallies.map(({ label }) => say(label));
    renew(this.tallies, labels, () => labels.map((label) => h("span", { class: "tally" }, label, " ", h("b"))));
    this.tallies.querySelectorAll("b").forEach((number, i) => write(number, String(tallies[i].count[seat])));
    this.clock.hidden = state.clock === null;
    if (state.clock) this.clock.setAttribute("aria-label", t("clock-of", { seat: seatName(info, seat) }));
  }

  /**
   * Shows whether a player elsewhere is there, and what they have said.
   * @param {MatchScreenState} state
   */
  accompany({ snapshot, away, speech }) {
    const found = snapshot.players.find(({ seat }) => seat === this.seat);
    if (!found || !snapshot.online) return;
    const words = speech[found.player];
    const gone = away.has(found.player);
    const there = found.who.type === "human" && snapshot.end === null;
    const label = t(gone ? "online-away" : "online-here");
    renew(this.company, [there, gone, words], () => [
      there && h("span", {
        class: gone ? "presence away" : "presence", role: "img", "aria-label": label, title: label,
      }),
      words && h("span", { class: "speech" }, words)]);
  }

  /**
   * Shows the time; whether the clock runs and is low.
   * @param {ClockState} clock
   * @param {number} elapsed milliseconds since it was right
   */
  tick(clock, elapsed) {
    const time = left(clock, this.seat, elapsed);
    const running = clock.running === this.seat;
    const low = time < CLOCK_LOW_MS;
    write(this.clock, clockText(time));
    this.clock.classList.toggle("running", running);
    this.clock.classList.toggle("low", low);
    return { running, low };
  }
}
