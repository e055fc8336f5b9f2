// @ts-check
// The title of the page, and how it calls a player back who looks elsewhere.

const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
const plainIcon = icon?.href ?? "";
/** A red disc: what the player has to do is said in the title. */
const BADGE = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#8a5a2b"/>
  <circle cx="16" cy="16" r="10" fill="#d7261e" stroke="#fff" stroke-width="3"/>
</svg>`)}`;

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
