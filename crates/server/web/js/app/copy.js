// @ts-check
// Putting text on the clipboard, also on pages that browsers do not call secure.

import { open } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { toast } from "./notice.js";

/**
 * Puts a text on the clipboard; whether the browser let us.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return byHand(text);
  }
}

/**
 * The old way, which needs no secure context.
 * @param {string} text
 */
function byHand(text) {
  const field = h("textarea", { class: "visually-hidden", "aria-hidden": "true", tabindex: -1 });
  field.value = text;
  document.body.append(field);
  field.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    // Shown to be copied by the player then.
  }
  field.remove();
  return done;
}

/**
 * Copies a text and says so, or shows it if the browser does not let us.
 * @param {string} text
 * @param {string} said
 * @param {string} title
 */
export async function copy(text, said, title) {
  if (await write(text)) return toast(said);
  await open(title, () => {
    const field = h("input", { type: "text", readonly: true, value: text, "aria-label": title, autofocus: true });
    field.addEventListener("focus", () => field.select());
    return [h("p", {}, t("copy-by-hand")), field];
  });
}
