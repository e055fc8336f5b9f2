// @ts-check
// What is chosen before a game.
/** @import { GameInfo, Setup, SetupChoices, TimeControl } from "../types.js" */
/** @import { App, Screen } from "../main.js" */

import * as api from "../api.js";
import { miniature } from "../board/miniature.js";
import { control } from "../clock.js";
import { fill, h } from "../dom.js";
import { oneOf, yesNo } from "../form.js";
import { say, t } from "../i18n.js";
import { icon } from "../icons.js";
import { opponentName } from "../names.js";
import { initialChoices, matchOf, randomSeed, setupOf } from "../newmatch.js";
import { toast } from "../notice.js";
import { flush, rememberSetup } from "../settings.js";
import { play } from "../sound.js";

/** @type {TimeControl[]} */
const CLOCKS = [
  { kind: "none" },
  { kind: "game", total: 60_000, increment: 0 },
  { kind: "game", total: 180_000, increment: 2000 },
  { kind: "game", total: 300_000, increment: 0 },
  { kind: "game", total: 600_000, increment: 5000 },
  { kind: "move", limit: 30_000 },
];

/**
 * @param {App} app
 * @param {string[]} params
 * @param {URLSearchParams} query
 * @returns {Promise<Screen>}
 */
export async function show(app, [id], query) {
  const info = app.game(id);
  if (!info) throw new api.Failure(null, 404);
  const choices = fromLink(info, initialChoices(info), query);
  /** @type {typeof import("../online/opening.js") | null} what is needed only to play with others elsewhere */
  let online = choices.mode === "online" ? await bringOnline() : null;
  let seed = Number(query.get("seed")) || randomSeed();
  let asked = 0;
  /** Forgets what was said of the board before. */
  let forget = () => {};

  const picture = h("div", { class: "setup-board" });
  const problem = h("p", { class: "problem", role: "alert" });
  const start = h("button", { type: "submit", class: "primary big" });
  const form = h("form", { class: "setup-form panel" });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void begin();
  });
  draw();

  return {
    title: say(info.title),
    name: "setup-page",
    element: h("main", { id: "main", class: "page setup" },
      h("div", { class: "setup-side" },
        h("h1", {}, say(info.title)),
        picture,
        h("p", { class: "small" }, h("a", { href: `/rules/${info.id}` }, icon("rules"), t("read-rules")))),
      form),
  };

  function draw() {
    fill(form,
      oneOf(t("opponent"), [
        { value: "computer", label: t("mode-computer") },
        { value: "two", label: t("mode-two") },
        { value: "watch", label: t("mode-watch") },
        { value: "online", label: t("online") },
      ], choices.mode, (mode) => void choose(mode)),
      choices.mode === "online" && online?.openingFields(choices, update),
      (choices.mode === "computer" || choices.mode === "watch") && levels(t(choices.mode === "watch" ? "level-first" : "level"), "level"),
      choices.mode === "watch" && levels(t("level-second"), "level2"),
      (choices.mode === "computer" || choices.mode === "online") && oneOf(t("starts"), [
        { value: "me", label: t("starts-me") },
        { value: "other", label: t(choices.mode === "online" ? "online-starts-other" : "starts-other") },
        { value: "random", label: t("starts-random") },
      ], choices.starts, (starts) => update({ starts })),
      clocks(),
      info && info.rule_sets.length > 1 && ruleSets(info),
      info?.swap && yesNo(t("swap-rule"), choices.swap, (swap) => update({ swap }), t("swap-rule-more")),
      info && info.tiles.length > 0 && board(info),
      problem,
      h("div", { class: "setup-start" }, start));
    fill(start, icon("play"), t(choices.mode === "online" ? "online-open" : "play"));
    void preview();
  }

  async function bringOnline() {
    const [found] = await Promise.all([import("../online/opening.js"), app.bring("online")]);
    return found;
  }

  /** @param {SetupChoices["mode"]} mode */
  async function choose(mode) {
    if (mode === "online") online ??= await bringOnline();
    update({ mode }, true);
  }

  /**
   * @param {Partial<SetupChoices>} changes
   * @param {boolean} [redraw]
   */
  function update(changes, redraw = false) {
    play("button");
    Object.assign(choices, changes);
    if (!redraw) return;
    const at = [...form.querySelectorAll("input, select, button")].indexOf(/** @type {Element} */ (document.activeElement));
    draw();
    const again = form.querySelectorAll("input, select, button")[at];
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /**
   * @param {string} legend
   * @param {"level" | "level2"} which
   */
  function levels(legend, which) {
    if (!info) return null;
    const options = info.levels.map((level) => ({ value: level.id, label: opponentName(info, level.id, choices.rules) }));
    const parts = [oneOf(legend, options, choices[which], (level) => update({ [which]: level }, info.classics.length > 0))];
    if (info.classics.length > 0) {
      const chosen = info.classics.some((classic) => classic.id === choices[which]);
      const select = h("select", { "aria-label": t("classics"), onchange: () => {
        if (select.value) update({ [which]: select.value }, true);
      } },
      h("option", { value: "" }, t("classics-choose")),
      ...info.classics.map((classic) => h("option", { value: classic.id, selected: classic.id === choices[which] }, say(classic.title))));
      parts[0].append(h("details", { class: "classics", open: chosen }, h("summary", {}, t("classics")), h("p", { class: "faint" }, t("classics-more")), select,
        info.classics.some(({ depth }) => depth) && h("p", {}, h("a", { href: `/think/${info.id}` }, t("watch-thinking")))));
    }
    return parts[0];
  }

  function clocks() {
    const key = (/** @type {TimeControl} */ clock) => JSON.stringify(clock);
    const preset = CLOCKS.some((clock) => key(clock) === key(choices.clock));
    const name = (/** @type {TimeControl} */ clock) => {
      if (clock.kind === "none") return t("clock-none");
      return t(clock.kind === "move" ? "clock-move" : "clock-game", { time: control(clock) });
    };
    const options = CLOCKS.map((clock) => ({ value: key(clock), label: name(clock) }));
    const field = oneOf(t("clock"), [...options, { value: "custom", label: t("clock-custom") }], preset ? key(choices.clock) : "custom",
      (value) => update({ clock: value === "custom" ? { kind: "game", total: 900_000, increment: 10_000 } : JSON.parse(value) }, true));
    if (!preset) field.append(customClock());
    return field;
  }

  function customClock() {
    const now = choices.clock.kind === "game" ? choices.clock : { total: 900_000, increment: 10_000 };
    const number = (/** @type {string} */ id, /** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) =>
      h("input", { type: "number", id, value, min: least, max: most, step: "any", oninput: read });
    const minutes = number("clock-minutes", now.total / 60_000, 0.25, 180);
    const seconds = number("clock-seconds", now.increment / 1000, 0, 180);
    function read() {
      const clamp = (/** @type {HTMLInputElement} */ input) =>
        Math.min(Number(input.max), Math.max(Number(input.min), Number(input.value) || 0));
      choices.clock = { kind: "game", total: Math.round(clamp(minutes) * 60_000), increment: Math.round(clamp(seconds) * 1000) };
    }
    return h("div", { class: "custom-clock" },
      h("label", { for: "clock-minutes" }, t("clock-minutes")), minutes,
      h("label", { for: "clock-seconds" }, t("clock-increment")), seconds);
  }

  /** @param {GameInfo} game */
  function ruleSets(game) {
    const field = oneOf(t("rule-set"), game.rule_sets.map((set) => ({ value: set.id, label: say(set.title), about: say(set.about) })),
      choices.rules, (rules) => {
        update({ rules }, game.levels.some(({ titles }) => titles));
        about.textContent = words();
        void preview();
      });
    const words = () => {
      const set = game.rule_sets.find((rules) => rules.id === choices.rules);
      return set ? say(set.about) : "";
    };
    const about = h("p", { class: "faint" }, words());
    field.append(about);
    return field;
  }

  /** @param {GameInfo} game */
  function board(game) {
    const together = choices.mode === "online";
    const how = choices.board === "halves" && !together ? "random" : choices.board;
    const field = oneOf(t("board"), [
      { value: /** @type {SetupChoices["board"]} */ ("random"), label: t("board-random") },
      { value: "tiles", label: t("board-tiles") },
      ...(together ? [{ value: /** @type {const} */ ("halves"), label: t("online-board-halves") }] : []),
    ], how, (value) => update({ board: value }, true));
    if (how === "halves") {
      field.append(h("p", { class: "faint" }, t("online-board-halves-more")));
      return field;
    }
    if (choices.board === "tiles") {
      const picker = h("div");
      field.append(picker);
      void import("./tilepicker.js").then(({ tilePicker }) => picker.replaceWith(tilePicker(game, choices.places, (places) => {
        choices.places = places;
        void preview();
      }, () => rememberSetup(game.id, { ...choices })).element));
      field.append(fair(game, null));
      return field;
    }
    const input = h("input", { type: "text", id: "seed", inputmode: "numeric", pattern: "[0-9]{1,15}", autocomplete: "off", value: seed, oninput: () => {
      if (!/^\d{1,15}$/.test(input.value)) return;
      seed = Number(input.value);
      void preview();
    } });
    field.append(h("div", { class: "seed" },
      h("label", { for: "seed" }, t("seed")), input,
      h("button", { type: "button", onclick: () => {
        seed = randomSeed();
        input.value = String(seed);
        play("button");
        void preview();
      } }, icon("dice"), t("seed-new"))));
    field.append(fair(game, (drawn) => {
      seed = drawn;
      input.value = String(seed);
      void preview();
    }));
    return field;
  }

  /**
   * @param {GameInfo} game
   * @param {((seed: number) => void) | null} choose
   */
  function fair(game, choose) {
    const place = h("div");
    const complete = () => (choices.board === "tiles" && choices.places.includes("-") ? null : chosen());
    void import("../fairness.js").then(({ fairness }) => {
      const panel = fairness(game, complete, choose);
      forget = panel.reset;
      place.replaceWith(panel.element);
    });
    return place;
  }

  /** @returns {Setup} */
  function chosen() {
    return setupOf(/** @type {GameInfo} */ (info), choices, seed);
  }

  async function preview() {
    const now = ++asked;
    forget();
    try {
      const { board } = await api.preview(id, chosen());
      if (now !== asked || !info) return;
      fill(picture, miniature(info, board));
      complain("");
    } catch (error) {
      if (now === asked) complain(words(error));
    }
  }

  /** @param {unknown} error */
  function words(error) {
    return say(api.reason(error, { en: t("unreachable"), fr: t("unreachable") }));
  }

  /** @param {string} text */
  function complain(text) {
    problem.textContent = text;
  }

  async function begin() {
    if (!info) return;
    if (choices.board === "tiles" && info.tiles.length > 0 && choices.places.includes("-")) {
      complain(t("places-empty"));
      return;
    }
    start.disabled = true;
    rememberSetup(info.id, { ...choices });
    try {
      const path = online && choices.mode === "online"
        ? await online.openTable(info, choices, chosen())
        : `/m/${(await api.newMatch(matchOf(info, choices, chosen()))).id}`;
      void flush();
      app.go(path);
    } catch (error) {
      start.disabled = false;
      const text = words(error);
      complain(text);
      toast(text, "problem");
    }
  }
}

