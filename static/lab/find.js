// Find, replace and go to a line: a bar over the text.
//
// In: what the reader asks for, and the editor as `host`: `text`, `selected`, `show(from, to)`, `select(from, to)`,
// `write(step)`, `set(text)`, `mark(ranges)`, `go(line)`, `focus()`. Out: marks over the matches, and steps that can be undone.

import { button, make } from "./frame.js";
import { command } from "./keys.js";
import { expression, matches, MOST, replacement } from "./matches.js";
import { word } from "./words.js";

/** How long an expression of the reader's own may take, in milliseconds. */
const PATIENCE = 700;
const SOON = 120;

function press(words, act, sign) {
  const node = button(words, sign);
  node.addEventListener("click", act);
  return node;
}

function input(label, type = "text") {
  const node = make("input", "editor-input");
  const off = { type, "aria-label": label, placeholder: label, autocomplete: "off", autocorrect: "off", autocapitalize: "off", spellcheck: "false" };
  for (const [name, value] of Object.entries(off)) node.setAttribute(name, value);
  return node;
}

/** Matches of a reader's own expression, from a worker that is ended when it takes too long or when `signal` says so. */
function away(text, asked, signal) {
  const worker = new Worker(new URL("./find-worker.js", import.meta.url), { type: "module" });
  return new Promise((resolve, reject) => {
    let timer = 0;
    const late = () => reject(new Error(word("This expression takes too long on this text; the search was ended.")));
    worker.addEventListener("message", ({ data }) => {
      clearTimeout(timer);
      if (data !== "ready") return resolve(data);
      // The time that the worker takes to load is not the expression's.
      timer = setTimeout(late, PATIENCE);
      worker.postMessage({ text, asked });
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      clearTimeout(timer);
      reject(new Error(word("The search could not be run.")));
    });
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  }).finally(() => worker.terminate());
}

export class FindBar {
  #host;
  #found = [];
  #at = -1;
  #from = 0;
  #asked = null;
  #later = 0;
  #running = new AbortController();
  #switches = {};

