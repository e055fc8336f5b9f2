// @ts-check
// A text as a picture that a telephone reads.

import * as api from "../../net/api.js";
import { h } from "../../app/dom.js";

/**
 * The picture of a text; it comes when it has been drawn, and stays away if it cannot be.
 * @param {string} text
 * @param {string} label
 */
export function qrPicture(text, label) {
  const image = h("img", { class: "qr", alt: label });
  api.qr(text).then((source) => {
    image.src = source;
  }, (error) => {
    if (!(error instanceof api.Failure)) throw error;
    image.remove();
  });
  return image;
}
