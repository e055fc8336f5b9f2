// @ts-check
// What people type to join somebody: a code, a link, an address.

import { readMark } from "./seats.js";

/** Where a Damier listens unless it is told otherwise. */
const DEFAULT_PORT = 4747;

/**
 * @typedef {{ kind: "code", code: string }
 *   | { kind: "match", origin: string, id: string, seat: string | null }
 *   | { kind: "server", origin: string }} Place
 */

/**
 * The place that a text means; null if it means none.
 * @param {string} text
 * @returns {Place | null}
 */
export function readPlace(text) {
  const typed = text.trim();
  const bare = typed.replace(/[\s-]/g, "");
  if (/^[0-9a-z]{6}$/i.test(bare)) return { kind: "code", code: bare.toLowerCase() };
  if (/\s/.test(typed) || typed === "") return null;
  const scheme = /^https?:\/\//i.test(typed);
  const url = parse(scheme ? typed : `http://${bracketed(typed)}`);
  if (!url || url.username || url.password) return null;
  // The browser reads "192.168.1" as 192.168.0.1, which nobody means.
  if (/^[0-9.]+$/.test(url.hostname) && !typed.includes(url.hostname)) return null;
  // A word alone is rather a code with a slip of the pen than a machine.
  if (!scheme && !/[.:]/.test(url.host) && url.hostname !== "localhost") return null;
  const match = /^\/m\/([0-9a-z]+)(?:\/.*)?$/i.exec(url.pathname);
  if (!scheme && !match && !url.port && !/:80$/.test(typed.split("/")[0])) url.port = String(DEFAULT_PORT);
  if (match) return { kind: "match", origin: url.origin, id: match[1], seat: readMark(url.hash) };
  return { kind: "server", origin: url.origin };
}

/**
 * An address of the new kind needs brackets before a port can follow.
 * @param {string} typed
 */
const bracketed = (typed) => (/^[0-9a-f]*:[0-9a-f:]*:[0-9a-f]*$/i.test(typed) ? `[${typed}]` : typed);

/** @param {string} text */
function parse(text) {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
