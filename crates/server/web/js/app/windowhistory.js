// @ts-check
// Windows in the browser's history: Back closes the window above, not the screen below it.

/** @typedef {() => void} Close */

/** @type {Close[]} the open windows that have an entry in the history, the upper one last */
const windows = [];
/** Entries of windows that were closed in another way, on top of the others. */
let spent = 0;
/** The address of the screen below them, to which Back leads from their entries. */
let below = "";

/** Adds an entry for a window, or takes the one that another window has left. */
function addEntry() {
  below = location.href;
  if (spent > 0) spent--;
  else history.pushState({ window: true }, "");
}

/**
 * A window was opened. The answer is called when it has been closed.
 * @param {Close} close closes it
 * @returns {() => void}
 */
export function windowOpened(close) {
  addEntry();
  windows.push(close);
  return () => {
    const at = windows.indexOf(close);
    if (at < 0) return;
    windows.splice(at, 1);
    spent++;
  };
}

/** Takes over the entry that a window had before the page was loaded again. */
export function recoverEntry() {
  if (history.state?.window) [spent, below] = [1, location.href];
}

/**
 * Whether another route takes the place of a window's entry, so that Back does not lead to the same screen again.
 * The windows themselves have no entries then.
 */
export function takeEntry() {
  const entries = windows.length + spent;
  windows.length = 0;
  spent = 0;
  return entries > 0;
}

/**
 * The player has gone back, or forward, or to another address. Whether that was about a window: then the screen stays.
 * @returns {boolean}
 */
export function closedByBack() {
  if (location.href !== below) {
    // Another screen, as by an address that was typed on the static page: the windows go with the one below them.
    const open = windows.splice(0);
    spent = 0;
    for (const close of open.reverse()) close();
    return false;
  }
  if (spent > 0) {
    // This entry was left by a window: nobody sees it pass.
    spent--;
    history.back();
    return true;
  }
  const close = windows.pop();
  close?.();
  return close !== undefined;
}
