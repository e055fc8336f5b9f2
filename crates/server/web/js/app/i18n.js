// @ts-check
// What the page says, in the player's language.
/** @import { Lang, Text } from "../net/types.js" */

import { serverNow } from "../net/servertime.js";

/** @type {{ [id: string]: string }} */
let texts = {};
/** @type {Lang} */
let lang = "en";

/** The language now spoken. */
export const language = () => lang;

/**
 * Speaks this language from now on.
 * @param {Lang} next
 * @param {{ [id: string]: string }} words
 */
export function speak(next, words) {
  lang = next;
  texts = words;
}

/**
 * Knows these texts as well, until another language is spoken.
 * @param {{ [id: string]: string }} words
 */
export function learn(words) {
  texts = { ...texts, ...words };
}

/**
 * The language to begin with: the one chosen, else the browser's.
 * @param {Lang | null} chosen
 * @param {readonly string[]} wanted
 * @returns {Lang}
 */
export function pick(chosen, wanted) {
  if (chosen) return chosen;
  for (const tag of wanted) {
    const code = tag.toLowerCase().split("-")[0];
    if (code === "fr" || code === "en") return code;
  }
  return "en";
}

/**
 * Puts the values into a pattern's `{ $name }` places.
 * @param {string} pattern
 * @param {{ [name: string]: string | number }} values
 */
export function fillIn(pattern, values) {
  return pattern.replace(/\{\s*\$([a-z][a-z0-9-]*)\s*\}/g, (whole, name) =>
    name in values ? String(values[name]) : whole);
}

/**
 * The text of that id; the id itself if there is none.
 * @param {string} id
 * @param {{ [name: string]: string | number }} [values]
 */
export function t(id, values = {}) {
  return id in texts ? fillIn(texts[id], values) : id;
}

/**
 * Whether there is such a text.
 * @param {string} id
 */
export const has = (id) => id in texts;

/**
 * The text for so many: `ID-one` or `ID-other`, with `$count` filled in.
 * @param {string} id
 * @param {number} count
 * @param {{ [name: string]: string | number }} [values]
 */
export function count(id, count, values = {}) {
  const one = lang === "fr" ? Math.abs(count) < 2 : count === 1;
  return t(`${id}-${one ? "one" : "other"}`, { count, ...values });
}

/**
 * The words for colours that the palette for colour-blind people shows as another one.
 * @type {{ [lang in Lang]: [RegExp, string][] }}
 */
const SHOWN_COLOURS = {
  en: [[/\ba red\b/g, "an orange"], [/\bA red\b/g, "An orange"], [/\bRed\b/g, "Orange"], [/\bred\b/g, "orange"]],
  fr: [[/\bRouges?\b/g, "Orange"], [/\brouges?\b/g, "orange"]],
};
let distinct = false;

/**
 * Calls colours by what is shown from now on: as they are, or by the palette for colour-blind people.
 * @param {boolean} wanted
 */
export function nameShownColours(wanted) {
  distinct = wanted;
}

/**
 * What the server says in both languages.
 * @param {Text} text
 */
export function say(text) {
  const words = text[lang] ?? text.en;
  return distinct ? SHOWN_COLOURS[lang].reduce((now, [colour, shown]) => now.replace(colour, shown), words) : words;
}

/**
 * The label of a move that is a button: a text of its own if the page has one, else its notation.
 * @param {string} notation
 */
export function choiceLabel(notation) {
  const id = `choice-${notation}`;
  return id in texts ? texts[id] : notation;
}

/**
 * With its first letter as a capital.
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(lang) + text.slice(1);

/**
 * How long ago something was.
 * @param {number} at in milliseconds since 1970, by the clock of the server
 */
export function ago(at) {
  const minutes = Math.round((serverNow() - at) / 60_000);
  if (minutes < 1) return t("just-now");
  if (minutes < 60) return count("minutes-ago", minutes);
  if (minutes < 60 * 36) return count("hours-ago", Math.round(minutes / 60));
  return count("days-ago", Math.round(minutes / 60 / 24));
}
