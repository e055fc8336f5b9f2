// @ts-check
// Drawing a tile of one's own.
/** @import { GameInfo, OwnTile, Text, Tile } from "../types.js" */
/** @import { App, Screen } from "../main.js" */
/** @import { TileKind } from "../tilekinds.js" */

import * as api from "../api.js";
import { tileDrawing } from "../board/tile.js";
import { confirm } from "../dialog.js";
import { fill, h } from "../dom.js";
import { Canvas, colours } from "../editor/canvas.js";
import * as editor from "../editor/state.js";
import { capital, count, say, t } from "../i18n.js";
import { icon } from "../icons.js";
import * as keys from "../keys.js";
import { announce, toast } from "../notice.js";
import { checkTile, ownTiles, saveTile } from "../owntiles.js";
import { watch } from "../settings.js";
import { play } from "../sound.js";
import { chooseGame } from "../tilegames.js";
import { fits, freeName, playPath, tileKinds } from "../tilekinds.js";

/** How long a hand may rest before the server is asked what it thinks of the drawing. */
const REST = 150;

/**
 * @param {App} app
 * @param {string[]} params the name of the tile; none for a new one
 * @param {URLSearchParams} query
 * @returns {Promise<Screen>}
 */
export async function show(app, [name], query) {
  const own = await ownTiles();
  const kinds = tileKinds(app.catalogue.games);
  const stored = own.find((tile) => tile.name === name) ?? null;
  const model = stored ?? copied(kinds, own, query.get("from"));
  const game = app.game(query.get("for") ?? "");
  const wanted = [game?.id ?? "", query.get("game") ?? "", ...(model?.games ?? [])];
  const kind = kinds.find(({ games }) => games.some(({ id }) => wanted.includes(id))) ?? kinds[0];
  const draft = new Draft(name || `+${query.get("from") ?? ""}`);
  const kept = kind && editor.thaw(draft.text(), kind.size, kind.letters);
  if (!kind || (name && !stored && !kept)) throw new api.Failure(null, 404);
  return editing(app, { kind, own, stored, model, name, draft, kept, game });
}

/**
 * The tile that a new one begins with.
 * @param {TileKind[]} kinds
 * @param {OwnTile[]} own
 * @param {string | null} name
 * @returns {(Tile & { games?: string[] }) | null}
 */
function copied(kinds, own, name) {
  const built = kinds.flatMap(({ sets, games }) =>
    sets.flatMap(({ tiles }) => tiles.map((tile) => ({ ...tile, games: games.map(({ id }) => id) }))));
  return [...own, ...built].find((tile) => tile.name === name) ?? null;
}

/** A drawing that has not been saved, kept by the browser. */
class Draft {
  /** @param {string} what */
  constructor(what) {
    this.key = `damier-draft ${what}`;
  }

  text() {
    try {
      return localStorage.getItem(this.key);
    } catch {
      return null;
    }
  }

  /** @param {string | null} text */
  keep(text) {
    try {
      if (text === null) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, text);
    } catch {
      // Private browsing may refuse; the drawing is on the screen.
    }
  }
}

/**
 * @typedef {object} Begun
 * @property {TileKind} kind
 * @property {OwnTile[]} own
 * @property {OwnTile | null} stored the tile that is changed
 * @property {Tile | null} model what the drawing begins with
 * @property {string} name
 * @property {Draft} draft
 * @property {ReturnType<typeof editor.thaw>} kept
 * @property {GameInfo | undefined} game to go back to
 */

/**
 * @param {App} app
 * @param {Begun} begun
 * @returns {Screen}
 */
