// A launch as a form: kernel, grid, block, shared bytes and each argument, and the line that it comes to; the two follow each other.
//
// In: the kernels of a text as `outline` tells them. Out: `line`, the launch as it is to be run, and `change` when it is another. The rule: the line is
// the launch; a box changes its piece of it alone, and a line that cannot be read stays as it is typed, with a sentence below it.

import { firstLaunch, readLaunch, writeLaunch } from "./launch.js";
import { make } from "./seen.js";
import { word } from "./words.js";

const FILLS = [
  ["zeros", word("zeros")],
  ["ones", word("ones")],
  ["iota", "0, 1, 2, …"],
  ["random", word("random")],
  ["unwritten", word("never written")],
];
const KNOWN = FILLS.map(([fill]) => fill);
let forms = 0;

/** A label over a control. */
function labelled(words, control, kind = "") {
  const label = make("label", `play-field ${kind}`.trim());
  label.append(make("span", "", words), control);
  return label;
}

function input(value, more = {}) {
  return Object.assign(make("input"), { type: "text", value, autocomplete: "off", spellcheck: false, ...more });
}

export class LaunchForm extends EventTarget {
  #form;
  #line;
  #said;
  #boxes;
  #kernels = [];
  #drawn = "";
  /** What was chosen for each kernel, by name. */
  #chosen = new Map();
  #kernel = "";

