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

/** @typedef {{ lines: string[], at: number }} Reader lines, and the one that is read next */

/** @param {string} source @returns {Block[]} */
export function parse(source) {
  const reader = { lines: source.replaceAll("\r\n", "\n").split("\n"), at: 0 };
  /** @type {Block[]} */
  const blocks = [];
  let boards = 0;
  while (reader.at < reader.lines.length) {
    if (reader.lines[reader.at].trim() === "") {
      reader.at++;
      continue;
    }
    const block = fencedAt(reader, boards) ?? headingAt(reader) ?? tableAt(reader) ?? listAt(reader)
      ?? paragraphAt(reader);
    const before = blocks.at(-1);
    if (block.kind === "boards") boards++;
    if (block.kind === "boards" && before?.kind === "boards") before.boards.push(...block.boards);
    else blocks.push(block);
  }
  return blocks;
}

/**
 * What stands between two fences: code, or the board of that number.
 * @param {Reader} reader
 * @param {number} number
 * @returns {Block | null}
 */
function fencedAt(reader, number) {
  const { lines, at } = reader;
  if (!lines[at].startsWith("```")) return null;
  const end = lines.indexOf("```", at + 1);
  const last = end < 0 ? lines.length : end;
  const inside = lines.slice(at + 1, last);
  reader.at = last + 1;
  if (lines[at].trimEnd() !== "```board") return { kind: "code", text: inside.join("\n") };
  const caption = inside.find((one) => one.startsWith("caption:"))?.slice("caption:".length).trim() ?? "";
  return { kind: "boards", boards: [{ number, caption: inline(caption) }] };
}

/** @param {Reader} reader @returns {Block | null} */
function headingAt(reader) {
  const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(reader.lines[reader.at]);
  if (!heading) return null;
  reader.at++;
  return { kind: "heading", level: heading[1].length, content: inline(heading[2]) };
}

/** @param {Reader} reader @returns {Block | null} */
function tableAt(reader) {
  const rows = [];
  for (; reader.lines[reader.at]?.startsWith("|"); reader.at++) rows.push(cells(reader.lines[reader.at]));
  if (rows.length === 0) return null;
  const [head, ...rest] = rows;
  const body = rest.filter((row) => !row.every((cell) => /^:?-+:?$/.test(cell)));
  return { kind: "table", head: head.map(inline), rows: body.map((row) => row.map(inline)) };
}

/** @param {Reader} reader @returns {Block | null} */
function listAt(reader) {
  const first = ITEM.exec(reader.lines[reader.at]);
  if (!first) return null;
  /** @type {string[]} */
  const items = [];
  for (; reader.at < reader.lines.length; reader.at++) {
    const line = reader.lines[reader.at];
    const next = ITEM.exec(line);
    if (next) items.push(next[2]);
    else if (/^\s+\S/.test(line)) items[items.length - 1] += ` ${line.trim()}`;
    else break;
  }
  return { kind: "list", ordered: first[1] !== "-" && first[1] !== "*", items: items.map(inline) };
}

/** @param {Reader} reader @returns {Block} */
function paragraphAt(reader) {
  const { lines, at: begin } = reader;
  do reader.at++;
  while (reader.at < lines.length && lines[reader.at].trim() !== "" && !STARTS.test(lines[reader.at]));
  return { kind: "paragraph", content: inline(lines.slice(begin, reader.at).join(" ")) };
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
