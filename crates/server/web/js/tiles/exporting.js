// @ts-check
// Giving tiles out, as a file or for the clipboard.
/** @import { OwnTile } from "../net/types.js" */
/** @import { TileForm } from "./own.js" */

import { write } from "../app/copy.js";
import { open } from "../app/dialog.js";
import { fill, h } from "../app/dom.js";
import { oneOf } from "../app/form.js";
import { t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { request } from "../net/transport.js";
import { tileFile } from "./own.js";

/**
 * @param {string} game that they are for
 * @param {OwnTile} [tile] one alone
 */
export async function exporting(game, tile) {
  const title = tile ? t("quadrant-export", { name: tile.name }) : t("export");
  await open(title, () => {
    const area = h("textarea", { class: "tile-text", rows: 7, readonly: true, "aria-label": t("export-text") });
    const buttons = h("div", { class: "buttons end" });
    const said = h("p", { role: "status" });
    void show("text");
    return [
      oneOf(t("export-form"), [
        { value: "text", label: t("export-lines") },
        { value: "json", label: "JSON" },
        { value: "original", label: t("export-original") },
      ], "text", (form) => void show(form)),
      area,
      said,
      buttons,
    ];

    async function copy() {
      const done = await write(area.value);
      area.select();
      said.textContent = done ? t("export-copied") : t("copy-by-hand");
    }

    /** @param {TileForm} form */
    async function show(form) {
      const path = tileFile(game, form, tile?.name);
      try {
        const answer = await request(path, { cache: "no-cache" });
        area.value = answer.ok ? await answer.text() : t("unreachable");
      } catch {
        area.value = t("unreachable");
      }
      fill(buttons,
        h("button", { onclick: () => void copy() }, icon("copy"), t("copy")),
        h("a", {
          class: "button primary", href: path,
          download: form === "text" ? "quadrants.txt" : form === "json" ? "my-quadrants.json" : "quadrants.json",
        }, icon("download"), t("download")));
    }
  });
}
