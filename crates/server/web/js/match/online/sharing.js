// @ts-check
// The switch with which the owner lets others on the network in.
/** @import { Lan } from "../../net/types.js" */

import * as api from "../../net/api.js";
import { h, renew, write } from "../../app/dom.js";
import { failureWords } from "../../app/failure.js";
import { yesNo } from "../../app/form.js";
import { t } from "../../app/i18n.js";
import { announce } from "../../app/notice.js";
import { atHome, origins, passedOn } from "./invite.js";
import { qrPicture } from "./qr.js";

export class SharingPanel {
  /** @param {(lan: Lan) => void} [changed] called when the owner has let others in, or no longer */
  constructor(changed = () => {}) {
    this.changed = changed;
    this.switch = yesNo(t("online-share"), false, (open) => void this.set(open), t("online-share-more"));
    this.input = /** @type {HTMLInputElement} */ (this.switch.querySelector("input"));
    this.problem = h("p", { class: "problem", role: "alert" });
    this.where = h("div", { class: "where" });
    this.hint = h("p", { class: "faint" });
    this.element = h("section", { class: "panel here", hidden: true, "aria-labelledby": "here-title" },
      h("h2", { id: "here-title" }, t("online-here-title")), this.switch, this.problem, this.where, this.hint);
  }

  /** @param {Lan} lan */
  show(lan) {
    const { sharing } = lan;
    this.element.hidden = !sharing || !atHome();
    if (!sharing) return;
    if (!this.input.disabled || sharing.fixed) this.input.checked = sharing.open;
    this.switch.hidden = sharing.fixed;
    const found = sharing.open ? origins(lan) : [];
    const [first] = found;
    renew(this.where, found, () => (first === undefined ? [] : [
      h("p", {}, t("online-here-how")),
      ...found.map((address) => passedOn(t("online-address"), address, t("online-address-copied"))),
      qrPicture(`${first}/online`, t("online-qr"))]));
    const waits = first !== undefined && !sharing.fixed && !sharing.reached;
    write(this.hint, waits ? t("online-share-firewall", { port: new URL(first).port || "80" }) : "");
  }

  /** @param {boolean} open */
  async set(open) {
    write(this.problem, "");
    this.input.disabled = true;
    try {
      const lan = await api.shareOnLan(open);
      this.input.disabled = false;
      this.show(lan);
      announce(t(open ? "online-share-on" : "online-share-off"));
      this.changed(lan);
    } catch (error) {
      if (!(error instanceof api.Failure)) throw error;
      this.input.checked = !open;
      write(this.problem, failureWords(error));
    } finally {
      this.input.disabled = false;
    }
  }
}
