// @ts-check
// What stands around the board when somebody plays at another screen.
/** @import { Greeting, Player } from "../types.js" */
/** @import { Child } from "../dom.js" */
/** @import { PlayerBar } from "../screens/playerbar.js" */
/** @import { OnlineMatch } from "./match.js" */

import * as api from "../api.js";
import { open } from "../dialog.js";
import { h, renew, write } from "../dom.js";
import { yesNo } from "../form.js";
import { count, t } from "../i18n.js";
import { icon } from "../icons.js";
import { playerName } from "../names.js";
import { announce } from "../notice.js";
import { button, MatchPanel } from "../screens/panel.js";
import { change, settings } from "../settings.js";
import { minutes, missed, remaining } from "./countdown.js";
import { GREETINGS } from "./greetings.js";
import { invitation, origins, passedOn } from "./invite.js";
import { qrPicture } from "./qr.js";
import { heldSeat, seatMark } from "./seats.js";

/** So many milliseconds words stay. */
const SPOKEN = 6000;

export class OnlinePanel extends MatchPanel {
  /** @param {OnlineMatch} match */
  constructor(match) {
    super(match);
    /** @type {Set<Player>} those who are missed */
    this.away = new Set();
    this.waiting = setInterval(() => this.wait(), 250);
  }

  /** @returns {OnlineMatch} */
  get online() {
    return /** @type {OnlineMatch} */ (this.match);
  }

  /** @override */
  close() {
    clearInterval(this.waiting);
    super.close();
  }

  /** @override */
  actions() {
    write(this.undo.querySelector("span") ?? this.undo, t("online-takeback"));
    return [this.undo, this.draw, this.resign, this.flip];
  }

  /** @override @returns {Child[]} */
  company() {
    const { match } = this;
    /** @type {{ [player in Player]?: string }} what each has just said */
    this.spoken = {};
    this.watching = h("p", { class: "faint watching" });
    const says = h("div", { class: "chips" }, ...Object.entries(GREETINGS).map(([greeting, id]) =>
      h("button", { type: "button", class: "chip-button", onclick: () => match.socket.say(/** @type {Greeting} */ (greeting)) }, t(id))));
    this.greetings = h("details", { class: "greetings" }, h("summary", {}, t("online-greetings")), says,
      yesNo(t("online-mute"), !settings().greetings, (muted) => change({ greetings: !muted })));
    return [this.greetings, this.watching];
  }

  /** @override */
  moreButtons() {
    const { match } = this;
    const { shown } = match;
    return h("div", { class: "more-actions" },
      button("share", t("share"), () => match.share()),
      this.analyse,
      document.fullscreenEnabled && button("full", t("full-screen"), () => match.fullScreen()),
      button("copy", t("copy-position"), () => match.copyPosition()),
      h("a", { class: "button tool", href: api.recordPath(shown.id), download: `damier-${shown.game}-${shown.id}.txt` }, icon("download"), h("span", {}, t("download-record"))),
      h("a", { class: "button tool", href: `/rules/${shown.game}` }, icon("rules"), h("span", {}, t("rules"))),
      this.hint,
      button("quit", t("leave"), () => void match.leave()));
  }

  /** @override */
  buttons() {
    const { online } = this;
    const { you, end, offers, record, online: state } = online.shown;
    const playing = you !== null && end === null;
    const offered = (/** @type {string} */ what) => offers.some(({ offer, by }) => offer === what && by === you);
    for (const one of [this.undo, this.draw, this.resign]) one.hidden = !playing;
    this.hint.hidden = !playing || online.betweenPeople();
    this.hint.disabled = !online.playable();
    this.undo.disabled = record.moves.length === 0 || offered("takeback");
    this.draw.disabled = offers.some(({ offer }) => offer === "draw");
    write(this.resign.querySelector("span") ?? this.resign, t(online.young() ? "online-abort" : "resign"));
    this.analyse.hidden = end === null && online.betweenPeople();
    if (this.greetings) this.greetings.hidden = you === null || !online.betweenPeople();
    const watchers = state?.watchers ?? 0;
    if (this.watching) {
      write(this.watching, [you === null && t("online-you-watch"), watchers > 0 && count("online-watchers", watchers)].filter(Boolean).join(" · "));
    }
  }

  /** @override */
  players() {
    super.players();
    this.bar(this.top);
    this.bar(this.bottom);
  }

  /**
   * Whether the player is there, and what they have said.
   * @param {PlayerBar} bar
   */
  bar(bar) {
    const { shown } = this.match;
    const player = shown.players.find(({ seat }) => seat === bar.seat);
    if (!player) return;
    const { who } = player;
    const words = this.spoken?.[player.player];
    const away = this.away?.has(player.player) ?? false;
    renew(bar.company, [who.type, away, words, shown.end === null], () => [
      who.type === "human" && shown.end === null && h("span", { class: away ? "presence away" : "presence", role: "img", "aria-label": t(away ? "online-away" : "online-here"), title: t(away ? "online-away" : "online-here") }),
      words && h("span", { class: "speech" }, words)]);
  }

