// @ts-check
// Opening a record that was kept as a file.
/** @import { App } from "./main.js" */

import * as api from "./api.js";
import { h } from "./dom.js";
import { say, t } from "./i18n.js";
import { toast } from "./notice.js";

/**
 * Lets the player choose a record on the machine and opens it.
 * @param {App} app
 */
export function openFile(app) {
  const input = h("input", { type: "file", accept: ".txt,.json,.damier,text/plain,application/json" });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      const made = await api.openRecord(await file.text());
      app.go(`/m/${made.id}`);
    } catch (error) {
      toast(say(api.reason(error, { en: t("unreachable"), fr: t("unreachable") })), "problem");
    }
  });
  input.click();
}
