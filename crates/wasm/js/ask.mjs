// Answers requests in node: `node ask.mjs FOLDER`, where the folder is that of `cargo xtask web`. Each line of the
// standard input is a request, each line of the output its reply; data files are loaded when one is missing.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { instantiate } from "../../server/web/js/net/local/core.js";

const folder = process.argv[2];
const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
const module = await WebAssembly.compile(readFileSync(join(folder, manifest.engine)));

let updates = 0;
let maxUpdates = Infinity;
const core = await instantiate(module, {
    onUpdate: () => {
        updates += 1;
    },
    shouldStop: () => updates >= maxUpdates,
});

for await (const line of createInterface({ input: process.stdin })) {
    // `stop_after` is the number of updates after which the host wants the work to end.
    const { stop_after: stopAfter = Infinity, ...request } = JSON.parse(line);
    updates = 0;
    maxUpdates = stopAfter;
    const ask = (request, data) => JSON.parse(core.ask(JSON.stringify(request), data));
    let reply = ask(request);
    if (reply.error?.code === "missing-data") {
        const { name } = reply.error;
        const loaded = ask({ type: "load-data", name }, readFileSync(join(folder, manifest.data[name])));
        if (loaded.type !== "loaded") throw new Error(JSON.stringify(loaded));
        reply = ask(request);
    }
    console.log(JSON.stringify({ ...reply, updates }));
}
