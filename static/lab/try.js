// A program run under its listing: its output, what is found, what the lines of the listing cost, and what the reader expected beside it.
//
// In: a bar that `src/site/tried.rs` wrote, and a press of Run that loaded this. Out: the result under the bar. The rule: what is run is the file as it
// is published; what was typed before stays, and is answered by this run.

import { answer } from "./predictions.js";
import { Result } from "./result.js";
import { engineFor } from "./runs.js";
import { make } from "./seen.js";
import { word } from "./words.js";

const page = document.documentElement.dataset;
/** How long a run may go without a word, in seconds. */
const PATIENCE = 180;
const known = new WeakMap();

class Tried {
  constructor(bar) {
    this.bar = bar;
    this.run = bar.querySelector("[data-try-run]");
    this.stop = bar.querySelector("[data-try-stop]");
    this.asked = JSON.parse(bar.dataset.predict || "[]");
    const [first, last] = bar.dataset.lines.split(" ").map(Number);
    const name = bar.dataset.try.split("/").at(-1);
    const place = make("div", "try-result");
    for (const [key, value] of Object.entries({ role: "region", "aria-live": "polite", "aria-label": word("Result of {}", name), tabindex: "0" })) place.setAttribute(key, value);
    bar.append(place);
    this.file = name;
    this.result = new Result(place, { codes: "codes" in page ? `${page.root}codes/` : "", shows: (line) => line >= first && line <= last });
    this.stop.addEventListener("click", () => this.stopping?.abort());
  }

  async #text() {
    if (this.text !== undefined) return this.text;
    const answer = await fetch(`${page.root}${this.bar.dataset.try}`).catch(() => null);
    if (!answer?.ok) throw new Error(word("The program could not be loaded: {}.", answer ? word("the server answered {}", answer.status) : word("there is no network")));
    this.text = await answer.text();
    return this.text;
  }

  async go() {
    if (this.stopping) return;
    this.stopping = new AbortController();
    this.#busy(true);
    const { signal } = this.stopping;
    const began = performance.now();
    this.result.begin("", word("Loading and running…"));
    let why = "";
    try {
      const text = await this.#text();
      this.result.source(text);
      await engineFor("try", "programs").call("run", `${this.file}\n${this.bar.dataset.args}\n${text}`, (line) => this.result.hear(line), { signal, seconds: PATIENCE });
    } catch (error) {
      why = error.stopped ? word("Stopped.") : error.message;
    }
    const run = this.result.end(why, performance.now() - began);
    this.stopping = null;
    this.#busy(false);
    if (run.ended) this.#answer(run);
  }

  /** Each question beside what the run has. */
  #answer(run) {
    this.bar.querySelectorAll(".try-ask").forEach((label, at) => {
      const typed = label.querySelector("input").value;
      const { right, words } = answer(run, this.asked[at], typed);
      const place = label.querySelector(".try-answer") ?? label.appendChild(make("span", "try-answer"));
      place.setAttribute("role", "status");
      place.dataset.right = right === null ? "" : String(right);
      place.textContent = words;
    });
  }

  #busy(running) {
    if (!running && document.activeElement === this.stop) this.run.focus();
    this.stop.hidden = !running;
    this.run.setAttribute("aria-disabled", String(running));
  }
}

/** The style of what a run shows, once. */
function styled() {
  if (document.querySelector("link[data-result]")) return;
  const style = document.createElement("link");
  Object.assign(style, { rel: "stylesheet", href: new URL("result.css", import.meta.url).href });
  style.dataset.result = "";
  document.head.append(style);
}

/** Runs the program of a bar. */
export function tried(bar) {
  styled();
  if (!known.has(bar)) known.set(bar, new Tried(bar));
  return known.get(bar).go();
}
