// @ts-check
// Taking tiles in from a file, the clipboard or a text that is typed.
/** @import { TileProblem, TileReport } from "../net/types.js" */

import { open } from "../app/dialog.js";
import { fill, h } from "../app/dom.js";
import { failureWords } from "../app/failure.js";
import { count, say, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { browser } from "../app/kept.js";
import { toast } from "../app/notice.js";
import { importTiles } from "./own.js";
import { play } from "../app/sound/sound.js";
import { charsBefore, summary } from "./report.js";

/** Where a text stays that is damaged, until it is mended or thrown away. */
const IMPORT_DRAFT_KEY = "damier-import";
/** The longest text that the server takes, in bytes. */
const IMPORT_MAX_BYTES = 256 << 10;

/**
 * Lets the player choose or paste tiles, and says what became of them. What is damaged stays in the
 * window, and is there again the next time.
 * @param {string} game that they are for
 * @param {string} [text] what to take in at once
 */
export async function importing(game, text) {
  await open(t("import"), (close) => {
    const input = h("input", {
      type: "file", class: "visually-hidden", accept: ".txt,.json,text/plain,application/json",
    });
    const area = h("textarea", {
      id: "import-text", class: "tile-text", rows: 7, spellcheck: "false", autocomplete: "off",
      placeholder: t("import-example"),
    });
    const report = h("div", { class: "import-report", role: "status" });
    const keeps = h("div", { class: "buttons", hidden: true },
      h("button", { onclick: forget }, t("import-forget")),
      h("button", { onclick: () => download(area.value) }, icon("download"), t("import-download")));
    area.value = text ?? kept();
    input.addEventListener("change", async () => {
      const file = input.files?.[0];
      if (!file) return;
      area.value = await file.text();
      input.value = "";
      await take();
    });
    if (text !== undefined) void take();
    else if (area.value) {
      keeps.hidden = false;
      fill(report, h("p", {}, t("import-kept")));
    }
    return [
      h("p", {}, t("import-how")),
      h("label", { class: "button choose-file" }, input, icon("open"), t("import-file")),
      h("label", { for: "import-text" }, t("import-text")),
      area,
      report,
      h("div", { class: "buttons end import-buttons" },
        keeps,
        h("button", { class: "primary", onclick: () => void take() }, t("import"))),
    ];

    function forget() {
      area.value = "";
      keep("");
      keeps.hidden = true;
      fill(report);
      area.focus();
    }

    async function take() {
      const whole = area.value;
      if (new Blob([whole]).size > IMPORT_MAX_BYTES) return complain(t("import-long"));
      try {
        const found = await importTiles(game, whole);
        keep(found.problems.length > 0 ? whole : "");
        if (found.problems.length === 0 && found.tiles.every(({ kept }) => kept !== null)) {
          play("win");
          close();
          return toast(summary(found).join(" "));
        }
        show(found, whole);
      } catch (error) {
        complain(failureWords(error));
      }
    }

    /** @param {string} words */
    function complain(words) {
      fill(report, h("p", { class: "problem" }, words));
    }

    /** @param {TileReport} found @param {string} whole */
    function show(found, whole) {
      const words = summary(found);
      keeps.hidden = found.problems.length === 0;
      const more = found.more_problems ?? 0;
      if (found.problems.length > 0) words.push(count("import-problems", found.problems.length + more));
      fill(report,
        ...words.map((text) => h("p", {}, text)),
        h("ol", { class: "problems" }, ...found.problems.map((problem) => h("li", {},
          h("button", { class: "quiet", onclick: () => select(problem, whole) },
            h("strong", {}, t("import-place", { line: problem.line, column: problem.column })),
            " ", say(problem.text))))),
        more > 0 ? h("p", {}, count("import-more-problems", more)) : "");
      report.scrollIntoView({ block: "nearest" });
    }

    /**
     * Shows a place in the text.
     * @param {TileProblem} problem
     * @param {string} whole
     */
    function select({ at }, whole) {
      if (area.value !== whole) return area.focus();
      const [start, end] = at.map((byte) => charsBefore(whole, byte));
      area.focus();
      area.setSelectionRange(start, Math.max(end, start + 1));
      const line = whole.slice(0, start).split("\n").length - 1;
      area.scrollTop = Math.max(0, (line - 2) * (area.scrollHeight / whole.split("\n").length));
    }
  });
}

const kept = () => browser.get(IMPORT_DRAFT_KEY) ?? "";

/** @param {string} text */
const keep = (text) => void browser.set(IMPORT_DRAFT_KEY, text || null);

/** @param {string} text */
function download(text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: url, download: "quadrants-damaged.txt" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
