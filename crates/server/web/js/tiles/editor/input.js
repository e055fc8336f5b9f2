// @ts-check
// The keys of the drawing screen that work outside the canvas.
/** @import { TileEditor } from "../../screens/quadrant.js" */

import * as keys from "../../app/keys.js";
import { colours } from "./canvas.js";
import { choose, letterOf } from "./state.js";

/**
 * Listens to keys; the answer ends that.
 * @param {TileEditor} owner
 */
export function listen(owner) {
  const shortcut = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input[type=text], textarea, dialog")) return;
    const key = event.key.toLowerCase();
    const letter = letterOf(colours(owner.session.kind), event);
    if (!event.ctrlKey && !event.metaKey) {
      if (!letter) return;
      owner.show(choose(owner.session.drawing, letter));
    } else if (key === "z" && !event.shiftKey) owner.undo();
    else if (key === "y" || key === "z") owner.redo();
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", shortcut);
  const unlisten = keys.listen({
    u: (event) => (event.shiftKey ? owner.redo() : owner.undo()),
    t: () => owner.view.tools.turn.click(),
    f: () => owner.view.tools.flip.click(),
  });
  return () => {
    removeEventListener("keydown", shortcut);
    unlisten();
  };
}
