// @ts-check
// The place of an error in a text, which the server counts in bytes.

const ENCODER = new TextEncoder();

/**
 * The character of a text that a byte of it belongs to.
 * @param {string} text
 * @param {number} byte
 */
export function characterAt(text, byte) {
  let bytes = 0;
  let at = 0;
  for (const character of text) {
    if (bytes >= byte) break;
    bytes += ENCODER.encode(character).length;
    at += character.length;
  }
  return at;
}

/**
 * The line around the place of an error, in three parts, and the place itself in characters.
 * @param {string} text
 * @param {[number, number]} place in bytes
 */
export function marked(text, [from, to]) {
  const [start, end] = [characterAt(text, from), characterAt(text, to)];
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const newline = text.indexOf("\n", Math.max(start, end));
  const lineEnd = newline < 0 ? text.length : newline;
  return {
    before: text.slice(lineStart, start), wrong: text.slice(start, end), after: text.slice(end, lineEnd), start, end,
  };
}
