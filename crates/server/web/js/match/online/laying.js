// @ts-check
// A board that both players lay: each the two tiles of a half, until both agree.
/** @import { HalfState, TableState } from "../../net/types.js" */
/** @import { TableScreen } from "./table.js" */

import { h, renew } from "../../app/dom.js";
import { count, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { PLACES } from "../setup/newmatch.js";
import { announce } from "../../app/notice.js";
import { play } from "../../app/sound/sound.js";
import { TilePicker } from "../../tiles/picker/view.js";

/** How many tiles make a half. */
const HALF = PLACES / 2;

export class Laying {
  /** @param {TableScreen} table */
  constructor(table) {
    this.table = table;
    /** @type {string | null} what of the own half the server has not heard of yet */
    this.wanted = null;
    /** Whether the board has changed since it was agreed with. */
    this.withdrawn = false;
    /** Whether it has just been told. */
    this.telling = false;
    this.picker = h("div");
    this.status = h("p", { class: "laying-status" });
    this.agree = h("div", { class: "agree" });
    /** @type {TilePicker | null} */
    this.tiles = null;
    this.whose = "";
    this.element = h("section", { class: "laying", "aria-label": t("online-laying") },
      this.status, this.picker, this.agree);
  }

  /** @returns {[HalfState, HalfState]} */
  halves() {
    const nothing = () => ({ tiles: "- -", confirmed: false });
    return this.table.state.online.gathering.halves ?? [nothing(), nothing()];
  }

  /** Which half is this browser's: 0 the upper one, 1 the lower one, null for those who watch. */
  own() {
    const { you } = this.table.state;
    return you === null ? null : you === "one" ? 0 : 1;
  }

  /** The board as this browser sees it: its own half as it was laid last. */
  places() {
    const own = this.own();
    return this.halves().flatMap(({ tiles }, half) => ((half === own ? this.wanted : null) ?? tiles).split(" "));
  }

  complete() {
    return this.wanted === null && !this.halves().some(({ tiles }) => tiles.split(" ").includes("-"));
  }

  /**
   * What has happened, for the ear.
   * @param {TableState} before
   */
  tell(before) {
    const own = this.own();
    const then = before.online.gathering.halves;
    if (!then) return;
    this.halves().forEach((half, at) => {
      if (at === own) {
        if (then[at].confirmed && !half.confirmed && then[1 - at].tiles !== this.halves()[1 - at].tiles) {
          this.withdraw();
        }
        return;
      }
      if (half.confirmed && !then[at].confirmed) {
        play("turn");
        announce(t("online-other-agreed"));
      } else if (half.tiles !== then[at].tiles) {
        const laid = half.tiles.split(" ").filter((tile) => tile !== "-").length;
        announce(count("online-other-laid", laid));
      }
    });
  }

  /** The board is another than the one that was agreed with. */
  withdraw() {
    this.withdrawn = true;
    announce(t("online-withdrawn"));
  }

  draw() {
    const { table } = this;
    const { state } = table;
    const own = this.own();
    this.element.hidden = state.end !== null;
    if (state.end) return;
    if (own !== null && !this.telling && this.halves()[own].tiles === this.wanted) this.wanted = null;
    const places = this.places();
    if (this.whose !== String(own)) {
      this.whose = String(own);
      const open = own === null ? [] : [0, 1].map((place) => own * HALF + place);
      this.tiles = own === null ? null : new TilePicker(table.info, places, {
        change: (next) => this.lay(next.slice(own * HALF, (own + 1) * HALF).join(" ")),
        leave() {},
      }, open);
      this.picker.replaceChildren(...(this.tiles ? [this.tiles.element] : []));
    }
    this.tiles?.lay(places);
    const halves = this.halves();
    const [mine, other] = own === null ? halves : [halves[own], halves[1 - own]];
    const both = !table.free();
    const laid = other.tiles.split(" ").filter((tile) => tile !== "-").length;
    renew(this.status, [own, both, laid, mine.confirmed, other.confirmed, this.complete()], () => [
      own === null ? t("online-laying-watch")
        : `${t(own === 0 ? "online-lay-upper" : "online-lay-lower")} ${!both ? t("online-other-missing")
          : other.confirmed ? t("online-other-agreed") : count("online-other-laid", laid)}`]);
    if (mine.confirmed || !both) this.withdrawn = false;
    renew(this.agree, [own, both, this.complete(), mine.confirmed, this.withdrawn], () => own === null || !both ? [] : [
      this.withdrawn && h("p", { class: "note" }, t("online-withdrawn")),
      mine.confirmed
        ? h("p", { class: "note" }, icon("check"), " ", t("online-you-agreed"))
        : h("button", {
            class: "primary big", disabled: !this.complete(),
            onclick: () => table.command({ type: "confirm" }),
          }, icon("check"), t("online-agree")),
      !this.complete() && h("p", { class: "faint" }, t("online-agree-when"))]);
  }

  /**
   * Lays the own half: one message at a time, so that the last one counts.
   * @param {string} half
   */
  lay(half) {
    this.wanted = half;
    if (!this.telling) void this.say();
    this.draw();
  }

  /** @returns {Promise<void>} */
  async say() {
    const half = this.wanted;
    const id = half === null ? null : this.table.command({ type: "lay", half });
    if (id === null) return;
    this.telling = true;
    const applied = await this.table.connection.answer(id);
    this.telling = false;
    if (this.wanted !== half) return this.say();
    if (!applied) this.wanted = null;
    this.draw();
  }
}
