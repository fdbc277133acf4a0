// A lab's page where it is solved: the editor, the checks, what is kept, hints and the solution.
//
// In: the page that `templates/lab.html` wrote, with `data-module` (the judge as WebAssembly) or `data-live="labs"` (a server that judges) on the
// html element. Out: `data-lab-ready` once all of it works; where it cannot, `data-bench` goes, and the page reads as it does without
// scripts. The rule: the text is the reader's. Nothing takes its place but what the reader chose, and what is replaced is in the history.

import { attemptOf, outcome } from "./attempt.js";
import { askTwice, button, history, make, solution, when } from "./dialogs.js";
import { Editor } from "./editor.js";
import { Engine } from "./engine.js";
import { kept as keptHere } from "./kept.js";
import { asked, coloursOf, labOf } from "./lab.js";
import { LiveEngine, LiveFile } from "./live.js";
import { offer } from "./notice.js";
import { run } from "./judging.js";
import { Verdict, summary } from "./verdict.js";
import { word } from "./words.js";

const page = document.documentElement.dataset;
const progress = () => window.courseProgress;
/** How long a pause in typing is before the text is kept, in milliseconds. */
const PAUSE = 400;

class LabPage {
  constructor(article) {
    this.article = article;
    this.lab = labOf(article);
    this.kept = keptHere();
    this.live = "live" in page;
    const url = new URL(`${page.root}${page.module}`, location.href);
    this.file = this.live ? new LiveFile(page.root, this.lab.id) : this.kept;
    this.judge = this.live ? new LiveEngine(page.root) : new Engine(url);
    this.looking = this.live ? new LiveEngine(page.root) : new Engine(url);
    this.select = "all";
    this.results = [];
    this.judged = null;
    this.saved = "";
    this.pending = 0;
    this.bench = article.querySelector(".bench");
    this.state = this.bench.querySelector(".bench-state");
    this.notice = this.bench.querySelector(".bench-notice");
  }

  find(name) {
    return this.bench.querySelector(`[data-do="${name}"]`);
  }

  async start() {
    const found = await this.file.text(this.lab.id);
    if (this.live && !found) {
      delete page.bench;
      return;
    }
    const text = found?.text ?? this.lab.starter;
    this.saved = found?.saved ?? "";
    this.clean = text;
    this.editor = new Editor(this.bench.querySelector(".bench-editor"), { label: this.lab.file, text });
    if (text === this.lab.starter) this.editor.paint(coloursOf(this.article), text);
    this.verdict = new Verdict(this.bench.querySelector(".bench-verdict"), this.lab, {
      root: page.root,
      reveal: (line, column) => this.reveal(line, column),
    });
    this.#parts();
    this.#hear();
    this.#panes();
    this.tell();
    for (const node of this.bench.querySelectorAll("[data-do]")) node.disabled = node.dataset.do === "stop";
    window.courseLab = this;
    page.labReady = "";
    dispatchEvent(new CustomEvent("course:lab", { detail: this }));
    if (found?.aside) progress()?.say(word("Another page wrote this lab’s text, too; that text is in the History."));
    if (found?.left?.length) await this.#takeUp(found.left, text);
  }

  // What is heard

