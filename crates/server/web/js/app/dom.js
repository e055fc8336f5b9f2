// @ts-check
// Making elements, without a word of HTML.

import { href } from "./routing.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {{ [name: string]: any }} Attributes */

/**
 * Sets attributes; `on…` are listeners, true is a bare attribute, and null, undefined and false none. A link may name
 * a route.
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : name === "href" ? href(String(value)) : String(value));
  }
}

/**
 * Makes an element. A button submits no form unless it says so.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, tag === "button" ? { type: "button", ...attributes } : attributes);
  append(element, children);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  append(element, children);
  return element;
}

/** @param {Element} element @param {Child[]} children */
function append(element, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/**
 * Puts these children in the place of those that are there.
 * @param {Element} element
 * @param {Child[]} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/** @type {WeakMap<Element, string>} what stands for the children of an element */
const drawn = new WeakMap();

/**
 * Draws the children anew if what they show has changed. Otherwise they stay, with the focus and the
 * press that may be on one of them.
 * @param {Element} element
 * @param {unknown} shown stands for what they show
 * @param {() => Child[]} draw
 */
export function renew(element, shown, draw) {
  const key = JSON.stringify(shown);
  if (drawn.get(element) === key) return;
  drawn.set(element, key);
  fill(element, ...draw());
}

/**
 * Writes a text that is not there already: writing costs more than reading.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Sets an attribute that is not so already.
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
export function change(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
