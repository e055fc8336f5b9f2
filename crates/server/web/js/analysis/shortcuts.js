// @ts-check
// The keys of analysis.
/** @import { AnalysisScreen } from "../screens/analysis.js" */

import { listen } from "../app/keys.js";
import { beside, lineThrough } from "./tree.js";

/**
 * Listens to the keys of an analysis; the answer ends that.
 * @param {AnalysisScreen} screen
 */
export function shortcuts(screen) {
  const aside = (/** @type {1 | -1} */ by) => () => void screen.go(beside(screen.tree, screen.at, by));
  const end = listen({
    ArrowLeft: () => screen.step(-1), ArrowRight: () => screen.step(1), "[": () => screen.step(-1),
    "]": () => screen.step(1),
    ArrowUp: aside(-1), ArrowDown: aside(1),
    Home: () => screen.goMain(0), End: () => void screen.go(lineThrough(screen.tree, screen.at).at(-1) ?? screen.at),
    u: () => screen.undo(), r: () => screen.redo(), f: () => screen.flip(),
    e: () => screen.choose({ engine: !screen.options.engine }),
    c: () => screen.panel.annotations.field.focus(),
    p: () => screen.promote(),
    Delete: () => screen.remove(),
    Escape: () => {
      if (!screen.board.cancel()) screen.panel.lines.clear();
    },
  });
  const undo = (/** @type {KeyboardEvent} */ event) => {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    const key = event.key.toLowerCase();
    if (typing || !(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) screen.redo();
    else screen.undo();
  };
  addEventListener("keydown", undo);
  return () => {
    end();
    removeEventListener("keydown", undo);
  };
}
