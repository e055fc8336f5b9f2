// Keeps what the page needs to say that the server is not there, and files that never change. What is
// asked of the server is never answered from here.

const ASSETS = "{{assets}}";
const CACHE = `damier${ASSETS}`;

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith(`${ASSETS}/`)) event.respondWith(file(request));
});

async function keepShell() {
  const found = await fetch("/", { cache: "no-cache" });
  const files = (await found.clone().text()).match(/\/a\/[^"]+\.(?:css|js|svg)/g) ?? [];
  if (!found.ok || !files.every((path) => path.startsWith(`${ASSETS}/`))) throw new Error("another build");
  const cache = await caches.open(CACHE);
  await cache.addAll([...new Set(files)]);
  await cache.put("/", found);
}

async function takeOver() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match("/")) ?? Response.error();
  }
}

async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok) await (await caches.open(CACHE)).put(request, found.clone());
  return found;
}
