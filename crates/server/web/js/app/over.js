// @ts-check
// A screen in a window above another that stays: rules and settings while a game goes on.
/** @import { Screen } from "./main.js" */

import { open } from "./dialog.js";
import { h } from "./dom.js";

/** @type {(() => void) | null} */
let closeShown = null;

/** Closes the window, if one is open. */
export function closeOver() {
  closeShown?.();
  closeShown = null;
}

/**
 * Shows a screen above the one that is there, until it is closed.
 * @param {Screen} screen
 */
export async function showOver(screen) {
  closeOver();
  const { element, title } = screen;
  // The window has its own title.
  element.querySelector("h1")?.remove();
  await open(title, (close) => {
    closeShown = close;
    return [h("div", { class: `above ${element.className}` }, ...element.childNodes)];
  });
  screen.close?.();
}
