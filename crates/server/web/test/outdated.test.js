import assert from "node:assert/strict";
import { test } from "node:test";
import { reloadOnce } from "../js/net/outdated.js";
import { storage } from "./storage.js";

test("a page of an old protocol version loads itself again once per version", () => {
  const session = storage();
  let reloads = 0;
  const refused = (protocol) => reloadOnce(protocol, () => session, () => (reloads += 1));
  assert.equal(refused(1), true);
  assert.equal(refused(1), false, "the page that came was no newer");
  assert.equal(reloads, 1);
  assert.equal(refused(2), true, "a newer page may be too old again");
  assert.equal(refused(2), false);
  assert.equal(reloads, 2);
});

test("without storage the page is not loaded again", () => {
  const blocked = () => {
    throw new Error("blocked");
  };
  assert.equal(reloadOnce(1, blocked, () => assert.fail("it would never end")), false);
});
