// @ts-check
// A match with somebody at another screen: what it adds to one at this screen alone.
/** @import { GameInfo, Greeting, MatchState, Player, PlayerState } from "../types.js" */
/** @import { App, Screen } from "../main.js" */

import { confirm, open } from "../dialog.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { playerName } from "../names.js";
import { announce, toast } from "../notice.js";
import { MatchScreen, screenOf, startOf } from "../screens/match.js";
import { settings } from "../settings.js";
import { play } from "../sound.js";
import { GREETINGS } from "./greetings.js";
import { OnlinePanel } from "./panel.js";
import { heldSeat, keepSeat, takeMarked } from "./seats.js";
import { showTable } from "./table.js";

/** A command that has no answer after so many milliseconds does not keep anybody here. */
const LATE = 1500;

/**
 * @param {App} app
 * @param {GameInfo} info
 * @param {MatchState} state
 * @param {URLSearchParams} query
 * @returns {Promise<Screen>}
 */
export async function showOnline(app, info, state, query) {
  takeMarked(state.id);
  if (state.online?.gathering) return showTable(app, info, state, query);
  if (query.has("join")) history.replaceState(history.state, "", location.pathname);
  // Whoever asks without a secret is told nothing of a seat; the socket says it again a moment later.
  const known = { ...state, you: heldSeat(state.id)?.player ?? null };
  return screenOf(new OnlineMatch(app, info, known, await startOf(state)));
}

export class OnlineMatch extends MatchScreen {
  /** @override @returns {OnlinePanel} */
  makePanel() {
    return new OnlinePanel(this);
  }

  /** @returns {OnlinePanel} */
  get side() {
    return /** @type {OnlinePanel} */ (this.panel);
  }

  /** @override */
  secret() {
    return heldSeat(this.shown.id)?.seat;
  }

  /** @override */
  me() {
    return this.shown.you;
  }

  /** @override */
  myTurn() {
    const { you, to_move } = this.shown;
    return you !== null && you === to_move;
  }

  /** @override */
  mayHurry() {
    return this.shown.you !== null;
  }

  /** @override @param {PlayerState} player */
  answersFor(player) {
    return player.player === this.shown.you;
  }

  /** @override */
  counted() {
    return this.shown.you;
  }

  /** @override */
  opponent() {
    return this.betweenPeople() ? "online" : super.opponent();
  }

  betweenPeople() {
    return this.shown.players.every(({ who }) => who.type === "human");
  }

  /** The other player, for those who play. */
  other() {
    const { you, players } = this.shown;
    return you === null ? null : players.find(({ player }) => player !== you) ?? null;
  }

  /** @override @param {MatchState} next */
  receive(next) {
    const before = this.queue.at(-1) ?? this.shown;
    const held = heldSeat(next.id);
    if (held && next.you) keepSeat(next.id, { seat: held.seat, player: next.you, over: next.end !== null });
    const turned = next.you !== before.you;
    super.receive(next);
    if (turned && this.flipped !== this.wantsFlip()) this.flip();
    const rematch = next.online?.rematch;
    if (rematch && !before.online?.rematch) this.follow(rematch);
  }

  /**
   * Goes to the match in which the players play again.
   * @param {string} id
   */
  follow(id) {
    const held = heldSeat(this.shown.id);
    const { you } = this.shown;
    if (held && you) keepSeat(id, { seat: held.seat, player: you === "one" ? "two" : "one", over: false });
    // Whoever looks at the game once more is not torn away from it.
    if (you === null && this.earlier) return announce(t("online-rematch-begins"));
    toast(t("online-rematch-begins"));
    this.app.go(`/m/${id}`);
  }

