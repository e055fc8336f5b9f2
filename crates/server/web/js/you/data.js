// @ts-check
// One's data: everything as a file, taken in again, and deleted.
/** @import { App } from "../app/main.js" */

import { open } from "../app/dialog.js";
import { h } from "../app/dom.js";
import { failureWords } from "../app/failure.js";
import { count, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { toast } from "../app/notice.js";
import { flush, forget, load } from "../app/settings.js";
import { standalone } from "../net/transport.js";
import { PROFILE_PATH, deleteEverything, importPart } from "./api.js";
import { partsOf, readProfileFile } from "./profilefile.js";

/**
 * The panel that exports, imports and deletes everything.
 * @param {App} app
 * @param {() => void} changed
 */
export function dataPanel(app, changed) {
  const input = h("input", {
    type: "file", class: "visually-hidden", tabindex: -1, accept: ".json,application/json",
    "aria-label": t("games-data-import"),
  });
  const status = h("p", { class: "small", role: "status" });
  const buttons = h("div", { class: "buttons" },
    h("a", { class: "button", href: PROFILE_PATH, download: "damier-profile.json" },
      icon("download"), t("games-data-export")),
    h("button", { onclick: () => input.click() }, icon("open"), t("games-data-import")),
    h("button", { class: "danger", onclick: () => void remove() }, icon("bin"), t("games-data-delete")));
  input.addEventListener("change", () => void take());
  return h("section", { class: "panel games-data", "aria-labelledby": "games-data" },
    h("h2", { id: "games-data" }, t("games-data")),
    h("p", {}, t("games-data-more")),
    buttons, input, status,
    h("p", { class: "small" }, h("a", { href: "/about" }, t("games-data-privacy"))));

  async function take() {
    const file = input.files?.[0];
    if (!file) return;
    const text = await file.text();
    input.value = "";
    const read = readProfileFile(text);
    if (!read) {
      status.textContent = t("games-data-not-a-file");
      return;
    }
    const sum = { matches: 0, analyses: 0, tiles: 0, same: 0, unreadable: 0 };
    const parts = partsOf(read);
    try {
      // What has not been sent yet would replace the settings of the file later.
      await flush();
      for (const [index, part] of parts.entries()) {
        status.textContent = t("games-data-importing", { done: index, all: parts.length });
        const done = await importPart(part);
        for (const name of /** @type {(keyof typeof sum)[]} */ (Object.keys(sum))) sum[name] += done[name];
      }
      await load();
      status.textContent = [count("games-data-imported", sum.matches, { analyses: sum.analyses, tiles: sum.tiles }),
        sum.same > 0 && count("games-data-same", sum.same),
        sum.unreadable > 0 && count("games-data-unreadable", sum.unreadable)].filter(Boolean).join(" ");
    } catch (error) {
      status.textContent = failureWords(error);
    }
    changed();
  }

  async function remove() {
    if (!(await isSure())) return;
    try {
      for (let done = false; !done;) ({ done } = await deleteEverything());
    } catch (error) {
      toast(failureWords(error), "problem");
      return;
    }
    forget();
    toast(t("games-data-deleted"));
    app.go("/");
  }
}

/** Asks twice: the word has to be typed. */
async function isSure() {
  const word = t("games-data-word");
  const answer = await open(t("games-data-delete"), (close) => {
    const input = h("input", { type: "text", id: "delete-word", autocomplete: "off", autofocus: true,
      spellcheck: "false", oninput: () => {
        yes.disabled = input.value.trim().toLocaleLowerCase() !== word.toLocaleLowerCase();
      } });
    const yes = h("button", { type: "submit", class: "danger", disabled: true }, t("games-data-delete"));
    return [h("form", { class: "delete-form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (!yes.disabled) close("yes");
    } },
    h("p", {}, t("games-data-delete-what")),
    !standalone && h("p", {}, t("games-data-delete-others")),
    h("label", { for: "delete-word" }, t("games-data-type", { word })),
    input,
    h("div", { class: "buttons end" }, h("button", { onclick: () => close() }, t("cancel")), yes))];
  });
  return answer === "yes";
}
