import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { storage } from "./storage.js";

const own = new Map();
globalThis.localStorage = storage();
globalThis.addEventListener = () => {};
globalThis.document = {
  getElementById: () => null, querySelector: () => null, documentElement: { lang: "en" }, addEventListener() {},
  visibilityState: "visible",
};
globalThis.fetch = async () => new Response(null, { status: 204 });

const { change, settings } = await import("../js/app/settings.js");
const { freeName, ownName, rename } = await import("../js/match/online/name.js");

/** Goes to another browser of the same machine: its own storage, the same profile. */
function at(browser) {
  if (!own.has(browser)) own.set(browser, storage());
  globalThis.localStorage = own.get(browser);
}

beforeEach(() => {
  own.clear();
  at("first");
  change({ name: "" });
});

test("the first name is that of the profile too", () => {
  rename("Ana");
  assert.deepEqual([ownName(), settings().name], ["Ana", "Ana"]);
  rename("Anna");
  assert.deepEqual([ownName(), settings().name], ["Anna", "Anna"]);
});

test("browsers with one profile have players of their own", () => {
  rename("Ana");
  at("second");
  assert.equal(ownName(), "Ana", "as the profile has it, until another is given");
  rename("Bo");
  assert.deepEqual([ownName(), settings().name], ["Bo", "Ana"]);
  at("first");
  assert.equal(ownName(), "Ana");
});

test("a name that is taken at a table is not offered there", () => {
  rename("Ana");
  assert.equal(freeName(["Bo"]), "Ana");
  assert.equal(freeName(["Bo", "Ana"]), "");
});

test("where the browser keeps nothing, the profile has the name", () => {
  const refuse = () => {
    throw new Error("no");
  };
  globalThis.localStorage = { getItem: refuse, setItem: refuse };
  rename("Zoé");
  assert.equal(ownName(), "Zoé");
});
