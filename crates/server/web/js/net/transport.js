// @ts-check
// The way to what answers the page: a Damier server, or on a page from a static host the core in this browser.
/** @import { Local } from "./local/index.js" */

/** The element by which the page of a static host says so, with the folder of the core relative to the page. */
const core = /** @type {HTMLMetaElement | null | undefined} */ (globalThis.document?.querySelector(
  "meta[name=damier-core]"));

/** Whether the page has no server: it comes from a static host, and everything happens in this browser. */
export const standalone = Boolean(core);

/** The address of the page without its route: its own folder on a static host, the root of a server. */
export const base = standalone ? new URL(".", document.baseURI).href : `${globalThis.location?.origin}/`;

/** Folder of the core on a server that has it, relative to the root. */
const SERVED_CORE = "core/";
/** @type {Promise<Local> | null} */
let opening = null;
/** @type {Local | null} */
let opened = null;

/**
 * The core in this browser, which is started when it is first needed.
 * @returns {Promise<Local>}
 */
export function openCore() {
  opening ??= import("./local/index.js")
    .then(({ openLocal }) => openLocal({ base: new URL(core?.content ?? SERVED_CORE, base).href }))
    .then((local) => {
      opened = local;
      return local;
    }, (error) => {
      // The network may be back at the next attempt.
      opening = null;
      throw error;
    });
  return opening;
}

/** Whether an answer need not wait for the core to be loaded. */
export const isReady = () => !standalone || opened !== null;

/**
 * Sends a request, and answers as `fetch` does.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export async function request(path, options = {}) {
  if (!standalone) return fetch(path, options);
  const { method = "GET", headers, body, signal } = options;
  return (await openCore()).request(method, path, { headers, body, signal });
}

/**
 * Opens a socket to what answers the page; fails if that is a core which is still being loaded.
 * @param {string} path
 * @returns {WebSocket}
 */
export function openSocket(path) {
  if (standalone) {
    if (!opened) throw new Error("the core is not loaded");
    return new opened.Socket(path);
  }
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
}
