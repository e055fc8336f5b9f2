// @ts-check
// How others find a table: its link, its code, and a picture of the link for their telephone.
/** @import { Lan } from "../../net/types.js" */

import { copy } from "../../app/copy.js";
import { h } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { qrPicture } from "./qr.js";

/** Whether only this machine reaches the page at the address where it is shown. */
export const atHome = () => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);

/**
 * The addresses at which others reach this Damier, the likeliest first.
 * @param {Lan} lan
 */
export const origins = (lan) =>
  (atHome() ? lan.addresses.map((address) => new URL(address).origin) : [location.origin]);

/**
 * A code as it is read aloud.
 * @param {string} code
 */
const spelled = (code) => `${code.slice(0, 3)}-${code.slice(3)}`.toUpperCase();

/**
 * A text to be passed on, with a button that copies it.
 * @param {string} label
 * @param {string} text
 * @param {string} said when it has been copied
 */
export function passedOn(label, text, said) {
  const field = h("input", { type: "text", readonly: true, value: text, "aria-label": label });
  field.addEventListener("focus", () => field.select());
  return h("div", { class: "passed-on" }, field,
    h("button", { onclick: () => void copy(text, said, label) }, icon("copy"), t("copy")));
}

/**
 * @param {{ id: string, code: string }} table
 * @param {Lan} lan
 * @param {string} words what the link is for
 */
export function invitation({ id, code }, lan, words) {
  const path = `/m/${id}`;
  const links = origins(lan).map((origin) => origin + path);
  const alone = links.length === 0;
  const [link] = alone ? [location.origin + path] : links;
  return h("div", { class: "invitation" },
    h("div", { class: "invitation-words" },
      h("p", {}, alone ? t(lan.sharing ? "online-alone-owner" : "online-alone") : words),
      ...(alone ? [link] : links).map((one) => passedOn(t("online-link"), one, t("link-copied"))),
      h("p", { class: "code-line" }, t("online-code"), " ", h("strong", { class: "code" }, spelled(code)),
        h("button", {
          class: "quiet", "aria-label": t("online-copy-code"), title: t("online-copy-code"),
          onclick: () => void copy(spelled(code), t("online-code-copied"), t("online-code")),
        }, icon("copy")))),
    !alone && qrPicture(link, t("online-qr")));
}
