// What the learner has done, on every page: ticks, tallies, bars, attempts.
//
// With a server the truth is progress.db and this script asks for it; without one it is this browser's storage, in
// the form that `course progress export` writes, so that the two can be merged. Pages hold only ids; this file
// knows how they count. It offers `window.courseProgress` to site.js and live.js.
(() => {
  "use strict";
  const page = document.documentElement.dataset;
  const live = "live" in page;
  const root = page.root;
  const KEY = "course-progress";
  let on = new Set();
  let steps = {};
  let outline = null;

  const every = (selector, act) => document.querySelectorAll(selector).forEach(act);
  const text = (node, words) => {
    if (node && node.textContent !== words) node.textContent = words;
  };
  const make = (tag, className, words) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (words !== undefined) node.textContent = words;
    return node;
  };

  function say(words) {
    const toast = document.querySelector(".toast");
    if (!toast) return;
    toast.textContent = words;
    clearTimeout(say.timer);
    say.timer = setTimeout(() => (toast.textContent = ""), 6000);
  }

  // Storage in the browser

  function stored() {
    try {
      const value = JSON.parse(localStorage.getItem(KEY));
      if (value && value.format === KEY && Array.isArray(value.marks)) return value;
    } catch {
      // Nothing readable is nothing stored.
    }
    return { format: KEY, version: 1, exported: "", marks: [] };
  }

  function store(value) {
    localStorage.setItem(KEY, JSON.stringify(value));
  }

  /** Adds an entry to the log in this browser; an empty one is refused. */
  function addToLog({ date, module, progress, insight, challenge, next }) {
    const texts = [progress, insight, challenge, next].map((words) => (words ?? "").trim());
    if (!texts.some(Boolean)) throw new Error("write something into one of the fields");
    const at = new Date().toISOString();
    const row = { id: "", entry: `page-${at}`, at, kind: "own", date, module: (module ?? "").trim() };
    [row.progress, row.insight, row.challenge, row.next] = texts;
    const value = stored();
    store({ ...value, log: [...(value.log ?? []), row] });
  }

  const WORDS = { pass: "passed", fail: "failed" };

  /** An attempt as exports hold it, in the form the server gives. */
  function told(attempt, at, all) {
    const checks = attempt.checks ?? [];
    const first = checks.find((check) => !["pass", "not-measured", "skipped"].includes(check.status));
    return {
      lab: attempt.lab,
      number: all.slice(0, at + 1).filter((other) => other.lab === attempt.lab).length,
      started: attempt.started,
      when: new Date(attempt.started).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }),
      outcome: attempt.outcome,
      words: WORDS[attempt.outcome] ?? String(attempt.outcome).replaceAll("-", " "),
      passed: checks.filter((check) => check.status === "pass").length,
      total: checks.length,
      first: first && { check: `${first.part}/${first.check}`, message: first.message ?? "", line: first.line },
    };
  }

  function marked(marks) {
    const latest = new Map();
    for (const mark of marks) {
      const before = latest.get(mark.item);
      if (!before || before.at <= mark.at) latest.set(mark.item, mark);
    }
    return new Set([...latest.values()].filter((mark) => mark.on).map((mark) => mark.item));
  }

  function keep(item, isOn) {
    const value = stored();
    // Only the last mark of an item counts, so only it is kept: storage does not grow with clicking.
    value.marks = value.marks.filter((mark) => mark.item !== item);
    value.marks.push({ item, on: isOn, source: "manual", at: new Date().toISOString() });
    store(value);
  }

  // Rows of the dashboard, counted as the server counts them

  function state(done, total, begun) {
    if (total > 0 && done === total) return ["done", "done"];
    return done > 0 || begun ? ["in-progress", "in progress"] : ["not-started", "not started"];
  }

  function row(done, total, begun) {
    const [status, words] = state(done, total, begun);
    return { status, words, done, total };
  }

  /** For each lab, its attempts as sets of what passed, and the values that were counted. */
  function attempted(attempts) {
    const labs = new Map();
    for (const { lab, checks = [] } of attempts) {
      const passed = checks.filter((check) => check.status === "pass");
      const tried = labs.get(lab) ?? [];
      tried.push(new Map(passed.map((check) => [`${check.part}/${check.check}`, check.value])));
      labs.set(lab, tried);
    }
    return labs;
  }

  /** How far a lab is: each part is done when one attempt passed all its checks together. */
  function judged(lab, tried = []) {
    const has = (passed) => (check) => passed.has(check);
    const parts = lab.parts.filter(([, checks]) => checks.length).map(([part, checks]) => [part, checks.map((check) => `${part}/${check}`)]);
    const done = new Set(parts.filter(([, checks]) => tried.some((passed) => checks.every(has(passed)))).map(([part]) => part));
    const ever = (check) => tried.some((passed) => passed.has(check));
    const all = parts.flatMap(([, checks]) => checks);
    const made = row(all.filter(ever).length, all.length, tried.length > 0);
    const whole = parts.length > 0 && done.size === parts.length;
    if (made.status === "done" && !whole) [made.status, made.words] = ["in-progress", "in progress"];
    return { made, done, whole, ever, tried };
  }

  /** Whether a lab has decided an item. */
  function isDecided({ lab, part, checks, measured, most, least }, labs) {
    const found = labs.get(lab);
    if (!found) return false;
    if (part) return found.done.has(part);
    if (measured) {
      const near = 1e-9;
      const values = found.tried.map((passed) => passed.get(measured)).filter((value) => typeof value === "number");
      return values.some((value) => (most === undefined ? value >= least - near : value <= most + near));
    }
    const named = (name) => (name.includes("/") ? [name] : found.every.filter((check) => check.endsWith(`/${name}`)));
    return checks ? checks.every((name) => named(name).every(found.ever)) : found.whole;
  }

  /** How far a step is; the rule is that of the store's standing. */
  function stepState(step, labs) {
    if (step.kind === "lab") return labs.get(step.id)?.made.status ?? "not-started";
    if (step.kind === "lesson" || step.kind === "page") {
      const passed = step.labs.length > 0 && step.labs.every((id) => labs.get(id)?.whole);
      return on.has(step.id) || passed ? "done" : "not-started";
    }
    return state(step.items.filter((id) => on.has(id)).length, step.items.length, false)[0];
  }

  function upNext(outline, labs) {
    const waits = ({ kind, id }) => kind === "lab" && labs.get(id).requires.some((other) => labs.has(other) && !labs.get(other).whole);
    const place = new Map(outline.walk.map((id, at) => [id, at]));
    const open = outline.parts
      .flatMap((part) => part.modules)
      .flatMap((module) => module.steps)
      .filter((step) => steps[step.id] !== "done")
      .sort((a, b) => place.get(a.id) - place.get(b.id));
    const rest = outline.labs.filter((lab) => !(lab.id in steps) && labs.get(lab.id).made.status !== "done").map((lab) => ({ ...lab, kind: "lab" }));
    return open.find((step) => !waits(step)) ?? open[0] ?? rest.find((step) => !waits(step)) ?? rest[0] ?? null;
  }

  function count(outline, attempts) {
    const { parts, papers } = outline;
    const rows = {};
    const course = [0, 0];
    const projects = [];
    let started = false;
    const tried = attempted(attempts);
    const labs = new Map();
    for (const lab of outline.labs) {
      const every = lab.parts.flatMap(([part, checks]) => checks.map((check) => `${part}/${check}`));
      const found = judged(lab, tried.get(lab.id));
      labs.set(lab.id, { ...found, every, requires: lab.requires });
      rows[`lab:${lab.id}`] = found.made;
    }
    for (const [item, rule] of Object.entries(outline.decided)) {
      if (isDecided(rule, labs)) on.add(item);
      else on.delete(item);
    }
    steps = {};
    for (const part of parts) {
      let finished = 0;
      let begun = false;
      for (const module of part.modules) {
        for (const step of module.steps) steps[step.id] = stepState(step, labs);
        const passed = module.labs.filter((id) => labs.get(id)?.whole).length;
        const done = module.items.filter((id) => on.has(id)).length + passed;
        const total = module.items.length + module.labs.length;
        const made = row(done, total, module.labs.some((id) => tried.has(id)));
        rows[`module:${module.id}`] = made;
        finished += made.status === "done" ? 1 : 0;
        begun ||= made.status !== "not-started";
        started ||= begun;
        course[0] += done;
        course[1] += total;
        if (module.project) projects.push(module.project);
      }
      rows[`part:${part.id}`] = row(finished, part.modules.length, begun);
    }
    const finished = projects.filter((ids) => ids.length && ids.every((id) => on.has(id))).length;
    const begun = projects.some((ids) => ids.some((id) => on.has(id)));
    rows.projects = row(finished, projects.length, begun);
    rows.papers = row(papers.filter((id) => on.has(id)).length, papers.length, false);
    rows.course = row(course[0], course[1], started);
    return { rows, next: upNext(outline, labs) };
  }

  // Painting

  function paintTicks() {
    every("input[data-item]", (input) => {
      input.checked = on.has(input.dataset.item);
    });
    every("[data-items]", (node) => {
      const ids = node.dataset.items.split(" ").filter(Boolean);
      const done = ids.filter((id) => on.has(id)).length;
      const complete = ids.length > 0 && done === ids.length;
      if (node instanceof HTMLInputElement) {
        node.checked = complete;
        node.indeterminate = done > 0 && !complete;
        return;
      }
      node.classList.toggle("complete", complete);
      if (node.classList.contains("tally")) text(node, ids.length ? `${done} of ${ids.length} met` : "");
      else node.title = ids.length ? `${done} of ${ids.length} met` : "";
    });
  }

  function paintRows(rows) {
    every("[data-row]", (node) => {
      const made = rows[node.dataset.row];
      if (!made) return;
      const bar = node.querySelector("progress");
      bar.max = made.total || 1;
      bar.value = made.done;
      text(node.querySelector(".done"), String(made.done));
      text(node.querySelector(".total"), String(made.total));
      const status = node.querySelector(".status");
      status.dataset.status = made.status;
      text(status, made.words);
    });
  }

  /** How far each part and module of the side list is. */
  function paintSide(rows) {
    every("[data-side]", (node) => {
      const made = rows[node.dataset.side];
      if (!made || !made.total) return;
      node.dataset.status = made.status;
      node.style.setProperty("--done", made.done / made.total);
      node.title = `${made.done} of ${made.total}`;
    });
  }

  const STEP = { lesson: "read", page: "read", lab: "passed" };

  /** Which lessons are read and which labs passed, in lists and beside the pages. */
  function paintSteps() {
    every("[data-step]", (node) => {
      const status = steps[node.dataset.step] ?? "not-started";
      node.classList.toggle("complete", status === "done");
      if (!node.classList.contains("step-state")) return;
      text(node, status === "done" ? (STEP[node.dataset.kind] ?? "done") : status === "in-progress" ? "in progress" : "");
    });
  }

  function paintNext(next) {
    every("[data-next]", (node) => {
      node.hidden = !next;
      if (!next) return;
      const link = node.querySelector("a");
      link.href = root + next.url;
      text(link, next.title);
    });
  }

  function paintAttempts(attempts, selector) {
    every(selector, (node) => {
      const list = node.matches("ol") ? node : node.querySelector("ol");
      const none = node === list ? [] : [make("li", "empty", "Nothing judged yet.")];
      list.replaceChildren(...(attempts.length ? attempts.map(attemptNode) : none));
    });
    if (selector === "[data-attempts='']") every("[data-no-attempts]", (node) => (node.hidden = attempts.length > 0));
  }

  function attemptNode(attempt) {
    const item = make("li", "attempt");
    const verdict = make("span", "verdict", attempt.words);
    verdict.dataset.status = attempt.outcome;
    const what = make("span", "attempt-what");
    const link = make("a", "", attempt.lab);
    link.href = `${root}labs/${attempt.lab}/`;
    what.append(link, " ", make("span", "muted", `attempt ${attempt.number}, ${attempt.passed} of ${attempt.total} checks`));
    const time = make("time", "", attempt.when);
    time.dateTime = attempt.started;
    item.append(verdict, what, time);
    if (attempt.first) {
      const first = make("span", "attempt-first");
      first.append(make("code", "", attempt.first.check), " ", ...spelled(attempt.first.message));
      if (attempt.first.line) first.append(make("span", "muted", ` · line ${attempt.first.line}`));
      item.append(first);
    }
    return item;
  }

  /** A message as nodes: what stands between backticks is code. */
  function spelled(message) {
    return message.split("`").map((piece, at) => (at % 2 ? make("code", "", piece) : piece));
  }

  function paintChecks(checks) {
    every("[data-check]", (node) => {
      const found = checks[node.dataset.check];
      node.dataset.status = found ? found.status : "none";
      text(node, found ? found.words : "not run");
      node.title = found && found.message ? found.message : "";
    });
  }

  function paintLog(entries) {
    const log = document.querySelector("[data-log]");
    if (!log) return;
    log.replaceChildren(...entries.map(entryNode));
    every("[data-no-log]", (node) => (node.hidden = entries.length > 0));
  }

  function entryNode(entry) {
    const node = make("article", "entry");
    const head = make("header");
    const title = make("h3");
    const time = make("time", "", entry.date);
    time.dateTime = entry.date;
    title.append(time);
    if (entry.module) title.append(" ", make("span", "entry-module", entry.module));
    head.append(title);
    if (entry.kind === "auto") head.append(make("span", "muted", "written by the runner"));
    const list = make("dl");
    const fields = [["Progress", entry.progress], ["Key insight", entry.insight], ["Challenge", entry.challenge], ["Next steps", entry.next]];
    for (const [name, words] of fields) if (words) list.append(make("dt", "", name), make("dd", "", words));
    node.append(head, list);
    return node;
  }

  // The two sources

  async function ask(path, options) {
    const answer = await fetch(root + path, options);
    const body = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(body.error || `the server answered ${answer.status}`);
    return body;
  }

  const send = (path, body) =>
    ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

  /** Says how the learner stands, and keeps it for a script that arrives after it was said. */
  function announce(standing) {
    window.courseProgress.standing = standing;
    dispatchEvent(new CustomEvent("course:standing", { detail: standing }));
  }

  async function refresh() {
    if (live) {
      const standing = await ask("api/standing");
      on = new Set(standing.on);
      steps = standing.steps;
      paintTicks();
      paintSteps();
      paintRows(standing.rows);
      paintSide(standing.rows);
      announce(standing);
      paintNext(standing.next);
      paintAttempts(standing.attempts, "[data-attempts='']");
      const lab = document.querySelector("[data-attempts]:not([data-attempts=''])");
      if (lab) {
        const history = await ask(`api/attempts?lab=${encodeURIComponent(lab.dataset.attempts)}`);
        paintAttempts(history.attempts.slice(0, 5), "[data-attempts]:not([data-attempts=''])");
        paintChecks(history.checks);
      }
      if (document.querySelector("[data-log]")) paintLog((await ask("api/log")).entries);
      return;
    }
    on = marked(stored().marks);
    paintTicks();
    const kept = stored();
    const taken = [...(kept.attempts ?? [])].sort((a, b) => (a.started < b.started ? -1 : 1));
    const attempts = taken.map(told).reverse();
    paintAttempts(attempts.slice(0, 8), "[data-attempts='']");
    if (document.querySelector("[data-log]")) paintLog([...(kept.log ?? [])].sort((a, b) => (a.date + a.at < b.date + b.at ? 1 : -1)));
    // Who has done nothing has no progress to show, and loads nothing for it.
    if (document.querySelector("[data-row]") || on.size || attempts.length) {
      outline ??= await ask("outline.json");
      const made = count(outline, taken);
      paintTicks();
      paintSteps();
      paintRows(made.rows);
      paintSide(made.rows);
      paintNext(made.next);
      announce({ rows: made.rows });
    }
  }

  // A change that overtakes an earlier question must not be painted over by its answer.
  let asked = 0;
  let running = null;
  function later() {
    asked += 1;
    running ??= (async () => {
      try {
        for (let seen = 0; seen !== asked; ) {
          seen = asked;
          await refresh();
        }
      } catch (error) {
        say(`Progress cannot be read: ${error.message}.`);
      } finally {
        running = null;
      }
    })();
    return running;
  }

  document.addEventListener("change", async (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || !input.dataset.item) return;
    const { item } = input.dataset;
    const isOn = input.checked;
    if (isOn) on.add(item);
    else on.delete(item);
    paintTicks();
    try {
      if (live) await send("api/marks", { item, on: isOn });
      else keep(item, isOn);
    } catch (error) {
      say(`Not kept: ${error.message}.`);
    }
    later();
  });

  addEventListener("storage", (event) => {
    if (event.key === KEY) later();
  });

  window.courseProgress = { refresh: later, stored, store, addToLog, send, say, KEY, live };
  document.readyState === "loading" ? document.addEventListener("DOMContentLoaded", later) : later();
})();
