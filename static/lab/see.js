// Seeing a run: where an access goes, how many lanes are at work, where the kernel stands, and a warp step by step.
//
// In: a place in the page and what the page knows (`mount`). Out: panels that show a run of the text as it stands when it is asked for, and
// counts beside the lines of the editor. The rule: it is the run that Check judges, of one case and one warp that the reader chooses; what
// is shown says of which, and when the text is another by now.

import { drawing, rowsOf, sentence } from "./access.js";
import { besideLines, short } from "./beside.js";
import { lanesOverTime, roofline } from "./charts.js";
import { figureOf, make } from "./seen.js";
import { Stepper } from "./stepper.js";
import { count, traced } from "./trace.js";
import { locale, word } from "./words.js";

/** How long the module may go without telling anything, in seconds. */
const PATIENCE = 60;
const PANELS = [
  ["access", word("Accesses")],
  ["steps", word("Step by step")],
  ["lanes", word("Lanes over time")],
  ["roofline", word("Roofline")],
];

/** The thread and block that a record's place names, and its line. */
function placeOf({ line, note = "" }) {
  const named = note.match(/thread \((\d+), (\d+), (\d+)\) of block \((\d+), (\d+), (\d+)\)/);
  return named ? { line, thread: named.slice(1, 4).map(Number), block: named.slice(4).map(Number) } : { line };
}

const linear = ([x, y, z], [wide, high]) => x + wide * (y + high * z);

/** An access as it is chosen: where, what it does, how often, what each time costs. */
function choiceOf({ line, text, op, requests, cost, allocation }) {
  const each = short(cost / requests.length);
  const passes = () => (each === "1" ? word("1 pass") : word("{} passes", each));
  const sectors = () => (each === "1" ? word("1 sector") : word("{} sectors", each));
  const put = [line, text, requests.length.toLocaleString(locale), allocation.space === "shared" ? passes() : sectors()];
  if (op === "read") return word("line {}: {} · read · {}× · {}", ...put);
  return op === "write" ? word("line {}: {} · write · {}× · {}", ...put) : word("line {}: {} · atomic · {}× · {}", ...put);
}

function noMate({ op, allocation: { name } }) {
  if (op === "read") return word("The reference does not read {} in this warp.", name);
  return op === "write" ? word("The reference does not write {} in this warp.", name) : word("The reference does not update {} in this warp.", name);
}

class Seeing {
  constructor(place, options) {
    Object.assign(this, options);
    this.place = place;
    this.asked = { part: this.part?.() ?? this.parts[0].id, case: "-", block: 0, warp: 0, first: 0, launch: 0 };
    this.panel = "access";
    this.beside = false;
    this.#build();
  }

  // What the reader chooses

