// @ts-check
// The little Markdown that rules are written in: headings, paragraphs, lists, tables, code, bold,
// italic. It becomes a tree first and nodes then, so that no text is ever taken for HTML.

import { h } from "./dom.js";

/**
 * @typedef {{ kind: "text" | "strong" | "em" | "code", text: string }} Inline
 * @typedef {{ kind: "heading", level: number, content: Inline[] }
 *   | { kind: "paragraph", content: Inline[] }
 *   | { kind: "list", ordered: boolean, items: Inline[][] }
 *   | { kind: "table", head: Inline[][], rows: Inline[][][] }
 *   | { kind: "boards", boards: { number: number, caption: Inline[] }[] }
 *   | { kind: "code", text: string }} Block
 */

/** @param {string} source @returns {Block[]} */
export function parse(source) {
  const lines = source.replaceAll("\r\n", "\n").split("\n");
  /** @type {Block[]} */
  const blocks = [];
  let [at, boards] = [0, 0];
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    const item = ITEM.exec(line);
    if (line.trim() === "") {
      at++;
    } else if (line.startsWith("```")) {
      const end = lines.indexOf("```", at + 1);
      const last = end < 0 ? lines.length : end;
      const inside = lines.slice(at + 1, last);
      const caption = inside.find((one) => one.startsWith("caption:"))?.slice("caption:".length).trim() ?? "";
      const before = blocks.at(-1);
      const board = { number: boards, caption: inline(caption) };
      if (line.trimEnd() !== "```board") blocks.push({ kind: "code", text: inside.join("\n") });
      else if (boards++ > 0 && before?.kind === "boards") before.boards.push(board);
      else blocks.push({ kind: "boards", boards: [board] });
      at = last + 1;
    } else if (heading) {
      blocks.push({ kind: "heading", level: heading[1].length, content: inline(heading[2]) });
      at++;
    } else if (line.startsWith("|")) {
      const rows = [];
      for (; at < lines.length && lines[at].startsWith("|"); at++) rows.push(cells(lines[at]));
      const [head, ...rest] = rows;
      const body = rest.filter((row) => !row.every((cell) => /^:?-+:?$/.test(cell)));
      blocks.push({ kind: "table", head: head.map(inline), rows: body.map((row) => row.map(inline)) });
    } else if (item) {
      const ordered = item[1] !== "-" && item[1] !== "*";
      const items = [];
      for (; at < lines.length; at++) {
        const next = ITEM.exec(lines[at]);
        if (next) items.push(next[2]);
        else if (/^\s+\S/.test(lines[at])) items[items.length - 1] += ` ${lines[at].trim()}`;
        else break;
      }
      blocks.push({ kind: "list", ordered, items: items.map(inline) });
    } else {
      const begin = at;
      while (at < lines.length && lines[at].trim() !== "" && (at === begin || !STARTS.test(lines[at]))) at++;
      blocks.push({ kind: "paragraph", content: inline(lines.slice(begin, at).join(" ")) });
    }
  }
  return blocks;
}

const ITEM = /^\s{0,3}([-*]|\d+[.)])\s+(.*)$/;
const STARTS = /^(#{1,6}\s|```|\||\s{0,3}([-*]|\d+[.)])\s)/;

/** @param {string} row */
const cells = (row) => row.replace(/^\||\|\s*$/g, "").split("|").map((cell) => cell.trim());

/** @param {string} text @returns {Inline[]} */
export function inline(text) {
  /** @type {Inline[]} */
  const parts = [];
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g;
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > from) parts.push({ kind: "text", text: text.slice(from, found.index) });
    if (found[1] !== undefined) parts.push({ kind: "code", text: found[1] });
    else if (found[2] !== undefined) parts.push({ kind: "strong", text: found[2] });
    else parts.push({ kind: "em", text: found[3] });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) });
  return parts;
}

/** @param {Inline[]} parts */
const spans = (parts) =>
  parts.map(({ kind, text }) => (kind === "text" ? text : h(kind, {}, text)));

/**
 * The nodes of a text, its headings beginning at level 1 (`h1`).
 * @param {string} source
 * @param {(number: number) => Node | null} [draw] the board of that number, from 0
 * @returns {Node[]}
 */
export function render(source, draw = () => null) {
  return parse(source).map((block) => {
    switch (block.kind) {
      case "heading": {
        const level = /** @type {1 | 2 | 3 | 4 | 5 | 6} */ (Math.min(6, block.level));
        return h(`h${level}`, {}, ...spans(block.content));
      }
      case "paragraph":
        return h("p", {}, ...spans(block.content));
      case "list":
        return h(block.ordered ? "ol" : "ul", {}, ...block.items.map((item) => h("li", {}, ...spans(item))));
      case "table":
        return h("div", { class: "scroll", tabindex: 0 }, h("table", {},
          h("thead", {}, h("tr", {}, ...block.head.map((cell) => h("th", { scope: "col" }, ...spans(cell))))),
          h("tbody", {}, ...block.rows.map((row) =>
            h("tr", {}, ...row.map((cell) => h("td", {}, ...spans(cell))))))));
      case "boards":
        return h("div", { class: "figures" }, ...block.boards.map(({ number, caption }) =>
          h("figure", {}, draw(number), h("figcaption", {}, ...spans(caption)))));
      case "code":
        return h("pre", { tabindex: 0 }, h("code", {}, block.text));
    }
  });
}
