// The playground: any program or kernel of the reader's, run on the page.
//
// In: the page that `templates/playground.html` wrote, a program that its address brings, or what was written here before. Out: `data-play-ready` once
// it can be used; where nothing can run, `data-bench` goes, and the page says so. The rule: the text is the reader's. What takes its place can be
// undone, and what it took the place of is a button away.

import { button, make } from "./dialogs.js";
import { Editor } from "./editor.js";
import { LaunchForm } from "./form.js";
import { KERNELS } from "./kernels.js";
import { Begun } from "./begun.js";
import { Result } from "./result.js";
import { besideLines } from "./beside.js";
import { engineFor, hasMain, runsPrograms } from "./runs.js";
import { packed, unpacked } from "./share.js";
import { Watched } from "./watched.js";
import { word } from "./words.js";

const page = document.documentElement.dataset;
/** How long a pause in typing is before the text is kept, in milliseconds. */
const PAUSE = 300;
/** How long a run may go without a word, in seconds. */
const PATIENCE = 180;
const FILE = "playground.cu";

class Playground {
  constructor(article) {
    this.article = article;
    this.begun = new Begun(page.root);
    this.looking = engineFor("look");
    this.outline = null;
    this.told = null;
    this.notice = article.querySelector(".play-notice");
    this.state = article.querySelector(".bench-state");
    this.form = new LaunchForm(article.querySelector("[data-play-form]"));
    this.argsRow = article.querySelector("[data-play-args]");
    this.codes = "codes" in page ? `${page.root}codes/` : "";
    this.result = new Result(article.querySelector(".play-result"), { codes: this.codes, reveal: (line, column) => this.editor.reveal(line, column) });
  }

  find(name) {
    return this.article.querySelector(`[data-do="${name}"]`);
  }

  async start() {
    this.find("example").querySelector("[data-kernels]").append(...KERNELS.map(({ title }, at) => new Option(title, `kernel ${at}`)));
    const kept = this.begun.kept() ?? { ...KERNELS[0], args: "" };
    this.base = kept.base ?? kept.text;
    this.editor = new Editor(this.article.querySelector(".play-editor"), { label: FILE, text: kept.text });
    this.#options(kept);
    this.watched = new Watched(this.article, { file: FILE, editor: this.editor, launch: () => this.form.line });
    this.#hear();
    await this.arrive();
    for (const node of this.article.querySelectorAll("[data-do]")) node.disabled = node.dataset.do === "stop";
    await this.look();
    page.playReady = "";
  }

