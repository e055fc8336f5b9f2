// @ts-check
// The sections and cards of the gallery.
/** @import { OwnTile, Tile } from "../../net/types.js" */
/** @import { Icon } from "../../app/icons.js" */
/** @import { GalleryScreen } from "../../screens/quadrants.js" */
/** @import { TileKind } from "../kinds.js" */

import { tileDrawing } from "../../board/tile.js";
import { h } from "../../app/dom.js";
import { say, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { laid } from "../placed.js";
import { linkQuery, ownOf } from "./state.js";

/**
 * The tiles of one kind.
 * @param {GalleryScreen} gallery
 * @param {TileKind} kind
 */
export function section(gallery, kind) {
  const own = ownOf(gallery.state, kind);
  const draw = () =>
    h("a", { class: "button primary", href: `/quadrants/new${linkQuery(gallery.state, kind)}` },
      icon("plus"), t("quadrant-new"));
  return h("section", { class: "tile-kind" },
    h("div", { class: "gallery-head" },
      h("p", { class: "faint small" },
        t("quadrants-for", { games: kind.games.map(({ title }) => say(title)).join(", ") })),
      h("div", { class: "buttons" },
        draw(),
        h("button", { onclick: () => void gallery.importTiles(kind) }, icon("open"), t("import")),
        h("button", { disabled: own.length === 0, onclick: () => void gallery.exportTiles(kind) },
          icon("download"), t("export")))),
    h("h2", {}, t("quadrants-own")),
    own.length > 0
      ? h("ul", { class: "tile-cards" }, ...own.map((tile) => ownCard(gallery, kind, tile)))
      : h("div", { class: "nothing-yet panel" }, h("p", {}, t("quadrants-none")), draw()),
    ...kind.sets.flatMap((set) => [
      h("h2", {}, say(set.title)),
      h("ul", { class: "tile-cards" }, ...set.tiles.map((tile) => builtInCard(gallery, kind, tile)))]));
}

/** @param {GalleryScreen} gallery @param {TileKind} kind @param {OwnTile} tile */
function ownCard(gallery, kind, tile) {
  const { name } = tile;
  const edit = `/quadrants/edit/${encodeURIComponent(name)}${linkQuery(gallery.state, kind)}`;
  return h("li", { class: "tile-card", "data-name": name },
    // The same as the pencil below, which has a name.
    h("a", { class: "tile-link", href: edit, tabindex: -1, "aria-hidden": "true" },
      tileDrawing(kind.palette, laid(tile.rows, false, 0))),
    h("h3", {}, name, ...tile.warnings.map((warning) =>
      h("span", { class: "tile-warning", title: say(warning) },
        " ⚠",
        h("span", { class: "visually-hidden" }, say(warning))))),
    h("div", { class: "tile-tools" },
      button("play", t("quadrant-play", { name }), () => void gallery.playOn(kind, tile)),
      link("edit", t("quadrant-edit", { name }), edit),
      copyLink(gallery, kind, name),
      button("download", t("quadrant-export", { name }), () => void gallery.exportTiles(kind, tile)),
      button("bin", t("quadrant-remove", { name }), () => void gallery.remove(tile))));
}

/** @param {GalleryScreen} gallery @param {TileKind} kind @param {Tile} tile */
function builtInCard(gallery, kind, tile) {
  const { name } = tile;
  return h("li", { class: "tile-card built-in" },
    tileDrawing(kind.palette, laid(tile.rows, false, 0)),
    h("h3", {}, name),
    h("div", { class: "tile-tools" },
      button("play", t("quadrant-play", { name }), () => void gallery.playOn(kind, tile)),
      copyLink(gallery, kind, name)));
}

/** @param {GalleryScreen} gallery @param {TileKind} kind @param {string} name */
const copyLink = (gallery, kind, name) =>
  link("copy", t("quadrant-copy", { name }), `/quadrants/new${linkQuery(gallery.state, kind, { from: name })}`);

/** @param {Icon} sign @param {string} label @param {() => void} act */
const button = (sign, label, act) =>
  h("button", { class: "quiet", "aria-label": label, title: label, onclick: act }, icon(sign));

/** @param {Icon} sign @param {string} label @param {string} href */
const link = (sign, label, href) =>
  h("a", { class: "button quiet", "aria-label": label, title: label, href }, icon(sign));
