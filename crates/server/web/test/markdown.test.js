import assert from "node:assert/strict";
import { test } from "node:test";

import { inline, parse } from "../js/app/markdown.js";

const text = (text) => ({ kind: "text", text });

test("headings, paragraphs over several lines, and lists", () => {
  assert.deepEqual(parse("# One\n\na\nb\n\n- x\n- y\n  z\n\n1. first\n"), [
    { kind: "heading", level: 1, content: [text("One")] },
    { kind: "paragraph", content: [text("a b")] },
    { kind: "list", ordered: false, items: [[text("x")], [text("y z")]] },
    { kind: "list", ordered: true, items: [[text("first")]] },
  ]);
});

test("code is left as it is", () => {
  assert.deepEqual(parse("```\n# a\n\n  b\n```\nafter"), [
    { kind: "code", text: "# a\n\n  b" },
    { kind: "paragraph", content: [text("after")] },
  ]);
  assert.deepEqual(parse("```\nopen"), [{ kind: "code", text: "open" }]);
});

test("tables", () => {
  const [table] = parse("| a | b |\n|---|:-:|\n| 1 | **2** |");
  assert.deepEqual(table, {
    kind: "table",
    head: [[text("a")], [text("b")]],
    rows: [[[text("1")], [{ kind: "strong", text: "2" }]]],
  });
});

test("bold, italic and code in a line", () => {
  assert.deepEqual(inline("a **b** *c* `d*e*`"), [
    text("a "), { kind: "strong", text: "b" }, text(" "), { kind: "em", text: "c" }, text(" "),
    { kind: "code", text: "d*e*" },
  ]);
  assert.deepEqual(inline("2 * 3 * 4"), [text("2 * 3 * 4")]);
});

test("HTML is text like any other", () => {
  assert.deepEqual(inline("<b>x</b>"), [text("<b>x</b>")]);
  assert.deepEqual(parse("<script>alert(1)</script>"), [{
    kind: "paragraph", content: [text("<script>alert(1)</script>")],
  }]);
});

test("a diagram is known by its number, and its caption is read", () => {
  const source =
    "```board\nmoves: 4\ncaption: one *disc*\n```\n\n```\na b\n```\n\n```board\ncaption: two\n```\n\n```board\n```";
  assert.deepEqual(parse(source), [
    { kind: "boards", boards: [{ number: 0, caption: [text("one "), { kind: "em", text: "disc" }] }] },
    { kind: "code", text: "a b" },
    { kind: "boards", boards: [{ number: 1, caption: [text("two")] }, { number: 2, caption: [] }] },
  ]);
});
