// @ts-check
// The public tables, as they come and go.
/** @import { GameInfo, Lobby, LobbyMessage, RoomSummary, Who } from "../../net/types.js" */
/** @import { App } from "../../app/main.js" */
/** @import { Environment, Status } from "../../net/connection.js" */

import { pieceSign } from "../../board/miniature.js";
import { h, renew } from "../../app/dom.js";
import { count, say, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { BROWSER, Connection, followPageLifecycle } from "../../net/connection.js";
import { opponentName, strangerName } from "../../app/names.js";
import { settings } from "../../app/settings.js";
import { heldSeat } from "./seats.js";
import { reportButton } from "./report.js";
import { timeWords } from "./words.js";

/** @typedef {{ game: string, stage: string, timed: string }} Filter empty is everything */

/**
 * The query for some of the tables.
 * @param {{ [name: string]: string }} filter empty values ask for nothing
 */
export function queryOf(filter) {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
  return query.size > 0 ? `?${query}` : "";
}

const STAGES = ["open", "laying", "playing"];

/**
 * The order of the tables: by stage, then the newest first, then by id.
 * @param {RoomSummary} a @param {RoomSummary} b
 */
const inOrder = (a, b) =>
  STAGES.indexOf(a.stage) - STAGES.indexOf(b.stage) || b.at - a.at || (a.id < b.id ? -1 : 1);

/**
 * The list with what has changed in it.
 * @param {Lobby} lobby
 * @param {Extract<LobbyMessage, { type: "changes" }>} changes
 * @returns {Lobby}
 */
export function changedLobby({ rooms }, { added, changed, removed, total }) {
  const byId = new Map(rooms.map((room) => [room.id, room]));
  for (const id of removed) byId.delete(id);
  for (const change of changed) {
    const room = byId.get(change.id);
    if (room) byId.set(room.id, { ...room, ...change });
  }
  for (const room of added) byId.set(room.id, room);
  return { rooms: [...byId.values()].sort(inOrder), total };
}

export class LobbyConnection extends Connection {
  /**
   * @param {Filter} filter
   * @param {(lobby: Lobby) => void} heard
   * @param {(status: Status) => void} statusChanged
   * @param {Environment} [environment]
   */
  constructor(filter, heard, statusChanged, environment = BROWSER) {
    super(`/api/rooms/socket${queryOf({ ...filter, changes: "true" })}`, statusChanged, environment);
    this.heard = heard;
    /** @type {Lobby} */
    this.lobby = { rooms: [], total: 0 };
    this.sequence = 0;
    this.connect();
  }

  /** @override @param {LobbyMessage | { type: "pong" }} message */
  handle(message) {
    this.established();
    if (message.type === "pong") return;
    if (message.type === "list") this.lobby = { rooms: message.rooms, total: message.total };
    // Something was missed: a new connection begins with the whole list.
    else if (message.sequence !== this.sequence + 1) return this.connect();
    else this.lobby = changedLobby(this.lobby, message);
    this.sequence = message.sequence;
    this.heard(this.lobby);
  }
}

export class LobbyList {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Filter} */
    this.filter = { game: "", stage: "", timed: "" };
    /** @type {Lobby | null} */
    this.lobby = null;
    /** @type {Status} */
    this.status = "connecting";
    this.list = h("ul", { class: "tables" });
    this.total = h("p", { class: "faint", role: "status" });
    this.element = h("section", { class: "panel lobby", "aria-labelledby": "lobby-title" },
      h("h2", { id: "lobby-title" }, t("online-tables")), this.filters(), this.total, this.list);
    this.connection = this.connect();
    this.unfollow = followPageLifecycle(() => this.connection);
    this.draw();
  }

  connect() {
    return new LobbyConnection(this.filter, (lobby) => {
      this.lobby = lobby;
      this.draw();
    }, (status) => {
      this.status = status;
      this.draw();
    });
  }

  close() {
    this.unfollow();
    this.connection.close();
  }

  filters() {
    /** @type {(name: keyof Filter, label: string, options: [string, string][]) => HTMLElement} */
    const choose = (name, label, options) => {
      const select = h("select", { "aria-label": label, onchange: () => {
        this.filter = { ...this.filter, [name]: select.value };
        this.connection.close();
        this.connection = this.connect();
      } }, ...options.map(([value, text]) => h("option", { value }, text)));
      return select;
    };
    return h("div", { class: "filters", role: "group", "aria-label": t("online-filters") },
      choose("game", t("online-filter-game"), [
        ["", t("online-all-games")],
        ...this.app.catalogue.games.map(({ id, title }) => /** @type {[string, string]} */ ([id, say(title)])),
      ]),
      choose("stage", t("online-filter-stage"), [
        ["", t("online-all-stages")],
        ["open", t("online-stage-open")],
        ["laying", t("online-stage-laying")],
        ["playing", t("online-stage-playing")],
      ]),
      choose("timed", t("clock"), [
        ["", t("online-all-clocks")], ["true", t("online-timed")], ["false", t("online-no-clock")],
      ]));
  }

  draw() {
    const { lobby } = this;
    const rooms = (lobby?.rooms ?? []).filter(({ game }) => this.app.game(game));
    renew(this.list, [rooms, settings().hideNames], () =>
      rooms.map((room) => this.line(room, /** @type {GameInfo} */ (this.app.game(room.game)))));
    const words = this.status === "lost" ? `${t("connection-lost")} · ${t("reconnecting")}`
      : lobby === null ? t("online-looking")
        : rooms.length === 0 ? t("online-no-tables")
          : lobby.total > rooms.length ? t("online-some-tables", { shown: rooms.length, total: lobby.total })
            : count("online-tables-count", rooms.length);
    renew(this.total, words, () => [words]);
  }

  /** @param {RoomSummary} room @param {GameInfo} info */
  line(room, info) {
    const { first, second } = room.players;
    const held = heldSeat(room.id);
    const name = (/** @type {Who | null} */ who, /** @type {number} */ number) => {
      if (!who) return "…";
      if (who.type === "computer") return t("player-computer", { level: opponentName(info, who.opponent) });
      const mine = held?.player === (number === 1 ? "one" : "two");
      return (mine ? who.name : strangerName(who.name)) || t("player-number", { number });
    };
    const rules = info.rule_sets.length > 1
      ? info.rule_sets.find(({ id }) => id === (room.rules ?? info.rule_sets[0].id))
      : null;
    const facts = [room.seek && room.stage === "open" && t("online-seek-fact"),
      timeWords(room.time),
      rules && say(rules.title),
      room.swap && t("swap-rule"),
      room.lay_board && t("online-board-halves"),
      room.stage === "laying" && t("online-stage-laying"), room.stage === "playing" && count("moves", room.entries),
      room.watchers > 0 && count("online-watchers", room.watchers)];
    const [label, sign] = held ? /** @type {const} */ ([t("online-go-back"), "play"])
      : room.stage === "open" ? /** @type {const} */ ([t("online-join"), "play"])
        : /** @type {const} */ ([t("online-watch"), "look"]);
    return h("li", {},
      h("span", { class: "table-signs", "aria-hidden": "true" }, pieceSign(info, 0), pieceSign(info, 1)),
      h("span", { class: "table-words" },
        h("strong", {}, say(info.title)),
        h("span", {}, `${name(first, 1)} – ${name(second, 2)}`),
        h("span", { class: "faint" }, facts.filter(Boolean).join(" · "))),
      h("a", { class: room.stage === "open" || held ? "button primary" : "button", href: `/m/${room.id}` },
        icon(sign), label,
        h("span", { class: "visually-hidden" }, `: ${say(info.title)}, ${name(first, 1)} – ${name(second, 2)}`)),
      reportButton(room.id, /** @type {const} */ ([{ player: "one", who: first }, { player: "two", who: second }])
        .filter(({ player }) => player !== held?.player)));
  }
}