  #options({ launch = "", args = "" }) {
    this.form.line = launch;
    this.find("args").value = args;
  }

  #hear() {
    const acts = { run: () => this.run(), stop: () => this.stopping?.abort(), reset: () => this.reset(), share: () => this.share(), see: () => this.watched.open() };
    for (const [name, act] of Object.entries(acts)) this.find(name).addEventListener("click", act);
    this.find("example").addEventListener("change", ({ target }) => this.example(target.value));
    this.find("args").addEventListener("input", () => this.keep());
    this.form.addEventListener("change", () => this.keep());
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.target.closest?.("dialog")) return;
      event.preventDefault();
      this.run();
    });
    window.courseKeys?.add("Ctrl Enter", word("run this program"), () => this.run());
    this.editor.addEventListener("change", () => this.#edited());
    addEventListener("hashchange", () => this.arrive());
    addEventListener("pagehide", () => this.pending && this.keep());
  }

  // The text, and where it comes from

  #edited() {
    clearTimeout(this.pending);
    this.pending = setTimeout(() => this.keep(), PAUSE);
    if (this.ranText !== undefined && this.ranText !== this.editor.text) {
      this.result.age();
      this.watched.aged();
      this.found = [];
    }
    this.look();
  }

  keep() {
    clearTimeout(this.pending);
    this.pending = 0;
    const kept = this.begun.keep({ text: this.editor.text, launch: this.form.line, args: this.find("args").value, base: this.base });
    const words = kept ? word("What you write here is kept in this browser.") : word("This browser keeps nothing of what you write here: copy it, or share a link.");
    if (!this.state.classList.contains("trouble")) this.state.textContent = words;
  }

  /** What the address brings: a program of its own, or one of the course's. */
  async arrive() {
    const fragment = location.hash.slice(1);
    // A place of the page is none.
    if (!fragment || document.getElementById(fragment)) return;
    history.replaceState(null, "", location.pathname + location.search);
    const named = new URLSearchParams(fragment);
    try {
      if (named.has("example")) await this.#program(named.get("example"), named.get("args") ?? "");
      else this.#put(await unpacked(fragment), word("This program came with the link."));
    } catch (error) {
      this.#say(error.message);
    }
  }

  /** A text takes the place of the reader's, who can have theirs back. */
  #put({ text, launch = "", args = "" }, words) {
    const mine = { text: this.editor.text, launch: this.form.line, args: this.find("args").value };
    const isMine = mine.text !== this.base && mine.text !== text;
    this.editor.set(text);
    this.base = this.editor.text;
    this.#options({ launch, args });
    this.keep();
    if (!isMine) return this.#say(words);
    const gone = words || word("Another text took the place of yours.");
    const back = button(word("Back to my text"), () => {
      this.#put(mine, "");
      this.base = "";
      this.editor.focus();
    });
    return this.#say(gone, back);
  }

  #say(words, ...nodes) {
    this.notice.replaceChildren(make("span", "", words), ...nodes);
    this.notice.hidden = !words && !nodes.length;
  }

  async #program(address, args) {
    const known = this.find("example").querySelector(`option[value="${CSS.escape(address)}"]`);
    if (!known) throw new Error(word("The link names a program that this site does not have."));
    const answer = await fetch(`${page.root}${address}`).catch(() => null);
    if (!answer?.ok) throw new Error(word("The program could not be loaded: {}.", answer ? word("the server answered {}", answer.status) : word("there is no network")));
    this.#put({ text: await answer.text(), args }, word("Loaded: {}.", known.textContent));
  }

  async example(value) {
    const box = this.find("example");
    const [, at] = value.match(/^kernel (\d+)$/) ?? [];
    try {
      if (at !== undefined) this.#put(KERNELS[at], "");
      else if (value) await this.#program(value, box.selectedOptions[0].dataset.args);
    } catch (error) {
      this.#say(error.message);
    }
    box.value = "";
  }

  reset() {
    if (this.editor.text === this.base) return window.courseProgress?.say(word("This is what you began with already."));
    this.editor.set(this.base || KERNELS[0].text);
    return window.courseProgress?.say(word("What you began with is back; undo brings your text back."));
  }

  async share() {
    try {
      const program = { text: this.editor.text, launch: this.form.line, args: this.find("args").value };
      const link = new URL(`#${await packed(program)}`, location.href).href;
      const field = Object.assign(make("input", "play-link"), { type: "text", readOnly: true, value: link });
      field.setAttribute("aria-label", word("Link to this program"));
      const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
      const words = copied ? word("The link is copied. It holds the whole program; no server sees it.") : word("Copy this link. It holds the whole program; no server sees it.");
      this.#say(words, field);
      field.select();
    } catch (error) {
      this.#say(error.message);
    }
  }

  // Looking

  /** Colours, diagnostics and kernels of the text as it stands; of several keys only the last is looked at. */
  look() {
    this.lookAgain = true;
    this.looked ??= this.#look().finally(() => (this.looked = null));
    return this.looked;
  }

  async #look() {
    let trouble = "";
    while (this.lookAgain) {
      this.lookAgain = false;
      const { text } = this.editor;
      const ask = async (name, request) => {
        let told = null;
        await this.looking.call(name, request, (line) => (told = JSON.parse(line)), { seconds: 20 });
        return told;
      };
      try {
        this.told = await ask("look", `\n${text}`);
        this.#paint(text);
        this.outline = await ask("outline", text);
        this.#shape();
        trouble = "";
      } catch (error) {
        if (!error.stopped) trouble = word("No colours and no diagnostics now: {}", error.message);
      }
    }
    this.state.classList.toggle("trouble", Boolean(trouble));
    if (trouble) this.state.textContent = trouble;
    else this.keep();
  }

  /** What the compiler says of a text, and what the last run found in it. */
  #paint(text) {
    if (!this.told) return;
    const found = this.ranText === text ? (this.found ?? []) : [];
    this.editor.paint({ ...this.told, diagnostics: [...(this.told.diagnostics ?? []), ...found] }, text);
  }

  get isProgram() {
    return this.outline?.failed === undefined ? Boolean(this.outline?.main) : hasMain(this.editor.text);
  }

  /** A program has arguments, a kernel a launch. */
  #shape() {
    const { isProgram, outline } = this;
    this.argsRow.hidden = !isProgram;
    this.find("see").hidden = isProgram;
    if (isProgram) this.form.take([]);
    else if (outline?.kernels) this.form.take(outline.kernels);
  }

  // Running

  async run() {
    if (this.stopping) return;
    this.stopping = new AbortController();
    this.#busy(true);
    const { text } = this.editor;
    this.result.begin(text);
    const began = performance.now();
    let why = "";
    try {
      await this.look();
      if (!this.#refused()) await this.#asked(text, this.stopping.signal);
    } catch (error) {
      why = error.stopped ? word("Stopped.") : error.message;
    }
    this.ranText = text;
    const run = this.result.end(why, performance.now() - began);
    this.stopping = null;
    this.#busy(false);
    this.#beside(run, text);
  }

  /** Says why there is nothing to run, where that is known before. */
  #refused() {
    const { isProgram, outline, result } = this;
    if (isProgram && !runsPrograms) return result.refuse(word("This site runs no whole programs in its pages. In a terminal `{} run FILE.cu` does; a kernel alone, without main, runs here.", page.command));
    if (!isProgram && outline?.failed) return result.refuse(outline.failed, outline.line ?? 0);
    if (!isProgram && !outline?.kernels.length) return result.refuse(word("There is nothing to run: the text has no kernel and no main."));
    return false;
  }

  /** Asks whoever runs this kind of text; what is told is shown as it comes. */
  #asked(text, signal) {
    const { isProgram, result } = this;
    this.keep();
    const args = this.find("args").value.replace(/\s+/g, " ").trim();
    const [engine, name, how] = isProgram ? [engineFor("run", "programs"), "run", args] : [engineFor("run"), "play", `${this.form.line}\n`];
    return engine.call(name, `${FILE}\n${how}\n${text}`, (line) => result.hear(line), { signal, seconds: PATIENCE });
  }

  /** What was found and counted stands beside the lines of the text that was run. */
  #beside(run, text) {
    if (text !== this.editor.text) return this.result.age();
    this.found = run.findings.flatMap(({ code, severity, message, help, places }) =>
      places.slice(0, 3).map(({ line, column, note }) => ({ code, severity, message, label: note, help, line, column, end_line: line, end_column: Infinity })),
    );
    this.#paint(text);
    this.editor.margin(besideLines(run.lines()));
    return null;
  }

  #busy(running) {
    const [run, stop] = [this.find("run"), this.find("stop")];
    if (!running && document.activeElement === stop) run.focus();
    stop.disabled = !running;
    run.setAttribute("aria-disabled", String(running));
  }
}

const article = document.querySelector("[data-play]");
const able = typeof WebAssembly === "object" && typeof Worker === "function" && typeof DecompressionStream === "function";
if (!able) delete page.bench;
if (article && "bench" in page) {
  const playground = new Playground(article);
  playground.start().catch((error) => {
    delete page.bench;
    throw error;
  });
}
