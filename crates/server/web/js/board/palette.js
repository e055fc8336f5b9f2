// @ts-check
// Colours: lighter, darker, and easy to tell apart.

/** @typedef {[number, number, number]} Rgb */

/**
 * @param {string} colour `#rrggbb`
 * @returns {Rgb}
 */
function read(colour) {
  const n = Number.parseInt(colour.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

/**
 * Between two colours: 0 is the first, 1 the second.
 * @param {string} one
 * @param {string} other
 * @param {number} share
 */
export function mix(one, other, share) {
  const [a, b] = [read(one), read(other)];
  const parts = a.map((value, i) => Math.round(value + (b[i] - value) * share));
  return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** @type {(colour: string, share: number) => string} */
export const lighter = (colour, share) => mix(colour, "#fffaf0", share);
/** @type {(colour: string, share: number) => string} */
export const darker = (colour, share) => mix(colour, "#140c06", share);

/**
 * How bright a colour is, from 0 to 1, as WCAG measures it.
 * @param {string} colour
 */
export function luminance(colour) {
  const [r, g, b] = read(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// After Okabe and Ito: hue of the usual colour, then the colour for deep and for bright shades.
const DISTINCT = /** @type {const} */ ([
  [8, "#b84300", "#ee8443"],
  [48, "#f0c808", "#f7e463"],
  [140, "#00735a", "#2fae8c"],
  [212, "#004b8f", "#5cb6ec"],
  [300, "#8f3f73", "#d492b8"],
  [368, "#b84300", "#ee8443"],
]);

/**
 * The colour that people who see fewer colours tell apart from the others; greys stay as they are.
 * @param {string} colour
 */
export function distinct(colour) {
  const [r, g, b] = read(colour).map((value) => value / 255);
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const spread = most - least;
  if (spread < 0.16) return colour;
  const sector = most === r ? (g - b) / spread : most === g ? 2 + (b - r) / spread : 4 + (r - g) / spread;
  const hue = (sector * 60 + 360) % 360;
  const nearest = DISTINCT.reduce((best, next) =>
    Math.abs(next[0] - hue) < Math.abs(best[0] - hue) ? next : best);
  return (most + least) / 2 < 0.5 ? nearest[1] : nearest[2];
}