  constructor(host, label) {
    this.#host = host;
    this.box = make("div", "editor-find");
    this.box.setAttribute("role", "search");
    this.box.setAttribute("aria-label", word("Find in {}", label));
    this.box.hidden = true;
    this.#build();
    this.box.addEventListener("keydown", (event) => this.#key(event));
  }

  get open() {
    return !this.box.hidden;
  }

  #build() {
    this.query = input(word("Find"));
    this.template = input(word("Replace with"));
    this.number = input(word("Line number"));
    this.number.inputMode = "numeric";
    this.said = make("span", "editor-said");
    this.said.setAttribute("role", "status");
    const toggles = [["matchCase", word("Match case"), "Aa"], ["word", word("Whole word"), "W"], ["regex", word("Regular expression"), ".*"]];
    const switches = toggles.map(([name, words, sign]) => {
      const node = press(words, () => {
        node.setAttribute("aria-pressed", String(!this.#on(name)));
        this.search();
      }, sign);
      node.setAttribute("aria-pressed", "false");
      this.#switches[name] = node;
      return node;
    });
    const row = (...nodes) => {
      const node = make("div", "editor-row");
      node.append(...nodes);
      return node;
    };
    const close = () => press(word("Close"), () => this.close(), "✕");
    const arrows = [press(word("Previous match"), () => this.step(-1), "↑"), press(word("Next match"), () => this.step(1), "↓")];
    this.more = press(word("Replace…"), () => this.#withReplace(this.replacing.hidden));
    this.finding = row(this.query, this.said, ...arrows, ...switches, this.more, close());
    this.replacing = row(this.template, press(word("Replace"), () => this.#replace()), press(word("Replace all"), () => this.#replaceAll()));
    this.lining = row(this.number, press(word("Go to line"), () => this.#go()), close());
    this.#withReplace(false);
    this.box.append(this.finding, this.replacing, this.lining);
    this.query.addEventListener("input", () => this.#soon());
  }

  #withReplace(shown) {
    this.replacing.hidden = !shown;
    this.more.setAttribute("aria-expanded", String(shown));
  }

  #on(name) {
    return this.#switches[name].getAttribute("aria-pressed") === "true";
  }

  /** Opens for `find`, `replace` or `line`. A selection within a line is what is looked for. */
  show(what) {
    this.box.hidden = false;
    this.finding.hidden = what === "line";
    this.#withReplace(what === "replace" || (what === "find" && !this.replacing.hidden));
    this.lining.hidden = what !== "line";
    if (what === "line") {
      this.number.value = "";
      this.number.focus();
      return;
    }
    if (!this.box.contains(document.activeElement)) this.#take();
    const field = what === "replace" && this.query.value ? this.template : this.query;
    field.focus();
    field.select();
    this.search();
  }

  /** What is selected in the text is looked for, from there on. */
  #take() {
    const [from, to] = this.#host.selected;
    this.#from = from;
    const held = this.#host.text.slice(from, to);
    if (held && held.length < 200 && !held.includes("\n")) this.query.value = held;
  }

  close() {
    if (!this.open) return;
    const range = this.#end();
    if (range) this.#host.select(...range);
    else this.#host.focus();
  }

  /** Away with the bar and the marks; gives the match that was meant. */
  #end() {
    const range = this.#found[this.#at];
    this.box.hidden = true;
    this.#running.abort();
    this.#host.mark([]);
    this.#found = [];
    this.#at = -1;
    return range;
  }

  /** The caret moved: the next match is the one behind it. */
  moved(offset) {
    this.#from = offset;
  }

  /** The text changed: what was found may be elsewhere. */
  changed() {
    if (this.open && !this.finding.hidden) this.#soon(true);
  }

  #soon(still = false) {
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.search(still), SOON);
  }

  /** Looks for what is asked; `still` leaves the reader where he is. */
  async search(still = false) {
    clearTimeout(this.#later);
    this.#running.abort();
    this.#running = new AbortController();
    const { signal } = this.#running;
    const { text } = this.#host;
    const asked = { query: this.query.value, matchCase: this.#on("matchCase"), word: this.#on("word"), regex: this.#on("regex") };
    try {
      this.#asked = asked.query ? expression(asked) : null;
      const found = !this.#asked ? [] : asked.regex ? await away(text, asked, signal) : matches(text, this.#asked);
      if (signal.aborted) return;
      this.#found = found;
      this.query.removeAttribute("aria-invalid");
      this.#settle(still);
    } catch (problem) {
      if (signal.aborted) return;
      this.#found = [];
      this.#at = -1;
      this.#host.mark([]);
      this.query.setAttribute("aria-invalid", "true");
      this.said.textContent = problem.message;
    }
  }

  /** The match at or behind the place where the reader is, is the one meant. */
  #settle(still) {
    const next = this.#found.findIndex(([start]) => start >= this.#from);
    this.#at = this.#found.length ? Math.max(next, 0) : -1;
    this.#draw(!still);
  }

  #draw(show) {
    const count = this.#found.length;
    const all = count === MOST ? word("the first {}", MOST) : String(count);
    this.said.textContent = count ? word("{} of {}", this.#at + 1, all) : this.query.value ? word("none found") : "";
    this.#host.mark(this.#found.map(([from, to], at) => ({ from, to, className: at === this.#at ? "found found-now" : "found" })));
    if (!show || !count) return;
    [this.#from] = this.#found[this.#at];
    this.#host.show(...this.#found[this.#at]);
  }

  /** To the next match (`1`) or the previous one (`-1`), around the end. */
  step(way) {
    const count = this.#found.length;
    if (!count) return;
    this.#at = (this.#at + way + count) % count;
    this.#draw(true);
  }

  #put(range) {
    return replacement(this.#host.text, range, this.#asked, this.template.value, this.#on("regex"));
  }

  async #replace() {
    await this.search(true);
    const range = this.#found[this.#at];
    if (!range) return;
    const [from, to] = range;
    const words = this.#put(range);
    const end = from + words.length;
    this.#host.write({ from, to, words, select: [end, end], apart: true });
    this.#from = end;
    await this.search();
  }

  async #replaceAll() {
    await this.search(true);
    const found = this.#found;
    if (!found.length) return;
    const { text } = this.#host;
    const parts = [];
    let next = 0;
    for (const range of found) {
      parts.push(text.slice(next, range[0]), this.#put(range));
      next = range[1];
    }
    parts.push(text.slice(next));
    this.#host.set(parts.join(""));
    await this.search(true);
    const left = this.#found.length;
    this.said.textContent = left ? word("{} replaced; {} more", found.length, left) : word("{} replaced", found.length);
  }

  #go() {
    const [, line, column] = this.number.value.match(/^\s*(\d+)(?:\s*[:,]\s*(\d+))?/) ?? [];
    if (!line) return this.number.focus();
    this.#end();
    this.#host.go(Number(line), Number(column ?? 1));
  }

  #key(event) {
    const { key, shiftKey, target } = event;
    if (event.isComposing) return;
    const asked = command(event);
    if (["find", "replace", "line"].includes(asked)) this.show(asked);
    else if (key === "Escape") this.close();
    else if (key === "Enter" && target === this.query) this.step(shiftKey ? -1 : 1);
    else if (key === "Enter" && target === this.template) this.#replace();
    else if (key === "Enter" && target === this.number) this.#go();
    else if (key === "F3") this.step(shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
