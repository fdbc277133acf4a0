// A warp, step by step: the source with its line marked, 32 lanes, registers by name, the memory that is touched.
//
// In: one run or two (`Run`) with their texts. Out: a place in the page that goes forward and back, by button, key and slider; the first step,
// the last, and the one in which something is wrong are a press away. The rule: every step is drawn from the run alone, so any step is as
// near as the next; of two runs one slider moves both, by number of step.

import { sentence, shape } from "./access.js";
import { make, tableOf } from "./seen.js";
import { count, elements, lanesOf, runs } from "./trace.js";
import { locale, word } from "./words.js";

const NAMED = [
  ["first", word("First step"), "|◀", "Home"],
  ["back", word("Back"), "◀", "ArrowLeft"],
  ["forward", word("Forward"), "▶", "ArrowRight"],
  ["last", word("Last step"), "▶|", "End"],
];

/** Types as the source writes them. */
const TYPES = { i8: "char", u8: "unsigned char", i16: "short", u16: "unsigned short", i32: "int", u32: "unsigned int", i64: "long long", u64: "unsigned long long", f32: "float", f64: "double" };

/** The values of 32 lanes in a few words. */
function summary(values) {
  const known = values.filter((value) => value !== null);
  if (!known.length) return "";
  if (known.every((value) => value === known[0])) return known.length === 32 ? word("in all lanes") : word("in {} lanes", known.length);
  const numbers = known.map(Number);
  if (numbers.some(Number.isNaN)) return `${known[0]} … ${known.at(-1)}`;
  const step = numbers[1] - numbers[0];
  if (numbers.length > 2 && numbers.every((value, k) => k === 0 || value - numbers[k - 1] === step)) return `${known[0]}, ${known[1]} … ${known.at(-1)}`;
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return word("from {} to {}", known[numbers.indexOf(least)], known[numbers.indexOf(most)]);
}

/** What a request does, and with which elements where it goes to memory. */
function doneTo(request) {
  const place = request.allocation ? elements(request) : word("nowhere");
  if (request.op === "read") return word("read: {}", place);
  return request.op === "write" ? word("write: {}", place) : word("atomic: {}", place);
}

function workOf(lanes, idle) {
  const busy = runs(lanes) || word("none");
  return idle.length ? word("Lanes at work: {}; idle: {}", busy, runs(idle)) : word("Lanes at work: {}", busy);
}

/** One run as it stands at a step. */
class RunAtStep {
  constructor({ title, run, text, choose }) {
    this.run = run;
    this.choose = choose;
    this.opened = new Set();
    this.place = make("section", "step-run");
    this.place.setAttribute("aria-label", title);
    this.title = make("h4", "", title);
    this.source = make("div", "step-source");
    Object.assign(this.source, { tabIndex: 0, role: "group" });
    this.source.setAttribute("aria-label", word("Source, {}", title));
    this.said = make("p", "step-said");
    this.lanes = make("div", "step-lanes");
    this.registers = make("div", "step-registers");
    this.memory = make("ul", "step-memory");
    this.#lines(text);
    this.place.append(this.title, this.source, this.said, this.lanes, this.memory, this.registers);
  }

