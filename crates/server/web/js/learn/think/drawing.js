// @ts-check
// The tree on the screen.
/** @import { Item, Wishes } from "./layout.js" */
/** @import { Replay } from "./replay.js" */

import { fill, h, s, set } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { isOpen, items, lead, place } from "./layout.js";
import { moveName, nodeName, short } from "./words.js";

/** HalfState the width and half the height of a node. */
const [WIDE, HIGH] = [22, 12];
const ROOF = 9;
/** Room around the tree. */
const EDGE = 26;
const ZOOMS = [0.5, 0.65, 0.8, 1, 1.25, 1.6, 2];

/** The outlines of nodes: pointed upwards for Max, downwards for Min, square where the search ends. */
export const SHAPES = {
  max: `M${-WIDE} ${HIGH}V${-HIGH + 4}L0 ${-HIGH - ROOF} ${WIDE} ${-HIGH + 4}V${HIGH}z`,
  min: `M${-WIDE} ${-HIGH}V${HIGH - 4}L0 ${HIGH + ROOF} ${WIDE} ${HIGH - 4}V${-HIGH}z`,
  leaf: `M${-WIDE} ${-HIGH}h${2 * WIDE}v${2 * HIGH}h${-2 * WIDE}z`,
};

/** Scissors. */
const SCISSORS = "M-7-5a2.4 2.4 0 1 0 .1 0zM-7 5a2.4 2.4 0 1 0 .1 0zM-5-2L8 5M-5 4L8-5";

export class TreeDrawing {
  /**
   * @param {{ point(node: number | null): void, choose(node: number): void, toggle(node: number, open?: boolean): void,
   *   whole(node: number): void }} owner
   */
  constructor(owner) {
    this.owner = owner;
    /** @type {number | null} */
    this.zoomed = null;
    this.edges = s("g", { class: "edges", "aria-hidden": "true" });
    this.tree = s("g", { role: "tree", "aria-label": t("think-tree"), "aria-orientation": "horizontal" });
    // What is seen and what is heard are apart: a node's name says more than its few signs.
    this.signs = s("g", { class: "signs", "aria-hidden": "true" });
    this.svg = s("svg", { class: "tree-drawing" }, this.edges, this.signs, this.tree);
    this.box = h("div", { class: "tree-box" }, this.svg);
    this.element = h("div", { class: "tree-frame" },
      this.box,
      h("div", { class: "zoom", role: "group", "aria-label": t("think-tree") },
        h("button", {
          class: "quiet", "aria-label": t("think-zoom-out"), title: t("think-zoom-out"),
          onclick: () => this.scale(-1),
        }, "−"),
        h("button", {
          class: "quiet", "aria-label": t("think-zoom-in"), title: t("think-zoom-in"),
          onclick: () => this.scale(1),
        }, "+")));
    /** @type {Map<string, SVGElement>} */
    this.parts = new Map();
    /** @type {Item[]} */
    this.all = [];
    this.size = { width: 0, height: 0 };
    this.depth = 0;
    /** @type {string} the part with the tab stop */
    this.stop = "n0";
    this.listen();
  }

  /** @param {Replay} replay @param {Wishes} wishes */
  draw(replay, wishes) {
    const { width, height, all } = place(items(replay, wishes));
    this.all = all;
    this.depth = replay.tree.levels;
    this.size = { width: width + 2 * EDGE, height: height + 3 * EDGE };
    set(this.svg, { viewBox: `${-EDGE} ${-EDGE * 1.6} ${this.size.width} ${this.size.height}` });
    this.fit();
    const best = new Set(replay.bestLine());
    fill(this.edges, ...this.lines(replay, best));
    fill(this.signs, ...all.map((item) => (item.kind === "node" ? this.node(item, replay, wishes, best) : stub(item))));
    if (!all.some(({ id }) => id === this.stop)) this.stop = `n${wishes.chosen}`;
    const heard = all.filter(({ kind }) => kind === "node" || kind === "more");
    const kept = new Set(heard.map(({ id }) => id));
    for (const [id, part] of this.parts) {
      if (kept.has(id)) continue;
      part.remove();
      this.parts.delete(id);
    }
    let next = this.tree.firstElementChild;
    for (const item of heard) {
      const part = this.part(item, replay, wishes);
      if (part === next) next = next.nextElementSibling;
      else this.tree.insertBefore(part, next);
    }
  }