  #hear() {
    const acts = { check: () => this.check(), stop: () => this.stopping?.abort(), reset: () => this.reset(), hint: () => this.hint(), solution: () => this.solution(), history: () => this.history(), export: () => this.take() };
    for (const [name, act] of Object.entries(acts)) this.find(name).addEventListener("click", act);
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.target.closest?.("dialog")) return;
      event.preventDefault();
      this.check();
    });
    window.courseKeys?.add("Ctrl Enter", word("check this lab"), () => this.check());
    this.editor.addEventListener("change", () => this.#edited());
    this.bench.querySelector(".bench-editor").addEventListener("focusin", () => this.look(), { once: true });
    this.file.addEventListener("elsewhere", ({ detail }) => this.#offer(detail));
    for (const from of new Set([this.file, this.kept])) from.addEventListener("trouble", () => this.tell());
    this.kept.addEventListener("rows", () => progress()?.refresh());
    this.file.addEventListener("kept", ({ detail }) => this.#isKept(detail));
    addEventListener("beforeunload", (event) => this.#leave() || event.preventDefault());
    addEventListener("pagehide", () => this.#leave() && this.isDirty && this.file.send?.(this.editor.text));
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && this.pending && this.save());
  }

  /** Whether the text as it stands is in this page alone. */
  get isDirty() {
    const { text } = this.editor;
    return this.clean !== text || (this.file.isCleared === true && text !== this.lab.starter);
  }

  /** Leaves for the next page what is not written yet; says whether it could. */
  #leave() {
    const isLeft = !this.isDirty || this.file.leave(this.lab.id, this.editor.text);
    return this.kept.leaveRows() && isLeft;
  }

  #isKept({ lab, text, saved, replaced }) {
    if (lab !== this.lab.id) return;
    [this.saved, this.clean] = [saved, text];
    if (replaced) {
      this.notice.hidden = true;
      progress()?.say(word("Your text took the place of the other tab’s, which is in the History."));
    }
    this.tell();
  }

  #edited() {
    if (this.verdict.age() && this.judged) this.verdict.say(word("{}, before this edit", this.judged.head), "");
    clearTimeout(this.pending);
    this.pending = setTimeout(() => this.save(), PAUSE);
    this.look();
  }

  /** Keeps the text now. */
  async save() {
    clearTimeout(this.pending);
    this.pending = 0;
    const isKept = await this.file.save(this.lab.id, this.editor.text);
    this.tell();
    return isKept;
  }

  /** Colours and diagnostics of the text as it stands; of several keys only the last is looked at. */
  async look() {
    this.lookAgain = true;
    if (this.isLooking) return;
    this.isLooking = true;
    while (this.lookAgain) {
      this.lookAgain = false;
      const { text } = this.editor;
      try {
        let told = null;
        await this.looking.call("look", `${this.lab.id}\n${text}`, (line) => (told = JSON.parse(line)), { seconds: 10 });
        if (told) this.editor.paint(told, text);
        this.lookFailed = "";
      } catch (error) {
        if (!error.stopped) this.lookFailed = word("No colours and no diagnostics now: {}", error.message);
      }
      this.tell();
    }
    this.isLooking = false;
  }

  // What another tab or another program wrote

  #offer(row) {
    if (row.text === this.editor.text) return this.file.taken(row);
    return offer(this.notice, row, {
      take: async () => {
        // At once: what were typed while the old text is kept would be in neither.
        const before = this.editor.text;
        this.file.taken(row);
        this.#show("code");
        this.set(row.text);
        await this.kept.keep(this.lab.id, "restore", before);
        this.tell();
      },
      mine: async () => {
        if (row.file) {
          await this.kept.keep(this.lab.id, "restore", row.text);
          this.file.taken(row);
        }
        await this.save();
      },
      compare: () => solution(this.editor.text, row.text),
    });
  }

  /** What pages before this one could not write to the file: the last goes on where it ended, or is offered where the file has changed since. */
  async #takeUp([last, ...others], onDisk) {
    for (const one of others) {
      await this.kept.keep(this.lab.id, "restore", one.text);
      this.file.takenUp(one);
    }
    const isUp = async (kept) => {
      await this.kept.keep(this.lab.id, "restore", kept);
      this.file.takenUp(last);
    };
    if (last.follows) {
      this.set(last.text);
      progress()?.say(word("What you wrote here last had not reached the file. It is below, and is written now."));
      return isUp(onDisk);
    }
    const take = async () => {
      const before = this.editor.text;
      this.#show("code");
      this.set(last.text);
      await isUp(before);
    };
    return offer(this.notice, { ...last, late: true }, { take, mine: () => isUp(last.text), compare: () => solution(this.editor.text, last.text) });
  }

  /** Puts a text into the editor, as one step that can be undone. */
  set(text) {
    this.editor.set(text);
    this.#edited();
  }

  // Judging

  async check() {
    if (this.stopping) return;
    const { text } = this.editor;
    const ids = asked(this.lab, this.select);
    this.stopping = new AbortController();
    this.article.dataset.judging = "";
    if (this.live && !(await this.save())) {
      this.stopping = null;
      this.#idle();
      return this.verdict.say(word("Not judged: the file on disk is not what is written here."), "fail");
    }
    if (!this.live && this.isDirty) this.save();
    const begin = () => {
      this.#busy();
      this.#show("verdict");
      this.verdict.begin(ids, text);
    };
    const started = new Date();
    const from = performance.now();
    const request = `${this.lab.id}\n${this.select}\n${text}`;
    const { results, why } = await run(this.judge, request, { ids, signal: this.stopping.signal, begin, show: (result) => this.verdict.add(result) });
    const ms = performance.now() - from;
    const ending = outcome(results);
    const head = why?.stopped ? word("Stopped: {} of {} checks were judged.", results.length - missingOf(results), ids.length) : summary(this.lab.id, ending, results, ms);
    this.judged = { at: started, head, results, text, whole: this.select === "all" };
    this.stopping = null;
    this.#idle();
    if (ending === "pass" && this.select === "all") this.#passed(text);
    // Last, for it asks where things stand.
    this.verdict.end(head, ending);
    if (!this.live) await this.#record(attemptOf(this.lab.id, results, { started, ms }), text);
    this.tell();
    this.#ticks();
    dispatchEvent(new CustomEvent("course:judged", { detail: { lab: this.lab, text, results } }));
  }

  /** A run is seen to be under way: Stop takes the place of Check. */
  #busy() {
    this.find("stop").disabled = false;
    this.find("check").setAttribute("aria-disabled", "true");
    this.article.dataset.judging = "seen";
  }

  /** A run has ended: the focus stays on a button that can be pressed. */
  #idle() {
    const [check, stop] = [this.find("check"), this.find("stop")];
    if (document.activeElement === stop) check.focus();
    stop.disabled = true;
    check.setAttribute("aria-disabled", "false");
    delete this.article.dataset.judging;
  }

  async #record(attempt, text) {
    await this.kept.record(attempt, text);
    await progress()?.refresh();
  }

  /** After the last pass: what was learned, the solution, what comes next. */
  #passed(text) {
    const next = document.querySelector(".pager a[rel=next]");
    const learned = word("You can now: {}", this.lab.goal.replace(/^./, (letter) => letter.toLowerCase()));
    const after = make("p", "verdict-passed", make("span", "", make("b", "", word("Passed.")), " ", learned));
    after.append(button(word("Compare yours with ours"), () => this.#showSolution("passed", text)));
    if (next) {
      const link = make("a", "button", word("Next: {}", next.querySelector(".pager-title").textContent));
      link.href = next.href;
      after.append(link);
    }
    this.verdict.lead(after);
  }

  // Hints, the solution, what was before

  /** The part that help is about: the first that failed, the one that is chosen, the first that is open. */
  #part() {
    const failed = this.judged?.results.find(({ status }) => !["pass", "not-measured", "interrupted"].includes(status));
    const ids = this.lab.parts.map(({ id }) => id);
    const open = this.lab.parts.find((part) => !part.checks.every((check) => this.standing?.checks[`${part.id}/${check.id}`]?.status === "pass"));
    return [this.select === "all" ? null : this.select, failed?.part, open?.id].find((id) => ids.includes(id)) ?? ids[0];
  }

  /** Opens one hint more. */
  async hint(id = this.#part()) {
    const { section } = this.lab.parts.find((part) => part.id === id);
    const all = [...section.querySelectorAll("details.hint")];
    if (!all.length) return progress()?.say(word("There are no hints for {}.", id));
    let number = all.findIndex((box) => !box.open);
    const isNew = number >= 0;
    if (!isNew) number = all.length - 1;
    all.slice(0, number + 1).forEach((box) => (box.open = true));
    this.#show("task");
    const summary = all[number].querySelector("summary");
    summary.focus({ preventScroll: true });
    summary.scrollIntoView({ block: "center" });
    if (!isNew) return progress()?.say(word("That was the last hint for {}; Solution shows the solution.", id));
    return this.kept.note(this.lab.id, "hint", `${id}/${number + 1}`);
  }

  solution() {
    const { text } = this.editor;
    const isPass = ({ status }) => ["pass", "not-measured"].includes(status);
    const now = this.judged?.whole && this.judged.results.every(isPass);
    const passed = now || this.standing?.status === "done";
    if (passed) return this.#showSolution("passed", text);
    return askTwice(this.lab.id, { hint: () => this.hint(), show: () => this.#showSolution("anyway", text) });
  }

  async #showSolution(detail, text) {
    try {
      let theirs = null;
      await this.looking.call("text", `${this.lab.id}\nsolution`, (line) => (theirs = JSON.parse(line)));
      if (theirs === null) return progress()?.say(word("The solution cannot be shown here: `{} solution {} --anyway` prints it.", page.command, this.lab.id));
      solution(text, typeof theirs === "string" ? theirs : theirs.text);
      await this.kept.note(this.lab.id, "solution", detail);
    } catch (error) {
      progress()?.say(error.message);
    }
  }

  async reset() {
    const { text } = this.editor;
    if (text === this.lab.starter) return progress()?.say(word("This is the starter already."));
    this.#show("code");
    this.set(this.lab.starter);
    this.editor.paint(coloursOf(this.article), this.lab.starter);
    await this.kept.keep(this.lab.id, "reset", text);
    progress()?.say(word("The starter is back; your text is in the History, and undo brings it back, too."));
  }

  async history() {
    const moments = await this.kept.history(this.lab.id);
    const note = this.live ? word("What the terminal and this server judged is listed by `{} history {}`.", page.command, this.lab.id) : "";
    history(moments, (hash) => this.#restore(hash), note);
  }

  async #restore(hash) {
    const text = await this.kept.kernel(hash);
    if (text === undefined) return progress()?.say(word("Of this attempt only the name of its text was kept, not the text."));
    const mine = this.editor.text;
    // Shown before it is written: what is hidden takes no step that can be undone.
    this.#show("code");
    if (mine !== text) {
      await this.kept.keep(this.lab.id, "restore", mine);
      this.set(text);
    }
    return this.editor.focus();
  }

  /** Everything that is kept, as a file; under a server the export is the terminal's. */
  async take() {
    if (this.live) return progress()?.say(word("Everything is in your files and in progress.db: `{} progress export` takes it along.", page.command));
    if (this.isDirty) await this.save();
    return window.coursePage.exportAll();
  }

  // What is shown

  /** Where the text is kept, when it was judged last, how to take it along. */
  tell() {
    const trouble = this.file.trouble || this.kept.trouble || this.lookFailed;
    const where = this.live ? word("Your file {}", `labs/${this.lab.id}/${this.lab.file}`) : this.saved ? word("Kept in this browser, {}", when(this.saved)) : word("The starter; what you write is kept in this browser");
    const last = this.judged?.at ?? this.standing?.last;
    const judged = last ? word("last judged {}", when(last)) : word("not judged yet");
    const take = this.live ? word("your editor and the terminal have it, too") : word("Export takes it along");
    const words = trouble || `${where} · ${judged} · ${take}`;
    if (this.state.textContent !== words) this.state.textContent = words;
    this.state.classList.toggle("trouble", Boolean(trouble));
  }

  /** The parts as steps: what Check judges, and how far each is. */
  #parts() {
    const place = this.bench.querySelector(".bench-parts");
    if (this.lab.parts.length < 2) {
      place.hidden = true;
      return;
    }
    const choose = (id, title) => {
      const node = button(title, () => this.#choose(id), "bench-part");
      node.dataset.select = id;
      node.setAttribute("aria-pressed", String(id === this.select));
      return node;
    };
    place.replaceChildren(choose("all", word("All parts")), ...this.lab.parts.map((part, at) => choose(part.id, `${at + 1} ${part.title}`)));
  }

  #choose(id) {
    this.select = id;
    for (const node of this.bench.querySelectorAll("[data-select]")) node.setAttribute("aria-pressed", String(node.dataset.select === id));
    const section = this.lab.parts.find((part) => part.id === id)?.section;
    if (section?.checkVisibility()) section.scrollIntoView({ block: "start" });
  }

  /** Ticks the parts that are done. */
  #ticks() {
    for (const node of this.bench.querySelectorAll("[data-select]")) {
      const part = this.lab.parts.find(({ id }) => id === node.dataset.select);
      const done = part && part.checks.every((check) => ["pass", "not-measured"].includes(this.standing?.checks[`${part.id}/${check.id}`]?.status));
      node.classList.toggle("complete", Boolean(done));
    }
  }

  /** What was counted of this lab, here and in other places. */
  stand({ standing }) {
    const mine = standing.labs[this.lab.id];
    this.standing = { checks: mine?.checks ?? {}, status: standing.rows[`lab:${this.lab.id}`]?.status, last: mine?.newest[0]?.started };
    this.#ticks();
    this.tell();
  }

  /** On a narrow screen one of three is shown at a time. */
  #panes() {
    for (const node of this.bench.querySelectorAll("[data-pane-to]")) node.addEventListener("click", () => this.#show(node.dataset.paneTo, true));
    // A keyboard on the screen takes its room from the bottom: the bar stays above it.
    const view = window.visualViewport;
    const bar = this.bench.querySelector(".bench-go");
    const lift = () => bar.style.setProperty("--keyboard", `${Math.max(0, innerHeight - view.height - view.offsetTop)}px`);
    view?.addEventListener("resize", lift);
    view?.addEventListener("scroll", lift);
    addEventListener("hashchange", () => this.#show("task"));
    this.#show("task");
  }

  #show(name) {
    if (page.pane === name) return;
    const isNarrow = !matchMedia("(min-width: 1100px)").matches;
    page.pane = name;
    for (const node of this.bench.querySelectorAll("[data-pane-to]")) node.setAttribute("aria-pressed", String(node.dataset.paneTo === name));
    if (isNarrow) scrollTo({ top: 0, behavior: "instant" });
  }

  reveal(line, column) {
    this.#show("code");
    this.editor.reveal(line, column);
  }
}

const missingOf = (results) => results.filter(({ status }) => status === "interrupted").length;

const article = document.querySelector("[data-lab]");
const able = typeof WebAssembly === "object" && typeof Worker === "function";
if (!able) delete page.bench;
if (article?.querySelector(".bench") && "bench" in page) {
  const lab = new LabPage(article);
  addEventListener("course:standing", (event) => lab.stand(event.detail));
  lab
    .start()
    .then(() => progress()?.standing && lab.stand(progress().standing))
    .catch((error) => {
      delete page.bench;
      throw error;
    });
}
