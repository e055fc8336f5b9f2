import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("..", import.meta.url));
const files = (folder, ending) => readdirSync(join(web, folder), { recursive: true })
  .filter((name) => name.endsWith(ending)).map((name) => join(web, folder, name));
const modules = new Map(files("js", ".js").map((path) => [path, readFileSync(path, "utf8")]));
const scripts = new Map([...modules, ...files("test", ".js").map((path) => [path, readFileSync(path, "utf8")])]);
/** Tests in a browser import modules too. */
const browser = fileURLToPath(new URL("../../../../browser/tests", import.meta.url));
const elsewhere = readdirSync(browser)
  .filter((name) => name.endsWith(".rs"))
  .map((name) => readFileSync(join(browser, name), "utf8")).join("\n");

/** What is taken from anything: `opening.openTable`. */
const members = [...modules.values()].flatMap((text) => text.match(/(?<=\.)\w+/g) ?? []).join(" ");

/** What a module exports by name. */
const exported = (text) =>
  [...text.matchAll(/^export (?:async )?(?:function\*?|class|const|let) (\w+)/gm)].map(([, name]) => name);

test("nothing is exported that no other module uses", () => {
  /** @type {Map<string, string>} what is said of each module where it is imported */
  const uses = new Map();
  for (const [path, text] of scripts) {
    const add = (target, words) => {
      const at = resolve(dirname(path), target);
      uses.set(at, `${uses.get(at) ?? ""} ${words}`);
    };
    for (const [, names, target] of text.matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g)) add(target, names);
    // A module that comes as a whole, or later: every name in the file may be one of its, and it may be passed on.
    for (const [, target] of text.matchAll(/(?:import \* as \w+ from |import\()"(\.[^"]+)"/g)) {
      add(target, `${text} ${members}`);
    }
  }
  const unused = [...modules].flatMap(([path, text]) => {
    const words = new Set(`${uses.get(path) ?? ""} ${elsewhere}`.match(/\w+/g));
    return exported(text).filter((name) => !words.has(name)).map((name) => `${relative(web, path)}: ${name}`);
  });
  assert.deepEqual(unused, []);
});

test("a style sheet has one place for each selector", () => {
  const twice = files("css", ".css").flatMap((path) => {
    const seen = new Set();
    const found = [];
    let around = [];
    const text = readFileSync(path, "utf8").replace(/\/\*[^]*?\*\//g, "");
    for (const [, begin, sign] of text.matchAll(/([^{};]*)([{};])/g)) {
      if (sign === "}") around = around.slice(0, -1);
      if (sign !== "{") continue;
      const selector = begin.trim().replace(/\s+/g, " ");
      const key = [...around, selector].join(" { ");
      if (!selector.startsWith("@") && !around.some((outer) => outer.startsWith("@keyframes"))) {
        if (seen.has(key)) found.push(`${relative(web, path)}: ${key}`);
        seen.add(key);
      }
      around = [...around, selector];
    }
    return found;
  });
  assert.deepEqual(twice, []);
});