  /** How large it is: as chosen, or else small where there is little room. */
  zoom() {
    const little = this.depth > 3 || matchMedia("(max-width: 40rem)").matches;
    return this.zoomed ?? ZOOMS.indexOf(little ? 0.8 : 1);
  }

  fit() {
    const scale = ZOOMS[this.zoom()];
    set(this.svg, { width: this.size.width * scale, height: this.size.height * scale });
  }

  /** @param {number} by */
  scale(by) {
    const middle = (this.box.scrollLeft + this.box.clientWidth / 2) / ZOOMS[this.zoom()];
    this.zoomed = Math.max(0, Math.min(ZOOMS.length - 1, this.zoom() + by));
    this.fit();
    this.box.scrollLeft = middle * ZOOMS[this.zoom()] - this.box.clientWidth / 2;
  }

  /**
   * The branches.
   * @param {Replay} replay
   * @param {Set<number>} best
   */
  lines(replay, best) {
    return this.all.flatMap((item) => item.below.map((below) => {
      const kinds = ["edge", below.kind];
      if (below.kind === "node" && best.has(item.node) && best.has(below.node)) kinds.push("best");
      if (below.kind === "node" && replay.last?.node === below.node) kinds.push("now");
      const label = below.kind === "node" ? 19 + (shapeOf(replay, below.node) === "max" ? ROOF - 3 : 0) : 2;
      const [top, bottom] = [item.y + HIGH + 2, below.y - HIGH - label];
      const half = (top + bottom) / 2;
      return s("path", {
        class: kinds.join(" "), d: `M${item.x} ${top}C${item.x} ${half} ${below.x} ${half} ${below.x} ${bottom}`,
      });
    }));
  }

  /**
   * What takes the pointer and the focus, and is heard.
   * @param {Item} item
   * @param {Replay} replay
   * @param {Wishes} wishes
   */
  part(item, replay, wishes) {
    let part = this.parts.get(item.id);
    if (!part) {
      part = s("g", { "data-id": item.id, role: "treeitem" },
        s("rect", { class: "hit", x: -24, y: -24, width: 48, height: 46, rx: 6 }));
      this.parts.set(item.id, part);
    }
    const { node } = item;
    const own = item.kind === "node";
    const inner = own && replay.children[node].length > 0 && replay.seen[node] !== undefined;
    set(part, {
      transform: `translate(${item.x} ${item.y})`,
      tabindex: item.id === this.stop ? 0 : -1,
      "aria-level": item.level + 1,
      "aria-label": own ? nodeName(replay, node) : count("think-hidden", item.count),
      "aria-expanded": inner && String(isOpen(replay, wishes, node)),
      "aria-selected": String(own && wishes.chosen === node),
      "aria-current": own && replay.at > 0 && replay.current === node && "step",
    });
    return part;
  }

  /** @param {Item} item @param {Replay} replay @param {Wishes} wishes @param {Set<number>} best */
  node({ node, x, y, label }, replay, wishes, best) {
    const seen = replay.seen[node];
    const shape = shapeOf(replay, node);
    const names = ["node", shape, seen?.status ?? "new"];
    if (best.has(node) && replay.at > 0) names.push("best");
    if (replay.at > 0 && replay.current === node) names.push("current");
    if (wishes.chosen === node) names.push("chosen");
    const closed = seen && replay.children[node].length > 0 && !isOpen(replay, wishes, node);
    const value = seen ? short(seen.value, seen.status === "done" ? seen.bound : undefined) : "";
    return s("g", { class: names.join(" "), transform: `translate(${x} ${y})` },
      s("path", { class: "shape", d: SHAPES[shape] }),
      s("text", {
        class: value.length > 6 ? "value longest" : value.length > 4 ? "value long" : "value",
        y: shape === "max" ? 3.5 : shape === "min" ? 5 : 4.5,
      }, value),
      label !== "" && s("text", { class: "move", y: -HIGH - (shape === "max" ? ROOF + 4 : 7) }, moveName(label)),
      closed && s("text", { class: "closed", y: HIGH + (shape === "min" ? ROOF + 12 : 14) },
        `+${replay.breadth(node)}`));
  }

