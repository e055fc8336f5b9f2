// @ts-check
// A QR code on the page.

import { s } from "../dom.js";
import { squares } from "./qr.js";

/** The light edge that readers need, in squares. */
const EDGE = 4;

/**
 * The picture of a text; null if it is too long for one.
 * @param {string} text
 * @param {string} label
 */
export function qrDrawing(text, label) {
  const grid = squares(text);
  if (!grid) return null;
  const size = grid.length + 2 * EDGE;
  const dark = grid.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x + EDGE} ${y + EDGE}h1v1h-1z`] : [])));
  return s("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    s("rect", { class: "qr-light", width: size, height: size }), s("path", { class: "qr-dark", d: dark.join("") }));
}
