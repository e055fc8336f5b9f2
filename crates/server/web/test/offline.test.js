import assert from "node:assert/strict";
import { test } from "node:test";

import { storage } from "./storage.js";

globalThis.localStorage = storage();
globalThis.sessionStorage = storage();
globalThis.addEventListener = () => {};
globalThis.crossOriginIsolated = false;
globalThis.document = {
  getElementById: () => null, querySelector: () => null, addEventListener() {}, visibilityState: "visible",
};
Object.defineProperty(globalThis, "navigator", { value: { serviceWorker: { controller: {} } } });

const { isolates } = await import("../js/app/offline.js");
const { leave, left } = await import("../js/app/gamefiles.js");

test("the page is not loaded again while files wait for the next screen", () => {
  leave([new File(["1. e4"], "games.txt")]);
  assert.equal(isolates(), false, "a load would lose them");
  assert.equal(left().length, 1);
  assert.equal(isolates(), true, "it is made up for at the next screen");
  assert.equal(isolates(), false, "once is enough");
});
