// The module as a page calls it: one worker, one call at a time, others wait in line.
//
// In: the module's address, then calls by name. Out: each line as it is told, and in the end what the call gave. The rule: a call always ends:
// with 0 or 1, or with an error whose message is a sentence for the reader (`stopped` on it says that it was asked to stop, `late` that its
// time was up). Ending a call ends its worker; the next one starts with a new worker and the module as it was compiled.

import { word } from "./words.js";

const compiled = new Map();

/** An error that is told to the reader as it is. */
function ended(message, marks = {}) {
  return Object.assign(new Error(message), marks);
}

export class Engine {
  #url;
  #worker = null;
  #waiting = [];
  #running = null;
  #count = 0;
  #refuse = null;

  /** `url`: where the module lies; nothing is loaded before the first call, or `load`. */
  constructor(url) {
    this.#url = new URL(url, document.baseURI).href;
  }

  /** Loads and compiles the module, so that a later call does not wait for it. */
  load() {
    return this.call(null, "", () => {}, {});
  }

  /** Calls a function of the module; gives what it gave. `seconds` is how long it may go without telling anything. */
  call(name, request, onLine = () => {}, { signal, seconds = 60 } = {}) {
    return new Promise((resolve, reject) => {
      const one = { id: (this.#count += 1), name, request, onLine, signal, seconds, resolve, reject };
      if (signal?.aborted) return reject(ended(word("Stopped."), { stopped: true }));
      one.abort = () => this.#abandon(one, ended(word("Stopped."), { stopped: true }));
      signal?.addEventListener("abort", one.abort, { once: true });
      this.#waiting.push(one);
      this.#next();
    });
  }

  /** Ends what runs, and what waits for it. */
  stop() {
    const all = [this.#running, ...this.#waiting].filter(Boolean);
    this.#waiting = [];
    for (const one of all) this.#abandon(one, ended(word("Stopped."), { stopped: true }));
  }

  #abandon(one, error) {
    if (one === this.#running) {
      this.#worker?.terminate();
      this.#worker = null;
      // Whoever waits for this worker's module waits no longer.
      this.#refuse?.(error);
    }
    this.#waiting = this.#waiting.filter((other) => other !== one);
    this.#settle(one, () => one.reject(error));
  }

  #settle(one, act) {
    clearTimeout(one.timer);
    one.signal?.removeEventListener("abort", one.abort);
    if (one === this.#running) this.#running = null;
    act();
    this.#next();
  }

  async #next() {
    if (this.#running || !this.#waiting.length) return;
    const one = (this.#running = this.#waiting.shift());
    this.#patience(one);
    try {
      if (!this.#worker) await this.#start();
      if (one !== this.#running) return;
      if (one.name === null) this.#settle(one, () => one.resolve(0));
      else this.#worker.postMessage({ id: one.id, call: one.name, request: one.request });
    } catch (error) {
      if (one === this.#running) this.#abandon(one, error);
    }
  }

  /** A worker with the module in it. Two engines that begin at once load it once. */
  async #start() {
    const worker = (this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" }));
    const known = await compiled.get(this.#url)?.catch(() => null);
    // The call was ended while this waited.
    if (worker !== this.#worker) return;
    const made = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => (data.module ? resolve(data.module) : reject(ended(word(...data.failed))));
      worker.onerror = () => reject(ended(word("The judge could not be started: this browser refuses its worker. Reload the page, or use the terminal.")));
      this.#refuse = reject;
    });
    worker.postMessage({ id: 0, url: this.#url, ...(known && { module: known }) });
    if (!known) {
      compiled.set(this.#url, made);
      made.catch(() => compiled.delete(this.#url));
    }
    await made;
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => this.#running && this.#abandon(this.#running, ended(word("The judge broke off ({}). That is our bug; please report it with the text.", event.message)));
  }

  #hear(data) {
    const one = this.#running;
    if (!one || data.id !== one.id) return;
    if ("line" in data) {
      this.#patience(one);
      one.onLine(data.line);
    } else if ("failed" in data) {
      this.#settle(one, () => one.reject(ended(word(...data.failed))));
    } else {
      this.#settle(one, () => one.resolve(data.done));
    }
  }

  #patience(one) {
    clearTimeout(one.timer);
    const late = () => this.#abandon(one, ended(word("Ended: nothing was heard for {} s.", one.seconds), { late: true }));
    one.timer = setTimeout(late, one.seconds * 1000);
  }
}
