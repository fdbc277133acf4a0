// Under `course serve` the learner's file on disk is the truth, and the server judges it with the program itself.
//
// In: the lab. Out: the same as `kept.js` gives for a text (`text`, `save`, `leave`, `taken`, events `elsewhere`, `kept` and `trouble`) and `engine.js` for
// a call, over HTTP. The rule: a change on disk is offered, never written over: every write names the version that it follows (`If-Match`), and
// what the server says is newer comes back as `elsewhere`. What did not reach the file is left in this browser for the next page.

import { stamp } from "./attempt.js";
import { blake3 } from "./blake3.js";
import { Left } from "./left.js";
import { word } from "./words.js";

const LOOK_MS = 2000;
/** A browser sends no more than 64 KiB for a page that is gone. */
const MOST_SENT = 60_000;
const JSON_TYPE = { "content-type": "application/json" };

/** What a learner of this course types. */
const command = () => document.documentElement.dataset.command;

function ended(message, marks = {}) {
  return Object.assign(new Error(message), marks);
}

export class LiveFile extends EventTarget {
  trouble = "";
  #url;
  #version = "";
  /** What the server gave last and the reader has not taken. */
  #offered = null;
  /** Writes go one after the other: each names the version that the one before it made. */
  #turn = Promise.resolve();
  /** What is on its way to the server. */
  #sent = null;
  #left;

  constructor(root, lab) {
    super();
    this.#left = new Left(`served:${new URL(root, document.baseURI).pathname}`, crypto.randomUUID?.() ?? String(Math.random()));
    this.#url = new URL(`${root}api/labs/${lab}/file`, document.baseURI).href;
    const look = () => document.visibilityState === "visible" && this.#look();
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    // An editor beside the browser saves while this page is in sight.
    setInterval(look, LOOK_MS);
  }

  #say(trouble) {
    if (this.trouble === trouble) return;
    this.trouble = trouble;
    this.dispatchEvent(new Event("trouble"));
  }

  async #ask(options) {
    try {
      const answer = await fetch(this.#url, { cache: "no-store", ...options });
      const body = await answer.json().catch(() => ({}));
      return { status: answer.status, body };
    } catch {
      return { status: 0, body: {} };
    }
  }

  /** The file as it is on disk, or null where this server has none. `left`: what pages before this one could not write, newest first. */
  async text(lab) {
    const { status, body } = await this.#ask({});
    if (status !== 200) return null;
    this.#version = body.version;
    const isText = ({ value }) => value && [value.text, value.saved].every((one) => typeof one === "string") && Array.isArray(value.after);
    const left = this.#left.all(lab).filter(isText).sort((a, b) => (a.value.saved < b.value.saved ? 1 : -1));
    const isThere = ({ value }) => value.text === body.text;
    for (const { key } of left.filter(isThere)) this.#left.remove(key);
    const others = left.filter((one) => !isThere(one));
    return { text: body.text, saved: "", left: others.map(({ key, value }) => ({ key, ...value, follows: value.after.includes(body.version) })) };
  }

  /** What a page before this one left is in this page now, or in the history. */
  takenUp(left) {
    this.#left.remove(left.key);
  }

  /** Writes the file, unless it was changed on disk meanwhile; says whether it was written. */
  save(lab, text) {
    const mine = this.#turn.then(() => this.#write(lab, text));
    this.#turn = mine;
    return mine;
  }

  async #write(lab, text) {
    this.#sent = text;
    const { status, body } = await this.#ask({ method: "PUT", headers: { ...JSON_TYPE, "if-match": this.#version }, body: JSON.stringify({ text }) });
    this.#sent = null;
    if (status === 200) {
      this.#version = body.version;
      this.#left.drop(lab);
      this.#say("");
      this.dispatchEvent(new CustomEvent("kept", { detail: { lab, text, saved: stamp() } }));
      return true;
    }
    this.leave(lab, text);
    if (status === 409) this.#offer(body);
    else this.#say(status ? word("The file was not written: {}.", body.error ?? word("the server answered {}", status)) : word("The server of this course does not answer: what is new is kept in this browser. Start `{} serve` again.", command()));
    return false;
  }

  async #look() {
    const { status, body } = await this.#ask({});
    if (status === 200 && body.version !== this.#version) this.#offer(body);
  }

  #offer({ text, version }) {
    this.#offered = { text, version };
    this.dispatchEvent(new CustomEvent("elsewhere", { detail: { text, saved: "", version, file: true } }));
  }

  /** The reader has seen what is on disk, and took it or means to write over it. */
  taken({ version }) {
    this.#version = version;
    this.#offered = null;
  }

  /** Leaves a text in this browser, at once, with what it follows; says whether it could. */
  leave(lab, text) {
    const after = [this.#version, ...(this.#sent === null ? [] : [blake3(this.#sent)])];
    return this.#left.put(lab, { text, saved: stamp(), after });
  }

  /** Sends what a page that goes away leaves, where a browser does; there is no time for an answer, so the next page looks for it. */
  send(text) {
    const body = JSON.stringify({ text });
    if (this.#offered || new TextEncoder().encode(body).length > MOST_SENT) return;
    fetch(this.#url, { method: "PUT", keepalive: true, headers: { ...JSON_TYPE, "if-match": this.#version }, body }).catch(() => {});
  }
}

/** The server as an engine: `check` judges the file as it was saved, `look` the text that is given, `text` tells the solution; `outline`, `play` and
 * `run` are about a text of no lab. */
export class LiveEngine {
  #root;
  #running = null;

  constructor(root) {
    this.#root = root;
  }

  load() {
    return Promise.resolve(0);
  }

  async call(name, request, onLine = () => {}, { signal } = {}) {
    const stop = (this.#running = new AbortController());
    const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    try {
      const answer = await this.#post(name, request, both);
      if (answer.status === 404) return 1;
      if (!answer.ok) throw ended(word("The server answered {}: {}.", answer.status, (await answer.json().catch(() => ({}))).error ?? word("it cannot judge now")));
      await this.#lines(answer, name === "check" ? (line) => this.#record(line, onLine) : onLine);
      return 0;
    } catch (error) {
      if (both.aborted) throw ended(word("Stopped."), { stopped: true });
      if (error instanceof TypeError) throw ended(word("The server of this course does not answer. Start `{} serve` again.", command()));
      throw error;
    }
  }

  /** A line that is no record says why there is no verdict. */
  #record(line, onLine) {
    if (line.startsWith('{"failed":')) throw ended(JSON.parse(line).failed);
    onLine(line);
  }

  stop() {
    this.#running?.abort();
  }

  #post(name, request, signal) {
    const [lab, rest] = [request.slice(0, request.indexOf("\n")), request.slice(request.indexOf("\n") + 1)];
    const url = (path) => new URL(`${this.#root}api/${path}`, document.baseURI).href;
    const post = (path, body) => fetch(url(path), { method: "POST", headers: JSON_TYPE, body: JSON.stringify(body), signal });
    if (name === "outline") return post(name, { text: request });
    if (name === "play" || name === "run") return post(name, { request });
    if (name === "check") return post(`labs/${lab}/check`, { select: rest.slice(0, rest.indexOf("\n")) });
    if (name === "trace") return post("trace", { lab, request: rest });
    if (name === "look") return post("look", { lab, text: rest });
    return fetch(url(`labs/${lab}/${rest}`), { signal });
  }

  async #lines(answer, onLine) {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let open = "";
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const lines = (open + chunk.value).split("\n");
      open = lines.pop();
      lines.filter(Boolean).forEach(onLine);
    }
    if (open) onLine(open);
  }
}