  /**
   * @override
   * @param {MatchState} state
   * @param {MatchState} before
   */
  news(state, before) {
    const words = [];
    const name = (/** @type {PlayerState} */ player) => playerName(this.info, player, state);
    for (const player of state.players) {
      if (!player.gone && !state.end && this.side.away.delete(player.player)) words.push(t("online-back", { name: name(player) }));
    }
    for (const { offer, by } of state.offers) {
      const player = state.players.find((one) => one.player === by);
      const known = before.offers.some((old) => old.offer === offer && old.by === by);
      if (known || !player || offer === "draw") continue;
      words.push(t(offer === "takeback" ? "online-takeback-offered" : "online-rematch-offered", { player: name(player) }));
    }
    if (state.offers.some(({ offer, by }) => by !== state.you && !before.offers.some((old) => old.offer === offer && old.by === by)) && state.you) play("turn");
    const mine = (/** @type {MatchState} */ one) => one.offers.some(({ offer, by }) => offer === "takeback" && by === state.you);
    const same = state.record.moves.length === before.record.moves.length;
    if (mine(before) && !mine(state) && same && !state.end) toast(t("online-takeback-declined"));
    return words;
  }

  /** @override @param {Player} player @param {Greeting} greeting */
  greeted(player, greeting) {
    const own = player === this.shown.you;
    const who = this.shown.players.find((one) => one.player === player);
    if (!who || (!own && !settings().greetings)) return;
    const words = t(GREETINGS[greeting]);
    this.side.speak(player, words);
    if (own) return;
    play("button");
    announce(t("online-says", { name: playerName(this.info, who, this.shown), words }));
  }

  /** @override */
  undo() {
    const { you, end, offers } = this.shown;
    if (end || !you || this.shown.record.moves.length === 0 || offers.some(({ offer, by }) => offer === "takeback" && by === you)) return;
    this.command({ type: "offer", offer: "takeback" });
    announce(t("online-takeback-asked"));
  }

  /** @override */
  offerDraw() {
    this.command({ type: "offer", offer: "draw" });
    announce(t("draw-asked"));
  }

  /** @override */
  redo() {}

  /** @override */
  async hint() {
    if (this.shown.end || !this.betweenPeople()) await super.hint();
  }

  /** Whether the game can still be called off. */
  young() {
    return this.shown.record.moves.filter((move) => move !== "swap").length < 2;
  }

  /** @override */
  async resign() {
    if (!this.young()) return super.resign();
    if (await confirm(t("online-abort"), t("online-abort-question"), t("online-abort"))) this.command({ type: "abort" });
  }

  /** @param {"win" | "draw"} claim */
  claim(claim) {
    this.command({ type: "claim", claim });
  }

  /** @override */
  async again() {
    const { you, offers, online, end } = this.shown;
    if (online?.rematch) return this.follow(online.rematch);
    if (!you || !end) return;
    if (offers.some(({ offer, by }) => offer === "rematch" && by === you)) return;
    this.command({ type: "offer", offer: "rematch" });
  }

  /** @override */
  async leave() {
    const { you, end } = this.shown;
    if (!you || end) return this.app.go("/online");
    const how = await open(t("leave"), (close) => [
      h("p", {}, t("online-leave-question")),
      h("div", { class: "buttons end" },
        h("button", { type: "button", onclick: () => close() }, t("cancel")),
        h("button", { type: "button", onclick: () => close("leave") }, t("online-leave-open")),
        h("button", { type: "button", class: "primary", autofocus: true, onclick: () => close("resign") }, t(this.young() ? "online-abort" : "resign")))]);
    if (how === "") return;
    const name = this.command(how === "leave" ? { type: "leave" } : { type: this.young() ? "abort" : "resign" });
    await this.answer(name);
    this.app.go("/online");
  }

  /**
   * Waits until a command has been answered, but not for long.
   * @param {string | null} name
   */
  async answer(name) {
    const until = performance.now() + LATE;
    while (name && this.mine.has(name) && performance.now() < until) await new Promise((done) => setTimeout(done, 50));
  }

  /** @override */
  share() {
    this.side.shareWindow();
  }
}