  /**
   * Shows what a player says.
   * @param {Player} player
   * @param {string} words
   */
  speak(player, words) {
    if (!this.spoken) return;
    this.spoken[player] = words;
    this.players();
    setTimeout(() => {
      if (this.spoken?.[player] !== words) return;
      delete this.spoken[player];
      this.players();
    }, SPOKEN);
  }

  /** How long the other is still waited for, in milliseconds; null if nobody is. */
  left() {
    const { shown } = this.match;
    const other = this.online.other();
    if (!other?.gone || !shown.online || shown.end || !this.away?.has(other.player)) return null;
    return remaining(other.gone, shown.online, performance.now() - this.since);
  }

  /** @override */
  offers() {
    const { offers, you } = this.match.shown;
    return offers.filter(({ by }) => by !== you);
  }

  /** @override */
  otherKey() {
    const { shown, status } = this.match;
    const left = this.left();
    return [shown.offers, shown.you, left !== null, left === 0, this.online.young(), shown.online?.rematch, shown.end !== null, status === "closed"];
  }

  /** @override @returns {Child[]} */
  otherNotes() {
    const { online } = this;
    const { shown } = online;
    const left = this.left();
    const other = online.other();
    /** @type {Child[]} */
    const notes = [];
    if (online.status === "closed") notes.push(h("p", { class: "note problem" }, t("online-full")));
    if (left !== null && other) {
      const name = playerName(online.info, other, shown);
      notes.push(h("p", { class: "note gone" }, left === 0 ? t("online-waited", { name }) : t("online-gone", { name }), " ",
        left > 0 && h("strong", { class: "gone-left" }, minutes(left))));
      if (left === 0) {
        const claim = (/** @type {"win" | "draw"} */ what, /** @type {string} */ label) =>
          h("button", { type: "button", class: what === "win" ? "primary" : "", onclick: () => online.claim(what) }, label);
        notes.push(h("div", { class: "buttons" }, ...online.young()
          ? [claim("win", t("online-claim-end"))]
          : [claim("win", t("online-claim-win")), claim("draw", t("online-claim-draw"))]));
      }
    }
    const mine = shown.offers.filter(({ by }) => by === shown.you);
    if (mine.length > 0) notes.push(h("p", { class: "note pending" }, mine.map(({ offer }) => t(ASKED[offer])).join(" ")));
    notes.push(...super.otherNotes());
    if (shown.online?.rematch) {
      notes.push(h("p", {}, h("a", { class: "button primary", href: `/m/${shown.online.rematch}` }, t("online-to-rematch"))));
    }
    return notes;
  }

  /** Sees who is missed, and lets the countdown run. */
  wait() {
    const { shown, info } = this.match;
    for (const player of shown.players) {
      if (shown.end || player.player === shown.you || this.away.has(player.player)) continue;
      if (!missed(player.gone, shown.online, performance.now() - this.since)) continue;
      this.away.add(player.player);
      announce(t("online-gone", { name: playerName(info, player, shown) }));
      this.players();
    }
    const left = this.left();
    if (left === null) return;
    const place = this.notes.querySelector(".gone-left");
    if (place && left > 0) write(place, minutes(left));
    this.note();
  }

  /** @override */
  againKey() {
    const { offers, you, online } = this.match.shown;
    return JSON.stringify([offers.filter(({ offer }) => offer === "rematch"), you, online?.rematch]);
  }

  /** @override @returns {Child} */
  again() {
    const { offers, you, online } = this.match.shown;
    if (you === null || online?.rematch) return null;
    const asked = offers.find(({ offer }) => offer === "rematch");
    return h("button", { type: "button", class: "primary big", disabled: asked?.by === you, onclick: () => void this.match.again() },
      t(asked ? (asked.by === you ? "online-rematch-asked" : "online-rematch-accept") : "rematch"));
  }

  /** Shows how others find the match, and how the player takes the seat to another device. */
  async shareWindow() {
    const { shown } = this.match;
    const lan = await api.lan();
    const seat = heldSeat(shown.id)?.seat;
    const [origin = location.origin] = origins(lan);
    const link = seat ? `${origin}/m/${shown.id}${seatMark(seat)}` : "";
    void open(t("share"), () => [
      invitation({ id: shown.id, code: shown.online?.code ?? "" }, lan, t("online-watch-link")),
      ...(link && !shown.end ? [h("details", { class: "classics" }, h("summary", {}, t("online-seat-link")),
        h("p", {}, t("online-seat-link-more")), passedOn(t("online-seat-link"), link, t("link-copied")), qrPicture(link, t("online-qr")))] : [])]);
  }
}

const ASKED = { draw: "draw-asked", takeback: "online-takeback-asked", rematch: "online-rematch-asked" };
