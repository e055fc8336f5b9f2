// @ts-check
// What is said to the player: for the eye in a corner, and for the ear in a live region.

import { h } from "./dom.js";
import { failureWords } from "./failure.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";

const live = document.getElementById("live");
const toasts = document.getElementById("toasts");
let flip = false;

/**
 * Says something to those who listen.
 * @param {string} text
 */
export function announce(text) {
  if (!live) return;
  flip = !flip;
  // The same words twice are heard twice.
  live.textContent = flip ? text : `${text} `;
}

/**
 * A note that something does not work, and is being tried again.
 * @param {string} words what does not
 */
export const retryNote = (words) => h("p", { class: "note problem" },
  h("span", { class: "spinner", "aria-hidden": "true" }), words, " · ", t("reconnecting"));

/**
 * Some words as sentences after one another.
 * @param {string[]} words
 */
export const sentences = (words) => words.map((one) => (/[.!?…]$/.test(one) ? one : `${one}.`)).join(" ");

/**
 * Shows a short message for a while, and says it.
 * @param {string} text
 * @param {"info" | "problem"} [kind]
 * @param {{ label: string, act: () => void }} [action] what can be done about it
 */
export function toast(text, kind = "info", action) {
  announce(text);
  showMessage(text, kind, action);
}

/**
 * Shows a short message for a while, or until it is closed.
 * @param {string} text
 * @param {"info" | "problem"} [kind]
 * @param {{ label: string, act: () => void }} [action]
 * @param {number} [timeout] milliseconds
 * @returns {() => void} closes it
 */
export function showMessage(text, kind = "info", action, timeout = action ? 12_000 : kind === "problem" ? 7000 : 4000) {
  if (!toasts) return () => {};
  const close = () => box.remove();
  const act = () => {
    close();
    action?.act();
  };
  const box = h("div", { class: `toast ${kind}` }, h("span", {}, text),
    action && h("button", { class: "quiet", onclick: act }, action.label),
    h("button", { class: "quiet", "aria-label": t("close"), onclick: close }, icon("close")));
  while (toasts.childElementCount > 2) toasts.firstElementChild?.remove();
  toasts.append(box);
  if (timeout !== Infinity) setTimeout(close, timeout);
  return close;
}

/** What stays at the lower edge over all screens: a search, a game that goes on. */
let floating = /** @type {HTMLElement | null} */ (null);

/**
 * Keeps an element at the lower edge, over all screens, until it is removed.
 * @param {HTMLElement} element
 */
export function float(element) {
  if (!floating) document.body.append(floating = h("div", { class: "floating" }));
  floating.append(element);
}

/**
 * Shows why a request failed.
 * @param {unknown} error
 */
export const complain = (error) => toast(failureWords(error), "problem");
