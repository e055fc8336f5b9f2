// @ts-check
// Sharing: the link, the picture, and a text to paste.
/** @import { App } from "../main.js" */
/** @import { Look, ShareTarget } from "./target.js" */

import { copy } from "../copy.js";
import { open } from "../dialog.js";
import { h } from "../dom.js";
import { language, t } from "../i18n.js";
import { icon } from "../icons.js";
import { toast } from "../notice.js";
import { atHome, passedOn } from "../../match/online/invite.js";
import { saveBlob } from "../saving.js";
import { settings } from "../settings.js";
import { request, standalone } from "../../net/transport.js";
import { pictureOf, pictureSource } from "./picture.js";

/** Lines of the field with the text: that of the widest board, and the words above it. */
const TEXT_ROWS = 9;

/**
 * How the player sees a board.
 * @param {boolean} flipped
 * @returns {Look}
 */
export function shownLook(flipped) {
  const { theme, palette, coordinates } = settings();
  const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  return { lang: language(), dark, distinct: palette === "distinct", coordinates, flipped };
}

/**
 * @param {App} app
 * @param {ShareTarget} target
 */
export async function shareDialog(app, target) {
  await app.bring("share");
  await open(t("share"), () => [
    ...(target.link === null
      ? []
      : [h("div", { class: "share-link" },
          h("h3", {}, t("share-link")),
          passedOn(t("share-link"), target.link, target.said))]),
    ...pictureParts(target)]);
}

/**
 * The picture and the text, with what can be done with them.
 * @param {ShareTarget} target
 * @returns {Node[]}
 */
export function pictureParts(target) {
  const { title, name, picture } = target;
  const shown = h("img", { alt: title });
  void pictureSource(picture).then((src) => shown.setAttribute("src", src), () => toast(t("unreachable"), "problem"));
  const save = (/** @type {"png" | "svg"} */ format) =>
    pictureOf(picture, format).then((blob) => saveBlob(blob, `${name}.${format}`));
  const download = (/** @type {"png" | "svg"} */ format, /** @type {string} */ label) => (standalone
    ? h("button", { onclick: () => save(format).catch(() => toast(t("unreachable"), "problem")) },
        icon("download"), label)
    : h("a", { class: "button", href: picture(format), download: `${name}.${format}` }, icon("download"), label));
  const buttons = [
    download("png", t("share-png")), download("svg", t("share-svg")),
    canCopyImages() && h("button", { onclick: () => void copyImage(target) }, icon("copy"), t("share-copy-image")),
    "share" in navigator && h("button", { onclick: () => void passOn(target) }, icon("share"), t("share-pass-on"))];
  return [
    h("section", { class: "share-picture", "aria-label": t("share-picture") },
      shown,
      h("div", { class: "buttons" }, ...buttons)),
    textPart(target)];
}

/** @param {ShareTarget} target */
function textPart(target) {
  const field = h("textarea", { readonly: true, rows: TEXT_ROWS, "aria-label": t("share-text"), "aria-busy": "true" });
  field.addEventListener("focus", () => field.select());
  const button = h("button", {
    disabled: true, onclick: () => void copy(field.value, t("share-text-copied"), t("share-text")),
  },
  icon("copy"), t("share-copy-text"));
  void textOf(target).then((text) => {
    field.value = text;
    button.disabled = false;
  }, () => toast(t("share-no-text"), "problem")).finally(() => field.removeAttribute("aria-busy"));
  return h("section", { class: "share-text", "aria-label": t("share-text") },
    field,
    h("div", { class: "buttons" }, button));
}

/**
 * The text to paste, with the link where others can follow it.
 * @param {ShareTarget} target
 */
async function textOf({ picture, link }) {
  const answer = await request(picture("txt"));
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const text = await answer.text();
  return link === null || atHome() ? text.trimEnd() : `${text}\n${link}`;
}

/** Browsers copy images of secure pages only. */
const canCopyImages = () => "ClipboardItem" in window && navigator.clipboard !== undefined;

/** @param {ShareTarget} target */
async function copyImage(target) {
  try {
    // The promise, not the image: browsers forget the click while they wait for it.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": pictureOf(target.picture, "png") })]);
    toast(t("share-image-copied"));
  } catch {
    toast(t("share-image-not-copied"), "problem");
  }
}

/**
 * Hands it to another program of the device.
 * @param {ShareTarget} target
 */
async function passOn(target) {
  const { name, title } = target;
  try {
    const [text, picture] = await Promise.all([textOf(target), pictureOf(target.picture, "png")]);
    const files = [new File([picture], `${name}.png`, { type: "image/png" })];
    await navigator.share(navigator.canShare?.({ files }) ? { title, text, files } : { title, text });
  } catch (error) {
    // Whoever closes the list of programs has changed their mind.
    if (!(error instanceof DOMException && error.name === "AbortError")) toast(t("share-not-passed-on"), "problem");
  }
}
