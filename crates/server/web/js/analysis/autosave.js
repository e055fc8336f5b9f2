// @ts-check
// Autosave of an analysis: a little after every change, and never over what another tab has saved.
/** @import { AnalysedMove, Analysis, BySeat } from "../net/types.js" */

import { Failure } from "../net/api.js";

const SAVE_DEBOUNCE_MS = 600;
const SAVE_RETRY_MS = 4000;

/**
 * @typedef {{ comment: string, moves: AnalysedMove[] }} AnalysisContent
 * @typedef {object} AnalysedGame
 * @property {string} game
 * @property {string} start
 * @property {boolean} swap
 * @property {BySeat<string | null>} players
 *
 * @typedef {"saved" | "pending" | "failed" | "stale"} SaveStatus
 *
 * @typedef {{
 *   create(analysis: AnalysedGame & AnalysisContent): Promise<Analysis>,
 *   save(id: string, content: AnalysisContent & { version: number }, leaving?: boolean): Promise<{ version: number }>,
 *   setTimeout(call: () => void, milliseconds: number): number,
 *   clearTimeout(timer: number): void,
 * }} Storage
 */

/** @type {Promise<void>} */
let lastSave = Promise.resolve();

/** Ends with the last save: whoever loads an analysis waits for it. */
export const settled = () => lastSave;

export class Autosave {
  /**
   * @param {AnalysedGame} game
   * @param {{ id: string, version: number } | null} stored what is stored already
   * @param {{ created(id: string): void, changed(status: SaveStatus): void }} owner
   * @param {Storage} storage
   */
  constructor(game, stored, owner, storage) {
    this.game = game;
    this.stored = stored;
    this.owner = owner;
    this.storage = storage;
    /** @type {AnalysisContent | null} what is not stored yet */
    this.pending = null;
    /** @type {SaveStatus} */
    this.status = "saved";
    this.busy = false;
    this.timer = 0;
  }

  /**
   * Saves this content soon.
   * @param {AnalysisContent} content
   */
  save(content) {
    this.pending = content;
    if (this.status === "stale") return;
    this.setStatus("pending");
    this.schedule(SAVE_DEBOUNCE_MS);
  }

  /** Saves at once what is pending. */
  flush(leaving = false) {
    lastSave = this.write(leaving);
    return lastSave;
  }

  /** @param {boolean} leaving */
  async write(leaving) {
    this.storage.clearTimeout(this.timer);
    const content = this.pending;
    if (!content || this.busy || this.status === "stale") return;
    this.busy = true;
    this.pending = null;
    try {
      if (this.stored) {
        const { version } = await this.storage.save(this.stored.id, { ...content, version: this.stored.version },
          leaving);
        this.stored = { id: this.stored.id, version };
      } else {
        const { id, version } = await this.storage.create({ ...this.game, ...content });
        this.stored = { id, version };
        this.owner.created(id);
      }
      this.setStatus(this.pending ? "pending" : "saved");
    } catch (error) {
      this.pending ??= content;
      if (!(error instanceof Failure)) throw error;
      this.setStatus(error.problem?.code === "stale" ? "stale" : "failed");
    } finally {
      this.busy = false;
      this.scheduleNext();
    }
  }

  /** Schedules the save of what was changed meanwhile, or could not be saved. */
  scheduleNext() {
    if (this.pending && this.status !== "stale") {
      this.schedule(this.status === "failed" ? SAVE_RETRY_MS : SAVE_DEBOUNCE_MS);
    }
  }

  /** Saves what this tab has as an analysis of its own, beside that of the other tab. */
  async saveCopy() {
    this.stored = null;
    this.setStatus("pending");
    await this.flush();
  }

  close() {
    if (this.pending) void this.flush(true);
    this.storage.clearTimeout(this.timer);
  }

  /** @param {number} milliseconds */
  schedule(milliseconds) {
    this.storage.clearTimeout(this.timer);
    this.timer = this.storage.setTimeout(() => void this.flush(), milliseconds);
  }

  /** @param {SaveStatus} status */
  setStatus(status) {
    if (this.status === status) return;
    this.status = status;
    this.owner.changed(status);
  }
}
