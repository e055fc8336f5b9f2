// @ts-check
// Notifications that call a player back who looks elsewhere.

import { settings } from "./settings.js";

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
    const shown = new Notification("Damier", { body: words, tag: about });
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch {
    // Some telephones allow none outside a service worker: title and sound remain.
  }
}
