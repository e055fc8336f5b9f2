// @ts-check
// Which parts of a tree are shown, and where. Plain data, no element.
/** @import { Replay } from "./replay.js" */

/**
 * Something in the drawing: a node, moves still to come, moves left out, or nodes that are not shown.
 * @typedef {object} Item
 * @property {string} id
 * @property {"node" | "todo" | "cut" | "more"} kind
 * @property {number} node the node, or the one that it belongs to
 * @property {number} count how many it stands for
 * @property {string} label the move, if it stands for one
 * @property {number} level
 * @property {Item[]} below
 * @property {number} x its middle
 * @property {number} y
 */

/**
 * What the reader wants to see.
 * @typedef {object} Wishes
 * @property {Map<number, boolean>} opened nodes opened and closed by hand
 * @property {Set<number>} whole nodes all of whose moves are shown
 * @property {number} chosen the node that is looked at
 */

/** The most nodes of a tree that is shown as a whole. */
const SMALL = 40;
/** How many moves of a node are shown. */
export const CHILDREN_SHOWN = 8;
/** The distance between levels. */
const LEVEL = 78;
const WIDTHS = { node: 50, todo: 16, cut: 30, more: 46 };

/**
 * Whether the moves of a node are shown.
 * @param {Replay} replay
 * @param {Wishes} wishes
 * @param {number} node
 */
export function isOpen(replay, wishes, node) {
  const wish = wishes.opened.get(node);
  if (wish !== undefined) return wish;
  if (replay.tree.nodes.length <= SMALL) return true;
  return replay.line(replay.current).includes(node) || replay.line(wishes.chosen).slice(0, -1).includes(node)
    || (replay.ended && replay.bestLine().includes(node));
}

/**
 * The parts of the tree that are shown, from the root on.
 * @param {Replay} replay
 * @param {Wishes} wishes
 * @returns {Item}
 */
export function items(replay, wishes) {
  const { tree, children, seen } = replay;
  const onWay = new Set([...replay.line(replay.current), ...replay.line(wishes.chosen)]);
  return item(0, 0);

  /** @param {number} node @param {number} level @returns {Item} */
  function item(node, level) {
    const below = seen[node] && isOpen(replay, wishes, node) ? moves(node, level + 1) : [];
    return part("node", node, level, 1, tree.nodes[node].move ?? "", below);
  }

  /** @param {number} node @param {number} level */
  function moves(node, level) {
    const known = /** @type {NonNullable<typeof seen[number]>} */ (seen[node]);
    const reached = children[node].filter((child) => seen[child]);
    const shown = wishes.whole.has(node) ? reached : selected(reached, known.best);
    const found = shown.map((child) => item(child, level));
    if (shown.length < reached.length) found.push(part("more", node, level, reached.length - shown.length));
    const rest = replay.breadth(node) - reached.length;
    if (rest === 0 || (known.status === "done" && !known.cut)) return found;
    const kind = known.cut ? "cut" : "todo";
    if (replay.breadth(node) > CHILDREN_SHOWN) return [...found, part(kind, node, level, rest)];
    const skipped = known.cut ? tree.nodes[node].cut?.skipped ?? [] : [];
    return [
      ...found,
      ...Array.from({ length: rest }, (_, index) => part(kind, node, level, 1, skipped[index] ?? "", [], index)),
    ];
  }

  /**
   * The moves to show where there are many: those that are looked at, the best, and the first ones.
   * @param {number[]} reached
   * @param {number | null} best
   */
  function selected(reached, best) {
    if (reached.length <= CHILDREN_SHOWN) return reached;
    const wanted = new Set(reached.filter((child) => onWay.has(child) || child === best));
    for (const child of reached) if (wanted.size < CHILDREN_SHOWN) wanted.add(child);
    return reached.filter((child) => wanted.has(child));
  }

  /**
   * @param {Item["kind"]} kind
   * @param {number} node
   * @param {number} level
   * @param {number} count
   * @param {string} label
   * @param {Item[]} below
   * @param {number} index
   * @returns {Item}
   */
  function part(kind, node, level, count, label = "", below = [], index = 0) {
    const id = kind === "node" ? `n${node}` : `${kind}${node}-${index}`;
    return { id, kind, node, count, label, level, below, x: 0, y: level * LEVEL };
  }
}

/**
 * Gives every part its place: each beside the others, a node above the middle of its moves.
 * @param {Item} root
 * @returns {{ width: number, height: number, all: Item[] }} the size, and the parts in the order of reading
 */
export function place(root) {
  /** @type {Item[]} */
  const all = [];
  let deepest = 0;
  /**
   * @param {Item} item
   * @param {number} left
   * @returns {number} how wide it is with all that is below it
   */
  const put = (item, left) => {
    all.push(item);
    deepest = Math.max(deepest, item.level);
    const own = WIDTHS[item.kind];
    let wide = 0;
    for (const below of item.below) wide += put(below, left + wide);
    const narrow = wide < own;
    if (narrow) for (const below of all.slice(all.indexOf(item) + 1)) below.x += (own - wide) / 2;
    const [first, last] = [item.below[0], item.below.at(-1)];
    item.x = first && last ? (first.x + last.x) / 2 : left + own / 2;
    return narrow ? own : wide;
  };
  const width = put(root, 0);
  return { width, height: deepest * LEVEL, all };
}

/** @type {{ [key: string]: "in" | "out" | "before" | "after" | "first" | "last" }} */
const KEYS = { ArrowDown: "in", ArrowUp: "out", ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last" };

/**
 * Where a key leads from a part of the tree, as it is drawn: down to its moves, up to the position before,
 * along the level. `open` and `close` ask for its moves to be shown or hidden.
 * @param {Item[]} all the parts in the order of reading
 * @param {string} id
 * @param {string} key
 * @returns {{ to: string } | { open: boolean } | null} null if the key means nothing
 */
export function lead(all, id, key) {
  const means = KEYS[key];
  const shown = all.filter(({ kind }) => kind === "node" || kind === "more");
  const at = shown.find((item) => item.id === id);
  if (!means || !at) return null;
  const to = (/** @type {Item | undefined} */ item) => ({ to: item?.id ?? id });
  if (means === "first") return to(shown[0]);
  if (means === "last") return to(shown.at(-1));
  if (means === "in") {
    const below = at.below.find(({ kind }) => kind === "node" || kind === "more");
    return below ? to(below) : at.kind === "node" ? { open: true } : to(at);
  }
  if (means === "out") return to(shown.find((item) => item.below.includes(at)));
  const level = shown.filter((item) => item.level === at.level);
  return to(level[level.indexOf(at) + (means === "after" ? 1 : -1)]);
}
