// What this browser keeps of labs: the text of each, every attempt with its text, and what was asked for besides (hints, solutions, resets).
//
// In and out: rows in the form of `course progress export`, in an IndexedDB database of this site alone. The rule: nothing is lost without a
// word. What cannot be written stays in this page and is tried again with the next write; a text that another tab wrote meanwhile is put
// into the history before it is written over; and `state` says at any time where things stand, in a sentence.

import { blake3 } from "./blake3.js";
import { stamp } from "./attempt.js";

const KEYS = { texts: "lab", attempts: "id", kernels: "hash", events: "id" };
const FORMAT = "course-progress";
const VERSION = 1;
const left = (lab) => `course-lab-left ${base()} ${lab}`;
/** The longest text that is kept, in UTF-16 units: the compiler takes none that is longer. */
const LONGEST = 1 << 20;

const base = () => new URL(document.documentElement.dataset.root || "./", location.href).pathname;
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
const ended = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("the write was broken off"));
  });

/** Why something could not be kept, as a sentence. */
function why(error) {
  if (error?.name === "QuotaExceededError") return "This browser’s storage is full: what is new is in this page alone. Export it, or free some storage.";
  if (error?.name === "VersionError") return "A newer version of this course keeps its things here: what is new is in this page alone. Export it.";
  return "This browser keeps nothing for this site (its storage is denied): what is new is in this page alone. Export it before you leave.";
}

export class Kept extends EventTarget {
  /** What could not be written, and why the last text was not to be: sentences, or empty. */
  #failed = "";
  #long = "";
  #name = `course:${base()}`;
  #tab = crypto.randomUUID?.() ?? String(Math.random());
  #opened = null;
  /** What could not be written yet, by store and key; it is read as if it had been. */
  #waiting = Object.fromEntries(Object.keys(KEYS).map((store) => [store, new Map()]));
  /** When the text that this tab shows was written, by lab. */
  #seen = new Map();
  #others = null;

