// @ts-check
// Stopping the program, on its owner's machine.

import * as api from "../net/api.js";
import { confirm } from "./dialog.js";
import { fill, h } from "./dom.js";
import { t } from "./i18n.js";

/** Asks, then stops the program. */
export async function quit() {
  if (!(await confirm(t("quit"), t("quit-question"), t("quit")))) return;
  try {
    await api.quit();
  } catch {
    // It is gone before it can answer.
  }
  document.getElementById("header")?.replaceChildren();
  const app = document.getElementById("app");
  if (app) fill(app, h("main", { class: "page narrow" }, h("h1", {}, t("goodbye")), h("p", {}, t("goodbye-more"))));
}
