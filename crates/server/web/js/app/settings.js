// @ts-check
// The player's settings, last choices and scores: kept by the server, with a copy in the browser so
// that the page starts at once.
/** @import { GameInfo, GameProgress, Profile, Score, Settings, SetupChoices } from "../net/types.js" */

import * as api from "../net/api.js";
import { browser } from "./kept.js";

const PROFILE_KEY = "damier";
/** Says that the browser's copy is newer than the server's. */
const UNSENT_KEY = "damier-unsent";

/** @type {Settings} */
const DEFAULTS = {
  lang: null,
  sound: true,
  volume: 0.6,
  music: false,
  musicVolume: 0.5,
  motion: "quick",
  theme: "system",
  palette: "usual",
  coordinates: true,
  confirm: false,
  delay: 400,
  name: "",
  hideNames: false,
  greetings: true,
  notifications: false,
};

/** @type {Profile} */
let profile = complete(stored());
/** @type {Set<() => void>} */
const listeners = new Set();
let saving = 0;

/** @returns {Partial<Profile> | null} */
function stored() {
  return browser.json(PROFILE_KEY);
}

/**
 * A profile with everything in it that the page relies on.
 * @param {Partial<Profile> | null} found
 * @returns {Profile}
 */
function complete(found) {
  return {
    settings: { ...DEFAULTS, ...found?.settings },
    setups: { ...found?.setups },
    scores: { ...found?.scores },
    counted: [...(found?.counted ?? [])],
    learning: { ...found?.learning },
  };
}

/** The settings now. */
export const settings = () => profile.settings;

/**
 * Changes some settings.
 * @param {Partial<Settings>} changes
 */
export function change(changes) {
  profile.settings = { ...profile.settings, ...changes };
  save();
  for (const listener of [...listeners]) listener();
}

/**
 * Calls back whenever settings change; the answer ends that.
 * @param {() => void} listener
 */
export function watch(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What was chosen last for a game.
 * @param {string} game
 * @returns {SetupChoices | undefined}
 */
export const lastSetup = (game) => profile.setups[game];

/** @param {string} game @param {SetupChoices} choices */
export function rememberSetup(game, choices) {
  profile.setups[game] = choices;
  save();
}

/**
 * The score so far in a game against an opponent.
 * @param {string} game
 * @param {string} opponent
 * @returns {Score}
 */
export const score = (game, opponent) =>
  profile.scores[game]?.[keptAs(opponent)] ?? { wins: 0, draws: 0, losses: 0, time: 0 };

const BROWSER_KEY = "damier-browser";

/**
 * The name under which a score is kept. Two browsers of one machine share a profile and may sit at the same
 * table: results of online games belong to the browser that has the seat.
 * @param {string} opponent
 */
function keptAs(opponent) {
  if (opponent !== "online") return opponent;
  const known = browser.get(BROWSER_KEY) ?? Math.floor(Math.random() * 2 ** 48).toString(36);
  return browser.set(BROWSER_KEY, known) ? `online:${known}` : opponent;
}

/**
 * Counts a match that has ended, once, whatever the number of tabs that show it.
 * @param {string} id
 * @param {string} game
 * @param {string} opponent
 * @param {"wins" | "draws" | "losses"} result
 * @param {number} time milliseconds played
 */
export async function countMatch(id, game, opponent, result, time) {
  await load();
  const [kept, seat] = [keptAs(opponent), opponent === "online" ? `${id} ${keptAs(opponent)}` : id];
  if (profile.counted.includes(seat)) return;
  const before = score(game, opponent);
  const after = { ...before, [result]: before[result] + 1, time: before.time + time };
  profile.scores[game] = { ...profile.scores[game], [kept]: after };
  profile.counted = [...profile.counted, seat].slice(-100);
  await flush();
}

/**
 * How far the player has come in learning a game.
 * @param {string} game
 * @returns {GameProgress}
 */
export const progress = (game) => profile.learning[game] ?? {};

/** @param {string} game @param {GameProgress} changes */
export function changeProgress(game, changes) {
  profile.learning[game] = { ...profile.learning[game], ...changes };
  save();
}

/**
 * Whether the player has never finished a match of a game.
 * @param {string} game
 */
export const isNewTo = (game) => !(game in profile.scores);

/**
 * Whether the introduction of a game is to be offered: before the first match of its kind, once.
 * @param {GameInfo} info
 */
export const isOfferDue = ({ id, introduction }) => introduction > 0 && !progress(id).offered && isNewTo(id);

/**
 * Takes over what the server keeps, if it keeps anything.
 * @param {Partial<Profile>} [came] what it keeps, if that has come already
 */
export async function load(came) {
  if (saving) return;
  if (unsent()) return flush();
  try {
    const found = came ?? (await api.profile());
    if (!found || !found.settings || saving) return;
    const before = JSON.stringify(profile.settings);
    profile = complete(found);
    keep();
    if (JSON.stringify(profile.settings) !== before) for (const listener of [...listeners]) listener();
  } catch {
    // The browser's copy serves until the server is back.
  }
}

/** Whether something has not reached the server. */
const unsent = () => browser.get(UNSENT_KEY) !== null;

/** Where the browser keeps nothing, the server's copy is enough. */
const keep = () => browser.set(PROFILE_KEY, profile);

function save() {
  keep();
  browser.set(UNSENT_KEY, "1");
  clearTimeout(saving);
  saving = setTimeout(flush, 300);
}

/** Begins anew, as a newcomer: everything else of the profile has been deleted. Nothing is sent. */
export function forget() {
  clearTimeout(saving);
  saving = 0;
  profile = complete(null);
  for (const key of [PROFILE_KEY, ...browser.keys(`${PROFILE_KEY}-`)]) browser.remove(key);
  for (const listener of [...listeners]) listener();
}

/** Sends at once what has not been sent yet. */
export async function flush() {
  clearTimeout(saving);
  saving = 0;
  keep();
  try {
    await api.saveProfile(profile);
    if (!saving) browser.remove(UNSENT_KEY);
  } catch {
    // Sent again with the next change, or the next visit.
  }
}

/** Follows changes made in other tabs, and saves when this one goes away. */
export function attach() {
  addEventListener("storage", (event) => {
    if (event.key !== PROFILE_KEY || !event.newValue) return;
    profile = complete(stored());
    for (const listener of [...listeners]) listener();
  });
  addEventListener("pagehide", () => {
    if (saving) void flush();
  });
}
