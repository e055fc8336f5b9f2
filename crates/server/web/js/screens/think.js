// @ts-check
// A minimax player thinks, step by step.
/** @import { Choice, GameInfo, TreeDemoInfo, PositionInfo, TreeInfo } from "../net/types.js" */
/** @import { App, Screen } from "../app/main.js" */
/** @import { Wanted } from "../learn/think/link.js" */
/** @import { Plan, Speed } from "../learn/think/controls.js" */
/** @import { Wishes } from "../learn/think/layout.js" */

import { Failure } from "../net/api.js";
import { BoardView } from "../board/board.js";
import { fill, h } from "../app/dom.js";
import { choiceLabel, say, t } from "../app/i18n.js";
import { listen } from "../app/keys.js";
import { announce, complain } from "../app/notice.js";
import { replace } from "../app/routing.js";
import { changeProgress, progress } from "../app/settings.js";
import { Controls, legend, settings, STEP_DELAYS_MS } from "../learn/think/controls.js";
import { TreeDrawing } from "../learn/think/drawing.js";
import * as api from "../learn/think/api.js";
import { chooser } from "../learn/think/chooser.js";
import { read, write } from "../learn/think/link.js";
import { basics, caption, ThinkPanel } from "../learn/think/panel.js";
import { Replay } from "../learn/think/replay.js";

/** Browsers do not like an address that changes with every frame. */
const ADDRESS_DEBOUNCE_MS = 400;

/** @param {App} app @param {string[]} params @param {URLSearchParams} query @returns {Promise<Screen>} */
export async function show(app, [game, moves], query) {
  const demos = await api.demos();
  if (game === "") return chooser(app, demos);
  const demo = demos.find((one) => one.game === game);
  const info = app.game(game);
  if (!demo || !info) throw new Failure(null, 404);
  const wanted = read(demo, moves, query);
  if (!progress(game).watched) changeProgress(game, { watched: true });
  const title = `${t("watch-thinking")} · ${say(info.title)}`;
  try {
    const screen = new ThinkScreen(app, info, demo, wanted, demos, await api.tree(wanted));
    return { title, name: "think-page", element: screen.element, close: () => screen.close() };
  } catch (error) {
    if (!(error instanceof Failure) || !error.problem) throw error;
    return { title, name: "think-page", element: refusal(info, say(error.problem.text)) };
  }
}

/**
 * Says what is wrong with an address.
 * @param {GameInfo} info
 * @param {string} words
 */
const refusal = (info, words) => h("main", { id: "main", class: "page narrow" },
  h("h1", {}, t("watch-thinking")), h("p", { class: "problem", role: "alert" }, words),
  h("div", { class: "buttons" },
    h("a", { class: "button primary", href: `/think/${info.id}` }, t("think-from-start"))));

class ThinkScreen {
  /**
   * @param {App} app
   * @param {GameInfo} info
   * @param {TreeDemoInfo} demo
   * @param {Wanted} wanted
   * @param {TreeDemoInfo[]} demos
   * @param {TreeInfo} tree
   */
  constructor(app, info, demo, wanted, demos, tree) {
    this.app = app;
    this.info = info;
    this.demo = demo;
    this.wanted = wanted;
    this.replay = new Replay(tree);
    /** @type {Wishes} */
    this.wishes = { opened: new Map(), whole: new Set(), chosen: 0 };
    /** @type {number | null} the node under the pointer */
    this.pointed = null;
    /** @type {Map<string, Promise<PositionInfo>>} */
    this.positions = new Map();
    /** @type {Speed} */
    this.speed = "normal";
    this.timer = 0;
    this.addressTimer = 0;
    this.asked = 0;
    /** Ends the search that runs. */
    this.searching = new AbortController();
    this.shown = "";
    this.words = "";
    this.drawing = new TreeDrawing({
      point: (node) => this.point(node),
      choose: (node) => this.choose(node),
      toggle: (node, open) => this.toggle(node, open),
      whole: (node) => {
        this.wishes.whole.add(node);
        this.draw();
      },
    });
    this.panel = new ThinkPanel(info);
    this.controls = new Controls({
      restart: () => this.go(0),
      back: () => this.go(this.replay.at - 1),
      step: () => this.go(this.replay.at + 1),
      run: () => this.run(),
      cut: () => this.go(this.replay.nextCut()),
      end: () => this.go(this.replay.length),
      speed: (speed) => {
        this.speed = speed;
      },
    }, this.speed);
    this.board = new BoardView(info, { play: (choice) => this.play(choice), ask: () => {} });
    this.caption = h("p", { class: "board-caption" });
    this.buttons = h("div", { class: "buttons" });
    this.players = h("p", { class: "faint small" });
    this.compare = h("p", { class: "small" });
    this.settings = h("div", { class: "think-bar" });
    this.tree = h("div", { class: "tree-place" }, this.drawing.element);
    this.element = this.frame(demos);
    this.unlisten = listen({
      Space: () => this.go(this.replay.at + 1),
      "]": () => this.go(this.replay.at + 1),
      "[": () => this.go(this.replay.at - 1),
      r: () => this.run(),
      c: () => this.go(this.replay.nextCut()),
    });
    this.begin();
    // Nothing has a size before it is on the page.
    requestAnimationFrame(() => {
      this.drawing.reveal(this.replay.current);
      for (const here of this.element.querySelectorAll(".tabs [aria-current]")) {
        here.scrollIntoView({ block: "nearest", inline: "center" });
      }
    });
  }

