// @ts-check
// The panel with which any opponent is looked for.
/** @import { SeekCount, TimeControl } from "../../net/types.js" */
/** @import { App } from "../../app/main.js" */

import * as api from "../../net/api.js";
import { h, write } from "../../app/dom.js";
import { oneOf } from "../../app/form.js";
import { count, say, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { browser } from "../../app/kept.js";
import { complain } from "../../app/notice.js";
import { control } from "../clock.js";
import { startSeek } from "./seeking.js";

/** @type {TimeControl[]} */
const TIMES = [
  { kind: "game", total: 180_000, increment: 2000 },
  { kind: "game", total: 300_000, increment: 3000 },
  { kind: "game", total: 600_000, increment: 5000 },
  { kind: "none" },
];
const CHOICE_KEY = "damier-pairing";

/** @param {TimeControl} time */
const keyOf = (time) => control(time);

/** @type {() => { game?: string, time?: string }} what was chosen last */
const lastChoice = () => browser.json(CHOICE_KEY) ?? {};

export class PairingPanel {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const { games } = app.catalogue;
    const last = lastChoice();
    this.game = games.find(({ id }) => id === last.game)?.id ?? games[0]?.id ?? "";
    this.time = TIMES.find((time) => keyOf(time) === last.time) ?? TIMES[1];
    /** @type {SeekCount[]} */
    this.counts = [];
    const select = h("select", { id: "pairing-game", onchange: () => this.choose({ game: select.value }) },
      ...games.map(({ id, title }) => h("option", { value: id, selected: id === this.game }, say(title))));
    const times = oneOf(t("clock"),
      TIMES.map((time) => ({ value: keyOf(time), label: time.kind === "none" ? t("online-no-clock") : control(time) })),
      keyOf(this.time),
      (key) => this.choose({ time: TIMES.find((time) => keyOf(time) === key) ?? TIMES[1] }));
    this.waiting = h("p", { class: "faint", role: "status" });
    this.submit = h("button", { type: "submit", class: "primary big" }, icon("online"), t("online-pair-find"));
    const form = h("form", { class: "pairing-form" },
      h("div", { class: "field" }, h("label", { for: "pairing-game" }, t("online-filter-game")), select), times,
      this.waiting, this.submit);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.find();
    });
    this.element = h("section", { class: "panel pairing", "aria-labelledby": "pairing-title" },
      h("h2", { id: "pairing-title" }, t("online-pair-title")), h("p", { class: "faint" }, t("online-pair-how")), form);
    this.draw();
  }

  /** @param {{ game?: string, time?: TimeControl }} choice */
  choose({ game = this.game, time = this.time }) {
    [this.game, this.time] = [game, time];
    browser.set(CHOICE_KEY, { game, time: keyOf(time) });
    this.draw();
  }

  /** Asks how many wait. */
  async refresh() {
    this.counts = await api.seekCounts();
    this.draw();
  }

  draw() {
    const found = this.counts.find(({ game, time }) => game === this.game && keyOf(time) === keyOf(this.time));
    write(this.waiting, found ? count("online-pair-waiting", found.waiting) : t("online-pair-nobody"));
  }

  async find() {
    this.submit.disabled = true;
    try {
      await startSeek(this.app, this.game, this.time);
      await this.refresh();
    } catch (error) {
      if (!(error instanceof api.Failure)) throw error;
      complain(error);
    } finally {
      this.submit.disabled = false;
    }
  }
}