  constructor(form) {
    super();
    this.#form = form;
    this.id = `play-form-${(forms += 1)}`;
    this.#line = Object.assign(make("textarea", "play-line"), { id: `${this.id}-line`, rows: 2, autocomplete: "off", spellcheck: false });
    this.#said = make("p", "play-said");
    this.#said.id = `${this.id}-said`;
    this.#said.setAttribute("role", "status");
    this.#line.setAttribute("aria-describedby", this.#said.id);
    this.#line.addEventListener("input", () => this.#typed());
    // It is one line, however it is broken here.
    this.#line.addEventListener("keydown", (event) => event.key === "Enter" && !event.ctrlKey && !event.metaKey && event.preventDefault());
    this.#boxes = make("div", "play-boxes");
    form.append(this.#boxes, labelled(word("Launch"), this.#line, "wide"), this.#said);
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  /** The launch, as it is to be run. */
  get line() {
    return this.#line.value.replace(/\s+/g, " ").trim();
  }

  set line(text) {
    this.#line.value = text;
    this.#typed(false);
  }

  /** The kernels of the text as it is now. */
  take(kernels) {
    this.#kernels = kernels;
    this.#form.hidden = !kernels.length;
    if (!kernels.length) return;
    const { kernel } = readLaunch(this.line);
    const known = kernels.find(({ name }) => name === (kernel ?? this.#kernel)) ?? kernels[0];
    if (!this.line || (kernel && kernel !== known.name)) this.#line.value = writeLaunch(this.#chosen.get(known.name) ?? firstLaunch(known));
    this.#kernel = known.name;
    this.#draw(JSON.stringify([kernels.map(({ name }) => name), known]));
    this.#typed(false);
  }

  // From the line to the boxes

  #typed(told = true) {
    const launch = readLaunch(this.line);
    this.#said.textContent = launch.wrong ?? this.#misfit(launch);
    this.#line.toggleAttribute("aria-invalid", Boolean(launch.wrong));
    if (launch.wrong === undefined && this.#kernels.some(({ name }) => name === launch.kernel)) {
      this.#chosen.set(launch.kernel, launch);
      if (launch.kernel !== this.#kernel) {
        this.#kernel = launch.kernel;
        this.take(this.#kernels);
      }
      this.#fill(launch);
    }
    if (told) this.dispatchEvent(new Event("change"));
  }

  /** What can be seen of a launch without running it. */
  #misfit({ kernel, args }) {
    const known = this.#kernels.find(({ name }) => name === kernel);
    if (!this.#kernels.length) return "";
    if (!known) return word("The text has no kernel {}: it has {}.", kernel, this.#kernels.map(({ name }) => name).join(", "));
    const takes = known.params.length;
    if (takes === args.length) return "";
    if (takes === 1) return word("{} takes 1 argument and is given {}.", kernel, args.length);
    return word("{} takes {} arguments and is given {}.", kernel, takes, args.length);
  }

  #fill({ grid, block, shared, args }) {
    const set = (name, value) => {
      const box = this.#boxes.querySelector(`[data-of="${name}"]`);
      if (box && box !== document.activeElement && box.value !== value) box.value = value;
    };
    const kernel = this.#boxes.querySelector('[data-of="kernel"]');
    if (kernel) kernel.value = this.#kernel;
    set("grid", grid);
    set("block", block);
    set("shared", shared);
    args.forEach(({ length, fill, value }, at) => {
      if (length === undefined) return set(`${at} value`, value);
      set(`${at} length`, length);
      const own = !KNOWN.includes(fill);
      set(`${at} fill`, own ? "own" : fill);
      const box = this.#boxes.querySelector(`[data-of="${at} own"]`);
      if (!box) return null;
      box.hidden = !own;
      return own && set(`${at} own`, fill);
    });
  }

  // From the boxes to the line

  #changed() {
    const known = this.#kernels.find(({ name }) => name === this.#kernel);
    const box = (name) => this.#boxes.querySelector(`[data-of="${name}"]`);
    const args = known.params.map((param, at) => {
      if (!param.pointer) return { name: param.name, value: box(`${at} value`).value.trim() };
      const chosen = box(`${at} fill`).value;
      const own = box(`${at} own`);
      own.hidden = chosen !== "own";
      return { name: param.name, length: box(`${at} length`).value.trim(), fill: chosen === "own" ? own.value.trim() || "1" : chosen };
    });
    const [grid, block, shared] = ["grid", "block", "shared"].map((name) => box(name).value.trim());
    this.#line.value = writeLaunch({ kernel: this.#kernel, grid, block, shared, args });
    this.#typed();
  }

  #choose(name) {
    const known = this.#kernels.find((kernel) => kernel.name === name);
    this.#line.value = writeLaunch(this.#chosen.get(name) ?? firstLaunch(known));
    this.#typed();
  }

  #draw(drawn) {
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const known = this.#kernels.find(({ name }) => name === this.#kernel);
    const kernel = make("select");
    kernel.dataset.of = "kernel";
    kernel.append(...this.#kernels.map(({ name }) => new Option(name, name)));
    kernel.value = this.#kernel;
    kernel.addEventListener("change", () => this.#choose(kernel.value));
    const shape = make("div", "play-shape");
    shape.append(labelled(word("Kernel"), kernel), this.#box(word("Grid"), "grid"), this.#box(word("Block"), "block"), this.#box(word("Shared bytes"), "shared"));
    const params = make("div", "play-params");
    params.append(...known.params.map((param, at) => this.#param(param, at)));
    this.#boxes.replaceChildren(shape, params);
  }

  #box(words, name, more = {}) {
    const box = input("", more);
    box.dataset.of = name;
    box.addEventListener("input", () => this.#changed());
    return labelled(words, box);
  }

  #param({ name, type, pointer }, at) {
    const row = make("fieldset", "play-param");
    const legend = make("legend");
    legend.append(make("code", "", `${type} ${name}`.replace("* ", " *")));
    row.append(legend);
    if (!pointer) {
      row.append(this.#box(word("Value"), `${at} value`));
      return row;
    }
    const fill = make("select");
    fill.dataset.of = `${at} fill`;
    fill.append(...FILLS.map(([value, words]) => new Option(words, value)), new Option(word("a number or {}", "{…}"), "own"));
    const own = input("", { hidden: true });
    own.dataset.of = `${at} own`;
    own.setAttribute("aria-label", word("Values of {}: a number, or a list in braces", name));
    for (const box of [fill, own]) box.addEventListener(box === fill ? "change" : "input", () => this.#changed());
    row.append(this.#box(word("Length"), `${at} length`), labelled(word("Filled with"), fill), own);
    return row;
  }
}