/**
 * A link may choose beforehand: `?opponent=two&level=easy&starts=other&rules=…&board=…&swap=1`.
 * @param {GameInfo} info
 * @param {SetupChoices} choices
 * @param {URLSearchParams} query
 * @returns {SetupChoices}
 */
export function fromLink(info, choices, query) {
  const found = { ...choices };
  const one = (/** @type {string} */ name, /** @type {readonly string[]} */ among) => {
    const value = query.get(name);
    return value !== null && among.includes(value) ? value : null;
  };
  const opponents = [...info.levels, ...info.classics].map(({ id }) => id);
  found.mode = /** @type {SetupChoices["mode"]} */ (one("opponent", ["computer", "two", "watch", "online"]) ?? found.mode);
  found.level = one("level", opponents) ?? found.level;
  found.starts = /** @type {SetupChoices["starts"]} */ (one("starts", ["me", "other", "random"]) ?? found.starts);
  found.rules = one("rules", info.rule_sets.map(({ id }) => id)) ?? found.rules;
  if (query.has("swap")) found.swap = query.get("swap") === "1";
  if (query.has("seed")) found.board = "random";
  const places = query.get("board")?.trim().split(/\s+/);
  if (places?.length === found.places.length) Object.assign(found, { board: "tiles", places });
  return found;
}
