// @ts-check
// Putting a board together from tiles: tap, drag or keys.
/** @import { GameInfo, Tile } from "../types.js" */
/** @import { Placed } from "../tiles.js" */

import { distinct, darker, luminance } from "../board/palette.js";
import { glyph } from "../board/pieces.js";
import { fill, h, s } from "../dom.js";
import { say, t } from "../i18n.js";
import { icon } from "../icons.js";
import { announce } from "../notice.js";
import { settings } from "../settings.js";
import { play } from "../sound.js";
import { laid, mirrored, readPlaced, turned, writePlaced } from "../tiles.js";

/**
 * @param {GameInfo} info
 * @param {string[]} places
 * @param {(places: string[]) => void} change
 */
export function tilePicker(info, places, change) {
  const tiles = info.tiles.flatMap((set) => set.tiles);
  const placed = places.map(readPlaced);
  let chosen = Math.max(0, placed.indexOf(null));
  const grid = h("div", { class: "places", role: "group", "aria-label": t("places") });
  const tools = h("div", { class: "buttons" });
  const tray = h("div", { class: "tray" }, ...info.tiles.map((set) =>
    h("div", { class: "tray-set", role: "group", "aria-label": say(set.title) },
      h("span", { class: "faint" }, say(set.title)),
      h("div", { class: "tray-tiles" }, ...set.tiles.map(trayTile)))));
  draw();
  return h("div", { class: "tile-picker" },
    h("p", { class: "faint" }, t("places-how")), h("div", { class: "places-side" }, grid, tools), tray);

  /** @param {Tile} tile */
  function trayTile(tile) {
    const button = h("button", { type: "button", class: "tile", "aria-label": t("tile-name", { name: tile.name }), onclick: () => put(chosen, { name: tile.name, flipped: false, quarters: 0 }, true) },
      drawing(info, laid(tile.rows, false, 0)), h("span", {}, tile.name));
    drag(button, (place) => put(place, { name: tile.name, flipped: false, quarters: 0 }, false));
    return button;
  }

  function draw() {
    fill(grid, ...placed.map((here, place) => {
      const tile = here && tiles.find(({ name }) => name === here.name);
      const button = h("button", {
        type: "button", class: "place", "data-place": place, "aria-pressed": String(place === chosen),
        "aria-label": `${t(`place-${place + 1}`)} : ${here ? t("tile-name", { name: writePlaced(here) }) : t("cell-empty")}`,
        onclick: () => choose(place),
        onkeydown: (/** @type {KeyboardEvent} */ event) => key(event, place),
      }, tile && here ? drawing(info, laid(tile.rows, here.flipped, here.quarters)) : h("span", { class: "plus", "aria-hidden": "true" }, "+"));
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
    const empty = placed.indexOf(null);
    if (onwards && empty >= 0) chosen = empty;
    play("move");
    announce(`${t(`place-${place + 1}`)} : ${what ? writePlaced(what) : t("cell-empty")}`);
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

/**
 * A tile as it lies.
 * @param {GameInfo} info
 * @param {string[][]} rows
 */
function drawing(info, rows) {
  const size = rows.length;
  const svg = s("svg", { class: "tile-drawing", viewBox: `0 0 ${size * 100} ${size * 100}`, "aria-hidden": "true" });
  rows.forEach((row, y) => row.forEach((letter, x) => {
    const style = info.grounds.find((ground) => ground.letter === letter);
    if (!style) return;
    const colour = settings().palette === "distinct" ? distinct(style.colour) : style.colour;
    const ink = darker(colour, luminance(colour) > 0.3 ? 0.6 : 0.7);
    svg.append(
      s("rect", { x: x * 100 + 2, y: y * 100 + 2, width: 96, height: 96, rx: 8, fill: colour }),
      glyph(style, { x: x * 100 + 50, y: y * 100 + 50, size: 62, colour: ink, opacity: 0.45, class: "" }));
  }));
  return svg;
}
