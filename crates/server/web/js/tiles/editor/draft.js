// @ts-check
// A drawing that has not been saved, kept by the browser.

import { browser } from "../../app/kept.js";

export class Draft {
  /** @param {string} name */
  constructor(name) {
    this.key = `damier-draft ${name}`;
  }

  read() {
    return browser.get(this.key);
  }

  /** @param {string | null} text */
  write(text) {
    browser.set(this.key, text);
  }
}
