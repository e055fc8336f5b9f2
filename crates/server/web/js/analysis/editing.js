// @ts-check
// The tree as it is edited, with what can be undone. Nothing here is changed, only replaced.
/** @import { Tree } from "./tree.js" */

/** How many changes can be undone. */
const UNDO_LIMIT = 200;

/**
 * @typedef {object} Editing
 * @property {Tree} tree
 * @property {Tree[]} past the last one last
 * @property {Tree[]} future the next one last
 * @property {number | null} typing the move whose comment is being typed
 */

/** @param {Tree} tree @returns {Editing} */
export const begin = (tree) => ({ tree, past: [], future: [], typing: null });

/**
 * The tree becomes another one. A comment that is typed letter by letter is one change.
 * @param {Editing} editing
 * @param {Tree} tree
 * @param {number | null} [typing]
 * @returns {Editing}
 */
export function become(editing, tree, typing = null) {
  if (tree === editing.tree) return editing;
  const goesOn = typing !== null && typing === editing.typing;
  const past = goesOn ? editing.past : [...editing.past, editing.tree].slice(-UNDO_LIMIT);
  return { tree, past, future: [], typing };
}

/** @param {Editing} editing @returns {Editing} */
export function undo({ tree, past, future, typing }) {
  const before = past.at(-1);
  if (!before) return { tree, past, future, typing };
  return { tree: before, past: past.slice(0, -1), future: [...future, tree], typing: null };
}

/** @param {Editing} editing @returns {Editing} */
export function redo({ tree, past, future, typing }) {
  const after = future.at(-1);
  if (!after) return { tree, past, future, typing };
  return { tree: after, past: [...past, tree], future: future.slice(0, -1), typing: null };
}
