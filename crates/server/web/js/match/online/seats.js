// @ts-check
// The seats that this browser has at tables: secrets that open them, and nothing else does.
/** @import { MatchState, Player } from "../../net/types.js" */

import { browser } from "../../app/kept.js";

const SEATS_KEY = "damier-seats";
/** The oldest are forgotten. */
const SEATS_MAX = 60;

/**
 * @typedef {object} Held
 * @property {string} seat the secret
 * @property {Player} [player] whose seat it is, as far as is known
 * @property {boolean} [over] whether the game has ended
 * @property {boolean} [timed] whether the game has begun, with clocks
 */

/** @type {{ [id: string]: Held }} what the browser could not keep */
let remembered = {};

/** @returns {{ [id: string]: Held }} by match, the oldest first */
function all() {
  const found = browser.json(SEATS_KEY);
  return typeof found === "object" ? { ...remembered, ...found } : remembered;
}

/** @param {{ [id: string]: Held }} seats */
function write(seats) {
  remembered = browser.set(SEATS_KEY, seats) ? {} : seats;
}

/**
 * The seat in a match, if this browser has one.
 * @param {string} id
 * @returns {Held | undefined}
 */
export const heldSeat = (id) => all()[id];

/** @param {string} id @param {Held} held */
export function keepSeat(id, held) {
  const { [id]: before, ...others } = all();
  write(Object.fromEntries([...Object.entries(others), [id, { ...before, ...held }]].slice(-SEATS_MAX)));
}

/**
 * Remembers whose seat it is, and how its game stands.
 * @param {MatchState} snapshot
 */
export function rememberSeat({ id, you, end, clock }) {
  const held = heldSeat(id);
  if (!held || !you) return;
  keepSeat(id, { seat: held.seat, player: you, over: end !== null, timed: clock !== null && end === null });
}

/** @param {string} id */
export function forgetSeat(id) {
  const { [id]: _, ...others } = all();
  write(others);
}

/** The matches where this browser has a seat and that are not known to be over, the newest first. */
export const openSeats = () => Object.entries(all()).filter(([, held]) => !held.over).map(([id]) => id).reverse();

/** The games with clocks that go on and where this browser has a seat, the newest first. */
export const timedSeats = () => openSeats().filter((id) => heldSeat(id)?.timed);

/** A secret that nobody guesses. */
export const newSecret = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The part of an address that carries a seat; browsers send it nowhere.
 * @param {string} seat
 */
export const seatMark = (seat) => `#seat=${seat}`;

/**
 * The seat that the end of an address carries, if it carries one.
 * @param {string} hash
 */
export const readMark = (hash) => /^#seat=([0-9a-f]{32})$/i.exec(hash)?.[1].toLowerCase() ?? null;

/**
 * A snapshot as the holder of a seat sees it: whoever asks without the secret is told nothing of the seat, and the
 * connection says it again a moment later.
 * @param {MatchState} snapshot
 * @returns {MatchState}
 */
export function ownSnapshot(snapshot) {
  takeMarked(snapshot.id);
  return { ...snapshot, you: heldSeat(snapshot.id)?.player ?? null };
}

/**
 * Takes the seat that the page's own address carries, and hides it there: an address is passed on easily.
 * @param {string} id
 */
function takeMarked(id) {
  const seat = readMark(location.hash);
  if (seat === null) return;
  if (heldSeat(id)?.seat !== seat) keepSeat(id, { seat, player: undefined, over: false });
  history.replaceState(history.state, "", location.pathname + location.search);
}
