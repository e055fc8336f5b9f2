// @ts-check
// Windows above the page; the browser keeps the focus inside them.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { windowOpened } from "./windowhistory.js";

let made = 0;

/**
 * Opens a window and waits until it is closed; answered with the value it was closed with.
 * @param {string} title
 * @param {(close: (value?: string) => void) => (Node | string)[]} content
 * @returns {Promise<string>}
 */
export function open(title, content) {
  return new Promise((resolve) => {
    const id = `dialog-${++made}`;
    const close = (value = "") => dialog.close(value);
    const dialog = h("dialog", { "aria-labelledby": id, class: "window" },
      h("div", { class: "window-head" },
        h("h2", { id }, title),
        h("button", { class: "quiet", "aria-label": t("close"), onclick: () => close() }, icon("close"))),
      ...content(close));
    const closed = windowOpened(close);
    dialog.addEventListener("close", () => {
      closed();
      dialog.remove();
      resolve(dialog.returnValue);
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) close();
    });
    document.body.append(dialog);
    dialog.showModal();
    const first = dialog.querySelector("[autofocus]");
    if (first instanceof HTMLElement) first.focus();
  });
}

/**
 * Asks a question that is answered with yes or no.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export async function confirm(title, text, yes) {
  const answer = await open(title, (close) => [
    h("p", {}, text),
    h("div", { class: "buttons end" },
      h("button", { onclick: () => close() }, t("cancel")),
      h("button", { class: "primary", autofocus: true, onclick: () => close("yes") }, yes)),
  ]);
  return answer === "yes";
}
