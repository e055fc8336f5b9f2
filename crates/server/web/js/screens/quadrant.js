// @ts-check
// Drawing a tile of one's own.
/** @import { OwnTile } from "../net/types.js" */
/** @import { App, Screen } from "../app/main.js" */
/** @import { EditSession } from "../tiles/editor/session.js" */

import * as api from "../net/api.js";
import { confirm } from "../app/dialog.js";
import { Draft } from "../tiles/editor/draft.js";
import { listen } from "../tiles/editor/input.js";
import { beginSession, draftText, modelTile, startAfresh, tileOf } from "../tiles/editor/session.js";
import * as editor from "../tiles/editor/state.js";
import { EditorView } from "../tiles/editor/view.js";
import { failureWords } from "../app/failure.js";
import { count, t } from "../app/i18n.js";
import { announce, toast } from "../app/notice.js";
import { watch } from "../app/settings.js";
import { play } from "../app/sound/sound.js";
import { chooseGame } from "../tiles/choosegame.js";
import { freeName, playPath, tileKinds } from "../tiles/kinds.js";
import { checkTile, ownTiles, saveTile } from "../tiles/own.js";

/** Debounce: the server is asked about the drawing when the hand rests. */
const CHECK_DEBOUNCE_MS = 150;

/**
 * @param {App} app
 * @param {string[]} params the name of the tile; none for a new one
 * @param {URLSearchParams} query
 * @returns {Promise<Screen>}
 */
export async function show(app, [name], query) {
  const own = await ownTiles();
  const kinds = tileKinds(app.catalogue.games);
  const stored = own.find((tile) => tile.name === name) ?? null;
  const model = stored ?? modelTile(kinds, own, query.get("from"));
  const game = app.game(query.get("for") ?? "");
  const wanted = [game?.id ?? "", query.get("game") ?? "", ...(model?.games ?? [])];
  const kind = kinds.find(({ games }) => games.some(({ id }) => wanted.includes(id))) ?? kinds[0];
  const draft = new Draft(name || `+${query.get("from") ?? ""}`);
  const kept = kind && editor.thaw(draft.read(), kind.size, kind.letters);
  if (!kind || (name && !stored && !kept)) throw new api.Failure(null, 404);
  const session = beginSession({ kind, game, stored, model }, own, kept, t("draw-suggested", { number: 1 }));
  const title = name ? t("quadrant-named", { name }) : t("quadrant-new");
  const screen = new TileEditor(app, session, draft, title);
  return { title, name: "drawing-page", close: () => screen.close(), element: screen.view.element };
}

export class TileEditor {
  /** @param {App} app @param {EditSession} session @param {Draft} draft @param {string} title */
  constructor(app, session, draft, title) {
    this.app = app;
    this.session = session;
    this.draft = draft;
    this.home = session.game ? `/play/${session.game.id}` : "/quadrants";
    /** Checks asked for: an older answer is dropped. */
    this.checks = 0;
    this.checkTimer = 0;
    this.view = new EditorView(this, title);
    this.update(session);
    const keep = () => this.keepDraft();
    addEventListener("pagehide", keep);
    this.ends = [watch(() => this.update(this.session)), listen(this), () => removeEventListener("pagehide", keep)];
  }

  close() {
    this.keepDraft();
    clearTimeout(this.checkTimer);
    for (const end of this.ends) end();
  }

  /** @param {EditSession} session */
  update(session) {
    this.session = session;
    this.view.update(session);
    clearTimeout(this.checkTimer);
    this.checkTimer = setTimeout(() => void this.check(), CHECK_DEBOUNCE_MS);
  }

  /**
   * Shows a drawing: a colour was chosen, or a stroke is not at its end.
   * @param {editor.Drawing} drawing
   */
  show(drawing) {
    this.update({ ...this.session, drawing });
  }

  /**
   * Shows a drawing that has changed, and keeps it.
   * @param {editor.Drawing} drawing
   */
  draw(drawing) {
    this.show(drawing);
    this.keepDraft();
  }

