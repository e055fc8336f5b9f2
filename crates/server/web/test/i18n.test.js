import assert from "node:assert/strict";
import { test } from "node:test";

import { capital, choiceLabel, count, fillIn, pick, say, speak, t } from "../js/app/i18n.js";

test("places are filled in, unknown ones stay", () => {
  assert.equal(fillIn("{ $a } and {$b}, { $c }", { a: 1, b: "x" }), "1 and x, { $c }");
  assert.equal(fillIn("{ $a }", { a: "{ $a }" }), "{ $a }");
});

test("a text that does not exist is its id", () => {
  speak("en", { hello: "Hello { $name }" });
  assert.equal(t("hello", { name: "you" }), "Hello you");
  assert.equal(t("nothing"), "nothing");
});

test("French says none in the singular, English in the plural", () => {
  const words = { "move-one": "{ $count } one", "move-other": "{ $count } other" };
  speak("fr", words);
  assert.deepEqual([0, 1, 2].map((n) => count("move", n)), ["0 one", "1 one", "2 other"]);
  speak("en", words);
  assert.deepEqual([0, 1, 2].map((n) => count("move", n)), ["0 other", "1 one", "2 other"]);
});

test("the language chosen comes first, then the browser's, then English", () => {
  assert.equal(pick("fr", ["en"]), "fr");
  assert.equal(pick(null, ["de-DE", "fr-CA", "en"]), "fr");
  assert.equal(pick(null, ["de"]), "en");
});

test("what the server says is said in the player's language", () => {
  speak("fr", { "choice---": "Passer" });
  assert.equal(say({ en: "draw", fr: "nulle" }), "nulle");
  assert.equal(choiceLabel("--"), "Passer");
  assert.equal(choiceLabel("x7"), "x7");
  assert.equal(capital("échec"), "Échec");
});
