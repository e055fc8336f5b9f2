// @ts-check
// What Damier is, whose names it uses, and what is inside it.
/** @import { App, Screen } from "../app/main.js" */

import * as api from "../net/api.js";
import { h } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { standalone } from "../net/transport.js";

/** @param {App} app @returns {Promise<Screen>} */
export async function show(app) {
  const licences = await api.licences();
  const kept = standalone
    ? [(await import("../app/offline.js")).storageWords()]
    : [t("games-kept"), t("games-kept-long")];
  return {
    title: t("about"),
    element: h("main", { id: "main", class: "page reading" },
      h("h1", {}, t("about")),
      h("p", {}, t("about-what")),
      h("p", {}, t("about-names")),
      h("p", {}, t(standalone ? "offline-private" : "about-private")),
      h("p", {}, t("about-licence")),
      h("p", { class: "faint" }, t("version", { version: app.catalogue.version })),
      h("h2", { id: "kept" }, t("games-kept-title")),
      ...kept.map((words) => h("p", {}, words)),
      h("p", {}, `${t("games-kept-more")} `, h("a", { href: "/games" }, t("games-kept-link")), "."),
      h("div", { class: "buttons" }, h("a", { class: "button primary", href: "/" }, t("home"))),
      h("section", { class: "inside" },
        h("h2", {}, t("about-inside")),
        h("p", {}, t("about-inside-more", { count: licences.length })),
        h("ul", { class: "licences", lang: "en" }, ...licences.map(([name, version, licence, home]) =>
          h("li", {},
            home ? h("a", { href: home, rel: "noreferrer", target: "_blank" }, name) : h("strong", {}, name),
            ` ${version}`, h("small", {}, licence)))))),
  };
}
