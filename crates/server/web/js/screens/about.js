// @ts-check
// What Damier is, and whose names it uses.
/** @import { App, Screen } from "../main.js" */

import { h } from "../dom.js";
import { t } from "../i18n.js";

/**
 * @param {App} app
 * @returns {Screen}
 */
export function show(app) {
  return {
    title: t("about"),
    element: h("main", { id: "main", class: "page reading" },
      h("h1", {}, t("about")),
      h("p", {}, t("about-what")),
      h("p", {}, t("about-names")),
      h("p", {}, t("about-private")),
      h("p", {}, t("about-licence")),
      h("p", { class: "faint" }, t("version", { version: app.catalogue.version })),
      h("div", { class: "buttons" }, h("a", { class: "button primary", href: "/" }, t("home")))),
  };
}