  /**
   * The whole screen.
   * @param {TreeDemoInfo[]} demos
   */
  frame(demos) {
    const { info, demo, wanted } = this;
    const games = demos.flatMap(({ game }) => this.app.game(game) ?? []).map((game) =>
      h("li", {}, h("a", { href: `/think/${game.id}`, "aria-current": game === info && "page" }, say(game.title))));
    const examples = [{
      id: "", title: t("think-from-start"), here: !wanted.example && wanted.start === null && wanted.moves === "",
    },
    ...demo.examples.map(({ id, title }) => ({ id, title: say(title), here: id === wanted.example?.id }))];
    return h("main", { id: "main", class: "think" },
      h("div", { class: "think-head" },
        h("h1", {}, t("watch-thinking")),
        h("nav", { "aria-label": t("think-games") }, h("ul", { class: "tabs" }, ...games)),
        h("nav", { "aria-label": t("think-examples") },
          h("ul", { class: "tabs examples" }, ...examples.map(({ id, title, here }) =>
            h("li", {},
              h("a", { href: `/think/${info.id}${id && `?example=${id}`}`, "aria-current": here && "true" },
                title)))))),
      h("div", { class: "think-grid" },
        h("div", { class: "think-left" },
          this.settings, this.controls.element, this.panel.notes,
          h("section", { class: "think-tree", "aria-label": t("think-tree") }, this.tree),
          legend(), this.panel.leaf, this.panel.cost),
        h("div", { class: "think-side" },
          wanted.example
            ? h("div", { class: "think-about" }, h("p", {}, say(wanted.example.about)), this.compare)
            : h("p", { class: "think-about" }, t("think-intro")),
          this.panel.now,
          h("section", { class: "panel think-board", "aria-label": t("think-board-root") },
            this.caption, h("div", { class: "board-box" }, this.board.element), this.players, this.buttons,
            h("p", { class: "faint small" }, t("think-board-more"))))),
      h("details", { class: "panel think-what" }, h("summary", {}, t("think-what")), ...basics()),
      h("details", { class: "panel think-what" }, h("summary", {}, t("think-keys")), keys()));
  }

  /** Shows a tree that has just come. */
  begin() {
    const { tree } = this.replay;
    this.panel.note(tree);
    this.players.textContent = this.panel.players(tree);
    fill(this.settings, settings(this.wanted, this.demo.deepest, (changes) => void this.search(changes)));
    this.offerDeeper();
    this.go(this.wanted.step, false);
  }

  /** An example may ask to be compared with a greater depth. */
  offerDeeper() {
    const { example, depth } = this.wanted;
    if (!example || example.deeper === null) return;
    const other = depth === example.deeper ? example.depth : example.deeper;
    const words = depth === example.deeper
      ? t("think-compared", { depth: other })
      : t("think-compare", { depth: other });
    fill(this.compare, h("button", { onclick: () => void this.search({ depth: other }) }, words));
  }

  /**
   * Searches anew, with other settings.
   * @param {Partial<Plan>} changes
   */
  async search(changes) {
    const now = ++this.asked;
    this.searching.abort();
    this.searching = new AbortController();
    this.halt();
    const wanted = { ...this.wanted, ...changes, step: 0 };
    this.tree.classList.add("waiting");
    announce(t("think-loading"));
    try {
      const tree = await api.tree(wanted, this.searching.signal);
      if (now !== this.asked) return;
      const at = focusPath(this.element);
      const ended = this.replay.ended;
      this.wanted = wanted;
      this.replay = new Replay(tree);
      this.wishes = { opened: new Map(), whole: new Set(), chosen: 0 };
      // Who compares results need not step to the end again.
      if (ended) wanted.step = this.replay.length;
      this.begin();
      at?.();
    } catch (error) {
      if (now === this.asked) complain(error);
    } finally {
      if (now === this.asked) this.tree.classList.remove("waiting");
    }
  }

  /**
   * Goes to the moment after so many steps.
   * @param {number} count
   * @param {boolean} [tell]
   */
  go(count, tell = true) {
    const { replay } = this;
    if (tell) this.halt();
    replay.go(count);
    this.wanted.step = replay.at;
    this.choose(replay.current, tell);
    this.drawing.reveal(replay.current);
    this.address();
  }

