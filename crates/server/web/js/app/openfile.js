// @ts-check
// Opening games that were kept as files.
/** @import { App } from "./main.js" */

import * as api from "../net/api.js";
import { h } from "./dom.js";
import { accepted, areTooLong, leave, readFiles } from "./gamefiles.js";
import { t } from "./i18n.js";
import { complain, toast } from "./notice.js";

/**
 * Lets the player choose a file on the machine and opens the game in it; of several, analysis lets them
 * choose.
 * @param {App} app
 */
export function openFile(app) {
  const input = h("input", { type: "file", multiple: true, accept: accepted(app.catalogue) });
  input.addEventListener("change", async () => {
    const files = [...(input.files ?? [])];
    if (files.length === 0) return;
    if (areTooLong(files)) return toast(t("file-long"), "problem");
    try {
      const { found } = await readFiles(files);
      if (found.length > 1 || files.length > 1) {
        leave(files);
        return app.go("/analyse");
      }
      const made = await api.openRecord(files[0]);
      app.go(`/m/${made.id}`);
    } catch (error) {
      complain(error);
    }
  });
  input.click();
}
