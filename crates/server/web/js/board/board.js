// @ts-check
// The board on the screen: state, transitions, drawing, motion and input joined.
/** @import { Change, Choice, GameInfo, Spot, View } from "../net/types.js" */
/** @import { BoardState } from "./state.js" */

import { say } from "../app/i18n.js";
import { settings, watch } from "../app/settings.js";
import { play } from "../app/sound/sound.js";
import { plan, run, soundOf } from "./animate.js";
import { listen } from "./input.js";
import { drawingOptions, HEADROOM_QUERY, NARROW_QUERY } from "./miniature.js";
import { Renderer } from "./render.js";
import { fromView } from "./state.js";
import { ask, clear, click, difference, digitSpot, hover, isFull, made } from "./transitions.js";

/** The length of motion now, in milliseconds. */
export function duration() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return { off: 0, quick: 300, classic: 800 }[settings().motion];
}

export class BoardView {
  /**
   * @param {GameInfo} info
   * @param {{ play(choice: Choice): void, ask(choice: Choice | null): void, full?(): void, drawn?(state: BoardState):
   *   void }} owner
   */
  constructor(info, owner) {
    this.info = info;
    this.owner = owner;
    this.renderer = new Renderer(info, drawingOptions(false));
    this.element = this.renderer.element;
    /** @type {BoardState | null} */
    this.state = null;
    this.asked = /** @type {Choice | null} */ (null);
    this.name = say(info.title);
    listen(this.renderer, {
      state: () => this.need(),
      become: (state) => this.become(state),
      point: (cell) => {
        // The keys go on from where the pointer was.
        if (cell !== null && this.need().cells[cell].spot !== null) this.state = { ...this.need(), cursor: cell };
        this.point(cell === null ? null : this.need().cells[cell].spot);
      },
      pointSpot: (spot) => this.point(spot),
      hover: (cell) => {
        const state = hover(this.need(), cell);
        if (state === this.state) this.renderer.follow(state);
        else this.become(state);
      },
      cancel: () => this.cancel(),
    });
    const redraw = () => {
      Object.assign(this.renderer.options, { ...drawingOptions(false), id: this.renderer.options.id });
      if (this.state) this.become(this.state);
    };
    const room = [HEADROOM_QUERY, NARROW_QUERY].map((query) => matchMedia(query));
    const unwatch = watch(redraw);
    for (const query of room) query.addEventListener("change", redraw);
    this.unwatch = () => {
      unwatch();
      for (const query of room) query.removeEventListener("change", redraw);
    };
  }

  need() {
    if (!this.state) throw new Error("nothing is shown yet");
    return this.state;
  }

  /**
   * @param {BoardState} state
   * @param {"heard" | "seen"} [how] whether those who hear the board are told at once
   */
  become(state, how = "heard") {
    this.state = state;
    if (how === "heard") this.renderer.draw(state, this.name);
    else this.renderer.show(state, this.name);
    this.owner.drawn?.(state);
    if (this.asked === state.asked) return;
    this.asked = state.asked;
    this.owner.ask(state.asked);
  }

  /**
   * Shows a view. What differs from the board before is shown as motion: as `changes` tell it if they
   * lead there.
   * @param {View} view
   * @param {{ playable: boolean, flipped: boolean, changes?: Change[] | null, quiet?: boolean }} how
   */
  show(view, { playable, flipped, changes = null, quiet = false }) {
    const before = this.state;
    const state = fromView(view, { falling: this.info.look.falling, playable, flipped }, before);
    if (before && before.choices.length > 0 && sameChoices(before.choices, state.choices)) {
      state.clicks = before.clicks;
      state.asked = before.asked;
      state.hint = before.hint;
    }
    this.move(before, state, changes, quiet);
  }

  /**
   * Shows a move before the server has agreed to it. What is said of the cells follows when it has, a
   * moment later: changed once, not twice.
   * @param {Choice} choice
   */
  make(choice) {
    const before = this.need();
    this.move(before, made(before, choice), choice.changes, false, "seen");
  }

  /**
   * @param {BoardState | null} before
   * @param {BoardState} after
   * @param {Change[] | null} changes
   * @param {boolean} quiet
   * @param {"heard" | "seen"} [how]
   */
  move(before, after, changes, quiet, how = "heard") {
    this.become(after, how);
    if (!before || before.flipped !== after.flipped || before.pieces.length !== after.pieces.length) return;
    const seen = difference(before.pieces, after.pieces);
    if (seen.length === 0) return;
    const told = changes !== null && seen.every(({ cell }) =>
      changes.some((change) => change.cell === cell || change.from === cell));
    const motions = plan(after, before.pieces, told ? changes : seen);
    run(motions, this.renderer.stage(), duration());
    const sound = soundOf(motions);
    if (sound && !quiet) play(sound);
  }

  /** @param {Spot | null} spot */
  point(spot) {
    const before = this.need();
    if (isFull(before, spot)) this.owner.full?.();
    const { state, chosen } = click(before, spot);
    if (chosen && settings().confirm && before.asked !== chosen) return this.become(ask(state, chosen));
    if (!chosen) return this.become(state);
    // Drawn once, with the move made.
    this.state = state;
    this.owner.play(chosen);
    if (this.state === state) this.become(state);
  }

  /**
   * Points at the column that a digit means, where pieces fall.
   * @param {string} digit
   */
  pointDigit(digit) {
    const spot = digitSpot(this.need(), digit);
    if (spot !== null) this.point(spot);
  }

  /** Plays the move that waits to be confirmed. */
  confirm() {
    const { asked } = this.need();
    if (!asked) return;
    this.become(clear(this.need()));
    this.owner.play(asked);
  }

  /** Forgets what was pointed at; whether there was anything. */
  cancel() {
    const state = this.need();
    if (state.clicks.length === 0 && !state.asked && !state.hint) return false;
    this.become({ ...clear(state), hint: null });
    return true;
  }

  /** @param {Choice | null} hint */
  setHint(hint) {
    this.become({ ...clear(this.need()), hint });
  }

  /**
   * Keeps the proportions of the board in the style of an element around it.
   * @param {HTMLElement} element
   */
  proportion(element) {
    this.renderer.proportion(element);
  }

  focus() {
    this.renderer.cells[this.need().cursor]?.focus();
  }

  /** Ends it. */
  close() {
    this.unwatch();
  }
}

/** @param {Choice[]} one @param {Choice[]} other */
const sameChoices = (one, other) =>
  one.length === other.length && one.every((choice, i) => choice.notation === other[i].notation);
