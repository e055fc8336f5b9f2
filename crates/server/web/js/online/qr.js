// @ts-check
// Texts as squares that a telephone reads: QR codes (ISO 18004), bytes, error correction of level M.

/** Codewords, codewords of correction in each block, and blocks, of versions 1 to 10. */
const VERSIONS = [
  [26, 10, 1], [44, 16, 1], [70, 26, 1], [100, 18, 2], [134, 24, 2],
  [172, 16, 4], [196, 18, 4], [242, 22, 4], [292, 22, 5], [346, 26, 5],
];
/** From this version on a square says which one it is, and counts its bytes with sixteen bits from 10 on. */
const NAMED = 7;

/** Powers of two in the field of 256 elements, and their logarithms. */
const [POWERS, LOGS] = (() => {
  const powers = new Uint8Array(512);
  const logs = new Uint8Array(256);
  for (let i = 0, x = 1; i < 255; i++) {
    powers[i] = powers[i + 255] = x;
    logs[x] = i;
    x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
  }
  return [powers, logs];
})();

/** @type {(a: number, b: number) => number} */
const times = (a, b) => (a && b ? POWERS[LOGS[a] + LOGS[b]] : 0);

/**
 * What corrects errors in `data`: the remainder of Reed and Solomon.
 * @param {number[]} data
 * @param {number} length
 */
function correction(data, length) {
  let generator = [1];
  for (let i = 0; i < length; i++) {
    generator = [...generator, 0].map((c, at) => c ^ (at > 0 ? times(generator[at - 1], POWERS[i]) : 0));
  }
  const rest = [...data, ...Array(length).fill(0)];
  data.forEach((_, at) => {
    const factor = rest[at];
    generator.forEach((c, i) => (rest[at + i] ^= times(c, factor)));
  });
  return rest.slice(data.length);
}

/**
 * All codewords of a text, in the order in which they are laid.
 * @param {Uint8Array} bytes
 * @param {number} version
 */
function codewords(bytes, version) {
  const [total, check, blocks] = VERSIONS[version - 1];
  const room = total - check * blocks;
  const bits = [0, 1, 0, 0];
  const push = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  /** @type {number[]} */
  const data = [];
  for (let i = 0; i < bits.length; i += 8) data.push(bits.slice(i, i + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let i = 0; data.length < room; i++) data.push(i % 2 ? 0x11 : 0xec);
  const short = Math.floor(room / blocks);
  let at = 0;
  const parts = Array.from({ length: blocks }, (_, i) => {
    const part = data.slice(at, at += short + (i >= blocks - (room % blocks) ? 1 : 0));
    return { part, check: correction(part, check) };
  });
  const woven = [];
  for (let i = 0; i <= short; i++) for (const { part } of parts) if (i < part.length) woven.push(part[i]);
  for (let i = 0; i < check; i++) for (const { check: words } of parts) woven.push(words[i]);
  return woven;
}

/**
 * Bits followed by their remainder.
 * @param {number} value
 * @param {number} generator
 * @param {number} length of the remainder
 */
function guarded(value, generator, length) {
  let rest = value << length;
  const top = 31 - Math.clz32(generator);
  while (rest >>> length) rest ^= generator << (31 - Math.clz32(rest) - top);
  return (value << length) | rest;
}

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** @typedef {(boolean | null)[][]} Grid rows of squares; null is free */

/**
 * The squares that are the same whatever the text is, but for the mask's name.
 * @param {number} version
 * @returns {Grid}
 */
function frame(version) {
  const size = 17 + 4 * version;
  /** @type {Grid} */
  const grid = Array.from({ length: size }, () => Array(size).fill(null));
  const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ dark) => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y][x] = dark;
  };
  const rings = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ radius, /** @type {number[]} */ light) => {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) put(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  };
  const between = version === 1 ? 0 : Math.floor(version / 7) + 1;
  const centres = version === 1 ? [] : [6, ...Array.from({ length: between }, (_, i) => size - 7 - (between - 1 - i) * gap(version))];
  const corners = [[3, 3], [size - 4, 3], [3, size - 4]];
  for (const cy of centres) {
    for (const cx of centres) if (!corners.some(([x, y]) => Math.abs(x - cx) + Math.abs(y - cy) === 6)) rings(cx, cy, 2, [1]);
  }
  for (const [cx, cy] of corners) rings(cx, cy, 4, [2, 4]);
  for (let i = 8; i < size - 8; i++) {
    put(i, 6, i % 2 === 0);
    put(6, i, i % 2 === 0);
  }
  if (version >= NAMED) {
    const name = guarded(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const [far, near] = [size - 11 + (i % 3), Math.floor(i / 3)];
      put(far, near, ((name >> i) & 1) === 1);
      put(near, far, ((name >> i) & 1) === 1);
    }
  }
  sign(grid, 0);
  return grid;
}

/**
 * How far apart the small marks are, from the lower edge upwards.
 * @param {number} version
 */
const gap = (version) => (version < NAMED ? 0 : version * 2 + 2);

/**
 * Writes level M and the mask's name.
 * @param {Grid} grid
 * @param {number} mask
 */
function sign(grid, mask) {
  const size = grid.length;
  const name = guarded(mask, 0x537, 10) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const dark = ((name >> i) & 1) === 1;
    grid[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i][8] = dark;
    grid[8][i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i] = dark;
  }
  grid[size - 8][8] = true;
}

/**
 * How hard a square is to read.
 * @param {Grid} grid
 */
function penalty(grid) {
  const size = grid.length;
  let sum = 0;
  let dark = 0;
  for (const at of [(/** @type {number} */ a, /** @type {number} */ b) => grid[a][b], (/** @type {number} */ a, /** @type {number} */ b) => grid[b][a]]) {
    for (let a = 0; a < size; a++) {
      let line = "";
      for (let b = 0; b < size; b++) line += at(a, b) ? "1" : "0";
      for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
      for (const look of ["10111010000", "00001011101"]) {
        for (let b = line.indexOf(look); b >= 0; b = line.indexOf(look, b + 1)) sum += 40;
      }
    }
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (grid[y][x]) dark++;
      const here = grid[y][x];
      if (y > 0 && x > 0 && here === grid[y - 1][x] && here === grid[y][x - 1] && here === grid[y - 1][x - 1]) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / size ** 2 - 10));
}

/**
 * The squares of a text, row by row, true where they are dark; null if it is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function squares(text) {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + VERSIONS.findIndex(([total, check, blocks], i) => bytes.length + (i < 9 ? 2 : 3) <= total - check * blocks);
  if (version === 0) return null;
  const bare = frame(version);
  const size = bare.length;
  const bits = codewords(bytes, version).flatMap((word) => [7, 6, 5, 4, 3, 2, 1, 0].map((i) => ((word >> i) & 1) === 1));
  /** @type {[number, number][]} where the text goes: two columns at a time, up and down */
  const way = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (bare[y][x] === null) way.push([x, y]);
    }
  }
  const made = MASKS.map((mask, name) => {
    const grid = bare.map((row) => [...row]);
    way.forEach(([x, y], i) => (grid[y][x] = (bits[i] ?? false) !== mask(x, y)));
    sign(grid, name);
    return { grid, cost: penalty(grid) };
  });
  const best = made.reduce((one, other) => (other.cost < one.cost ? other : one));
  return best.grid.map((row) => row.map((dark) => dark === true));
}