  /** @param {string} name */
  rename(name) {
    this.session = { ...this.session, name };
    this.keepDraft();
  }

  keepDraft() {
    this.draft.write(draftText(this.session));
  }

  /** Asks the server what is unusual about the drawing so far. */
  async check() {
    const now = ++this.checks;
    const { kind, drawing } = this.session;
    try {
      const { warnings } = await checkTile(kind.games[0].id, editor.rowsOf(drawing));
      if (now === this.checks) this.view.warn(warnings);
    } catch {
      // It is asked again with the next stroke, and when the tile is saved.
    }
  }

  /** @param {number} cell @param {string} [letter] */
  paint(cell, letter) {
    const before = this.session.drawing;
    const ready = letter && letter !== editor.BLANK ? editor.choose(before, letter) : before;
    const after = editor.paint(ready, cell, letter);
    if (before.stroke === null) this.draw(after);
    else this.show(after);
    if (before.cells === after.cells) return;
    play("move");
    announce(this.view.canvas.label(after, cell));
  }

  /** @param {editor.Drawing} drawing @param {string} said */
  alter(drawing, said) {
    if (drawing === this.session.drawing) return;
    play("flip");
    this.draw(drawing);
    announce(said);
  }

  undo() {
    this.alter(editor.undo(this.session.drawing), t("draw-undo"));
  }

  redo() {
    this.alter(editor.redo(this.session.drawing), t("draw-redo"));
  }

  startAfresh() {
    this.update(startAfresh(this.session));
    this.keepDraft();
    this.view.canvas.focus(0);
  }

  /** @returns {Promise<OwnTile | null>} null if it was not saved */
  async save() {
    const { drawing, stored } = this.session;
    const blank = drawing.cells.indexOf(editor.BLANK);
    if (blank >= 0) {
      this.view.complain(count("draw-left", editor.blanks(drawing)));
      this.show({ ...drawing, cursor: blank });
      this.view.canvas.focus(blank);
      return null;
    }
    try {
      const saved = await saveTile(tileOf(this.session), stored);
      this.session = { ...this.session, stored: saved };
      this.draft.write(null);
      return saved;
    } catch (error) {
      return this.notSaved(error);
    }
  }

  /** @param {unknown} error @returns {Promise<OwnTile | null>} */
  async notSaved(error) {
    const words = failureWords(error);
    const problem = error instanceof api.Failure ? error.problem : null;
    const { stored, name, suggested } = this.session;
    if (problem?.code === "changed") return this.resolveConflict(words);
    // A name that nobody chose is no reason to stop.
    if (problem?.code === "taken" && !stored && name === suggested) {
      const free = freeName(suggested, await ownTiles());
      this.update({ ...this.session, name: free });
      if (free !== suggested) return this.save();
    }
    this.view.complain(words);
    if (problem?.code === "taken" || problem?.field === "name") this.view.field.select();
    return null;
  }

  /**
   * The tile was changed elsewhere meanwhile: the player decides which one stays.
   * @param {string} words
   * @returns {Promise<OwnTile | null>}
   */
  async resolveConflict(words) {
    const there = (await ownTiles()).find((tile) => tile.name === this.session.stored?.name) ?? null;
    if (there && !(await confirm(t("draw-collided"), words, t("draw-replace")))) {
      this.session = { ...this.session, stored: null };
      this.view.complain(t("draw-other-name"));
      this.view.field.select();
      return null;
    }
    this.session = { ...this.session, stored: there };
    return this.save();
  }

  async saveAndLeave() {
    const saved = await this.save();
    if (!saved) return;
    toast(t("draw-saved", { name: saved.name }));
    this.app.go(this.home);
  }

  async playOn() {
    const saved = await this.save();
    if (!saved) return;
    const { game, kind } = this.session;
    const chosen = game ?? (await chooseGame(kind.games));
    if (chosen) this.app.go(playPath(chosen, saved.rows));
    else this.app.go(`/quadrants/edit/${encodeURIComponent(saved.name)}`, true);
  }
}
