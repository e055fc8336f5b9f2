// @ts-check
// The gallery of tiles: those that are built in, and the player's own.
/** @import { OwnTile, Tile } from "../net/types.js" */
/** @import { App, Screen } from "../app/main.js" */
/** @import { GalleryState } from "../tiles/gallery/state.js" */
/** @import { TileKind } from "../tiles/kinds.js" */

import { confirm } from "../app/dialog.js";
import { fill, h } from "../app/dom.js";
import { dropFiles } from "../tiles/gallery/input.js";
import { loaded, setRemoved } from "../tiles/gallery/state.js";
import { section } from "../tiles/gallery/view.js";
import { say, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import * as keys from "../app/keys.js";
import { announce, complain, toast } from "../app/notice.js";
import { watch } from "../app/settings.js";
import { play } from "../app/sound/sound.js";
import { chooseGame } from "../tiles/choosegame.js";
import { playPath, tileKinds } from "../tiles/kinds.js";
import { ownTiles, removeTile, saveTile, watchTiles } from "../tiles/own.js";

/** @param {App} app @param {string[]} _params @param {URLSearchParams} query @returns {Promise<Screen>} */
export async function show(app, _params, query) {
  const kinds = tileKinds(app.catalogue.games);
  const game = app.game(query.get("for") ?? "");
  const gallery = new GalleryScreen(app, { kinds, game, own: await ownTiles(), removed: null });
  return { title: t("quadrants"), name: "gallery-page", close: () => gallery.close(), element: gallery.element };
}

export class GalleryScreen {
  /** @param {App} app @param {GalleryState} state */
  constructor(app, state) {
    this.app = app;
    this.state = state;
    const { game } = state;
    this.sections = h("div", { class: "tile-kinds" });
    this.element = h("main", { id: "main", class: "page gallery" },
      h("div", {}, h("h1", {}, t("quadrants")), h("p", { class: "faint" }, t("quadrants-more"))),
      game && h("p", {},
        h("a", { href: `/play/${game.id}` }, icon("back"), t("back-to-setup", { game: say(game.title) }))),
      this.sections);
    this.draw();
    dropFiles(this.element, (text, over) => void this.importTiles(this.kindAt(over), text));
    this.ends = [
      watch(() => this.draw()), watchTiles(() => void this.refresh()), keys.listen({ u: () => void this.restore() }),
    ];
  }

  close() {
    for (const end of this.ends) end();
  }

  draw() {
    fill(this.sections, ...this.state.kinds.map((kind) => section(this, kind)));
  }

  /**
   * The kind of tiles whose section contains a node, or the first one.
   * @param {Node | null} node
   */
  kindAt(node) {
    const at = [...this.sections.children].findIndex((one) => one.contains(node));
    return this.state.kinds[Math.max(0, at)];
  }

  /** Loads the own tiles again, and draws them if they have changed. */
  async refresh() {
    try {
      const next = loaded(this.state, await ownTiles());
      if (next === this.state) return;
      this.state = next;
      this.draw();
    } catch {
      // What is shown stays until the server is back.
    }
  }

  /** @param {TileKind} kind @param {Tile} tile */
  async playOn(kind, tile) {
    const chosen = this.state.game ?? (await chooseGame(kind.games));
    if (chosen) this.app.go(playPath(chosen, tile.rows));
  }

  /** @param {OwnTile} tile */
  async remove(tile) {
    const { name } = tile;
    if (!(await confirm(t("quadrant-remove", { name }), t("quadrant-remove-question"), t("remove")))) return;
    try {
      await removeTile(tile);
      this.state = setRemoved(this.state, tile);
      play("capture");
      toast(t("quadrant-removed", { name }), "info", { label: t("draw-undo"), act: () => void this.restore() });
    } catch (error) {
      complain(error);
    }
    await this.refresh();
    const heading = this.sections.querySelector("h2");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  }

  /** Restores the tile that was removed last. */
  async restore() {
    const { removed } = this.state;
    if (!removed) return;
    this.state = setRemoved(this.state, null);
    try {
      await saveTile(removed, null);
      announce(t("quadrant-restored", { name: removed.name }));
    } catch (error) {
      complain(error);
    }
    await this.refresh();
    const cards = [...this.sections.querySelectorAll(".tile-card")];
    cards.find((card) => card.getAttribute("data-name") === removed.name)?.querySelector("button")?.focus();
  }

  /**
   * @param {TileKind} kind
   * @param {string} [text] what to import at once
   */
  async importTiles(kind, text) {
    const { importing } = await import("../tiles/importing.js");
    await importing(kind.games[0].id, text);
    await this.refresh();
  }

  /**
   * @param {TileKind} kind
   * @param {OwnTile} [tile] one alone
   */
  async exportTiles(kind, tile) {
    const { exporting } = await import("../tiles/exporting.js");
    await exporting(kind.games[0].id, tile);
  }
}
