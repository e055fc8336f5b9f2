// @ts-check
// Pictures of boards as data. The core in a browser draws them as SVG alone; the page makes the PNG.
/** @import { ShareTarget } from "./target.js" */

import { request, standalone } from "../../net/transport.js";
import { PICTURE_PIXELS } from "./target.js";

/**
 * A picture as an image has it for its source.
 * @param {ShareTarget["picture"]} picture
 */
export const pictureSource = async (picture) => (standalone ? dataUrl(await drawing(picture)) : picture("svg"));

/**
 * A picture as a file.
 * @param {ShareTarget["picture"]} picture
 * @param {"png" | "svg"} format
 * @returns {Promise<Blob>}
 */
export async function pictureOf(picture, format) {
  if (standalone && format === "png") return rasterise(await drawing(picture));
  return (await fetched(picture(format))).blob();
}

/** @param {ShareTarget["picture"]} picture */
const drawing = async (picture) => (await fetched(picture("svg"))).text();

/** @param {string} path */
async function fetched(path) {
  const answer = await request(path);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer;
}

/** @param {string} svg */
const dataUrl = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/**
 * The width and height of a drawing whose longer side has so many pixels.
 * @param {string} svg
 * @param {number} pixels
 */
export function sizeOf(svg, pixels) {
  const [, width, height] = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? [null, "1", "1"];
  const scale = pixels / Math.max(Number(width), Number(height));
  return { width: Math.round(Number(width) * scale), height: Math.round(Number(height) * scale) };
}

/**
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
async function rasterise(svg) {
  const canvas = Object.assign(document.createElement("canvas"), sizeOf(svg, PICTURE_PIXELS));
  const image = new Image(canvas.width, canvas.height);
  image.src = dataUrl(svg);
  await image.decode();
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}