function editing(app, { kind, own, stored, model, name, draft, kept, game }) {
  const fresh = () => editor.begin(kind.size, kind.letters[0], model && fits(kind, model.rows) ? model.rows : undefined);
  const suggested = stored ? stored.name : freeName(model ? model.name : t("draw-suggested", { number: 1 }), [...own, ...kind.sets.flatMap(({ tiles }) => tiles)]);
  /** @type {Tile | null} */
  let before = stored;
  let now = kept?.drawing ?? fresh();
  let asked = 0;
  let resting = 0;

  const canvas = new Canvas(kind, {
    now: () => now,
    become: (moment) => become(moment, false),
    press: () => become(editor.press(now), false),
    paint: (cell, letter) => paint(cell, letter),
    release: () => become(editor.release(now)),
  });
  const palette = h("fieldset", { class: "palette panel" }, h("legend", { class: "visually-hidden" }, t("draw-colours")));
  const swatches = kind.palette.map((style, index) => {
    const input = h("input", { type: "radio", name: "colour", value: style.letter, onchange: () => become(editor.choose(now, style.letter), false) });
    const tally = h("span", { class: "swatch-count" });
    palette.append(h("label", { class: "swatch" }, input, tileDrawing(kind.palette, [[style.letter]]),
      h("span", { class: "swatch-name" }, capital(say(style.label))), tally,
      h("kbd", { "aria-hidden": "true" }, String(index + 1))));
    return { input, tally };
  });
  const tool = (/** @type {Parameters<typeof icon>[0]} */ sign, /** @type {string} */ label, /** @type {() => void} */ act, /** @type {string} */ key = "") =>
    h("button", { type: "button", onclick: act, title: key ? `${label} (${key})` : null, "aria-keyshortcuts": key || null }, icon(sign), h("span", {}, label));
  const tools = {
    undo: tool("undo", t("draw-undo"), undo, "U"),
    redo: tool("redo", t("draw-redo"), redo, "Shift+U"),
    turn: tool("turn", t("draw-turn"), () => alter(editor.turn(now), t("draw-turn")), "T"),
    flip: tool("mirror", t("draw-flip"), () => alter(editor.flip(now), t("draw-flip")), "F"),
    random: tool("dice", t("draw-random"), () => alter(editor.surprise(now, kind.letters, kind.usual, Math.random), t("draw-random"))),
    clear: tool("close", t("draw-clear"), () => alter(editor.clear(now), t("draw-clear"))),
  };
  const field = h("input", { type: "text", id: "tile-name", maxlength: 32, autocomplete: "off", spellcheck: "false", required: true,
    value: kept?.name ?? suggested, oninput: () => remember() });
  const left = h("p", { class: "draw-left" });
  const warnings = h("ul", { class: "draw-warnings" });
  const problem = h("p", { class: "problem", role: "alert" });
  const restored = h("div", { class: "draw-restored", role: "status", hidden: !kept },
    h("span", {}, t("draw-restored")),
    h("button", { type: "button", onclick: afresh }, t("draw-afresh")));
  const form = h("form", { class: "draw-form panel", novalidate: true },
    h("div", { class: "draw-name" }, h("label", { for: "tile-name" }, t("draw-name")), field),
    h("div", { class: "draw-said" }, left, h("div", { role: "status" }, warnings)),
    problem,
    h("div", { class: "buttons draw-buttons" },
      h("button", { type: "submit", class: "primary" }, icon("check"), t("draw-save")),
      h("button", { type: "button", onclick: () => void playOn() }, icon("play"), t("draw-play"))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void saveAndLeave();
  });

  draw();
  const ends = [
    watch(() => draw()),
    keys.listen({ u: (event) => (event.shiftKey ? redo() : undo()), t: () => tools.turn.click(), f: () => tools.flip.click() }),
  ];
  addEventListener("keydown", shortcut);
  addEventListener("pagehide", remember);
  const home = game ? `/play/${game.id}` : "/quadrants";
  return {
    title: name ? t("quadrant-named", { name }) : t("quadrant-new"),
    name: "drawing-page",
    close() {
      remember();
      clearTimeout(resting);
      removeEventListener("keydown", shortcut);
      removeEventListener("pagehide", remember);
      for (const end of ends) end();
    },
    element: h("main", { id: "main", class: "page drawing" },
      h("div", { class: "draw-head" },
        h("a", { class: "button quiet", href: home, "aria-label": game ? t("back-to-setup", { game: say(game.title) }) : t("quadrants") }, icon("back")),
        h("h1", {}, name ? t("quadrant-named", { name }) : t("quadrant-new"))),
      restored,
      canvas.element,
      palette,
      h("div", { class: "draw-tools", role: "group", "aria-label": t("draw-tools") }, ...Object.values(tools)),
      h("div", { class: "draw-side" }, form, h("p", { class: "faint small" }, t("draw-how")))),
  };

  /**
   * @param {editor.Drawing} moment
   * @param {boolean} [changed] whether something else is drawn now
   */
  function become(moment, changed = true) {
    now = moment;
    draw();
    if (changed) remember();
  }

  function draw() {
    canvas.draw(now);
    const numbers = editor.counts(now, kind.letters);
    swatches.forEach(({ input, tally }, index) => {
      input.checked = kind.letters[index] === now.colour;
      tally.textContent = `${numbers[index]} / ${kind.usual[index]}`;
      tally.classList.toggle("right", numbers[index] === kind.usual[index]);
    });
    tools.undo.disabled = now.past.length === 0;
    tools.redo.disabled = now.future.length === 0;
    tools.clear.disabled = editor.blanks(now) === now.cells.length;
    const empty = editor.blanks(now);
    left.textContent = empty > 0 ? count("draw-left", empty) : "";
    if (empty === 0) problem.textContent = "";
    clearTimeout(resting);
    resting = setTimeout(() => void judge(), REST);
  }

  /** Asks the server what is unusual about the drawing so far. */
  async function judge() {
    const mine = ++asked;
    try {
      const answer = await checkTile(kind.games[0].id, editor.rowsOf(now));
      if (mine === asked) warn(answer.warnings);
    } catch {
      // It is asked again with the next stroke, and when the tile is saved.
    }
  }

  /** @param {Text[]} found */
  function warn(found) {
    const words = found.map(say);
    if (words.join() === [...warnings.children].map((item) => item.textContent).join()) return;
    fill(warnings, ...words.map((text) => h("li", {}, text)));
  }

  /**
   * @param {number} cell
   * @param {string} [letter]
   */
  function paint(cell, letter) {
    const before = now;
    become(editor.paint(letter && letter !== editor.BLANK ? editor.choose(now, letter) : now, cell, letter), now.stroke === null);
    if (before.cells === now.cells) return;
    play("move");
    announce(canvas.label(now, cell));
  }

  /**
   * @param {editor.Drawing} moment
   * @param {string} said
   */
  function alter(moment, said) {
    if (moment === now) return;
    play("flip");
    become(moment);
    announce(said);
  }

  function undo() {
    alter(editor.undo(now), t("draw-undo"));
  }

  function redo() {
    alter(editor.redo(now), t("draw-redo"));
  }

  /** @param {KeyboardEvent} event */
  function shortcut(event) {
    if (event.defaultPrevented || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input[type=text], textarea, dialog")) return;
    const key = event.key.toLowerCase();
    const letter = editor.letterOf(colours(kind), event);
    if (!event.ctrlKey && !event.metaKey) {
      if (!letter) return;
      become(editor.choose(now, letter), false);
    } else if (key === "z" && !event.shiftKey) undo();
    else if (key === "y" || key === "z") redo();
    else return;
    event.preventDefault();
  }

  /** Keeps the drawing in the browser, if it is not what is saved. */
  function remember() {
    const rows = editor.rowsOf(now);
    const same = rows === editor.rowsOf(before && fits(kind, before.rows) ? editor.begin(kind.size, "", before.rows) : fresh());
    draft.keep(same && field.value === (before?.name ?? suggested) ? null : editor.freeze(now, field.value));
  }

  function afresh() {
    restored.hidden = true;
    field.value = suggested;
    become(fresh());
    canvas.focus(0);
  }

  /** @param {string} text */
  function complain(text) {
    problem.textContent = "";
    problem.textContent = text;
  }

  /** @returns {Promise<OwnTile | null>} */
  async function save() {
    const empty = now.cells.indexOf(editor.BLANK);
    if (empty >= 0) {
      complain(count("draw-left", editor.blanks(now)));
      become({ ...now, cursor: empty }, false);
      canvas.focus(empty);
      return null;
    }
    const tile = { name: field.value.trim(), rows: editor.rowsOf(now) };
    try {
      const saved = await saveTile(tile, before);
      before = saved;
      draft.keep(null);
      return saved;
    } catch (error) {
      const code = error instanceof api.Failure ? error.problem?.code : "";
      const words = say(api.reason(error, { en: t("unreachable"), fr: t("unreachable") }));
      if (code === "changed") return collided(words);
      // A name that nobody chose is no reason to stop.
      if (code === "taken" && !before && field.value === suggested) {
        field.value = freeName(suggested, await ownTiles());
        if (field.value !== suggested) return save();
      }
      complain(words);
      if (code === "taken" || (error instanceof api.Failure && error.problem?.field === "name")) field.select();
      return null;
    }
  }

  /**
   * Another tab was quicker.
   * @param {string} words
   */
  async function collided(words) {
    const there = (await ownTiles()).find((tile) => tile.name === before?.name) ?? null;
    if (there && !(await confirm(t("draw-collided"), words, t("draw-replace")))) {
      before = null;
      complain(t("draw-other-name"));
      field.select();
      return null;
    }
    before = there;
    return save();
  }

  async function saveAndLeave() {
    const saved = await save();
    if (!saved) return;
    toast(t("draw-saved", { name: saved.name }));
    app.go(home);
  }

  async function playOn() {
    const saved = await save();
    if (!saved) return;
    const chosen = game ?? (await chooseGame(kind.games));
    if (chosen) app.go(playPath(chosen, saved.rows));
    else app.go(`/quadrants/edit/${encodeURIComponent(saved.name)}`, true);
  }
}
