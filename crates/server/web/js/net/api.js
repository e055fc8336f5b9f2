// @ts-check
// What is asked of the server by HTTP, or of the core in this browser.
/**
 * @import {
 *   Hint, Lan, Lang, MatchState, MatchSummary, NewMatch, NewRoom, Pairing, PairingRequest, Preview, Probe, ProbeResult,
 *   Problem, Profile, RoomCreated, Rules, SeatCreated, SeekCount, Setup, Start,
 * } from "./types.js"
 */

import { observe } from "./servertime.js";
import { request, standalone } from "./transport.js";

/** A request that was refused or failed; `text` says why, for people. */
export class Failure extends Error {
  /**
   * @param {Problem | null} problem `null` if the server cannot be reached
   * @param {number} status
   */
  constructor(problem, status) {
    super(problem?.text.en ?? "no answer");
    this.problem = problem;
    this.status = status;
  }
}

/** @param {string} path @param {RequestInit} [options] @returns {Promise<any>} */
export async function ask(path, options) {
  /** @type {Response} */
  let answer;
  try {
    answer = await request(path, options);
  } catch {
    throw new Failure(null, 0);
  }
  observe(answer.headers.get("date"));
  const body = await answer.text();
  /** @type {any} */
  let data = null;
  try {
    data = body === "" ? null : JSON.parse(body);
  } catch {
    if (answer.ok) throw new Failure(null, answer.status);
  }
  if (answer.ok) return data;
  throw new Failure(data && typeof data === "object" && data.text ? data : null, answer.status);
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {string} [method]
 * @param {boolean} [keepalive] whether it is sent even if the page goes away
 */
export function send(path, body, method = "POST", keepalive = false) {
  return ask(path, {
    method,
    keepalive,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/**
 * Reads a JSON file that stands beside the modules of the page.
 * @param {string} name
 */
async function fetchFile(name) {
  const answer = await fetch(new URL(`../../${name}`, import.meta.url));
  if (!answer.ok) throw new Failure(null, answer.status);
  return answer.json();
}

/**
 * Asks for data that are the same for everybody: without a server they are files, so that nothing waits for the core.
 * @param {string} path
 */
export const fixed = (path) => (standalone ? fetchFile(`${path.slice(1)}.json`) : ask(path));

/** @type {() => Promise<[name: string, version: string, licence: string, home: string][]>} */
export const licences = () => fetchFile("licences.json");

/** @param {string} id */
const match = (id) => `/api/matches/${encodeURIComponent(id)}`;

/**
 * What the page starts with. Without a server it is a file beside the page, so that nothing waits for the core; the
 * profile is the browser's copy then.
 * @type {(lang: Lang) => Promise<Start>}
 */
export const start = (lang) => (standalone ? fetchFile(`start.${lang}.json`) : ask("/api/start"));
/** @type {(lang: Lang, part?: string) => Promise<{ [id: string]: string }>} */
export const texts = (lang, part = "") => fixed(`/api/texts/${lang}${part && `/${part}`}`);
/** @type {(game: string) => Promise<Rules>} */
export const rules = (game) => fixed(`/api/rules/${encodeURIComponent(game)}`);
/** @type {(game: string, setup: Setup) => Promise<Preview>} */
export const preview = (game, setup) => send("/api/preview", { game, setup });
/** @type {(what: NewMatch) => Promise<{ id: string }>} */
export const newMatch = (what) => send("/api/matches", what);
/**
 * The page of a list that follows its element `last`; the first one without it.
 * @param {string} path
 * @param {{ id: string, at: number }} [last]
 */
export const pageOf = (path, last) => ask(last ? `${path}?before=${last.at}-${encodeURIComponent(last.id)}` : path);
/** @type {(last?: MatchSummary) => Promise<MatchSummary[]>} */
export const matches = (last) => pageOf("/api/matches", last);
/** @type {(id: string, entries?: number) => Promise<MatchState>} */
export const matchState = (id, entries) =>
  ask(match(id) + (entries === undefined ? "" : `?entries=${entries}`));
/** @type {(id: string) => string} */
export const recordPath = (id) => `${match(id)}/record`;
/** @type {(id: string) => Promise<Hint>} */
export const hint = (id) => send(`${match(id)}/hint`, {});
/**
 * A secret with which another device goes on with a match at one screen.
 * @type {(id: string) => Promise<SeatCreated>}
 */
export const takeAlong = (id) => send(`${match(id)}/seat`, {});
/** @type {(what: NewRoom) => Promise<RoomCreated>} */
export const newRoom = (what) => send("/api/rooms", what);
/** @type {(code: string) => Promise<{ id: string }>} */
export const matchOfCode = (code) => ask(`/api/codes/${encodeURIComponent(code)}`);
/** @returns {Promise<Lan>} */
export const lan = () => ask("/api/lan");
/** @type {(open: boolean) => Promise<Lan>} */
export const shareOnLan = (open) => send("/api/lan", { open }, "PUT");
/** @type {(wanted: PairingRequest) => Promise<Pairing>} */
export const pair = (wanted) => send("/api/pairing", wanted);
/**
 * Whether anything answers at the address of another server; only the owner is told.
 * @param {Probe} address
 * @returns {Promise<ProbeResult>}
 */
export const probe = (address) => send("/api/lan/probe", address);
/** @returns {Promise<SeekCount[]>} */
export const seekCounts = () => ask("/api/pairing");

/**
 * A text as a picture for a telephone, as the source of an image.
 * @param {string} text
 */
export async function qr(text) {
  const answer = await request("/api/qr", { method: "POST", headers: { "content-type": "text/plain" }, body: text })
    .catch(() => null);
  if (!answer?.ok) throw new Failure(null, answer?.status ?? 0);
  return `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
}
/** @returns {Promise<Partial<Profile> | null>} */
export const profile = () => ask("/api/profile");
/** @type {(profile: Profile) => Promise<void>} */
export const saveProfile = (profile) => send("/api/profile", profile, "PUT", true);
/** @returns {Promise<void>} */
export const quit = () => send("/api/quit", {});

/**
 * Opens a game that was kept as a file; answered with the match made of it.
 * @param {Blob} file
 * @returns {Promise<{ id: string }>}
 */
export const openRecord = (file) =>
  ask("/api/records", { method: "POST", headers: { "content-type": "application/octet-stream" }, body: file });
