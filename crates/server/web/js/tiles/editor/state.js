// @ts-check
// A tile that is being drawn, at one moment: plain data, and what turns one moment into the next.

import { laid } from "../placed.js";

/**
 * @typedef {object} Drawing
 * @property {number} size squares of a row, and rows
 * @property {string[]} cells the letter of each square from the top left, `.` where none is yet
 * @property {string} colour the letter to paint with
 * @property {number} cursor the square with the tab stop
 * @property {string[]} past what was drawn before, the last one last
 * @property {string[]} future what was undone, the next one last
 * @property {string | null} stroke what was drawn before the stroke that goes on now
 */

/** A square without a colour. */
export const BLANK = ".";
/** How many steps can be undone. */
const UNDO_LIMIT = 100;

/**
 * A drawing to begin with.
 * @param {number} size
 * @param {string} colour
 * @param {string} [rows] nothing is drawn without them
 * @returns {Drawing}
 */
export function begin(size, colour, rows) {
  const cells = rows === undefined ? Array(size * size).fill(BLANK) : [...rows.replaceAll("/", "")];
  return { size, cells, colour, cursor: 0, past: [], future: [], stroke: null };
}

/**
 * What is drawn, as rows with `/` between.
 * @param {Pick<Drawing, "size" | "cells">} drawing
 */
export function rowsOf({ size, cells }) {
  const rows = [];
  for (let at = 0; at < cells.length; at += size) rows.push(cells.slice(at, at + size).join(""));
  return rows.join("/");
}

/**
 * How many squares have each of these letters.
 * @param {Drawing} drawing
 * @param {string[]} letters
 */
export const counts = ({ cells }, letters) => letters.map((letter) => cells.filter((cell) => cell === letter).length);

/** @param {Drawing} drawing */
export const blanks = ({ cells }) => cells.filter((cell) => cell === BLANK).length;

/**
 * Paints with another colour from now on.
 * @param {Drawing} drawing
 * @param {string} colour
 * @returns {Drawing}
 */
export const choose = (drawing, colour) => ({ ...drawing, colour });

/**
 * One step: the squares as they shall be. What changes nothing is none.
 * @param {Drawing} drawing
 * @param {string[]} cells
 * @returns {Drawing}
 */
function step(drawing, cells) {
  const [before, after] = [rowsOf(drawing), rowsOf({ size: drawing.size, cells })];
  if (before === after) return drawing;
  return { ...drawing, cells, past: [...drawing.past, before].slice(-UNDO_LIMIT), future: [] };
}

/**
 * Paints a square, or takes its colour away. During a stroke all squares are one step.
 * @param {Drawing} drawing
 * @param {number} cell
 * @param {string} [letter] the chosen colour without it
 * @returns {Drawing}
 */
export function paint(drawing, cell, letter = drawing.colour) {
  if (drawing.cells[cell] === letter || cell < 0 || cell >= drawing.cells.length) {
    return { ...drawing, cursor: Math.max(0, cell) };
  }
  const cells = drawing.cells.map((before, at) => (at === cell ? letter : before));
  return drawing.stroke === null ? { ...step(drawing, cells), cursor: cell } : { ...drawing, cells, cursor: cell };
}

/**
 * Begins a stroke of the brush.
 * @param {Drawing} drawing
 * @returns {Drawing}
 */
export const press = (drawing) => ({ ...drawing, stroke: rowsOf(drawing) });

/**
 * Ends a stroke: one step, however many squares it was.
 * @param {Drawing} drawing
 * @returns {Drawing}
 */
export function release(drawing) {
  if (drawing.stroke === null) return drawing;
  const before = { ...drawing, cells: [...drawing.stroke.replaceAll("/", "")], stroke: null };
  return step(before, drawing.cells);
}

/** @param {Drawing} drawing @returns {Drawing} */
export function undo(drawing) {
  const rows = drawing.past.at(-1);
  if (rows === undefined) return drawing;
  const cells = [...rows.replaceAll("/", "")];
  return { ...drawing, cells, past: drawing.past.slice(0, -1), future: [...drawing.future, rowsOf(drawing)] };
}

/** @param {Drawing} drawing @returns {Drawing} */
export function redo(drawing) {
  const rows = drawing.future.at(-1);
  if (rows === undefined) return drawing;
  const cells = [...rows.replaceAll("/", "")];
  return { ...drawing, cells, past: [...drawing.past, rowsOf(drawing)], future: drawing.future.slice(0, -1) };
}