  #lines(text) {
    const code = make("code");
    this.lines = text.split("\n").map((words, k) => {
      const line = make("span", "step-line");
      line.dataset.line = String(k + 1);
      line.append(words || " ", "\n");
      return line;
    });
    code.append(...this.lines);
    const pre = make("pre");
    pre.append(code);
    this.source.append(pre);
  }

  /** Shows a step; `lane` is the one whose values stand alone. */
  show(at, lane) {
    if (!this.run.length) {
      this.said.textContent = word("This warp has no steps: no thread of it exists, or it ended at once.");
      return this.said.textContent;
    }
    const here = Math.min(at, this.run.length - 1);
    const step = this.run.step(here);
    this.marked?.removeAttribute("aria-current");
    this.marked?.classList.remove("here");
    this.marked = this.lines[step.line - 1];
    this.marked?.setAttribute("aria-current", "step");
    this.marked?.classList.add("here");
    if (this.marked) this.source.scrollTop = this.marked.offsetTop - this.source.clientHeight / 2 + this.marked.offsetHeight;
    this.#drawLanes(step.lanes, lane);
    const requests = this.run.requestsOf(here).map((number) => this.run.request(number));
    this.#drawMemory(requests, lane);
    this.#drawRegisters(this.run.variables(here), lane);
    return this.#say(here, step, at >= this.run.length);
  }

  #say(at, { line, lanes, issued }, over) {
    const found = this.run.trace.steps.found.includes(at) ? this.run.trace.findings.find(([, place]) => place === line) : null;
    const all = this.run.trace.all.toLocaleString(locale);
    const number = (this.run.trace.first + at + 1).toLocaleString(locale);
    const done = issued === 1 ? word("1 instruction") : word("{} instructions", issued);
    const put = [number, all, line, count(lanes), done];
    const words = over ? word("Ended: its last step {} of {}: line {}, {} of 32 lanes, {}.", ...put) : word("Step {} of {}: line {}, {} of 32 lanes, {}.", ...put);
    this.said.replaceChildren(words);
    if (this.run.trace.steps.found.includes(at)) {
      const wrong = make("strong", "step-wrong", ` ✕ ${found ? found[0] : word("something is wrong here")}`);
      this.said.append(wrong);
    }
    return this.said.textContent;
  }

  #drawLanes(mask, lane) {
    const exists = this.run.trace.lanes;
    const svg = shape("svg", { viewBox: "0 0 480 34", class: "see-map", role: "img" });
    const idle = lanesOf(exists & ~mask);
    svg.setAttribute("aria-label", workOf(lanesOf(mask), idle));
    for (let k = 0; k < 32; k += 1) {
      const kind = !((exists >>> k) & 1) ? "none" : (mask >>> k) & 1 ? "on" : "";
      const box = shape("rect", { x: 8 + k * 14.5, y: 3, width: 12.5, height: 12.5, rx: 2, class: `see-lane ${kind} ${k === lane ? "chosen" : ""}` });
      box.append(shape("title", {}, word("lane {}", k)));
      box.addEventListener("click", () => this.choose(k));
      svg.append(box);
      if (k % 8 === 0 || k === 31) svg.append(shape("text", { x: 14 + k * 14.5, y: 29, class: "see-soft", "text-anchor": "middle" }, String(k)));
    }
    this.lanes.replaceChildren(svg);
  }

  #drawMemory(requests, lane) {
    const items = requests.map((request) => {
      const item = make("li", request.allocation ? "" : "step-wrong");
      item.append(make("code", "", request.text), ` ${doneTo(request)}. `, sentence(request));
      const own = request.at[lane];
      if (own !== null && request.allocation) item.append(` ${word("Lane {}: byte {}.", lane, own.toLocaleString(locale))}`);
      return item;
    });
    this.memory.replaceChildren(...items);
    this.memory.hidden = !items.length;
  }

  #drawRegisters(variables, lane) {
    if (!variables.length) {
      this.registers.replaceChildren(make("p", "muted", word("No variable has a value yet.")));
      return;
    }
    const rows = variables.map(({ name, type, fresh, values }) => {
      const all = make("details");
      all.open = this.opened.has(name);
      all.addEventListener("toggle", () => this.opened[all.open ? "add" : "delete"](name));
      all.append(make("summary", "", summary(values)), make("span", "step-values", values.map((value, k) => `${k}: ${value ?? "–"}`).join("   ")));
      const mark = make("span", fresh ? "step-fresh" : "", name);
      if (fresh) mark.append(make("span", "step-new", ` ${word("changed")}`));
      return [mark, make("code", "", values[lane] ?? "–"), all, TYPES[type] ?? type];
    });
    this.registers.replaceChildren(tableOf({ heads: [word("Variable"), word("Lane {}", lane), word("All lanes"), word("Type")], rows }, word("Registers by name")));
  }
}

