// @ts-check
// Names that are reported to whoever runs the server.
/** @import { Player, Who } from "../../net/types.js" */

import { send } from "../../net/api.js";
import { h } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";

/** @typedef {{ player: string, who: Who | null }} Named */

/** @param {Named[]} players */
const withNames = (players) =>
  players.flatMap(({ player, who }) => (who?.type === "human" && who.name ? [{ player, name: who.name }] : []));

/**
 * A button that reports a name at a table; null if nobody has one.
 * @param {string} id of the match
 * @param {Named[]} players
 */
export function reportButton(id, players) {
  if (withNames(players).length === 0) return null;
  return h("button", {
    class: "quiet report", title: t("online-report"), "aria-label": t("online-report"),
    onclick: () => reportNames(id, players),
  }, icon("flag"));
}

/**
 * Asks which of the names is meant, says what happens, and reports it.
 * @param {string} id of the match
 * @param {Named[]} players
 */
export async function reportNames(id, players) {
  const [{ open }, { complain, toast }] = await Promise.all([
    import("../../app/dialog.js"), import("../../app/notice.js"),
  ]);
  const named = withNames(players);
  if (named.length === 0) return toast(t("online-report-nobody"));
  const player = await open(t("online-report"), (close) => [
    h("p", {}, t("online-report-more")),
    h("p", { class: "faint" }, t("online-report-hide")),
    h("div", { class: "buttons end" },
      h("button", { onclick: () => close() }, t("cancel")),
      ...named.map(({ player: one, name }) => h("button", {
        class: "primary", onclick: () => close(one),
      }, t("online-report-name", { name }))))]);
  if (!player) return;
  try {
    await send("/api/reports", { match: id, player: /** @type {Player} */ (player) });
    toast(t("online-reported"));
  } catch (error) {
    complain(error);
  }
}
