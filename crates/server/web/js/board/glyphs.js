// @ts-check
// Signs drawn by ourselves, so that they look the same everywhere; each fits into 100 by 100 around
// the middle. Any other character is written as text.

/** @type {{ [glyph: string]: string }} */
const PATHS = {
  "♔": "M-4-42h8v8h9v8h-9v9h-8v-9h-9v-8h9zM-21 22-29-6c0-13 20-14 29-2 9-12 29-11 29 2l-8 28zM-23 27h46v10h-46z",
  "♖": "M-28 37V27h7V-3h-6v-27h13v9h8v-9h12v9h8v-9h13v27h-6v30h7v10z",
  "♗": "M0-40a6 6 0 0 1 4 10c16 11 21 27 12 42h-32c-9-15-4-31 12-42a6 6 0 0 1 4-10z"
    + "M4-18-8-1l5 4L9-14zM-17 17h34v10h8v10h-50V27h8z",
  "♘": "M-23 37c0-19 18-24 19-34-6 5-10 4-15 7-6 5-14 0-12-7 4-12 10-28 22-33l2-11 9 9C22-22 27 6 25 37z"
    + "M-10-15a3 3 0 1 0 .1 0z",
  "⌂": "M0-32 36 2H24v32H8V12H-8v22h-16V2h-12z",
};

/**
 * The path of a sign, if it is drawn by ourselves.
 * @param {string} glyph
 * @returns {string | undefined}
 */
export const pathOf = (glyph) => PATHS[glyph];
