// Service worker of the page from a static host: it keeps the page and the core, and data of the games once they have
// been used. A new version waits until somebody takes it; pages of the one before find their files until the next.

/** @type {string} names this version */
const BUILD = "{{build}}";
/** @type {string[]} everything that the page needs, relative to it */
const FILES = ["{{files}}"];
/** @type {string[]} data of single games: kept when they are first used, or when the page has nothing else to do */
const DATA = ["{{data}}"];

/** Names that change with the content. */
const IMMUTABLE = /[./][0-9a-f]{16}[./]/;

const SCOPE = self.registration.scope;
const PREFIX = `damier ${SCOPE} `;
const CACHE = PREFIX + BUILD;
const at = (path) => new URL(path, SCOPE).href;
const data = new Set(DATA.map(at));

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => {
  if (event.data === "take-over") void self.skipWaiting();
  if (event.data === "keep-data") event.waitUntil(keepData());
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE)) return;
  if (request.mode === "navigate") {
    // The page has one address; its routes stand behind the "#".
    if (request.url.split(/[?#]/)[0] === SCOPE || request.url.startsWith(at("index.html"))) {
      event.respondWith(page().then(isolated));
    }
    return;
  }
  event.respondWith(file(request).then(isolated));
});

/** Keeps all files of this version. What has not changed since the version before is not loaded again. */
async function keep() {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map(async (path) => {
    const kept = IMMUTABLE.test(path) ? await caches.match(at(path)) : undefined;
    if (kept) return cache.put(at(path), kept);
    const found = await fetch(at(path), { cache: IMMUTABLE.test(path) ? "default" : "no-store" });
    if (!found.ok) throw new Error(`${path}: ${found.status}`);
    await cache.put(at(path), found);
  }));
  const found = await fetch(SCOPE, { cache: "no-store" });
  // The host may be in the middle of an update: then the next attempt finds all of it.
  if (!found.ok || !(await found.clone().text()).includes(`content="${BUILD}"`)) throw new Error("another version");
  await cache.put(SCOPE, found);
}

/** Keeps the data of all games, which nobody has to wait for. */
async function keepData() {
  const cache = await caches.open(CACHE);
  for (const url of data) if (!(await cache.match(url))) await cache.add(url);
}

/** Forgets all versions but this one and the one before, whose pages may still be open. */
async function takeOver() {
  const cache = await caches.open(CACHE);
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  for (const url of data) {
    const kept = await caches.match(url);
    if (kept) await cache.put(url, kept);
  }
  for (const name of older.slice(0, -1)) await caches.delete(name);
  await self.clients.claim();
}

async function page() {
  const kept = await (await caches.open(CACHE)).match(SCOPE);
  return kept ?? fetch(SCOPE);
}

/**
 * The response, isolated from other origins whatever the host sends: so the page may share memory with its engines.
 * @param {Response} response
 */
function isolated(response) {
  const headers = new Headers(response.headers);
  headers.set("cross-origin-opener-policy", "same-origin");
  headers.set("cross-origin-embedder-policy", "require-corp");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** @param {Request} request */
async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = (await cache.match(request.url)) ?? (await caches.match(request.url));
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok && data.has(request.url)) await cache.put(request.url, found.clone());
  return found;
}
