// @ts-check
// Rows of the core in IndexedDB. A transaction is complete when the browser says so, with strict durability: what is
// acknowledged then survives a crash of the machine.

const VERSION = 1;
const ROWS = "rows";
const META = "meta";
/** Key of the program that may write: the one that was opened last. */
const WRITER = "writer";

/** A transaction that was aborted; `isFull` if there is no room for more. */
export class StorageError extends Error {
  /** @param {string} why @param {boolean} [isFull] */
  constructor(why, isFull = false) {
    super(why);
    this.isFull = isFull;
  }
}

/** @param {unknown} error */
export function storageError(error) {
  if (error instanceof StorageError) return error;
  const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
  return new StorageError(name ? `${name}: ${message}` : message, name === "QuotaExceededError");
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new StorageError("the database cannot be read"));
  });

/**
 * Waits until a transaction is complete.
 * @param {IDBTransaction} transaction
 * @returns {Promise<void>}
 */
const completed = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new StorageError("the transaction was aborted"));
  });

/**
 * Opens the database and takes it over from whoever had it.
 * @param {string} name
 * @param {IDBFactory | undefined} [factory]
 */
export async function openStorage(name, factory = globalThis.indexedDB) {
  if (!factory) throw new StorageError("this browser has no IndexedDB");
  const opening = factory.open(name, VERSION);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(ROWS);
    opening.result.createObjectStore(META);
  };
  const storage = new Storage(await result(opening), `${Date.now()}-${Math.random()}`);
  await storage.claim();
  return storage;
}

class Storage {
  /** @param {IDBDatabase} database @param {string} writer */
  constructor(database, writer) {
    this.database = database;
    this.writer = writer;
    /** Whether this program is known to be the one that may write. */
    this.isClaimed = false;
    // A newer version of the page may change the database: this one has to let go of it.
    database.onversionchange = () => database.close();
  }

  /**
   * Takes the database over. Where there is no room for that, what is stored can be read, and the next change tries
   * again.
   */
  async claim() {
    const transaction = this.database.transaction([META], "readwrite", { durability: "strict" });
    transaction.objectStore(META).put(this.writer, WRITER);
    try {
      await completed(transaction);
      this.isClaimed = true;
    } catch (error) {
      if (!storageError(error).isFull) throw error;
    }
  }

  /** Whether there was no room from the beginning. */
  get isFull() {
    return !this.isClaimed;
  }

  /**
   * All rows with their keys.
   * @returns {Promise<[string, string][]>}
   */
  async rows() {
    const rows = this.database.transaction([ROWS], "readonly").objectStore(ROWS);
    const [keys, values] = await Promise.all([result(rows.getAllKeys()), result(rows.getAll())]);
    return keys.map((key, index) => [String(key), String(values[index])]);
  }

  /**
   * Makes changes durably, or none of them.
   * @param {[string, string][]} put
   * @param {string[]} remove
   */
  async commit(put, remove) {
    const transaction = this.database.transaction([ROWS, META], "readwrite", { durability: "strict" });
    const rows = transaction.objectStore(ROWS);
    const meta = transaction.objectStore(META);
    // A change that only deletes needs no room, and must not ask for any.
    const claims = !this.isClaimed && put.length > 0;
    /** @type {StorageError | null} */
    let taken = null;
    // Two programs can run where there are no locks: the older one may not write any more.
    const writer = meta.get(WRITER);
    writer.onsuccess = () => {
      if (this.isClaimed && writer.result !== this.writer) {
        taken = new StorageError("Damier runs in another tab");
        transaction.abort();
        return;
      }
      if (claims) meta.put(this.writer, WRITER);
      for (const [key, row] of put) rows.put(row, key);
      for (const key of remove) rows.delete(key);
    };
    try {
      await completed(transaction);
      this.isClaimed ||= claims;
    } catch (error) {
      throw taken ?? error;
    }
  }

  /** Whether the browser keeps the database when the disk is full. */
  async isPersistent() {
    return (await globalThis.navigator?.storage?.persisted?.()) ?? false;
  }
}
