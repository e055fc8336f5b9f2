// @ts-check
// Saving files that are made in this browser.

import { request } from "../net/transport.js";

/** Time in which a browser has begun to save a file. */
const SAVING_TIMEOUT_MS = 60_000;

/**
 * Saves what a request answers as a file.
 * @param {string} path
 * @param {string} name
 */
export async function save(path, name) {
  const answer = await request(path);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  saveBlob(await answer.blob(), name);
}

/** @param {Blob} blob @param {string} name */
export function saveBlob(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_TIMEOUT_MS);
}
