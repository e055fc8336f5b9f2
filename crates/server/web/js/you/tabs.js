// @ts-check
// The tabs above the screens about the visitor: the games, and the figures.

import { h } from "../app/dom.js";
import { t } from "../app/i18n.js";

/** @type {{ id: "games" | "you", href: string }[]} */
const TABS = [{ id: "games", href: "/games" }, { id: "you", href: "/you" }];

/**
 * The tabs, with the one that is shown marked.
 * @param {"games" | "you"} shown
 */
export const tabs = (shown) =>
  h("nav", { "aria-label": t("tabs-about-you") },
    h("ul", { class: "tabs" }, ...TABS.map(({ id, href }) =>
      h("li", {}, h("a", { href, "aria-current": id === shown && "page" }, t(`tab-${id}`))))));