  /**
   * Brings a node into sight, without moving the page.
   * @param {number} node
   */
  reveal(node) {
    const item = this.all.find(({ id }) => id === `n${node}`);
    if (!item) return;
    const scale = ZOOMS[this.zoom()];
    const [x, y] = [(item.x + EDGE) * scale, (item.y + EDGE * 1.6) * scale];
    const { clientWidth, clientHeight } = this.box;
    const inside = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ room) =>
      at > from + 50 && at < from + room - 50;
    if (!inside(x, this.box.scrollLeft, clientWidth)) this.box.scrollLeft = x - clientWidth / 2;
    if (!inside(y, this.box.scrollTop, clientHeight)) this.box.scrollTop = y - clientHeight * 0.6;
  }

  /**
   * Gives a part the tab stop, and the focus if the tree has it.
   * @param {string} id
   * @param {boolean} [take] whether it takes the focus in any case
   */
  focus(id, take = this.tree.contains(document.activeElement)) {
    this.parts.get(this.stop)?.setAttribute("tabindex", "-1");
    this.stop = id;
    const part = this.parts.get(id);
    part?.setAttribute("tabindex", "0");
    if (take) part?.focus({ preventScroll: true });
  }

  listen() {
    const at = (/** @type {Event} */ event) => {
      const part = event.target instanceof Element ? event.target.closest("[role=treeitem]") : null;
      return this.all.find(({ id }) => id === part?.getAttribute("data-id"));
    };
    this.tree.addEventListener("click", (event) => {
      const item = at(event);
      if (!item) return;
      if (item.kind === "more") return this.owner.whole(item.node);
      const again = item.id === this.stop;
      this.focus(item.id, true);
      if (again) this.owner.toggle(item.node);
      else this.owner.choose(item.node);
    });
    this.tree.addEventListener("pointerover", (event) => {
      const item = at(event);
      if (item?.kind === "node" && event.pointerType === "mouse") this.owner.point(item.node);
    });
    this.tree.addEventListener("pointerleave", () => this.owner.point(null));
    this.tree.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const item = at(event);
      if (!item || !this.key(item, event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.pan();
  }

  /** @param {Item} item @param {string} key */
  key(item, key) {
    if (key === "Enter") {
      if (item.kind === "more") this.owner.whole(item.node);
      else this.owner.toggle(item.node);
      return true;
    }
    const way = lead(this.all, item.id, key);
    if (!way) return false;
    if ("open" in way) {
      this.owner.toggle(item.node, way.open);
    } else {
      this.focus(way.to, true);
      const found = this.all.find(({ id }) => id === way.to);
      if (found?.kind === "node") this.owner.choose(found.node);
    }
    return true;
  }

  /** The mouse drags the tree; fingers scroll it by themselves. */
  pan() {
    /** @type {{ x: number, y: number, left: number, top: number } | null} */
    let held = null;
    this.box.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button !== 0
        || (event.target instanceof Element && event.target.closest("[role=treeitem]"))) return;
      held = { x: event.clientX, y: event.clientY, left: this.box.scrollLeft, top: this.box.scrollTop };
      this.box.setPointerCapture(event.pointerId);
    });
    this.box.addEventListener("pointermove", (event) => {
      if (!held) return;
      this.box.scrollLeft = held.left + held.x - event.clientX;
      this.box.scrollTop = held.top + held.y - event.clientY;
    });
    const drop = () => {
      held = null;
    };
    this.box.addEventListener("pointerup", drop);
    this.box.addEventListener("pointercancel", drop);
  }
}

/** @param {Replay} replay @param {number} node */
function shapeOf({ tree, seen }, node) {
  const { side, below = 0 } = tree.nodes[node];
  return below > 0 || seen[node]?.status === "open" ? side : "leaf";
}

/**
 * What stands for moves that are not shown.
 * @param {Item} item
 */
function stub({ kind, count: amount, label, x, y }) {
  const signs = {
    todo: () => [s("circle", { r: 4 }), amount > 1 && s("text", { class: "closed", y: 18 }, `+${amount}`)],
    cut: () => [s("path", { class: "scissors", d: SCISSORS, transform: "rotate(90) translate(-2)" }),
      s("text", { class: "closed", y: 22 }, amount > 1 ? `×${amount}` : moveName(label))],
    more: () => [
      s("rect", { class: "shape", x: -20, y: -12, width: 40, height: 24, rx: 12 }),
      s("text", { class: "value", y: 4.5 }, `+${amount}`),
    ],
    node: () => [],
  };
  return s("g", { class: `stub ${kind}`, transform: `translate(${x} ${y})` }, ...signs[kind]());
}
