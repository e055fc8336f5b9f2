// @ts-check
// A search played step by step: what is known of every node at one moment. Plain data, no element.
/** @import { StepKind, TreeInfo, NodeInfo } from "../../net/types.js" */

/**
 * What is known of a node that the search has reached.
 * @typedef {object} Seen
 * @property {"open" | "done"} status
 * @property {number | null} value what it is worth as far as is known
 * @property {NodeInfo["bound"]} bound
 * @property {number | null} alpha what Max is sure of here
 * @property {number | null} beta what Min is sure of here
 * @property {number | null} alphaAt the node where Max is sure of it
 * @property {number | null} betaAt the node where Min is sure of it
 * @property {number | null} best the node that the value comes from
 * @property {boolean} cut whether the rest of its moves is left out
 */

/**
 * What happens, and what the parent was worth before.
 * @typedef {{ node: number, what: StepKind, before: number | null }} Step
 */

export class Replay {
  /** @param {TreeInfo} tree */
  constructor(tree) {
    this.tree = tree;
    /** @type {number[][]} the nodes below each, in the order of the search */
    this.children = tree.nodes.map(() => []);
    tree.nodes.forEach(({ parent }, node) => {
      if (parent !== undefined) this.children[parent].push(node);
    });
    /** @type {(Seen | undefined)[]} */
    this.seen = [];
    /** How many steps have been made. */
    this.at = 0;
    /** How many positions have been visited. */
    this.visited = 0;
    /** @type {Step | null} the last step */
    this.last = null;
  }

  /** How many steps there are. */
  get length() {
    return this.tree.steps.length;
  }

  /**
   * Goes to the moment after so many steps.
   * @param {number} count
   */
  go(count) {
    const wanted = Math.max(0, Math.min(count, this.length));
    if (wanted < this.at) {
      this.seen = [];
      this.at = 0;
      this.visited = 0;
      this.last = null;
    }
    while (this.at < wanted) this.step();
  }

  step() {
    const [node, what] = this.tree.steps[this.at];
    this.at += 1;
    const { parent } = this.tree.nodes[node];
    this.last = { node, what, before: parent === undefined ? null : this.seen[parent]?.value ?? null };
    if (what === "better") this.handUp(node);
    else if (what === "cut") this.need(node).cut = true;
    else if (what === "leave") this.close(this.need(node), node);
    else if (what !== "worse") this.reach(node, what);
  }

  /** @param {number} node @returns {Seen} */
  need(node) {
    const seen = this.seen[node];
    if (!seen) throw new Error(`node ${node} is not reached yet`);
    return seen;
  }

  /** @param {number} node @param {StepKind} what */
  reach(node, what) {
    const { parent, below = 0 } = this.tree.nodes[node];
    const around = parent === undefined ? null : this.need(parent);
    /** @type {Seen} */
    const seen = {
      status: "open",
      value: null,
      bound: undefined,
      alpha: around?.alpha ?? null,
      beta: around?.beta ?? null,
      alphaAt: around?.alphaAt ?? null,
      betaAt: around?.betaAt ?? null,
      best: null,
      cut: false,
    };
    this.seen[node] = seen;
    this.visited += 1;
    if (what === "enter") return;
    this.visited += below;
    this.close(seen, node);
  }

  /** @param {Seen} seen @param {number} node */
  close(seen, node) {
    const { value, bound } = this.tree.nodes[node];
    Object.assign(seen, { status: "done", value: value ?? null, bound });
  }

  /**
   * The parent takes over the value of a node.
   * @param {number} node
   */
  handUp(node) {
    const { parent } = this.tree.nodes[node];
    const { value } = this.need(node);
    if (parent === undefined || value === null) return;
    const seen = this.need(parent);
    seen.value = value;
    seen.best = node;
    if (!this.tree.alpha_beta) return;
    if (this.tree.nodes[parent].side === "max") {
      if (seen.alpha === null || value > seen.alpha) Object.assign(seen, { alpha: value, alphaAt: node });
    } else if (seen.beta === null || value < seen.beta) {
      Object.assign(seen, { beta: value, betaAt: node });
    }
  }

  /** Where the search is: at the node of the last step, or above it when a value is handed up. */
  get current() {
    if (!this.last) return 0;
    const { node, what } = this.last;
    return what === "better" || what === "worse" ? this.tree.nodes[node].parent ?? 0 : node;
  }

  /** Whether all is done. */
  get ended() {
    return this.at === this.length;
  }

  /** The step after which the next cut has been made; the end if there is none. */
  nextCut() {
    const found = this.tree.steps.findIndex(([, what], index) => index >= this.at && what === "cut");
    return found < 0 ? this.length : found + 1;
  }

  /**
   * The nodes from the root to this one.
   * @param {number} node
   */
  line(node) {
    const line = [node];
    for (let at = this.tree.nodes[node].parent; at !== undefined; at = this.tree.nodes[at].parent) line.unshift(at);
    return line;
  }

  /**
   * The moves from the root to a node.
   * @param {number} node
   */
  moves(node) {
    return this.line(node).slice(1).map((at) => this.tree.nodes[at].move ?? "");
  }

  /** The nodes of the best line so far, from the root on. */
  bestLine() {
    const line = [0];
    for (let next = this.seen[0]?.best ?? null; next !== null; next = this.seen[next]?.best ?? null) line.push(next);
    return line;
  }

  /**
   * How many moves a node has, tried or not.
   * @param {number} node
   */
  breadth(node) {
    return this.children[node].length + (this.tree.nodes[node].cut?.skipped.length ?? 0);
  }
}