export class Stepper {
  /** `runs`: one or two of `{title, run, text}`; `onStep` hears the number and the line of the first. */
  constructor(place, { runs: given, onStep = () => {} }) {
    this.at = 0;
    this.lane = lanesOf(given[0].run.trace.lanes)[0] ?? 0;
    this.onStep = onStep;
    this.place = place;
    const choose = (lane) => this.#choose(lane);
    this.sides = given.map((one) => new RunAtStep({ ...one, choose }));
    this.length = Math.max(...given.map(({ run }) => run.length), 1);
    place.replaceChildren(this.#bar(), this.#sides());
    this.go(0);
  }

  #bar() {
    const bar = make("div", "step-bar");
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", word("Steps"));
    this.buttons = Object.fromEntries(
      NAMED.map(([name, words, sign, key]) => {
        const made = make("button", "button quiet");
        Object.assign(made, { type: "button", title: `${words} (${key})` });
        made.setAttribute("aria-label", words);
        made.append(make("span", "", sign));
        made.firstChild.setAttribute("aria-hidden", "true");
        made.addEventListener("click", () => this.#act(name));
        return [name, made];
      }),
    );
    this.slider = make("input", "step-slider");
    Object.assign(this.slider, { type: "range", min: 0, max: this.length - 1, step: 1, value: 0 });
    this.slider.setAttribute("aria-label", word("Step"));
    this.slider.addEventListener("input", () => this.go(this.slider.valueAsNumber));
    const failing = make("button", "button quiet", word("Failing step"));
    Object.assign(failing, { type: "button", hidden: !this.#failing().length });
    failing.addEventListener("click", () => this.fail());
    const lane = make("label", "step-lane", `${word("Lane")} `);
    this.laneBox = make("input");
    Object.assign(this.laneBox, { type: "number", min: 0, max: 31, value: this.lane });
    this.laneBox.addEventListener("change", () => this.#choose(Math.min(Math.max(this.laneBox.valueAsNumber || 0, 0), 31)));
    lane.append(this.laneBox);
    bar.append(...Object.values(this.buttons), this.slider, failing, lane);
    this.status = make("p", "visually-hidden");
    this.status.setAttribute("role", "status");
    bar.append(this.status);
    return bar;
  }

  #sides() {
    const both = make("div", this.sides.length > 1 ? "step-both two" : "step-both");
    both.append(...this.sides.map(({ place }) => place));
    const keys = Object.fromEntries(NAMED.map(([name, , , key]) => [key, name]));
    this.place.addEventListener("keydown", (event) => {
      const name = keys[event.key];
      if (!name || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
      event.preventDefault();
      this.#act(name);
    });
    return both;
  }

  #failing() {
    return this.sides[0].run.trace.steps.found;
  }

  #act(name) {
    this.go({ first: 0, back: this.at - 1, forward: this.at + 1, last: this.length - 1 }[name]);
    this.status.textContent = this.told;
  }

  #choose(lane) {
    this.lane = lane;
    this.laneBox.value = lane;
    this.go(this.at);
  }

  /** Shows a step. */
  go(at) {
    this.at = Math.min(Math.max(at, 0), this.length - 1);
    this.slider.value = this.at;
    [this.told] = this.sides.map((side) => side.show(this.at, this.lane));
    this.slider.setAttribute("aria-valuetext", this.told);
    this.buttons.first.disabled = this.buttons.back.disabled = this.at === 0;
    this.buttons.last.disabled = this.buttons.forward.disabled = this.at === this.length - 1;
    const { run } = this.sides[0];
    if (run.length) this.onStep(this.at, run.step(Math.min(this.at, run.length - 1)).line);
  }

  /** To the next step in which something is wrong; of a place the step of its line in which its lane takes part. */
  fail(place = null) {
    const { run } = this.sides[0];
    const found = this.#failing();
    if (place) this.#choose(place.lane);
    const fits = (at) => !place || run.step(at).line === place.line;
    const marked = found.filter(fits);
    const after = marked.find((at) => at > this.at);
    let at = place ? marked[0] : (after ?? marked[0]);
    if (at === undefined && place) {
      const all = Array.from({ length: run.length }, (_, k) => run.length - 1 - k);
      at = all.find((k) => fits(k) && (run.step(k).lanes >>> place.lane) & 1);
    }
    if (at === undefined) return false;
    this.go(at);
    this.status.textContent = this.told;
    return true;
  }
}
