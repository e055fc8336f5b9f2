// @ts-check
// Putting a board together from tiles: tap, drag or keys.
/** @import { GameInfo, OwnTile, Tile } from "../types.js" */
/** @import { Placed } from "../tiles.js" */

import { tileDrawing } from "../board/tile.js";
import { fill, h } from "../dom.js";
import { say, t } from "../i18n.js";
import { icon } from "../icons.js";
import { announce } from "../notice.js";
import { ownTiles, watchTiles } from "../owntiles.js";
import { play } from "../sound.js";
import { laid, mirrored, readPlaced, turned, writePlaced } from "../tiles.js";

/**
 * @param {GameInfo} info
 * @param {string[]} places
 * @param {(places: string[]) => void} change
 * @param {() => void} leave called before the player goes away to draw a tile
 * @param {number[]} [open] the places that the player lays; somebody else lays the others
 */
export function tilePicker(info, places, change, leave, open = places.map((_, place) => place)) {
  const tiles = info.tiles.flatMap((set) => set.tiles);
  /** @type {OwnTile[]} */
  let own = [];
  const placed = places.map(readPlaced);
  let chosen = firstEmpty() ?? open[0];
  const grid = h("div", { class: "places", role: "group", "aria-label": t("places") });
  const tools = h("div", { class: "buttons" });
  const mine = h("div", { class: "tray-tiles" });
  const tray = h("div", { class: "tray" },
    traySet(t("quadrants-own"), mine, away("/quadrants/new", t("quadrant-draw")), away("/quadrants", t("quadrants-all"))),
    ...info.tiles.map((set) => traySet(say(set.title), h("div", { class: "tray-tiles" }, ...set.tiles.map((tile) => trayTile(tile, tile.name))))));
  draw();
  void load();
  const end = watchTiles(() => (picker.isConnected ? void load() : end()));
  const picker = h("div", { class: "tile-picker" },
    h("p", { class: "faint" }, t("places-how")), h("div", { class: "places-side" }, grid, tools), tray);
  return { element: picker, lay };

  /** The first place without a tile among those that the player lays. */
  function firstEmpty() {
    return open.find((place) => placed[place] === null);
  }

  /**
   * Shows what lies there now, laid by somebody else.
   * @param {string[]} now
   */
  function lay(now) {
    if (now.join() === placed.map(writePlaced).join()) return;
    now.forEach((text, place) => (placed[place] = readPlaced(text)));
    redraw();
  }

  /** Brings the player's own tiles, the newest first. */
  async function load() {
    try {
      own = (await ownTiles()).filter(({ games }) => games.includes(info.id)).reverse();
    } catch {
      // Without them there are still the others.
    }
    // A board names own tiles by their rows, and so never depends on them.
    fill(mine, ...own.map((tile) => trayTile(tile, tile.rows)));
    draw();
  }

  /**
   * @param {string} path
   * @param {string} label
   */
  function away(path, label) {
    return h("a", { href: `${path}?for=${info.id}`, onclick: leave }, label);
  }

  /**
   * @param {string} title
   * @param {HTMLElement} content
   * @param {HTMLElement[]} links
   */
  function traySet(title, content, ...links) {
    return h("div", { class: "tray-set", role: "group", "aria-label": title },
      h("div", { class: "tray-head" }, h("span", { class: "faint" }, title), ...links), content);
  }

  /**
   * @param {Tile} tile
   * @param {string} word what a board calls it
   */
  function trayTile(tile, word) {
    const button = h("button", { type: "button", class: "tile", "aria-label": t("tile-name", { name: tile.name }), title: tile.name, onclick: () => put(chosen, { name: word, flipped: false, quarters: 0 }, true) },
      tileDrawing(info.grounds, laid(tile.rows, false, 0)), h("span", {}, tile.name));
    drag(button, (place) => put(place, { name: word, flipped: false, quarters: 0 }, false));
    return button;
  }

  /**
   * The rows of a tile in its place; none if there is no such tile.
   * @param {Placed} here
   */
  function rowsOf(here) {
    return here.name.includes("/") ? here.name : tiles.find(({ name }) => name === here.name)?.rows;
  }

  /**
   * What a tile in its place is called.
   * @param {Placed | null} here
   */
  function named(here) {
    if (!here) return t("cell-empty");
    const name = here.name.includes("/") ? own.find(({ rows }) => rows === here.name)?.name ?? t("tile-nameless") : here.name;
    const turn = writePlaced({ ...here, name: "" });
    return t("tile-name", { name: turn ? `${name} ${turn}` : name });
  }

  function draw() {
    fill(grid, ...placed.map((here, place) => {
      const rows = here && rowsOf(here);
      const drawing = rows && here ? tileDrawing(info.grounds, laid(rows, here.flipped, here.quarters)) : null;
      const label = `${t(`place-${place + 1}`)} : ${named(here)}`;
      if (!open.includes(place)) return h("div", { class: "place", role: "img", "aria-label": label }, drawing);
      const button = h("button", {
        type: "button", class: "place", "data-place": place, "aria-pressed": String(place === chosen),
        "aria-label": label,
        onclick: () => choose(place),
        onkeydown: (/** @type {KeyboardEvent} */ event) => key(event, place),
      }, drawing ?? h("span", { class: "plus", "aria-hidden": "true" }, "+"));
      if (here) drag(button, (to) => exchange(place, to));
      return button;
    }));
    const here = placed[chosen];
    const tool = (/** @type {Parameters<typeof icon>[0]} */ sign, /** @type {string} */ id, /** @type {() => void} */ act) =>
      h("button", { type: "button", disabled: !here, onclick: act }, icon(sign), t(id));
    fill(tools,
      tool("turn", "tile-turn", () => alter(chosen, turned)),
      tool("mirror", "tile-flip", () => alter(chosen, mirrored)),
      tool("close", "tile-remove", () => put(chosen, null, false)));
  }

  /** @param {number} place */
  function choose(place) {
    chosen = place;
    redraw();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} place
   */
  function key(event, place) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pressed = event.key.toLowerCase();
    if (pressed === "r") alter(place, turned);
    else if (pressed === "f") alter(place, mirrored);
    else if (pressed === "delete" || pressed === "backspace") put(place, null, false);
    else {
      const tile = tiles.find(({ name }) => name.toLowerCase() === pressed);
      if (!tile) return;
      put(place, { name: tile.name, flipped: false, quarters: 0 }, false);
    }
    event.preventDefault();
  }

  /**
   * @param {number} place
   * @param {(placed: Placed) => Placed} how
   */
  function alter(place, how) {
    const here = placed[place];
    if (here) put(place, how(here), false);
  }

  /**
   * @param {number} place
   * @param {Placed | null} what
   * @param {boolean} onwards whether the next empty place is chosen then
   */
  function put(place, what, onwards) {
    placed[place] = what;
    chosen = place;
    if (onwards) chosen = firstEmpty() ?? chosen;
    play("move");
    announce(`${t(`place-${place + 1}`)} : ${named(what)}`);
    redraw();
    change(placed.map(writePlaced));
  }

  /**
   * @param {number} one
   * @param {number} other
   */
  function exchange(one, other) {
    [placed[one], placed[other]] = [placed[other], placed[one]];
    chosen = other;
    play("move");
    redraw();
    change(placed.map(writePlaced));
  }

  function redraw() {
    const inside = document.activeElement?.closest("[data-place]");
    const tool = [...tools.children].indexOf(/** @type {Element} */ (document.activeElement));
    draw();
    const next = inside ? grid.children[chosen] : tools.children[tool];
    if (next instanceof HTMLElement) next.focus();
  }
}

/**
 * Lets a tile be dragged onto a place, with a mouse or a finger.
 * @param {HTMLElement} element
 * @param {(place: number) => void} drop
 */
function drag(element, drop) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const { pointerId, clientX, clientY } = event;
    /** @type {HTMLElement | null} */
    let ghost = null;
    const move = (/** @type {PointerEvent} */ now) => {
      if (now.pointerId !== pointerId) return;
      if (!ghost && Math.hypot(now.clientX - clientX, now.clientY - clientY) > 8) {
        ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
        ghost.className = "tile dragged";
        document.body.append(ghost);
      }
      ghost?.style.setProperty("left", `${now.clientX}px`);
      ghost?.style.setProperty("top", `${now.clientY}px`);
    };
    const end = (/** @type {PointerEvent} */ now) => {
      if (now.pointerId !== pointerId) return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!ghost) return;
      ghost.remove();
      if (now.type === "pointercancel") return;
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      const place = document.elementFromPoint(now.clientX, now.clientY)?.closest("[data-place]");
      if (place) drop(Number(place.getAttribute("data-place")));
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  });
}

/** @param {Event} event */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
