// What this browser keeps of labs: the text of each, every attempt with its text, and what was asked for besides (hints, solutions, resets).
//
// In and out: rows in the form of `course progress export`, in a database of this site alone. The rule: nothing is lost without a word.
// What cannot be written stays in this page, is tried again with the next write, and is left for the next page when this one goes; a text that
// another tab wrote meanwhile is put into the history by the write that takes its place; and `trouble` says at any time what is not kept.

import { stamp } from "./attempt.js";
import { blake3 } from "./blake3.js";
import { LONGEST } from "./brought.js";
import { Database, KEYS, why } from "./database.js";
import { Left } from "./left.js";
import { word } from "./words.js";

const ROWS = "rows";
const textOf = (lab) => `text ${lab}`;
const base = () => new URL(document.documentElement.dataset.root || "./", location.href).pathname;

export class Kept extends EventTarget {
  /** What could not be written, and why the last text was not to be: sentences, or empty. */
  #failed = "";
  #long = "";
  #isCleared = false;
  #name = `course:${base()}`;
  /** This page, among all tabs and times. */
  #tab = crypto.randomUUID?.() ?? String(Math.random());
  #database = new Database(this.#name, () => this.#gone());
  #left = new Left(this.#name, this.#tab);
  /** What could not be written yet, by store and key; it is read as if it had been. */
  #waiting = Object.fromEntries(Object.keys(KEYS).map((store) => [store, new Map()]));
  /** What became of texts that were written, by row. */
  #ends = new WeakMap();
  /** When the text that this tab shows was written, by lab. */
  #seen = new Map();
  /** Writes come one after the other, in the order in which they were asked for. */
  #turn = Promise.resolve();
  #others = null;

  constructor() {
    super();
    addEventListener("pageshow", ({ persisted }) => persisted && [...this.#seen.keys()].forEach((lab) => this.#elsewhere(lab)));
    if (!("BroadcastChannel" in window)) return;
    this.#others = new BroadcastChannel(`${this.#name} kept`);
    this.#others.addEventListener("message", ({ data }) => {
      if (data.lab && this.#seen.has(data.lab)) this.#elsewhere(data.lab);
      if (data.rows) this.dispatchEvent(new Event("rows"));
    });
  }

  // The database

  /** Another tab, or the reader in the browser's settings, has cleared what was kept. */
  #gone() {
    this.#isCleared = true;
    this.#say(word("What this browser kept of this course was cleared from outside this page. The text below is still here, and is kept again with your next change."));
    this.dispatchEvent(new Event("rows"));
  }

  /** Empty while everything is kept; else a sentence that says what is not. */
  get trouble() {
    return this.#failed || this.#long;
  }

  /** Whether what this page shows was cleared from outside, and not kept again yet. */
  get isCleared() {
    return this.#isCleared;
  }

  #say(failed) {
    if (this.#failed === failed) return;
    this.#failed = failed;
    this.dispatchEvent(new Event("trouble"));
  }

  async #all(store) {
    const found = new Map();
    try {
      for (const row of await this.#database.all(store)) found.set(row[KEYS[store]], row);
    } catch (error) {
      this.#say(why(error));
    }
    for (const [key, row] of this.#waiting[store]) found.set(key, row);
    return [...found.values()];
  }

  async #get(store, key) {
    if (this.#waiting[store].has(key)) return this.#waiting[store].get(key);
    try {
      return await this.#database.get(store, key);
    } catch (error) {
      this.#say(why(error));
      return undefined;
    }
  }

  /** Writes rows, and what waited before them, all of it or nothing; what could not be written waits. */
  #put(rows) {
    for (const [store, row] of rows) this.#waiting[store].set(row[KEYS[store]], row);
    return this.#write([]);
  }

