// @ts-check
// Keeping an analysis: a little after every change, and never over what another tab has kept.
/** @import { AnalysedMove, Analysis, BySeat } from "../types.js" */

import { Failure } from "../api.js";

/** How long after a change, in milliseconds. */
const SOON = 600;
/** How long after a failure. */
const LATER = 4000;

/**
 * @typedef {{ comment: string, moves: AnalysedMove[] }} Said
 * @typedef {object} About
 * @property {string} game
 * @property {string} start
 * @property {boolean} swap
 * @property {BySeat<string | null>} players
 *
 * @typedef {"kept" | "waiting" | "failed" | "stale"} Keeping
 *
 * @typedef {{
 *   create(tree: About & Said): Promise<Analysis>,
 *   save(id: string, said: Said & { version: number }, leaving?: boolean): Promise<{ version: number }>,
 *   setTimeout(call: () => void, milliseconds: number): number,
 *   clearTimeout(timer: number): void,
 * }} World
 */

/** @type {Promise<void>} */
let last = Promise.resolve();

/** Whoever loads an analysis waits until the last one is kept. */
export const settled = () => last;

export class Keeper {
  /**
   * @param {About} about
   * @param {{ id: string, version: number } | null} kept what is kept already
   * @param {{ created(id: string): void, changed(keeping: Keeping): void }} owner
   * @param {World} world
   */
  constructor(about, kept, owner, world) {
    this.about = about;
    this.kept = kept;
    this.owner = owner;
    this.world = world;
    /** @type {Said | null} what is to be kept */
    this.said = null;
    /** @type {Keeping} */
    this.keeping = "kept";
    this.busy = false;
    this.timer = 0;
  }

  /**
   * This is what it says from now on.
   * @param {Said} said
   */
  keep(said) {
    this.said = said;
    if (this.keeping === "stale") return;
    this.become("waiting");
    this.later(SOON);
  }

  /** Keeps at once what waits. */
  flush(leaving = false) {
    const work = this.store(leaving);
    last = work;
    return work;
  }

  /** @param {boolean} leaving */
  async store(leaving) {
    this.world.clearTimeout(this.timer);
    const said = this.said;
    if (!said || this.busy || this.keeping === "stale") return;
    this.busy = true;
    this.said = null;
    try {
      if (this.kept) {
        const { version } = await this.world.save(this.kept.id, { ...said, version: this.kept.version }, leaving);
        this.kept = { id: this.kept.id, version };
      } else {
        const { id, version } = await this.world.create({ ...this.about, ...said });
        this.kept = { id, version };
        this.owner.created(id);
      }
      this.become(this.said ? "waiting" : "kept");
    } catch (error) {
      this.said ??= said;
      if (!(error instanceof Failure)) throw error;
      this.become(error.problem?.code === "stale" ? "stale" : "failed");
    } finally {
      this.busy = false;
      this.goOn();
    }
  }

  /** What was said in the meantime is kept too. */
  goOn() {
    if (this.said && this.keeping !== "stale") this.later(this.keeping === "failed" ? LATER : SOON);
  }

  /** Keeps what this tab has as an analysis of its own, beside that of the other tab. */
  async copy() {
    this.kept = null;
    this.become("waiting");
    await this.flush();
  }

  /** Nothing is kept any more. */
  close() {
    if (this.said) void this.flush(true);
    this.world.clearTimeout(this.timer);
  }

  /** @param {number} milliseconds */
  later(milliseconds) {
    this.world.clearTimeout(this.timer);
    this.timer = this.world.setTimeout(() => void this.flush(), milliseconds);
  }

  /** @param {Keeping} keeping */
  become(keeping) {
    if (this.keeping === keeping) return;
    this.keeping = keeping;
    this.owner.changed(keeping);
  }
}
