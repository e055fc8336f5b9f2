// @ts-check
// A game with its variations: a tree of moves that is never changed, only replaced. Nothing here knows a
// rule; moves are words.
/** @import { AnalysedMove } from "../net/types.js" */

/**
 * @typedef {object} Move
 * @property {number | null} parent the move before it; null for the root, which is no move
 * @property {string} notation
 * @property {string} comment
 * @property {string} mark the sign that somebody gave it
 * @property {string[]} notes what else is noted; kept as it is
 * @property {number[]} next what may follow, the game's own move first
 *
 * @typedef {object} Tree
 * @property {{ [id: number]: Move }} moves
 * @property {number} made how many names have been given
 */

/** The position at the start. */
export const ROOT = 0;

/** @type {(parent: number | null, notation: string) => Move} */
const fresh = (parent, notation) => ({ parent, notation, comment: "", mark: "", notes: [], next: [] });

/**
 * A tree from the list that the server keeps.
 * @param {AnalysedMove[]} list
 * @param {string} comment on the start
 * @returns {Tree}
 */
export function fromList(list, comment) {
  /** @type {Tree["moves"]} */
  const moves = { [ROOT]: { ...fresh(null, ""), comment } };
  list.forEach(({ parent, notation, comment = "", mark = "", notes = [] }, index) => {
    const before = parent === null ? ROOT : parent + 1;
    moves[index + 1] = { ...fresh(before, notation), comment, mark, notes };
    moves[before]?.next.push(index + 1);
  });
  return { moves, made: list.length };
}

/**
 * The list that the server keeps.
 * @param {Tree} tree
 * @returns {{ comment: string, moves: AnalysedMove[] }}
 */
export function toList(tree) {
  /** @type {AnalysedMove[]} */
  const moves = [];
  const visit = (/** @type {number} */ id, /** @type {number | null} */ parent) => {
    // A loop along the line, so that long games need no deep calls.
    for (let [at, before] = [id, parent]; ;) {
      const { notation, comment, mark, notes, next } = tree.moves[at];
      const place = at === ROOT ? null : moves.length;
      if (place !== null) {
        /** @type {AnalysedMove} */
        const move = { parent: before, notation };
        if (comment) move.comment = comment;
        if (mark) move.mark = mark;
        if (notes.length > 0) move.notes = notes;
        moves.push(move);
      }
      if (next.length !== 1) {
        for (const following of next) visit(following, place);
        return;
      }
      [at, before] = [next[0], place];
    }
  };
  visit(ROOT, null);
  return { comment: tree.moves[ROOT].comment, moves };
}

/**
 * The moves from the start to this one.
 * @param {Tree} tree
 * @param {number} id
 */
export function path(tree, id) {
  const found = [];
  for (let at = /** @type {number | null} */ (id); at !== null && at !== ROOT; at = tree.moves[at].parent) {
    found.push(at);
  }
  return found.reverse();
}

/**
 * The notations of the moves from the start to this one.
 * @param {Tree} tree
 * @param {number} id
 */
export const entries = (tree, id) => path(tree, id).map((move) => tree.moves[move].notation);

/**
 * The line that goes on from a move along what comes first.
 * @param {Tree} tree
 * @param {number} [from]
 */
export function following(tree, from = ROOT) {
  const line = [];
  for (let [at] = tree.moves[from].next; at !== undefined; [at] = tree.moves[at].next) line.push(at);
  return line;
}

/**
 * The whole line that a move is part of.
 * @param {Tree} tree
 * @param {number} id
 */
export const lineThrough = (tree, id) => [...path(tree, id), ...following(tree, id)];

/**
 * Whether a move is one of the game itself.
 * @param {Tree} tree
 * @param {number} id
 */
export const isMain = (tree, id) =>
  path(tree, id).every((move) => tree.moves[/** @type {number} */ (tree.moves[move].parent)].next[0] === move);

/**
 * Whether the tree is nothing but moves, one after the other: an address can hold it.
 * @param {Tree} tree
 */
export const isPlain = (tree) =>
  Object.values(tree.moves)
    .every(({ next, comment, mark, notes }) => next.length <= 1 && !comment && !mark && notes.length === 0);

/**
 * Plays a move: goes where it leads, or adds it.
 * @param {Tree} tree
 * @param {number} at
 * @param {string} notation
 * @returns {{ tree: Tree, at: number }}
 */
export function play(tree, at, notation) {
  const known = tree.moves[at].next.find((id) => tree.moves[id].notation === notation);
  if (known !== undefined) return { tree, at: known };
  const id = tree.made + 1;
  const before = { ...tree.moves[at], next: [...tree.moves[at].next, id] };
  return { tree: { moves: { ...tree.moves, [at]: before, [id]: fresh(at, notation) }, made: id }, at: id };
}

/** @param {Tree} tree @param {number} id @param {Partial<Pick<Move, "comment" | "mark">>} said @returns {Tree} */
export function say(tree, id, said) {
  return { ...tree, moves: { ...tree.moves, [id]: { ...tree.moves[id], ...said } } };
}

/**
 * The move with which the variation of a move begins; null in the game itself.
 * @param {Tree} tree
 * @param {number} id
 */
export function branch(tree, id) {
  const way = path(tree, id).reverse();
  return way.find((move) => tree.moves[/** @type {number} */ (tree.moves[move].parent)].next[0] !== move) ?? null;
}

/**
 * Makes the variation of a move what comes first.
 * @param {Tree} tree
 * @param {number} id
 * @returns {Tree}
 */
export function promote(tree, id) {
  const begins = branch(tree, id);
  if (begins === null) return tree;
  const parent = /** @type {number} */ (tree.moves[begins].parent);
  const { next } = tree.moves[parent];
  const before = { ...tree.moves[parent], next: [begins, ...next.filter((other) => other !== begins)] };
  return { ...tree, moves: { ...tree.moves, [parent]: before } };
}

/**
 * Takes a move away with all that follows.
 * @param {Tree} tree
 * @param {number} id
 * @returns {{ tree: Tree, at: number }}
 */
export function remove(tree, id) {
  const { parent } = tree.moves[id];
  if (parent === null) return { tree, at: ROOT };
  const gone = new Set([id]);
  // What follows has a later name.
  for (const [name, move] of Object.entries(tree.moves)) {
    if (move.parent !== null && gone.has(move.parent)) gone.add(Number(name));
  }
  const moves = Object.fromEntries(Object.entries(tree.moves).filter(([name]) => !gone.has(Number(name))));
  moves[parent] = { ...tree.moves[parent], next: tree.moves[parent].next.filter((other) => other !== id) };
  return { tree: { ...tree, moves }, at: parent };
}

/**
 * The neighbour of a move among those that might have been played instead, or among those of the nearest
 * fork before it.
 * @param {Tree} tree
 * @param {number} at
 * @param {1 | -1} by
 */
export function beside(tree, at, by) {
  for (const move of path(tree, at).reverse()) {
    const { next } = tree.moves[/** @type {number} */ (tree.moves[move].parent)];
    if (next.length > 1) return next[(next.indexOf(move) + by + next.length) % next.length];
  }
  return at;
}

/**
 * The move that these notations lead to, or the last of them that is known.
 * @param {Tree} tree
 * @param {string[]} notations
 */
export function find(tree, notations) {
  let at = ROOT;
  for (const notation of notations) {
    const next = tree.moves[at].next.find((id) => tree.moves[id].notation === notation);
    if (next === undefined) break;
    at = next;
  }
  return at;
}