  #build() {
    this.form = make("form", "see-form");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.see();
    });
    this.boxes = {
      part: this.#select(word("Part"), this.parts.map(({ id }) => [id, id])),
      case: this.#select(word("Case"), [["-", word("one that is counted")]]),
      launch: this.#select(word("Launch"), [["0", word("the first")]]),
      block: this.#number(word("Block")),
      warp: this.#number(word("Warp")),
    };
    this.boxes.part.value = this.asked.part;
    for (const name of this.single ? ["part", "case", "launch"] : ["launch"]) this.boxes[name].parentElement.hidden = true;
    const again = make("button", "button", word("See this run"));
    again.type = "submit";
    this.form.append(...Object.values(this.boxes).map(({ parentElement }) => parentElement), again);
    this.state = make("p", "see-state");
    this.state.setAttribute("role", "status");
    this.more = make("p", "see-more");
    this.tabs = make("div", "see-tabs");
    this.tabs.setAttribute("role", "tablist");
    this.tabs.setAttribute("aria-label", word("What is shown of the run"));
    this.body = make("div", "see-body");
    this.body.id = `see-body-${Math.random().toString(36).slice(2)}`;
    Object.assign(this.body, { tabIndex: 0 });
    this.body.setAttribute("role", "tabpanel");
    this.tabs.append(...PANELS.map((panel) => this.#tab(panel)));
    this.tabs.addEventListener("keydown", (event) => this.#turn(event));
    this.shown = make("div", "see-shown");
    this.shown.hidden = true;
    this.shown.append(this.more, this.#compare(), this.tabs, this.body);
    this.place.replaceChildren(this.form, this.state, this.shown);
  }

  #select(words, choices) {
    const label = make("label", "", words);
    const box = make("select");
    box.append(...choices.map(([value, told]) => new Option(told, value)));
    box.addEventListener("change", () => this.see());
    label.append(box);
    return box;
  }

  #number(words) {
    const label = make("label", "", words);
    const box = make("input");
    Object.assign(box, { type: "number", min: 0, value: 0 });
    box.addEventListener("change", () => this.see());
    label.append(box);
    return box;
  }

  #tab([name, words]) {
    const tab = make("button", "see-tab", words);
    Object.assign(tab, { type: "button", id: `${this.body.id}-${name}` });
    tab.dataset.panel = name;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", this.body.id);
    tab.addEventListener("click", () => this.show(name));
    return tab;
  }

  /** Arrow keys go from tab to tab. */
  #turn(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const at = PANELS.findIndex(([name]) => name === this.panel);
    const [name] = PANELS[(at + by + PANELS.length) % PANELS.length];
    this.show(name);
    this.tabs.querySelector(`[data-panel="${name}"]`).focus();
  }

  #compare() {
    const label = make("label", "see-beside");
    this.besideBox = make("input");
    this.besideBox.type = "checkbox";
    this.besideBox.addEventListener("change", () => this.#setBeside(this.besideBox.checked));
    label.append(this.besideBox, ` ${word("Beside it: the reference solution on the same numbers")}`);
    return label;
  }

  async #setBeside(on) {
    this.beside = on;
    if (on && !this.other) await this.#runOther();
    this.show(this.panel);
  }

  // Running

  /** Runs the text as it stands, with what the boxes say; `wanted` replaces some of it. */
  async see(wanted = {}) {
    const part = wanted.part ?? this.boxes.part.value;
    const other = part !== this.asked.part;
    const whole = (box) => Math.max(Math.trunc(box.valueAsNumber) || 0, 0);
    this.asked = { part, case: other ? "-" : this.boxes.case.value, launch: other ? 0 : Number(this.boxes.launch.value), block: whole(this.boxes.block), warp: whole(this.boxes.warp), first: 0, ...wanted };
    this.other = null;
    const run = await this.#run(this.asked);
    if (!run) return null;
    if (run.failed) {
      this.shown.hidden = true;
      this.state.textContent = run.failed;
      return null;
    }
    this.run = run;
    if (this.beside) await this.#runOther();
    this.#tell();
    this.editor?.margin(besideLines(run.lines()));
    this.show(this.panel);
    return run;
  }

  async #run(asked) {
    this.stopping?.abort();
    const stop = (this.stopping = new AbortController());
    this.state.textContent = word("Running…");
    this.text0 = this.text();
    const began = performance.now();
    try {
      const run = await traced(this.call, { lab: this.lab, ...asked }, this.text0, { signal: stop.signal, seconds: PATIENCE });
      this.took = performance.now() - began;
      return run;
    } catch (error) {
      if (stop === this.stopping && !error.stopped) this.state.textContent = error.message;
      return null;
    }
  }

  /** The reference solution at the same place; where it has no such block or warp, that is said. */
  async #runOther() {
    const { state, text0 } = this;
    const run = await traced(this.call, { lab: this.lab, ...this.asked, case: this.run.head.case, solution: true }, text0, { seconds: PATIENCE }).catch((error) => ({ failed: error.message }));
    this.other = run.failed ? null : run;
    if (run.failed) {
      this.beside = this.besideBox.checked = false;
      state.textContent = word("The reference solution: {}", run.failed);
    }
  }

  #tell() {
    const { head, trace } = this.run;
    const fill = (box, choices, value) => {
      box.replaceChildren(...choices.map((words, k) => new Option(words, String(k))));
      box.value = String(value);
    };
    this.boxes.part.value = this.asked.part;
    fill(this.boxes.case, head.cases, head.case);
    fill(this.boxes.launch, head.launches, head.launch);
    this.boxes.launch.parentElement.hidden = head.launches.length < 2;
    Object.assign(this.boxes.block, { value: head.at.number, max: head.grid.reduce((a, b) => a * b) - 1 });
    Object.assign(this.boxes.warp, { value: head.at.warp, max: head.warps - 1 });
    this.shown.hidden = false;
    const steps = trace.all.toLocaleString(locale);
    const threads = count(trace.lanes);
    const ended = head.ended ? ` ${word("The launch did not end in order: {}.", head.ended)}` : "";
    const where = [head.launches[head.launch], head.at.warp, head.at.number];
    const one = () => word("{}: warp {} of block {}, {} threads, 1 step.", ...where, threads);
    const some = () => (trace.all === 1 ? one() : word("{}: warp {} of block {}, {} threads, {} steps.", ...where, threads, steps));
    this.state.textContent = `${trace.all ? some() : word("{}: warp {} of block {} takes no step.", ...where)}${ended}`;
    this.more.replaceChildren(...this.#windows());
  }

  /** Of a long run, which steps are here and how to get to the others. */
  #windows() {
    const { trace, length } = { trace: this.run.trace, length: this.run.length };
    if (trace.all === length) return [];
    const from = (trace.first + 1).toLocaleString(locale);
    const button = (words, first) => {
      const made = make("button", "button quiet", words);
      made.type = "button";
      made.addEventListener("click", () => this.see({ first }));
      return made;
    };
    const told = [make("span", "", `${word("Here are steps {} to {} of {}; at most {} at a time.", from, this.run.end.toLocaleString(locale), trace.all.toLocaleString(locale), trace.most.toLocaleString(locale))} `)];
    if (trace.first > 0) told.push(button(word("Earlier steps"), Math.max(trace.first - trace.most, 0)), " ");
    if (this.run.end < trace.all) told.push(button(word("Later steps"), this.run.end));
    return told;
  }

  // Showing

  /** Shows a panel: access, steps, lanes or roofline. */
  show(name) {
    this.panel = name;
    for (const tab of this.tabs.children) {
      const chosen = tab.dataset.panel === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      if (chosen) this.body.setAttribute("aria-labelledby", tab.id);
    }
    if (!this.run) return;
    // The reference's source is the solution: it is shown to whoever may see that.
    const spoils = name === "steps" && !this.may();
    this.besideBox.parentElement.hidden = spoils || this.single;
    this.step = null;
    const panels = { access: () => this.#accesses(), steps: () => this.#steps(spoils), lanes: () => this.#lanes(), roofline: () => this.#roofline() };
    this.body.replaceChildren();
    panels[name]();
  }

  #pair() {
    return this.beside && this.other ? [[word("Yours"), this.run], [word("The reference"), this.other]] : [["", this.run]];
  }

  #accesses() {
    const all = this.run.accesses();
    if (!all.length) {
      this.body.append(make("p", "", word("This warp makes no request to global or shared memory in these steps.")));
      return;
    }
    const label = make("label", "see-choose", `${word("Access")} `);
    const box = make("select");
    box.append(...all.map((one, k) => new Option(choiceOf(one), String(k))));
    const worst = all.reduce((most, one, k) => (one.cost - one.ideal > all[most].cost - all[most].ideal ? k : most), 0);
    const known = all.findIndex(({ line }) => line === this.line);
    box.value = String(known >= 0 ? known : worst);
    label.append(box);
    const place = make("div", "see-pair");
    box.addEventListener("change", () => this.#requests(place, all[Number(box.value)]));
    this.body.append(label, place);
    this.#requests(place, all[Number(box.value)]);
  }

  /** One access: its requests under a slider, and beside it what the reference does with the same memory. */
  #requests(place, access) {
    const same = this.beside ? this.other?.accesses().filter(({ op, allocation }) => op === access.op && allocation.name === access.allocation.name && allocation.space === access.allocation.space) : null;
    const mates = same ?? null;
    const sides = [[word("Yours"), this.run, access], ...(mates?.length ? [[word("The reference"), this.other, mates[0]]] : [])];
    const most = Math.max(...sides.map(([, , { requests }]) => requests.length));
    const label = make("label", "see-request", `${word("Request")} `);
    const slider = make("input");
    Object.assign(slider, { type: "range", min: 0, max: most - 1, value: 0 });
    slider.hidden = most === 1;
    const told = make("output");
    label.append(slider, told);
    const views = make("div", sides.length > 1 ? "see-two" : "see-one");
    const draw = () => {
      const at = slider.valueAsNumber;
      told.textContent = word("{} of {}", (at + 1).toLocaleString(locale), most.toLocaleString(locale));
      views.replaceChildren(...sides.map(([title, run, { requests }]) => this.#request(sides.length > 1 ? title : "", run, requests[Math.min(at, requests.length - 1)])));
      slider.setAttribute("aria-valuetext", word("request {}: {}", told.textContent, views.querySelector("figcaption").textContent));
    };
    slider.addEventListener("input", draw);
    draw();
    const none = this.beside && mates && !mates.length ? [make("p", "muted", noMate(access))] : [];
    place.replaceChildren(label, views, ...none);
  }

  #request(title, run, number) {
    const request = run.request(number);
    const step = (run.trace.first + request.step + 1).toLocaleString(locale);
    return figureOf({ title, svg: drawing(request), said: `${sentence(request)} ${word("Step {}.", step)}`, summary: word("Lane by lane"), table: () => rowsOf(request) });
  }

  #lanes() {
    const pair = this.#pair();
    const views = make("div", pair.length > 1 ? "see-two" : "see-one");
    for (const [title, run] of pair) {
      const { svg, said, table } = lanesOverTime(run);
      views.append(figureOf({ title, svg, said, summary: word("Line by line"), table: () => table }));
    }
    this.body.append(views);
  }

  #roofline() {
    if (!this.devices?.length) {
      this.body.append(make("p", "", word("This site names no device to compare with.")));
      return;
    }
    const label = make("label", "see-choose", `${word("Device")} `);
    const box = make("select");
    box.append(...this.devices.map(({ name }, k) => new Option(name, String(k))));
    box.value = String(this.device ?? 0);
    label.append(box);
    const place = make("div");
    const draw = () => {
      this.device = Number(box.value);
      const kernels = this.#pair().map(([title, run]) => [title || word("This kernel"), run.counts.work]);
      const { svg, said, table } = roofline(kernels, this.devices[this.device]);
      const note = ` ${word("Bytes are each counted once, as if caches were perfect: a kernel is never faster than its roof, and often slower.")}`;
      place.replaceChildren(figureOf({ title: "", svg, said: said + note, summary: word("The numbers"), table: () => table }));
    };
    box.addEventListener("change", draw);
    draw();
    this.body.append(label, place);
  }

  #steps(alone) {
    const place = make("div", "stepper");
    this.body.append(place);
    const mine = { title: word("Yours"), run: this.run, text: this.text0 };
    const both = this.beside && this.other && !alone;
    const theirs = both ? [{ title: word("The reference"), run: this.other, text: this.other.head.text }] : [];
    this.step = new Stepper(place, { runs: [mine, ...theirs] });
    if (alone) this.body.append(make("p", "muted", word("Once the lab is passed, the reference solution can be stepped through beside yours.")));
  }

  /** Shows the run that a failed check speaks of, at the place that it names. */
  async open(record) {
    const place = placeOf(record.places?.[0] ?? {});
    this.line = place.line;
    const wanted = { part: record.part };
    let run = await this.see(wanted);
    if (!run) return;
    const words = `${record.message}\n${record.detail}`;
    const named = run.head.cases.filter((name) => words.includes(name)).sort((a, b) => b.length - a.length)[0];
    if (named) wanted.case = run.head.cases.indexOf(named);
    if (named && wanted.case !== run.head.case) run = await this.see(wanted);
    if (run && place.thread) await this.#openThread(run, place, wanted);
    else if (run) this.show("access");
  }

  async #openThread({ head }, { line, thread, block }, wanted) {
    const number = linear(thread, head.block);
    const warp = Math.floor(number / 32);
    const at = linear(block, head.grid);
    const run = head.at.number === at && head.at.warp === warp ? this.run : await this.see({ ...wanted, block: at, warp });
    if (!run) return;
    this.show("steps");
    this.step.fail({ line, lane: number % 32 });
  }

  /** The text is another by now. */
  aged() {
    const [said, note] = [this.state.textContent, ` (${word("before this edit")})`];
    if (this.run && this.text() !== this.text0 && !said.endsWith(note)) this.state.textContent = said + note;
  }
}

/** Puts the panels into a place. `call` is an engine's; `single`: there is one launch, of one case, and no reference; `may()` says whether the reference's source may be shown; `devices` are for the
 * roofline: name, bandwidth in GB/s, fp32, fp16, fp64 and tensor in TFLOPS. */
export function mount(place, { call, lab, parts, part, text, editor = null, devices = [], single = false, may = () => false }) {
  return new Seeing(place, { call, lab, parts, part, text, editor, devices, single, may });
}
