import assert from "node:assert/strict";
import { test } from "node:test";

import { readPlace } from "../js/match/online/address.js";

const seat = "9f86d081884c7d659a2feaa0c55ad015";
const server = (origin) => ({ kind: "server", origin });
const match = (origin, mark = null) => ({ kind: "match", origin, id: "5w5fvrpbd6pq", seat: mark });

for (const [typed, means] of [
  ["5w5fvr", { kind: "code", code: "5w5fvr" }],
  [" 5W5-FVR ", { kind: "code", code: "5w5fvr" }],
  ["5w5 fvr", { kind: "code", code: "5w5fvr" }],
  ["192.168.1.20", server("http://192.168.1.20:4747")],
  ["192.168.1.20:8080", server("http://192.168.1.20:8080")],
  ["192.168.1.20:80", server("http://192.168.1.20")],
  ["192.168.1.20/online", server("http://192.168.1.20:4747")],
  ["salon.local", server("http://salon.local:4747")],
  ["localhost", server("http://localhost:4747")],
  ["localhost:5000", server("http://localhost:5000")],
  ["[fe80::1]", server("http://[fe80::1]:4747")],
  ["fe80::1", server("http://[fe80::1]:4747")],
  ["[fe80::1]:4000", server("http://[fe80::1]:4000")],
  ["https://damier.example", server("https://damier.example")],
  ["http://192.168.1.20:4747/", server("http://192.168.1.20:4747")],
  ["http://192.168.1.20:4747/m/5w5fvrpbd6pq", match("http://192.168.1.20:4747")],
  ["192.168.1.20:4747/m/5w5fvrpbd6pq", match("http://192.168.1.20:4747")],
  ["https://damier.example/m/5w5fvrpbd6pq/analyse", match("https://damier.example")],
  [`https://damier.example/m/5w5fvrpbd6pq#seat=${seat}`, match("https://damier.example", seat)],
  ["", null],
  ["   ", null],
  ["damier", { kind: "code", code: "damier" }],
  ["5w5fv", null],
  ["hello world", null],
  ["http://", null],
  ["http://me:secret@damier.example", null],
  ["javascript:alert(1)", null],
  ["999.1.1.1.", null],
  ["192.168.1", null],
  ["192.168.1:4747", null],
  ["http://192.168.1/online", null],
  ["127.1", null],
  ["192.168.010.1", null],
  ["0x7f.0.0.1", null],
  ["http://2130706433", null],
]) {
  test(`'${typed}' is read as it was meant`, () => assert.deepEqual(readPlace(typed), means));
}