  run() {
    if (this.timer) return this.halt();
    const next = () => {
      this.go(this.replay.at + 1, false);
      this.timer = this.replay.ended ? 0 : setTimeout(next, STEP_DELAYS_MS[this.speed]);
      this.control();
    };
    next();
  }

  halt() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.control();
  }

  /**
   * Looks at a node.
   * @param {number} node
   * @param {boolean} [tell] whether what there is to say is said aloud
   */
  choose(node, tell = false) {
    this.wishes.chosen = node;
    this.pointed = null;
    this.draw();
    this.drawing.focus(`n${node}`);
    if (tell) announce(this.words);
  }

  /** @param {number | null} node */
  point(node) {
    if (this.pointed === node) return;
    this.pointed = node;
    void this.picture();
  }

  /**
   * Shows or hides the moves of a node.
   * @param {number} node
   * @param {boolean} [open]
   */
  toggle(node, open) {
    if (this.replay.children[node].length === 0 || !this.replay.seen[node]) return;
    const now = this.drawing.parts.get(`n${node}`)?.getAttribute("aria-expanded") === "true";
    this.wishes.opened.set(node, open ?? !now);
    this.choose(node);
  }

  draw() {
    this.drawing.draw(this.replay, this.wishes);
    this.words = this.panel.update(this.replay, this.wishes.chosen);
    this.control();
    void this.picture();
  }

  control() {
    const { at, length, tree } = this.replay;
    this.controls.update({ at, length, prunes: tree.alpha_beta, running: this.timer !== 0 });
  }

  /** The board of the node that is looked at. */
  async picture() {
    const { tree } = this.replay;
    const moves = this.replay.moves(this.pointed ?? this.wishes.chosen);
    const record = { ...tree.record, moves: [...tree.record.moves, ...moves] };
    const key = JSON.stringify(record);
    if (this.shown === key) return;
    this.shown = key;
    let found = this.positions.get(key);
    if (!found) {
      found = api.position(this.info.id, record);
      this.positions.set(key, found);
    }
    try {
      const { view } = await found;
      if (this.shown !== key) return;
      this.board.show(view, {
        playable: view.outcome === null, flipped: false, changes: view.last?.changes ?? null, quiet: true,
      });
      this.caption.textContent = caption(moves);
      const passes = view.choices.filter(({ steps }) => steps.length === 0);
      fill(this.buttons,
        moves.length > 0 && h("button", { onclick: () => this.from(record.moves) }, t("think-from-here")),
        moves.length === 0 && record.moves.length > 0 && h("button", {
          onclick: () => this.from(record.moves.slice(0, -1)),
        }, t("think-take-back")),
        ...passes.map((choice) =>
          h("button", { onclick: () => this.play(choice) }, choiceLabel(choice.notation))));
    } catch (error) {
      this.positions.delete(key);
      if (this.shown === key) complain(error);
    }
  }

  /** @param {Choice} choice */
  play(choice) {
    this.from([
      ...this.replay.tree.record.moves, ...this.replay.moves(this.pointed ?? this.wishes.chosen), choice.notation,
    ]);
  }

  /**
   * Thinks about the position after these moves.
   * @param {string[]} moves
   */
  from(moves) {
    this.app.go(write({ ...this.wanted, moves: moves.join(","), step: 0 }));
  }

  /** The address says what is shown, so that reload and links lead here again. */
  address() {
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => replace(write(this.wanted)), ADDRESS_DEBOUNCE_MS);
  }

  close() {
    this.asked += 1;
    this.searching.abort();
    clearTimeout(this.timer);
    clearTimeout(this.addressTimer);
    this.unlisten();
    this.board.close();
  }
}

/**
 * Remembers which setting has the focus, to give it back once they are drawn again.
 * @param {HTMLElement} element
 */
function focusPath(element) {
  const all = () => [...element.querySelectorAll(".think-settings input, .think-settings select, .think-about button")];
  const at = all().indexOf(/** @type {Element} */ (document.activeElement));
  if (at < 0) return null;
  return () => {
    const again = all()[at];
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  };
}

function keys() {
  const rows = [["key-name-space", t("think-key-step")],
    ["[", t("think-key-back")],
    ["]", t("think-key-step")],
    ["R", t("think-key-run")],
    ["C", t("think-key-cut")], ["← ↑ → ↓", t("think-key-arrows")], ["key-name-enter", t("think-key-enter")]];
  return h("dl", { class: "keys" }, ...rows.flatMap(([key, words]) => [
    h("dt", {}, ...key.split(" ").map((part) => h("kbd", {}, part.startsWith("key-") ? t(part) : part))),
    h("dd", {}, words)]));
}
