// @ts-check
// A board in a text, which explains something.
/** @import { Diagram, GameInfo } from "../net/types.js" */

import { say, t } from "../app/i18n.js";
import { drawingOptions } from "./miniature.js";
import { Renderer } from "./render.js";
import { fromView } from "./state.js";

/** @param {GameInfo} info @param {Diagram} diagram */
export function diagram(info, { view, picked }) {
  const state = {
    ...fromView(view, { falling: info.look.falling, playable: true, flipped: false }, null), clicks: picked,
  };
  const renderer = new Renderer(info, { ...drawingOptions(false), headroom: false });
  const pieces = info.pieces.map((style, piece) => {
    const cells = state.cells.filter((cell) => cell.piece === piece).map(({ label }) => label);
    return `${say(style.label)} ${cells.join(" ")}`;
  });
  renderer.still(state, t("diagram", { pieces: pieces.join("; ") }));
  renderer.grid.remove();
  renderer.element.setAttribute("role", "img");
  renderer.element.classList.add("diagram");
  return renderer.element;
}
