// @ts-check
// The gallery of tiles: those that are built in, and the player's own.
/** @import { OwnTile, Tile } from "../types.js" */
/** @import { App, Screen } from "../main.js" */
/** @import { TileKind } from "../tilekinds.js" */

import * as api from "../api.js";
import { tileDrawing } from "../board/tile.js";
import { confirm } from "../dialog.js";
import { fill, h } from "../dom.js";
import { say, t } from "../i18n.js";
import { icon } from "../icons.js";
import * as keys from "../keys.js";
import { announce, toast } from "../notice.js";
import { ownTiles, removeTile, saveTile, watchTiles } from "../owntiles.js";
import { watch } from "../settings.js";
import { play } from "../sound.js";
import { chooseGame } from "../tilegames.js";
import { playPath, tileKinds } from "../tilekinds.js";
import { laid } from "../tiles.js";

/**
 * @param {App} app
 * @param {string[]} _params
 * @param {URLSearchParams} query
 * @returns {Promise<Screen>}
 */
export async function show(app, _params, query) {
  const kinds = tileKinds(app.catalogue.games);
  const game = app.game(query.get("for") ?? "");
  let own = await ownTiles();
  /** @type {Tile | null} */
  let removed = null;
  const sections = h("div", { class: "tile-kinds" });
  const main = h("main", { id: "main", class: "page gallery" },
    h("div", {}, h("h1", {}, t("quadrants")), h("p", { class: "faint" }, t("quadrants-more"))),
    game && h("p", {}, h("a", { href: `/play/${game.id}` }, icon("back"), t("back-to-setup", { game: say(game.title) }))),
    sections);
  draw();
  const ends = [watch(draw), watchTiles(() => void refresh()), keys.listen({ u: () => void restore() })];
  dropFiles(main, (text, over) => void take(kinds[Math.max(0, [...sections.children].findIndex((section) => section.contains(over)))], text));
  return {
    title: t("quadrants"),
    name: "gallery-page",
    close: () => ends.forEach((end) => end()),
    element: main,
  };

  /**
   * What links carry on: the kind of tiles, where there are several, and the way back to a set-up.
   * @param {TileKind} kind
   * @param {{ [name: string]: string }} [more]
   */
  function suffix(kind, more = {}) {
    const words = new URLSearchParams(more);
    if (kinds.length > 1) words.set("game", kind.games[0].id);
    if (game) words.set("for", game.id);
    return words.size > 0 ? `?${words}` : "";
  }

  function draw() {
    fill(sections, ...kinds.map((kind, index) => {
      const ids = kind.games.map(({ id }) => id);
      // One that no game takes any more stands with the first, to be mended or deleted.
      const mine = own.filter(({ games }) => games.some((id) => ids.includes(id)) || (games.length === 0 && index === 0));
      const fresh = () => h("a", { class: "button primary", href: `/quadrants/new${suffix(kind)}` }, icon("plus"), t("quadrant-new"));
      return h("section", { class: "tile-kind" },
        h("div", { class: "gallery-head" },
          h("p", { class: "faint small" }, t("quadrants-for", { games: kind.games.map(({ title }) => say(title)).join(", ") })),
          h("div", { class: "buttons" },
            fresh(),
            h("button", { type: "button", onclick: () => void take(kind) }, icon("open"), t("import")),
            h("button", { type: "button", disabled: mine.length === 0, onclick: () => void give(kind) }, icon("download"), t("export")))),
        h("h2", {}, t("quadrants-own")),
        mine.length > 0
          ? h("ul", { class: "tile-cards" }, ...mine.map((tile) => ownCard(kind, tile)))
          : h("div", { class: "nothing-yet panel" }, h("p", {}, t("quadrants-none")), fresh()),
        ...kind.sets.flatMap((set) => [
          h("h2", {}, say(set.title)),
          h("ul", { class: "tile-cards" }, ...set.tiles.map((tile) => builtIn(kind, tile)))]));
    }));
  }

  /**
   * @param {TileKind} kind
   * @param {OwnTile} tile
   */
  function ownCard(kind, tile) {
    const { name } = tile;
    const edit = `/quadrants/edit/${encodeURIComponent(name)}${suffix(kind)}`;
    return h("li", { class: "tile-card", "data-name": name },
      // The same as the pencil below, which has a name.
      h("a", { class: "tile-link", href: edit, tabindex: -1, "aria-hidden": "true" }, tileDrawing(kind.palette, laid(tile.rows, false, 0))),
      h("h3", {}, name, ...tile.warnings.map((warning) =>
        h("span", { class: "tile-warning", title: say(warning) }, " ⚠", h("span", { class: "visually-hidden" }, say(warning))))),
      h("div", { class: "tile-tools" },
        button("play", t("quadrant-play", { name }), () => void playOn(kind, tile)),
        link("edit", t("quadrant-edit", { name }), edit),
        link("copy", t("quadrant-copy", { name }), `/quadrants/new${suffix(kind, { from: name })}`),
        button("download", t("quadrant-export", { name }), () => void give(kind, tile)),
        button("bin", t("quadrant-remove", { name }), () => void remove(tile))));
  }

  /**
   * @param {TileKind} kind
   * @param {Tile} tile
   */
  function builtIn(kind, tile) {
    const { name } = tile;
    return h("li", { class: "tile-card built-in" },
      tileDrawing(kind.palette, laid(tile.rows, false, 0)),
      h("h3", {}, name),
      h("div", { class: "tile-tools" },
        button("play", t("quadrant-play", { name }), () => void playOn(kind, tile)),
        link("copy", t("quadrant-copy", { name }), `/quadrants/new${suffix(kind, { from: name })}`)));
  }

  /**
   * @param {Parameters<typeof icon>[0]} sign
   * @param {string} label
   * @param {() => void} act
   */
  function button(sign, label, act) {
    return h("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: act }, icon(sign));
  }

  /**
   * @param {Parameters<typeof icon>[0]} sign
   * @param {string} label
   * @param {string} href
   */
  function link(sign, label, href) {
    return h("a", { class: "button quiet", "aria-label": label, title: label, href }, icon(sign));
  }

  async function refresh() {
    try {
      const found = await ownTiles();
      if (JSON.stringify(found) === JSON.stringify(own)) return;
      own = found;
      draw();
    } catch {
      // What is shown stays until the server is back.
    }
  }

  /**
   * @param {TileKind} kind
   * @param {Tile} tile
   */
  async function playOn(kind, tile) {
    const chosen = game ?? (await chooseGame(kind.games));
    if (chosen) app.go(playPath(chosen, tile.rows));
  }

  /** @param {OwnTile} tile */
  async function remove(tile) {
    const { name } = tile;
    if (!(await confirm(t("quadrant-remove", { name }), t("quadrant-remove-question"), t("remove")))) return;
    try {
      await removeTile(tile);
      removed = tile;
      play("capture");
      toast(t("quadrant-removed", { name }), "info", { label: t("draw-undo"), act: () => void restore() });
    } catch (error) {
      complain(error);
    }
    await refresh();
    const heading = sections.querySelector("h2");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  }

  async function restore() {
    const tile = removed;
    if (!tile) return;
    removed = null;
    try {
      await saveTile(tile, null);
      announce(t("quadrant-restored", { name: tile.name }));
    } catch (error) {
      complain(error);
    }
    await refresh();
    const cards = [...sections.querySelectorAll(".tile-card")];
    cards.find((card) => card.getAttribute("data-name") === tile.name)?.querySelector("button")?.focus();
  }

  /** @param {unknown} error */
  function complain(error) {
    toast(say(api.reason(error, { en: t("unreachable"), fr: t("unreachable") })), "problem");
  }

  /**
   * @param {TileKind} kind
   * @param {string} [text] what to take in at once
   */
  async function take(kind, text) {
    const { importing } = await import("../importing.js");
    await importing(kind.games[0].id, text);
    await refresh();
  }

  /**
   * @param {TileKind} kind
   * @param {OwnTile} [tile] one alone
   */
  async function give(kind, tile) {
    const { exporting } = await import("../exporting.js");
    await exporting(kind.games[0].id, tile);
  }
}

/**
 * Lets files and texts be dropped anywhere on an element.
 * @param {HTMLElement} element
 * @param {(text: string, over: Node | null) => void} drop
 */
function dropFiles(element, drop) {
  element.addEventListener("dragover", (event) => {
    event.preventDefault();
    element.classList.add("dropping");
  });
  element.addEventListener("dragleave", (event) => {
    if (!(event.relatedTarget instanceof Node) || !element.contains(event.relatedTarget)) element.classList.remove("dropping");
  });
  element.addEventListener("drop", async (event) => {
    event.preventDefault();
    element.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    const text = file ? await file.text() : event.dataTransfer?.getData("text/plain");
    if (text) drop(text, event.target instanceof Node ? event.target : null);
  });
}
