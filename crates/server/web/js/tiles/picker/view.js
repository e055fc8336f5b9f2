// @ts-check
// Putting a board together from tiles: tap, drag or keys.
/** @import { GameInfo, OwnTile, Tile } from "../../net/types.js" */
/** @import { Icon } from "../../app/icons.js" */
/** @import { Placed } from "../placed.js" */
/** @import { PickerState } from "./state.js" */

import { tileDrawing } from "../../board/tile.js";
import { fill, h } from "../../app/dom.js";
import { say, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { announce } from "../../app/notice.js";
import { play } from "../../app/sound/sound.js";
import { ownTiles, watchTiles } from "../own.js";
import { laid, writePlaced } from "../placed.js";
import { drag, pressed } from "./input.js";
import { initialPicker, placeTexts } from "./state.js";
import * as transitions from "./transitions.js";

export class TilePicker {
  /**
   * @param {GameInfo} info
   * @param {string[]} places
   * @param {{ change(places: string[]): void, leave(): void }} owner `leave` comes before the player goes away to draw
   *   a tile
   * @param {number[]} [open] the places that the player lays
   */
  constructor(info, places, owner, open) {
    this.info = info;
    this.owner = owner;
    /** @type {PickerState} */
    this.state = initialPicker(places, open);
    this.tiles = info.tiles.flatMap((set) => set.tiles);
    /** @type {OwnTile[]} */
    this.own = [];
    this.grid = h("div", { class: "places", role: "group", "aria-label": t("places") });
    this.tools = h("div", { class: "buttons" });
    this.ownTray = h("div", { class: "tray-tiles" });
    this.element = h("div", { class: "tile-picker" },
      h("p", { class: "faint" }, t("places-how"), h("span", { class: "by-keys" }, " ", t("places-keys"))),
      h("div", { class: "places-side" }, this.grid, this.tools), this.tray());
    this.draw();
    void this.loadOwn();
    const end = watchTiles(() => (this.element.isConnected ? void this.loadOwn() : end()));
  }

  /** Loads the player's own tiles, the newest first. */
  async loadOwn() {
    try {
      this.own = (await ownTiles()).filter(({ games }) => games.includes(this.info.id)).reverse();
    } catch {
      // Without them there are still the others.
    }
    // A board names own tiles by their rows, and so never depends on them.
    fill(this.ownTray, ...this.own.map((tile) => this.trayTile(tile, tile.rows)));
    this.draw();
  }

  /**
   * Shows what lies there now, laid by somebody else.
   * @param {string[]} places
   */
  lay(places) {
    const next = transitions.lay(this.state, places);
    if (next === this.state) return;
    this.state = next;
    this.redraw();
  }

  /**
   * The player has laid something.
   * @param {PickerState} next
   * @param {number} [told] the place that is told to those who listen
   */
  change(next, told) {
    if (next === this.state) return;
    this.state = next;
    play("move");
    if (told !== undefined) announce(this.placeLabel(told));
    this.redraw();
    this.owner.change(placeTexts(next));
  }

  tray() {
    const { info } = this;
    const away = (/** @type {string} */ path, /** @type {string} */ label) =>
      h("a", { href: `${path}?for=${info.id}`, onclick: () => this.owner.leave() }, label);
    return h("div", { class: "tray" },
      traySet(t("quadrants-own"), this.ownTray, away("/quadrants/new", t("quadrant-draw")),
        away("/quadrants", t("quadrants-all"))),
      ...info.tiles.map((set) => traySet(say(set.title),
        h("div", { class: "tray-tiles" }, ...set.tiles.map((tile) => this.trayTile(tile, tile.name))))));
  }

  /**
   * @param {Tile} tile
   * @param {string} name what a board calls it
   */
  trayTile(tile, name) {
    const placed = { name, flipped: false, quarters: 0 };
    const button = h("button", { class: "tile", "aria-label": t("tile-name", { name: tile.name }),
      title: tile.name,
      onclick: () => this.change(transitions.fill(this.state, placed), this.state.chosen) },
    tileDrawing(this.info.grounds, laid(tile.rows, false, 0)), h("span", {}, tile.name));
    drag(button, (place) => this.change(transitions.put(this.state, place, placed), place));
    return button;
  }

  /**
   * The rows of a tile in its place; none if there is no such tile.
   * @param {Placed} here
   */
  rowsOf(here) {
    return here.name.includes("/") ? here.name : this.tiles.find(({ name }) => name === here.name)?.rows;
  }

  /** @param {number} place */
  placeLabel(place) {
    return `${t(`place-${place + 1}`)} : ${this.tileName(this.state.placed[place])}`;
  }

  /** @param {Placed | null} here */
  tileName(here) {
    if (!here) return t("cell-empty");
    const name = here.name.includes("/")
      ? this.own.find(({ rows }) => rows === here.name)?.name ?? t("tile-nameless")
      : here.name;
    const turn = writePlaced({ ...here, name: "" });
    return t("tile-name", { name: turn ? `${name} ${turn}` : name });
  }

  draw() {
    const { chosen } = this.state;
    fill(this.grid, ...this.state.placed.map((_, place) => this.place(place)));
    const tool = (/** @type {Icon} */ sign, /** @type {string} */ id, /** @type {() => PickerState} */ next) =>
      h("button", { disabled: !this.state.placed[chosen], onclick: () => this.change(next(), chosen) },
        icon(sign), t(id));
    fill(this.tools,
      tool("turn", "tile-turn", () => transitions.turn(this.state, chosen)),
      tool("mirror", "tile-flip", () => transitions.mirror(this.state, chosen)),
      tool("close", "tile-remove", () => transitions.put(this.state, chosen, null)));
  }

  /** @param {number} place */
  place(place) {
    const { placed, open, chosen } = this.state;
    const here = placed[place];
    const rows = here && this.rowsOf(here);
    const drawing = rows && here ? tileDrawing(this.info.grounds, laid(rows, here.flipped, here.quarters)) : null;
    const label = this.placeLabel(place);
    if (!open.includes(place)) return h("div", { class: "place", role: "img", "aria-label": label }, drawing);
    const button = h("button", {
      class: "place", "data-place": place, "aria-pressed": String(place === chosen),
      "aria-label": label,
      onclick: () => this.choose(place),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event, place),
    }, drawing ?? h("span", { class: "plus", "aria-hidden": "true" }, "+"));
    if (here) drag(button, (to) => this.change(transitions.exchange(this.state, place, to)));
    return button;
  }

  /** @param {number} place */
  choose(place) {
    this.state = transitions.choose(this.state, place);
    this.redraw();
  }

  /** @param {KeyboardEvent} event @param {number} place */
  key(event, place) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = pressed(this.state, place, event.key, this.tiles);
    if (!next) return;
    event.preventDefault();
    this.change(next, place);
  }

  /** Draws anew; the focus stays in its part. */
  redraw() {
    const inside = document.activeElement?.closest("[data-place]");
    const tool = [...this.tools.children].indexOf(/** @type {Element} */ (document.activeElement));
    this.draw();
    const next = inside ? this.grid.children[this.state.chosen] : this.tools.children[tool];
    if (next instanceof HTMLElement) next.focus();
  }
}

/** @param {string} title @param {HTMLElement} content @param {HTMLElement[]} links */
const traySet = (title, content, ...links) => h("div", { class: "tray-set", role: "group", "aria-label": title },
  h("div", { class: "tray-head" }, h("span", { class: "faint" }, title), ...links), content);
