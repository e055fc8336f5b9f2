// @ts-check
// A quiet piece without an end: what is played in each of its bars, as plain data.

/**
 * Times in bars, pitch as in MIDI.
 * @typedef {{ at: number, pitch: number, last: number, loud: number, voice: "pad" | "bell" }} Note
 */

/** Chords of one key that lead to each other: where each may go on. */
const CHORDS = [
  { notes: [50, 57, 62, 66], next: [1, 2, 3] },
  { notes: [47, 54, 59, 66], next: [2, 4] },
  { notes: [43, 55, 59, 62], next: [0, 3, 4] },
  { notes: [45, 57, 61, 64], next: [0, 1] },
  { notes: [52, 55, 59, 64], next: [3, 2] },
];

/** The notes that melodies use: five to the octave, so that none grates. */
const SCALE = [62, 64, 66, 69, 71, 74, 76, 78, 81];

/**
 * @typedef {{ bar: number, chord: number, step: number }} Moment
 */

/** @type {Moment} */
export const START = { bar: 0, chord: 0, step: 3 };

/**
 * The notes of a bar, and where the piece is after it.
 * @param {Moment} moment
 * @param {() => number} random from 0 to 1
 * @returns {{ notes: Note[], next: Moment }}
 */
export function compose({ bar, chord, step }, random) {
  /** @type {Note[]} */
  const notes = CHORDS[chord].notes.map((pitch, i) =>
    ({ at: i * 0.02, pitch, last: 1.35, loud: i === 0 ? 0.2 : 0.11, voice: "pad" }));
  // It comes and goes over sixteen bars.
  const lively = 0.35 + 0.3 * Math.sin((bar / 16) * 2 * Math.PI);
  let at = step;
  for (let eighth = 0; eighth < 8; eighth++) {
    if (random() > lively * (eighth % 2 === 0 ? 1 : 0.35)) continue;
    at = Math.min(SCALE.length - 1, Math.max(0, at + Math.round((random() - 0.5) * 4)));
    notes.push({ at: eighth / 8, pitch: SCALE[at], last: 0.6, loud: 0.09 + random() * 0.06, voice: "bell" });
  }
  const { next } = CHORDS[chord];
  // Every chord stays for two bars.
  const goesOn = bar % 2 === 1 ? next[Math.floor(random() * next.length)] : chord;
  return { notes, next: { bar: bar + 1, chord: goesOn, step: at } };
}
