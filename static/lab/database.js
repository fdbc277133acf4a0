// A database of this browser: rows in a few stores, each found by its key.
//
// In: its name, and what is to be read or written. Out: rows. The rule: a write is all or nothing, and what it reads first is still so when it
// writes: one transaction does both, and those of several tabs come one after the other.

import { word } from "./words.js";

export const KEYS = { texts: "lab", attempts: "id", kernels: "hash", events: "id" };
const STORES = Object.keys(KEYS);

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
const ended = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error(word("the write was broken off")));
  });

/** Why something could not be kept, as a sentence. */
export function why(error) {
  if (error?.name === "QuotaExceededError") return word("This browser’s storage is full: what is new is in this page alone. Export it, or free some storage.");
  if (error?.name === "VersionError") return word("A newer version of this course keeps its things here: what is new is in this page alone. Export it.");
  return word("This browser keeps nothing for this site (its storage is denied): what is new is in this page alone. Export it before you leave.");
}

export class Database {
  #name;
  #opened = null;
  #onGone;

  /** `onGone` hears when another tab, or the reader in the browser's settings, has cleared it. */
  constructor(name, onGone) {
    this.#name = name;
    this.#onGone = onGone;
  }

  #open() {
    this.#opened ??= (async () => {
      const request = indexedDB.open(this.#name, 1);
      request.onupgradeneeded = () => {
        for (const [store, keyPath] of Object.entries(KEYS)) request.result.createObjectStore(store, { keyPath });
      };
      const database = await done(request);
      database.onversionchange = database.onclose = () => {
        database.close();
        this.#opened = null;
        this.#onGone();
      };
      return database;
    })();
    this.#opened.catch(() => (this.#opened = null));
    return this.#opened;
  }

  /** Whether there is anything to read: a page that is only looked at makes no database. */
  async #there() {
    if (this.#opened) return true;
    try {
      return (await indexedDB.databases()).some(({ name }) => name === this.#name);
    } catch {
      return true;
    }
  }

  async #store(name) {
    return (await this.#open()).transaction(name).objectStore(name);
  }

  /** All rows of a store. */
  async all(name) {
    return (await this.#there()) ? done((await this.#store(name)).getAll()) : [];
  }

  /** The row of a key, or undefined. */
  async get(name, key) {
    return (await this.#there()) ? done((await this.#store(name)).get(key)) : undefined;
  }

  /** Writes: `act` gets the stores by name, in one transaction. What it throws leaves everything as it was. */
  async write(act) {
    const transaction = (await this.#open()).transaction(STORES, "readwrite");
    const end = ended(transaction);
    try {
      act(Object.fromEntries(STORES.map((name) => [name, transaction.objectStore(name)])));
    } catch (error) {
      transaction.abort();
      await end.catch(() => {});
      throw error;
    }
    await end;
  }
}
