// @ts-check
// What stands beside the tree: words, what the players are sure of, terms and counts.
/** @import { GameInfo, TreeInfo, TreeCost } from "../../net/types.js" */
/** @import { Replay } from "./replay.js" */

import { fill, h } from "../../app/dom.js";
import { say, t } from "../../app/i18n.js";
import { tableHead } from "../../app/table.js";
import { seatName } from "../../app/names.js";
import { nodeWords, number, path, stepWords } from "./words.js";

/** Where the server breaks a search off. */
const VISITS = 1_000_000;

export class ThinkPanel {
  /** @param {GameInfo} info */
  constructor(info) {
    this.info = info;
    this.progress = h("p", { class: "faint small" });
    this.words = h("div", { class: "think-words" });
    this.window = h("dl", { class: "think-window" });
    this.terms = h("div", { class: "scroll" });
    this.counts = h("div", { class: "think-counts" });
    this.notes = h("div", { class: "notes" });
    this.now = h("section", { class: "panel think-now", "aria-label": t("think-what-happens") },
      this.progress, this.words, this.window);
    this.leaf = h("section", { class: "panel think-leaf", "aria-label": t("think-terms") }, this.terms);
    this.cost = h("section", { class: "panel think-cost", "aria-labelledby": "think-counts" },
      h("h2", { id: "think-counts" }, t("think-counts")), this.counts);
  }

  /**
   * @param {Replay} replay
   * @param {number} chosen the node that is looked at
   */
  update(replay, chosen) {
    const { tree } = replay;
    const own = chosen === replay.current;
    const words = own ? stepWords(replay, this.info) : nodeWords(replay, this.info, chosen);
    this.progress.textContent = t("think-progress", { at: number(replay.at), all: number(replay.length) });
    fill(this.words, ...words.map((sentence) => h("p", {}, sentence)));
    this.sure(replay, chosen);
    // A value that is handed up is still looked at.
    const leaf = own ? replay.last?.node ?? 0 : chosen;
    fill(this.terms, terms(tree, leaf, replay.seen[leaf] !== undefined));
    fill(this.counts, ...counts(replay));
    return words.join(" ");
  }

  /**
   * What the players are sure of at a node.
   * @param {Replay} replay
   * @param {number} chosen
   */
  sure(replay, chosen) {
    this.window.hidden = !replay.tree.alpha_beta;
    const { alpha = null, beta = null } = replay.seen[chosen] ?? {};
    const one = (/** @type {number | null} */ value, /** @type {string} */ none) =>
      (value === null ? none : number(value));
    fill(this.window,
      h("div", {}, h("dt", {}, t("think-alpha", { value: one(alpha, "−∞") })),
        h("dd", {}, t(alpha === null ? "think-alpha-none" : "think-alpha-more"))),
      h("div", {}, h("dt", {}, t("think-beta", { value: one(beta, "+∞") })),
        h("dd", {}, t(beta === null ? "think-beta-none" : "think-beta-more"))));
  }

  /**
   * What must be known about the tree as a whole.
   * @param {TreeInfo} tree
   */
  note(tree) {
    const notes = [];
    if (tree.stopped) {
      notes.push(t(tree.alpha_beta ? "think-stopped-pruned" : "think-stopped", { count: number(VISITS) }));
    }
    if (tree.levels < tree.depth && tree.nodes.length > 1) {
      notes.push(t("think-levels", { levels: tree.levels, depth: tree.depth }));
    }
    fill(this.notes, ...notes.map((note) => h("p", { class: "note" }, note)));
  }

  /** @param {TreeInfo} tree */
  players(tree) {
    const min = tree.max === "first" ? "second" : "first";
    return t("think-players", { max: seatName(this.info, tree.max), min: seatName(this.info, min) });
  }
}

/**
 * How a leaf's value is made up.
 * @param {TreeInfo} tree
 * @param {number} node
 * @param {boolean} reached
 */
function terms(tree, node, reached) {
  const { terms: found, value = 0 } = tree.nodes[node];
  if (!found || !reached) return h("p", { class: "faint small" }, t("think-terms-none"));
  const rows = found.map(([label, amount]) => {
    const { label: name, weight } = tree.labels[label];
    return h("tr", {}, h("th", { scope: "row" }, say(name)),
      h("td", {}, number(amount)), h("td", {}, `× ${number(weight)}`), h("td", {}, number(amount * weight)));
  });
  return h("table", { class: "think-terms" },
    h("caption", {}, t("think-terms")),
    tableHead("think-terms-what", "think-terms-count", "think-terms-weight", "think-terms-points"),
    h("tbody", {}, ...rows),
    h("tfoot", {},
      h("tr", {}, h("th", { scope: "row", colspan: 3 }, t("think-terms-sum")), h("td", {}, number(value)))));
}

/**
 * What both searches visit, side by side.
 * @param {Replay} replay
 */
function counts({ tree, visited }) {
  const { minimax, pruned } = tree;
  const most = Math.max(minimax.positions, pruned.positions, 1);
  const bar = (/** @type {string} */ name, /** @type {TreeCost} */ cost, /** @type {boolean} */ own) => {
    const words = cost.complete ? number(cost.positions) : t("think-more-than", { count: number(cost.positions) });
    const full = h("meter", { min: 0, max: most, value: cost.positions, "aria-hidden": "true" });
    return h("div", { class: own ? "think-count own" : "think-count" },
      h("span", {}, name),
      h("b", { "data-positions": cost.positions }, words),
      full);
  };
  const saved = Math.round(100 * (1 - pruned.positions / Math.max(1, minimax.positions)));
  return [
    bar(t("think-without"), minimax, !tree.alpha_beta),
    bar(t("think-with"), pruned, tree.alpha_beta),
    h("p", { class: "faint small" }, t("think-so-far", { count: number(visited) }),
      minimax.complete && pruned.complete && ` · ${t("think-saved", { share: saved })}`),
  ];
}

/**
 * What the board shows.
 * @param {string[]} moves
 */
export const caption = (moves) =>
  (moves.length === 0 ? t("think-board-root") : t("think-board-after", { path: path(moves) }));

/** What minimax is, in five paragraphs. */
export const basics = () =>
  [t("think-what-1"), t("think-what-2"), t("think-what-3"), t("think-what-4"), t("think-what-5")].map((words) =>
    h("p", {}, words));
