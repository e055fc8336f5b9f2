// @ts-check
// How pieces and grounds are drawn, from nothing but their style.
/** @import { Style } from "../net/types.js" */

import { s } from "../app/dom.js";
import { pathOf } from "./glyphs.js";
import { darker, lighter, luminance, mix } from "./palette.js";

/** The signs on pieces, so that seats differ in more than colour. */
const SIGNS = [
  (/** @type {number} */ r) => s("circle", { r: r * 0.25, class: "full" }),
  (/** @type {number} */ r) => s("path", { d: `M0 ${-r * 0.33}L${r * 0.33} 0 0 ${r * 0.33} ${-r * 0.33} 0z` }),
  (/** @type {number} */ r) => s("path", { d: `M0 ${-r * 0.32}L${r * 0.3} ${r * 0.2}H${-r * 0.3}z` }),
  (/** @type {number} */ r) =>
    s("path", { d: `M${-r * 0.25} ${-r * 0.25}l${r * 0.5} ${r * 0.5}m0 ${-r * 0.5}l${-r * 0.5} ${r * 0.5}` }),
];

/** @param {string} id @param {[number, string][]} stops @param {{ [name: string]: string | number }} [shape] */
export function radial(id, stops, shape = { cx: 0.36, cy: 0.28, r: 0.78 }) {
  return s("radialGradient", { id, ...shape },
    ...stops.map(([offset, colour]) => s("stop", { offset, "stop-color": colour })));
}

/**
 * The definition of a piece, to be used by its id: a turned disc with a rim, lit from the top left.
 * @param {string} id
 * @param {number} index
 * @param {string} colour
 * @param {number} r its radius
 * @param {boolean} outlined whether it must stand out from any ground
 * @returns {SVGElement[]}
 */
export function piece(id, index, colour, r, outlined) {
  const bright = luminance(colour) > 0.4;
  const dark = luminance(colour) < 0.03;
  const sign = bright ? darker(colour, 0.62) : mix(colour, "#fff6e2", dark ? 0.72 : 0.86);
  const edge = darker(colour, bright ? 0.55 : 0.66);
  const body = s("g", { id },
    s("circle", { cx: r * 0.05, cy: r * 0.14, r: r * 1.02, fill: "#000", opacity: 0.16 }),
    s("circle", { cx: r * 0.03, cy: r * 0.08, r: r * 1.01, fill: "#000", opacity: 0.22 }),
    s("circle", { r, fill: edge }));
  if (outlined) body.append(s("circle", { r: r * 0.955, fill: "#fff7e6" }));
  const rim = outlined ? r * 0.865 : r * 0.955;
  body.append(
    s("circle", { r: rim, fill: `url(#${id}-rim)` }),
    s("circle", { r: rim * 0.77, fill: darker(colour, bright ? 0.24 : 0.42) }),
    s("circle", { cy: rim * 0.025, r: rim * 0.745, fill: `url(#${id}-dish)` }),
  );
  const mark = SIGNS[index % SIGNS.length](rim);
  const full = mark.getAttribute("class") === "full";
  mark.removeAttribute("class");
  for (const [name, value] of Object.entries({
    fill: full ? sign : "none",
    stroke: full ? "none" : sign,
    "stroke-width": rim * 0.11,
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
  })) mark.setAttribute(name, String(value));
  body.append(mark);
  body.append(s("path", {
    d: `M${-rim * 0.78} ${-rim * 0.36}A${rim * 0.86} ${rim * 0.86} 0 0 1 ${rim * 0.1} ${-rim * 0.855}`,
    fill: "none", stroke: "#fff", "stroke-width": rim * 0.075, "stroke-linecap": "round",
    opacity: dark ? 0.34 : 0.55,
  }));
  return [
    radial(`${id}-rim`, [[0, lighter(colour, dark ? 0.3 : 0.38)], [0.5, colour], [1, darker(colour, 0.34)]]),
    radial(`${id}-dish`, [[0, darker(colour, 0.22)], [0.55, colour], [1, lighter(colour, dark ? 0.22 : 0.3)]],
      { cx: 0.42, cy: 0.3, r: 0.85 }),
    body,
  ];
}

/**
 * The sign of a ground.
 * @param {Style} style
 * @param {{ x: number, y: number, size: number, colour: string, opacity: number, class: string }} how
 */
export function glyph(style, { x, y, size, colour, opacity, class: name }) {
  const path = pathOf(style.glyph);
  if (path) {
    return s("path", {
      d: path, class: name, fill: colour, "fill-rule": "evenodd", opacity,
      transform: `translate(${x} ${y}) scale(${size / 100})`,
    });
  }
  return s("text", {
    class: name, x, y: y + size * 0.34, "font-size": size * 0.95, "text-anchor": "middle", fill: colour, opacity,
  }, style.glyph);
}