/**
 * Turned by a quarter, clockwise.
 * @param {Drawing} drawing
 */
export const turn = (drawing) => step(drawing, laid(rowsOf(drawing), false, 1).flat());

/**
 * Flipped, left for right.
 * @param {Drawing} drawing
 */
export const flip = (drawing) => step(drawing, laid(rowsOf(drawing), true, 0).flat());

/**
 * Without any colour.
 * @param {Drawing} drawing
 */
export const clear = (drawing) => step(drawing, drawing.cells.map(() => BLANK));

/**
 * Colours the squares that have none at random, all of them if none is left: so that there are as many
 * of each letter as usual, if that is possible.
 * @param {Drawing} drawing
 * @param {string[]} letters
 * @param {number[]} usual how many of each
 * @param {() => number} random from 0 to 1
 */
export function surprise(drawing, letters, usual, random) {
  const cells = blanks(drawing) > 0 ? [...drawing.cells] : drawing.cells.map(() => BLANK);
  const now = counts({ ...drawing, cells }, letters);
  const bag = letters.flatMap((letter, i) => Array(Math.max(0, usual[i] - now[i])).fill(letter));
  const empty = cells.flatMap((letter, cell) => (letter === BLANK ? [cell] : []));
  for (const cell of empty) {
    const [drawn] = bag.length > 0
      ? bag.splice(Math.floor(random() * bag.length), 1)
      : [letters[Math.floor(random() * letters.length)]];
    cells[cell] = drawn;
  }
  return step(drawing, cells);
}

/**
 * The square that an arrow key leads to, if it is one.
 * @param {Drawing} drawing
 * @param {string} key
 * @returns {Drawing | null}
 */
export function move({ size, ...drawing }, key) {
  const [row, column] = [Math.floor(drawing.cursor / size), drawing.cursor % size];
  const to = {
    ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    Home: [row, 0], End: [row, size - 1],
  }[key];
  if (!to) return null;
  const inside = (/** @type {number} */ n) => Math.min(size - 1, Math.max(0, n));
  return { size, ...drawing, cursor: inside(to[0]) * size + inside(to[1]) };
}

/**
 * The letter that a key chooses: by its number from 1, itself, or what its name begins with.
 * @param {{ letter: string, name: string }[]} colours
 * @param {{ key: string, code: string }} pressed digits count wherever the keyboard has them
 * @returns {string | undefined}
 */
export function letterOf(colours, { key, code }) {
  const digit = /^Digit([1-9])$/.exec(code)?.[1] ?? key;
  const lower = key.toLowerCase();
  const found = colours[Number(digit) - 1]
    ?? colours.find(({ letter }) => letter.toLowerCase() === lower)
    ?? colours.find(({ name }) => name.charAt(0).toLowerCase() === lower);
  return found?.letter;
}

/**
 * A drawing that was kept as text; null if it cannot be used here.
 * @param {string | null} text
 * @param {number} size
 * @param {string[]} letters
 * @returns {{ drawing: Drawing, name: string } | null}
 */
export function thaw(text, size, letters) {
  /** @type {any} */
  let found;
  try {
    found = JSON.parse(text ?? "null");
  } catch {
    return null;
  }
  const isRows = (/** @type {unknown} */ rows) => {
    if (typeof rows !== "string") return false;
    const lines = rows.split("/");
    return lines.length === size
      && lines.every((line) => line.length === size && [...line].every((c) => c === BLANK || letters.includes(c)));
  };
  if (!found || !isRows(found.rows) || typeof found.name !== "string") return null;
  const list = (/** @type {unknown} */ rows) => (Array.isArray(rows) ? rows.filter(isRows).slice(-UNDO_LIMIT) : []);
  const drawing = { ...begin(size, letters[0], found.rows), past: list(found.past), future: list(found.future) };
  return { drawing: letters.includes(found.colour) ? choose(drawing, found.colour) : drawing, name: found.name };
}

/**
 * A drawing as text, to go on with another time.
 * @param {Drawing} drawing
 * @param {string} name
 */
export const freeze = ({ colour, past, future, ...drawing }, name) =>
  JSON.stringify({ rows: rowsOf(drawing), name, colour, past, future });