  /** Writes what waits, and rows that do not wait where it fails. Gives whether it was written. */
  #write(once) {
    const mine = this.#turn.then(() => this.#writeNow(once));
    this.#turn = mine;
    return mine;
  }

  async #writeNow(once) {
    const waiting = Object.entries(this.#waiting).flatMap(([store, rows]) => [...rows.values()].map((row) => [store, row]));
    const all = [...waiting, ...once];
    if (!all.length) return true;
    const ends = [];
    try {
      await this.#database.write((stores) => {
        for (const [store, row] of all) if (store !== "texts") stores[store].put(row);
        // One after the other: each reads what the one before it wrote.
        const texts = all.filter(([store]) => store === "texts");
        const next = () => {
          if (!texts.length) return;
          const [, row] = texts.shift();
          settle(stores, row, (end) => {
            ends.push([row, end]);
            next();
          });
        };
        next();
      });
    } catch (error) {
      this.#say(why(error));
      return false;
    }
    for (const [row, end] of ends) {
      this.#ends.set(row, end);
      if (row.tab === this.#tab) this.#seen.set(row.lab, end.saved);
    }
    for (const [store, row] of waiting) if (this.#waiting[store].get(row[KEYS[store]]) === row) this.#waiting[store].delete(row[KEYS[store]]);
    // What was left in case that this page goes is written now.
    for (const lab of this.#seen.keys()) if (!this.#waiting.texts.has(lab)) this.#left.drop(textOf(lab));
    this.#left.drop(ROWS);
    this.#isCleared = false;
    this.#say("");
    for (const [{ lab, text, tab }, { saved, replaced }] of ends) {
      this.#others?.postMessage({ lab });
      if (tab === this.#tab) this.dispatchEvent(new CustomEvent("kept", { detail: { lab, text, saved, replaced } }));
    }
    return true;
  }

  // Texts

  /** The text of a lab as it was kept last, `{text, saved}`, or null; `aside` on it says that another one went into the history. */
  async text(lab) {
    const { isWritten, aside, last } = await this.#takeTexts(lab);
    const row = (await this.#get("texts", lab)) ?? null;
    this.#seen.set(lab, row?.saved ?? "");
    if (!isWritten && !(row?.saved > last.saved)) return { ...last };
    return row && { ...row, aside };
  }

  /** Keeps a lab's text; says whether it was. The event `kept` tells when, and the other tab's text that it took the place of. */
  async save(lab, text) {
    const isLong = text.length > LONGEST;
    this.#long = isLong ? word("This text is too long to be kept ({} MB; at most 1 MB is): it is in this page alone.", (text.length / 2 ** 20).toFixed(1)) : "";
    this.dispatchEvent(new Event("trouble"));
    return !isLong && this.#put([["texts", this.#row(lab, text)]]);
  }

  /** A text as it is written: by whom, and after which one. */
  #row(lab, text) {
    return { lab, text, saved: stamp(), tab: this.#tab, after: this.#seen.get(lab) ?? "" };
  }

  /** Leaves a text for the next page, at once; says whether it could. */
  leave(lab, text) {
    if (text.length > LONGEST || this.#isCleared) return false;
    return this.#left.put(textOf(lab), this.#row(lab, text));
  }

  /** The same for rows that could not be written yet, or are just being written. */
  leaveRows() {
    const rows = Object.entries(this.#waiting).flatMap(([store, rows]) => (store === "texts" ? [] : [...rows.values()].map((row) => [store, row])));
    return !rows.length || (!this.#isCleared && this.#left.put(ROWS, rows));
  }

  /** Takes up the texts of a lab that other pages left: the newest counts, the others go into the history. */
  async #takeTexts(lab) {
    const isText = ({ value }) => value?.lab === lab && [value.text, value.saved, value.tab, value.after].every((one) => typeof one === "string");
    const left = this.#left.all(textOf(lab)).filter(isText);
    left.sort((a, b) => (a.value.saved < b.value.saved ? -1 : 1));
    const rows = left.map(({ value }) => ({ ...value, yields: true }));
    const isWritten = !rows.length || (await this.#write(rows.map((row) => ["texts", row])));
    if (isWritten) for (const { key } of left) this.#left.remove(key);
    return { isWritten, aside: rows.some((row) => this.#ends.get(row)?.aside), last: rows.at(-1) };
  }

  /** Takes up the rows that other pages left. */
  async #takeRows() {
    const left = this.#left.all(ROWS).filter(({ value }) => Array.isArray(value));
    const rows = left.flatMap(({ value }) => value.filter(([store, row]) => store in KEYS && store !== "texts" && typeof row?.[KEYS[store]] === "string"));
    if (rows.length && (await this.#put(rows))) for (const { key } of left) this.#left.remove(key);
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
    await this.#put(replaced({ lab, kind, text, at: stamp() }));
  }

  #tell() {
    this.#others?.postMessage({ rows: true });
    this.dispatchEvent(new Event("rows"));
  }

  /** Attempts and events, as an export has them. */
  async rows() {
    await this.#takeRows();
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
    for (const lab of new Set(this.#left.all("text").map(({ value }) => value?.lab))) await this.#takeTexts(lab);
    const [{ attempts, events }, kernels, texts] = [await this.rows(), await this.#all("kernels"), await this.#all("texts")];
    return {
      kernels: Object.fromEntries(kernels.map(({ hash, text }) => [hash, text])),
      attempts,
      events,
      texts: Object.fromEntries(texts.map(({ lab, text, saved }) => [lab, { text, saved }])),
    };
  }

  /** Takes in what an export holds of labs (as `checked` gave it), or nothing of it; of two texts of a lab the newer counts, and the other goes into the history. */
  async take({ kernels = {}, attempts = [], events = [], texts = {} }) {
    const rows = [
      ...Object.entries(kernels).map(([hash, text]) => ["kernels", { hash, text }]),
      ...attempts.map((row) => ["attempts", named(row)]),
      ...events.map((row) => ["events", named(row)]),
      ...Object.entries(texts).map(([lab, { text, saved }]) => ["texts", { lab, text, saved: stamp(new Date(saved)), tab: "import", after: "", yields: true }]),
    ];
    if (!(await this.#write(rows))) throw new Error(this.trouble);
    this.#tell();
  }
}

/** The time of a write that comes after another, whatever the clock says. */
function later(now, before) {
  if (!(before >= now)) return now;
  const [time, micros] = [new Date(before), (Number(before.slice(23, 26)) || 0) + 1];
  if (micros > 999) return stamp(new Date(time.getTime() + 1));
  return stamp(time).replace(/\d{3}Z$/, `${String(micros).padStart(3, "0")}Z`);
}

/** Rows that keep a text which another takes the place of. */
function replaced({ lab, kind, text, at }) {
  const hash = blake3(text);
  return [["kernels", { hash, text }], ["events", named({ at, lab, kind, detail: hash })]];
}

/**
 * Writes a text, in the transaction that reads what is there. A text that this one does not follow goes into the history. One that `yields` (it was left
 * by a page that is gone, or comes from an import) goes there itself where the other is newer. `tell` hears how it ended.
 */
function settle(stores, row, tell) {
  const { lab, text, tab, yields } = row;
  stores.texts.get(lab).onsuccess = ({ target }) => {
    const before = target.result;
    const isOwn = !before || before.text === text || before.tab === tab || before.saved === row.after;
    const stays = Boolean(yields && before && before.text !== text && before.saved !== row.after && before.saved >= row.saved);
    const aside = isOwn ? null : stays ? text : before.text;
    if (aside !== null) for (const [store, one] of replaced({ lab, kind: "restore", text: aside, at: yields ? row.saved : stamp() })) stores[store].put(one);
    const saved = yields ? row.saved : later(row.saved, before?.saved);
    if (!stays) stores.texts.put({ lab, text, saved, tab });
    tell({ saved: stays ? before.saved : saved, replaced: isOwn || stays ? null : before, aside: aside !== null });
  };
}

/** A row with an id made from its content, so that the same row arriving twice is the same row. */
function named(row) {
  if (row.id) return row;
  const { id, ...content } = row;
  return { id: blake3(JSON.stringify(content)).slice(0, 32), ...content };
}

let only = null;
/** The one of this page. */
export const kept = () => (only ??= new Kept());
