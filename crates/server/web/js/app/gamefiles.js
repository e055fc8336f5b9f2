// @ts-check
// Files with games in them, of this program and of others: the server reads them.
/** @import { Analysis, Catalogue, Recognised } from "../net/types.js" */

import { ask } from "../net/api.js";
import { say } from "./i18n.js";

/** The most bytes that the server takes, with room for their names. */
const FILES_MAX_BYTES = (8 << 20) - (64 << 10);

/**
 * Which games are in these files, and in those beside them that tell the names.
 * @param {File[]} files
 * @returns {Promise<Recognised>}
 */
export const readFiles = (files) => bring("/api/files", files);

/**
 * Makes an analysis of a game in these files.
 * @param {File[]} files
 * @param {number} index
 * @returns {Promise<Analysis>}
 */
export const openGame = (files, index) => bring(`/api/files/${index}`, files);

/** @param {string} path @param {File[]} files */
function bring(path, files) {
  const line = JSON.stringify({ files: files.map(({ name, size }) => ({ name, length: size })) });
  return ask(path, {
    method: "POST", headers: { "content-type": "application/octet-stream" }, body: new Blob([`${line}\n`, ...files]),
  });
}

/** @param {File[]} files */
export const areTooLong = (files) => files.reduce((sum, { size }) => sum + size, 0) > FILES_MAX_BYTES;

/**
 * What a chooser of files shows.
 * @param {Catalogue} catalogue
 */
export function accepted({ games }) {
  const endings = games.flatMap(({ formats }) => formats.flatMap((format) => format.endings));
  return [".txt", ".damier", "text/plain", ...endings.map((ending) => `.${ending}`)].join(",");
}

/**
 * The kinds of files of other programs, by game.
 * @param {Catalogue} catalogue
 */
export function kinds({ games }) {
  const known = games.filter(({ formats }) => formats.length > 0);
  return known.map(({ title, formats }) => `${formats.map(({ name }) => name).join(", ")} (${say(title)})`).join(", ");
}

/** @type {File[]} */
let waiting = [];

/**
 * Leaves files to the next screen.
 * @param {File[]} files
 */
export function leave(files) {
  waiting = files;
}

/** Whether files wait for the next screen: they would be lost if the page were loaded again. */
export const isWaiting = () => waiting.length > 0;

/** The files that were left, once. */
export function left() {
  const files = waiting;
  waiting = [];
  return files;
}
