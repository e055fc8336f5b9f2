// Answers requests in node with the engines that have threads: `node threads.mjs FOLDER HELPERS`, as `ask.mjs` does. The
// last line is how often helpers have looked at the clock of a search: not at all, if none has searched.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

import { instantiate } from "../../server/web/js/net/local/core.js";

/** Help one engine for ever. */
async function help({ module, memory, block, looks }) {
    const shouldStop = () => {
        Atomics.add(looks, 0, 1);
        return false;
    };
    const helper = await instantiate(module, { shouldStop }, memory);
    parentPort.postMessage("helping");
    helper.help(block);
}

async function answer(folder, count) {
    const { threads, data } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
    const module = await WebAssembly.compile(readFileSync(join(folder, threads.module)));
    const memory = new WebAssembly.Memory({ ...threads.pages, shared: true });
    const engine = await instantiate(module, {}, memory);
    const looks = new Int32Array(new SharedArrayBuffer(4));
    const start = () => new Promise((resolve) => {
        const workerData = { module, memory, looks, block: engine.threadBlock() };
        new Worker(fileURLToPath(import.meta.url), { workerData }).once("message", resolve);
    });
    await Promise.all(Array.from({ length: count }, start));
    const ask = (request, data) => JSON.parse(engine.ask(JSON.stringify(request), data));
    for await (const line of createInterface({ input: process.stdin })) {
        const request = JSON.parse(line);
        let reply = ask(request);
        if (reply.error?.code === "missing-data") {
            const { name } = reply.error;
            const loaded = ask({ type: "load-data", name }, readFileSync(join(folder, data[name])));
            if (loaded.type !== "loaded") throw new Error(JSON.stringify(loaded));
            reply = ask(request);
        }
        console.log(JSON.stringify(reply));
    }
    console.log(Atomics.load(looks, 0));
    process.exit(0);
}

if (isMainThread) await answer(process.argv[2], Number(process.argv[3]));
else await help(workerData);
