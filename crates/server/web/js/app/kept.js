// @ts-check
// What this browser keeps, for good or for as long as a tab lives. Private browsing may refuse that: then nothing is
// found, and nothing is lost but what a reload would have brought back.

class Kept {
  /** @param {() => Storage} storage */
  constructor(storage) {
    this.storage = storage;
  }

  /**
   * @template T
   * @param {(storage: Storage) => T} act
   * @param {T} otherwise where there is no storage
   */
  attempt(act, otherwise) {
    try {
      return act(this.storage());
    } catch {
      return otherwise;
    }
  }

  /** @param {string} key */
  get(key) {
    return this.attempt((storage) => storage.getItem(key), null);
  }

  /** What is kept as JSON; null if nothing is, or nothing that can be read. @param {string} key @returns {any} */
  json(key) {
    return this.attempt((storage) => JSON.parse(storage.getItem(key) ?? "null"), null);
  }

  /**
   * Whether it is kept now.
   * @param {string} key
   * @param {string | object | null} value a text, or what is kept as JSON; null forgets
   */
  set(key, value) {
    if (value === null) return this.remove(key);
    return this.attempt((storage) => {
      storage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
      return true;
    }, false);
  }

  /** @param {string} key */
  remove(key) {
    return this.attempt((storage) => storage.removeItem(key) === undefined, false);
  }

  /** The keys that begin so. @param {string} prefix */
  keys(prefix) {
    return this.attempt((storage) => Object.keys(storage), []).filter((key) => key.startsWith(prefix));
  }
}

/** For good. */
export const browser = new Kept(() => localStorage);
/** As long as the tab lives, reloads included. */
export const tab = new Kept(() => sessionStorage);
