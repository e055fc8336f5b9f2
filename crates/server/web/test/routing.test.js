// The routes of the page: which paths are theirs, and what stands in them.
import assert from "node:assert/strict";
import test from "node:test";

import { matched } from "../js/app/routing.js";

test("a pattern matches paths, and finds what stands in them", () => {
  for (const [pattern, path, parts] of [
    ["/", "/", []],
    ["/", "/x", null],
    ["/you", "/you", []],
    ["/you", "/you/", null],
    ["/m/{id}", "/m/a%20b", ["a%20b"]],
    ["/m/{id}", "/m/", null],
    ["/m/{id}", "/m/x/analyse", null],
    ["/m/{id}/analyse", "/m/x/analyse", ["x"]],
    ["/learn/{path?}", "/learn", [undefined]],
    ["/learn/{path?}", "/learn/x", ["x"]],
    ["/learn/{path?}", "/learn/", null],
    ["/learn/{path?}", "/learner", null],
    ["/analyse/{game}/{moves*}", "/analyse/a-game", ["a-game", undefined]],
    ["/analyse/{game}/{moves*}", "/analyse/a-game/f5/d6", ["a-game", "f5/d6"]],
    ["/analyse/{game}/{moves*}", "/analyse", null],
    ["/think/{game?}/{moves*}", "/think", [undefined, undefined]],
    ["/think/{game?}/{moves*}", "/think/a-game", ["a-game", undefined]],
    ["/think/{game?}/{moves*}", "/think/a-game/f5", ["a-game", "f5"]],
    ["/think/{game?}/{moves*}", "/think/", null],
  ]) {
    assert.deepEqual(matched(pattern, path), parts, `${pattern} ${path}`);
  }
});
