// Every text that the page says exists in both languages, and every text is said.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");

/** The texts of a language: what they say, by id. */
function texts(lang) {
  const found = new Map();
  for (const line of read(`../../texts/page.${lang}.ftl`).split("\n")) {
    const text = /^([a-z][a-z0-9-]*) = (.+)$/.exec(line);
    if (text) {
      assert.ok(!found.has(text[1]), `${lang}: '${text[1]}' stands there twice`);
      found.set(text[1], text[2]);
    } else {
      assert.match(line, /^($|#)/, `${lang}: a text has one line: ${line}`);
    }
  }
  return found;
}

const sources = readdirSync(new URL("js", root), { recursive: true })
  .filter((name) => String(name).endsWith(".js"))
  .map((name) => read(`js/${String(name).replaceAll("\\", "/")}`));
const names = (text) => [...text.matchAll(/\{ \$([a-z]+) \}/g)].map(([, name]) => name).sort();

test("both languages say the same", () => {
  const [en, fr] = [texts("en"), texts("fr")];
  assert.deepEqual([...en.keys()], [...fr.keys()]);
  for (const [id, text] of en) assert.deepEqual(names(text), names(fr.get(id)), id);
});

test("every text that is said exists", () => {
  const en = texts("en");
  for (const source of sources) {
    for (const [, id] of source.matchAll(/\bt\("([a-z0-9-]+)"/g)) assert.ok(en.has(id), id);
    for (const [, id] of source.matchAll(/\bcount\("([a-z0-9-]+)"/g)) {
      assert.ok(en.has(`${id}-one`) && en.has(`${id}-other`), id);
    }
  }
});

test("every text is said somewhere", () => {
  const all = sources.join("\n");
  for (const id of texts("en").keys()) {
    if (/^(choice|entry|place|tab|games-result|games-opponent)-/.test(id)) continue;
    const stem = id.replace(/-(one|other)$/, "");
    assert.ok(all.includes(`"${id}"`) || all.includes(`"${stem}"`), id);
  }
});
