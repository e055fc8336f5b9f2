// @ts-check
// Playing with others from a page without a server: what it takes, and the way to a server.
/** @import { App, Screen } from "../app/main.js" */

import { h } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { joinPanel, lastServer } from "../match/online/join.js";

/** @param {App} app @returns {Screen} */
export function show(app) {
  const last = lastServer();
  return {
    title: t("online"),
    name: "online-page",
    element: h("main", { id: "main", class: "page narrow online" },
      h("h1", {}, t("online-title")),
      h("section", { class: "panel", "aria-labelledby": "server-needed" },
        h("h2", { id: "server-needed" }, t("offline-server-title")),
        h("p", {}, t("offline-server")),
        h("p", {}, t("offline-server-leave"))),
      joinPanel(app),
      last !== null && h("p", {},
        h("a", { class: "button", href: `${last}/online`, target: "_blank", rel: "noopener noreferrer" },
          icon("next"), t("offline-server-last", { server: new URL(last).host }))),
      h("p", { class: "faint" }, t("offline-together"))),
  };
}
