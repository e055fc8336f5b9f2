// @ts-check
// The title of the page, and how it calls a player back who looks elsewhere.

import { settings } from "./settings.js";

const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
const plainIcon = icon?.href ?? "";
/** A red disc: what the player has to do is said in the title. */
const BADGE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#8a5a2b"/><circle cx="16" cy="16" r="10" fill="#d7261e" stroke="#fff" stroke-width="3"/></svg>')}`;

let title = document.title;
/** @type {string | null} what the player is called for */
let call = null;

/**
 * Sets the title of the page. A hidden tab shows what the player is called for in front of it, and a badge.
 * @param {string} words
 * @param {string | null} [wanted] what the player is called for
 */
export function setTitle(words, wanted = null) {
  [title, call] = [words, wanted];
  draw();
}

function draw() {
  const calls = call !== null && document.hidden;
  const shown = calls ? `(!) ${call} · ${title}` : title;
  if (document.title !== shown) document.title = shown;
  if (!icon) return;
  const href = calls ? BADGE : plainIcon;
  if (icon.href !== href) icon.href = href;
}

document.addEventListener("visibilitychange", draw);

/** Whether this browser can show notifications here: they need a secure context. */
export const canNotify = () => isSecureContext && "Notification" in globalThis;

/**
 * Asks for the permission to notify; only after a click of the player.
 * @returns {Promise<boolean>} whether it is given
 */
export const askToNotify = async () => canNotify() && (await Notification.requestPermission()) === "granted";

/**
 * Shows a notification if the player wants any and looks elsewhere.
 * @param {string} words
 * @param {string} about what it is about: a later one about the same replaces it
 */
export function notify(words, about) {
  if (!document.hidden || !settings().notifications || !canNotify() || Notification.permission !== "granted") return;
  try {
    const shown = new Notification("Damier", { body: words, tag: about, icon: plainIcon });
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch {
    // Some telephones allow none outside a service worker: title and sound remain.
  }
}
