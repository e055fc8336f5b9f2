// @ts-check
// A drawing that has not been saved, kept by the browser.

export class Draft {
  /** @param {string} name */
  constructor(name) {
    this.key = `damier-draft ${name}`;
  }

  read() {
    try {
      return localStorage.getItem(this.key);
    } catch {
      return null;
    }
  }

  /** @param {string | null} text */
  write(text) {
    try {
      if (text === null) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, text);
    } catch {
      // Private browsing may refuse; the drawing is on the screen.
    }
  }
}