  constructor() {
    super();
    if (!("BroadcastChannel" in window)) return;
    this.#others = new BroadcastChannel(`${this.#name} kept`);
    this.#others.addEventListener("message", ({ data }) => {
      if (data.lab && this.#seen.has(data.lab)) this.#elsewhere(data.lab);
      if (data.rows) this.dispatchEvent(new Event("rows"));
    });
  }

  // The database

  #open() {
    this.#opened ??= (async () => {
      const request = indexedDB.open(this.#name, 1);
      request.onupgradeneeded = () => {
        for (const [store, keyPath] of Object.entries(KEYS)) request.result.createObjectStore(store, { keyPath });
      };
      const database = await done(request);
      database.onversionchange = () => this.#gone(database);
      database.onclose = () => this.#gone(database);
      return database;
    })();
    this.#opened.catch(() => (this.#opened = null));
    return this.#opened;
  }

  /** Another tab, or the reader in the browser's settings, has cleared what was kept. */
  #gone(database) {
    database.close();
    this.#opened = null;
    this.#say("What this browser kept of this course was cleared from outside this page. The text below is still here, and is kept again with your next change.");
    this.dispatchEvent(new Event("rows"));
  }

  /** Empty while everything is kept; else a sentence that says what is not. */
  get trouble() {
    return this.#failed || this.#long;
  }

  #say(failed) {
    if (this.#failed === failed) return;
    this.#failed = failed;
    this.dispatchEvent(new Event("trouble"));
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

  async #all(store) {
    const found = new Map();
    if (await this.#there()) await this.#read(store, found);
    for (const [key, row] of this.#waiting[store]) found.set(key, row);
    return [...found.values()];
  }

  async #read(store, found) {
    try {
      const database = await this.#open();
      for (const row of await done(database.transaction(store).objectStore(store).getAll())) found.set(row[KEYS[store]], row);
    } catch (error) {
      this.#say(why(error));
    }
  }

  async #get(store, key) {
    if (this.#waiting[store].has(key)) return this.#waiting[store].get(key);
    if (!(await this.#there())) return undefined;
    try {
      const database = await this.#open();
      return await done(database.transaction(store).objectStore(store).get(key));
    } catch (error) {
      this.#say(why(error));
      return undefined;
    }
  }

  /** Writes rows, and what waited before them, all of it or nothing. */
  async #put(rows) {
    for (const [store, row] of rows) this.#waiting[store].set(row[KEYS[store]], row);
    const all = Object.entries(this.#waiting).flatMap(([store, waiting]) => [...waiting.values()].map((row) => [store, row]));
    try {
      const database = await this.#open();
      const transaction = database.transaction(Object.keys(KEYS), "readwrite");
      for (const [store, row] of all) transaction.objectStore(store).put(row);
      await ended(transaction);
    } catch (error) {
      this.#say(why(error));
      return false;
    }
    for (const [store, row] of all) if (this.#waiting[store].get(row[KEYS[store]]) === row) this.#waiting[store].delete(row[KEYS[store]]);
    this.#say("");
    return true;
  }

  // Texts

  /** The text of a lab as it was kept last, `{text, saved}`, or null. */
  async text(lab) {
    await this.#takeLeft(lab);
    const row = await this.#get("texts", lab);
    this.#seen.set(lab, row?.saved ?? "");
    return row ?? null;
  }

  /** Keeps a lab's text. Gives when it was kept, null where it was not, and the other tab's text that it took the place of. */
  async save(lab, text) {
    const isLong = text.length > LONGEST;
    this.#long = isLong ? `This text is too long to be kept (${(text.length / 2 ** 20).toFixed(1)} MB; at most 1 MB is): it is in this page alone.` : "";
    this.dispatchEvent(new Event("trouble"));
    if (isLong) return { saved: null };
    const before = await this.#get("texts", lab);
    const rows = [["texts", { lab, text, saved: stamp(), tab: this.#tab }]];
    const foreign = before && before.tab !== this.#tab && before.saved !== this.#seen.get(lab) && before.text !== text;
    if (foreign) rows.push(...this.#replaced(lab, "restore", before.text));
    const [[, mine]] = rows;
    this.#seen.set(lab, mine.saved);
    const kept = await this.#put(rows);
    if (kept) this.#others?.postMessage({ lab });
    return { saved: kept ? mine.saved : null, replaced: foreign ? before : null };
  }

  /** Leaves a text where it can be put at once, for a page that is just going away; the next page takes it up. */
  leave(lab, text) {
    try {
      localStorage.setItem(left(lab), JSON.stringify({ text, saved: stamp() }));
    } catch {
      // What was kept before the last change is all there is, then.
    }
  }

  async #takeLeft(lab) {
    try {
      const row = JSON.parse(localStorage.getItem(left(lab)));
      if (!row || typeof row.text !== "string" || typeof row.saved !== "string") return;
      const before = await this.#get("texts", lab);
      const isNewer = !before || before.saved < row.saved;
      if (isNewer && !(await this.#put([["texts", { lab, text: row.text, saved: row.saved, tab: this.#tab }]]))) return;
      localStorage.removeItem(left(lab));
    } catch {
      // Nothing readable was left.
    }
  }

  async #elsewhere(lab) {
    const row = await this.#get("texts", lab);
    if (!row || row.tab === this.#tab || row.saved === this.#seen.get(lab)) return;
    this.dispatchEvent(new CustomEvent("elsewhere", { detail: row }));
  }

  /** The reader has taken the other tab's text. */
  taken({ lab, saved }) {
    this.#seen.set(lab, saved);
  }

  // Rows

  #replaced(lab, kind, text) {
    if (text.length > LONGEST) return [];
    const hash = blake3(text);
    const event = { at: stamp(), lab, kind, detail: hash };
    return [["kernels", { hash, text }], ["events", named(event)]];
  }

  /** Keeps an attempt with the text that was judged. */
  async record(attempt, text) {
    const isLong = text.length > LONGEST;
    const hash = isLong ? "" : blake3(text);
    const row = named({ ...attempt, source_hash: hash });
    await this.#put([...(isLong ? [] : [["kernels", { hash, text }]]), ["attempts", row]]);
    this.#tell();
    return row;
  }

  /** Notes that a hint or the solution was asked for. */
  async note(lab, kind, detail) {
    await this.#put([["events", named({ at: stamp(), lab, kind, detail })]]);
  }

  /** Keeps a text that is about to be replaced, so that the history can bring it back. */
  async keep(lab, kind, text) {
    await this.#put(this.#replaced(lab, kind, text));
  }

  #tell() {
    this.#others?.postMessage({ rows: true });
    this.dispatchEvent(new Event("rows"));
  }

  /** Attempts and events, as an export has them. */
  async rows() {
    return { attempts: await this.#all("attempts"), events: await this.#all("events") };
  }

  /** What can be brought back of a lab, newest first: `{at, hash, attempt}` or `{at, hash, kind}`. */
  async history(lab) {
    const { attempts, events } = await this.rows();
    const judged = attempts.filter((row) => row.lab === lab).map((row) => ({ at: row.started, hash: row.source_hash, attempt: row }));
    const others = events.filter((row) => row.lab === lab && ["reset", "restore"].includes(row.kind)).map((row) => ({ at: row.at, hash: row.detail, kind: row.kind }));
    return [...judged, ...others].sort((a, b) => (a.at < b.at ? 1 : -1));
  }

  /** The text of a hash; undefined when only the hash was kept. */
  async kernel(hash) {
    return (await this.#get("kernels", hash))?.text;
  }

  // Taking along

  /** What an export holds of labs. */
  async exported() {
    const [{ attempts, events }, kernels, texts] = [await this.rows(), await this.#all("kernels"), await this.#all("texts")];
    return {
      kernels: Object.fromEntries(kernels.map(({ hash, text }) => [hash, text])),
      attempts,
      events,
      texts: Object.fromEntries(texts.map(({ lab, text, saved }) => [lab, { text, saved }])),
    };
  }

  /** Takes in what an export holds of labs (as `checked` gave it); a text here is replaced by a newer one alone, and goes into the history. */
  async take({ kernels = {}, attempts = [], events = [], texts = {} }) {
    const rows = [
      ...Object.entries(kernels).map(([hash, text]) => ["kernels", { hash, text }]),
      ...attempts.map((row) => ["attempts", named(row)]),
      ...events.map((row) => ["events", named(row)]),
    ];
    for (const [lab, { text, saved }] of Object.entries(texts)) {
      const before = await this.#get("texts", lab);
      if (before && (before.saved >= saved || before.text === text)) continue;
      if (before) rows.push(...this.#replaced(lab, "restore", before.text));
      rows.push(["texts", { lab, text, saved, tab: "import" }]);
    }
    const isKept = await this.#put(rows);
    for (const lab of Object.keys(texts)) this.#others?.postMessage({ lab });
    this.#tell();
    if (!isKept) throw new Error(this.trouble);
  }
}

/** A row with an id made from its content, so that the same row arriving twice is the same row. */
function named(row) {
  if (row.id) return row;
  const { id, ...content } = row;
  return { id: blake3(JSON.stringify(content)).slice(0, 32), ...content };
}

// What comes from outside

const isText = (value) => typeof value === "string" && value !== "";
const isTime = (value) => isText(value) && !Number.isNaN(Date.parse(value));
const isRow = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const KIND = {
  attempts: (row) => isText(row.lab) && isTime(row.started) && isText(row.outcome) && (row.checks ?? []).every((check) => isRow(check) && isText(check.part) && isText(check.check) && isText(check.status)),
  events: (row) => isText(row.lab) && isTime(row.at) && isText(row.kind),
  marks: (row) => isText(row.item) && typeof row.on === "boolean" && isTime(row.at),
  log: (row) => isTime(row.at) && isText(row.date),
  reviews: (row) => isText(row.item) && isTime(row.at) && Number.isInteger(row.grade) && isText(row.due),
};
const ONE = { attempts: "an attempt", events: "an event", marks: "a mark", log: "a log entry", reviews: "a review" };

/** An export that came from outside, looked through: all of it can be taken, or an error says in a sentence why nothing is. */
export function checked(text) {
  let taken = null;
  try {
    taken = JSON.parse(text);
  } catch {
    throw new Error("this file is no JSON, so it is no export of progress");
  }
  if (!isRow(taken) || taken.format !== FORMAT) throw new Error(`this is no export of progress: it does not say "format": "${FORMAT}"`);
  if (taken.version !== VERSION) throw new Error(`its version is ${taken.version}, and this course reads version ${VERSION}`);
  for (const [name, holds] of Object.entries(KIND)) {
    const rows = taken[name] ?? [];
    if (!Array.isArray(rows)) throw new Error(`its “${name}” is no list, so nothing was taken`);
    const at = rows.findIndex((row) => !isRow(row) || !holds(row));
    if (at >= 0) throw new Error(`${ONE[name]} in it (number ${at + 1}) cannot be read, so nothing was taken`);
  }
  for (const name of ["kernels", "texts"]) if (!isRow(taken[name] ?? {})) throw new Error(`its “${name}” is no table, so nothing was taken`);
  for (const [hash, kernel] of Object.entries(taken.kernels ?? {})) {
    if (typeof kernel !== "string" || blake3(kernel) !== hash) throw new Error(`a kernel in it is not that of its hash ${hash.slice(0, 12)}, so nothing was taken`);
  }
  for (const [lab, row] of Object.entries(taken.texts ?? {})) {
    if (!isRow(row) || typeof row.text !== "string" || !isTime(row.saved)) throw new Error(`the text of ${lab} in it cannot be read, so nothing was taken`);
  }
  return taken;
}

let only = null;
/** The one of this page. */
export const kept = () => (only ??= new Kept());
