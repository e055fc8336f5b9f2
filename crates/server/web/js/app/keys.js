// @ts-check
// Keys that work wherever the focus is, except where text is typed.

/** @typedef {{ [key: string]: (event: KeyboardEvent) => void }} Keys */

/** @type {Keys[]} */
const layers = [];

/**
 * Listens to these keys, before those that were there; the answer ends that.
 * @param {Keys} keys
 */
export function listen(keys) {
  layers.push(keys);
  return () => {
    const at = layers.indexOf(keys);
    if (at >= 0) layers.splice(at, 1);
  };
}

/**
 * The name under which a key is looked up: letters in lower case, the space bar as `Space`.
 * @param {string} key
 */
const name = (key) => (key === " " ? "Space" : key.length === 1 ? key.toLowerCase() : key);

/**
 * Whether a key pressed here means something to the element itself.
 * @param {EventTarget | null} target
 * @param {string} key
 */
function taken(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.closest("input, select, textarea, dialog, [contenteditable]")) return true;
  const presses = key === "Enter" || key === "Space";
  return presses && target.closest("button, a, summary, [role=gridcell]") !== null;
}

/** Starts to listen. */
export function attach() {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = name(event.key);
    if (taken(event.target, key)) return;
    for (let i = layers.length - 1; i >= 0; i--) {
      const action = layers[i][key];
      if (action) {
        event.preventDefault();
        action(event);
        return;
      }
    }
  });
}
