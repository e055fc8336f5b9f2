// @ts-check
// Playing with others: join a table, open one, watch, and who is near.
/** @import { GameInfo, Lan, MatchState } from "../net/types.js" */
/** @import { App, Screen } from "../app/main.js" */

import * as api from "../net/api.js";
import { pieceSign } from "../board/miniature.js";
import { fill, h } from "../app/dom.js";
import { say, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { strangerName } from "../app/names.js";
import { joinPanel } from "../match/online/join.js";
import { LobbyList } from "../match/online/lobby.js";
import { PairingPanel } from "../match/online/pairing.js";
import { heldSeat, keepSeat, openSeats } from "../match/online/seats.js";
import { SharingPanel } from "../match/online/sharing.js";

/** How many of the player's own tables are shown. */
const OWN_TABLES_SHOWN = 6;
/** How often to look for other Damiers nearby, in milliseconds. */
const NEIGHBOURS_REFRESH_MS = 5000;

/** @param {App} app @returns {Promise<Screen>} */
export async function show(app) {
  const lobby = new LobbyList(app);
  const own = h("section", { class: "resume", hidden: true });
  const near = h("section", { class: "panel near", hidden: true, "aria-labelledby": "near-title" });
  const sharing = new SharingPanel();
  const pairing = new PairingPanel(app);
  void ownTables(app, own);
  let shown = "";
  const look = async () => {
    try {
      const [lan] = await Promise.all([api.lan(), pairing.refresh()]);
      const key = JSON.stringify(lan);
      if (key === shown) return;
      shown = key;
      neighbours(near, lan);
      sharing.show(lan);
    } catch (error) {
      if (!(error instanceof api.Failure)) throw error;
    }
  };
  void look();
  const looking = setInterval(() => void look(), NEIGHBOURS_REFRESH_MS);
  return {
    title: t("online"),
    name: "online-page",
    element: h("main", { id: "main", class: "page online" },
      h("h1", {}, t("online-title")),
      own,
      h("div", { class: "online-columns" },
        h("div", { class: "online-side" },
          pairing.element, sharing.element, joinPanel(app), openPanel(app.catalogue.games), near),
        lobby.element)),
    close() {
      clearInterval(looking);
      lobby.close();
    },
  };
}

/** @param {GameInfo[]} games */
function openPanel(games) {
  return h("section", { class: "panel open", "aria-labelledby": "open-title" },
    h("h2", { id: "open-title" }, t("online-open-title")),
    h("p", { class: "faint" }, t("online-open-how")),
    h("ul", { class: "open-games" }, ...games.map((info) => h("li", {},
      h("a", { class: "button", href: `/play/${info.id}?opponent=online` }, pieceSign(info, 0), say(info.title))))));
}

/** @param {HTMLElement} section @param {Lan} lan */
function neighbours(section, { neighbours: found }) {
  section.hidden = found.length === 0;
  fill(section, h("h2", { id: "near-title" }, t("online-near")),
    h("ul", { class: "tables" }, ...found.map(({ name, url }) => h("li", {},
      h("span", { class: "table-words" }, h("strong", {}, name), h("span", { class: "faint" }, new URL(url).host)),
      h("a", { class: "button", href: `${new URL(url).origin}/online` }, icon("next"), t("online-visit"))))));
}

/**
 * The tables where this browser has a seat.
 * @param {App} app
 * @param {HTMLElement} section
 */
async function ownTables(app, section) {
  const found = await Promise.all(openSeats().slice(0, OWN_TABLES_SHOWN)
    .map((id) => api.matchState(id).catch((error) => {
      if (error instanceof api.Failure && error.status === 404) over(id);
      return null;
    })));
  const states = found.filter((state) => state !== null && app.game(state.game) !== undefined);
  for (const state of states) if (state?.end) over(state.id);
  const going = states.filter((state) => state && !state.end && !state.online?.gathering?.seek);
  section.hidden = going.length === 0;
  fill(section, h("h2", {}, t("online-own")),
    h("ul", { class: "resume-list" }, ...going.map((state) => ownTable(app, /** @type {MatchState} */ (state)))));
}

/** @param {string} id */
function over(id) {
  const held = heldSeat(id);
  if (held) keepSeat(id, { ...held, over: true });
}

/** @param {App} app @param {MatchState} state */
function ownTable(app, state) {
  const info = /** @type {GameInfo} */ (app.game(state.game));
  const mine = heldSeat(state.id)?.player;
  const words = state.online?.gathering
    ? t("online-waiting")
    : state.to_move === mine ? t("your-turn") : t("online-their-turn");
  const other = state.players.find(({ player }) => player !== mine)?.who;
  return h("li", {}, h("a", { href: `/m/${state.id}` }, h("strong", {}, say(info.title)),
    h("span", {}, other?.type === "human" && strangerName(other.name) ? `${other.name} · ${words}` : words)));
}
