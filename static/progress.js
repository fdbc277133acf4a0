// What the learner has done, on every page: ticks, tallies, bars, attempts.
//
// With a server the truth is progress.db and this script asks for its rows; without one they are this browser's, in
// the form that `course progress export` writes, so that the two can be merged: marks and the log in its local storage, what
// labs keep in a database (`lab/kept.js`, loaded where there is one). Either way `standing.js` counts them; where it cannot, ticks are
// kept and painted nevertheless.
// It offers `window.courseProgress` to site.js and live.js.
(() => {
  "use strict";
  const page = document.documentElement.dataset;
  const live = "live" in page;
  const root = page.root;
  const word = window.courseWord;
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

  /** The module that counts, for `standing.js`. */
  courseStanding.bring(async () => {
    const answer = await fetch(`${root}static/standing.wasm`).catch(() => null);
    if (!answer?.ok) throw new Error(word("static/standing.wasm cannot be fetched"));
    return answer.arrayBuffer();
  });

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

  /** What labs keep in this browser. */
  async function ofLabs() {
    const { kept } = await import(new URL(`${root}static/lab/kept.js`, location.href).href);
    return kept();
  }

  /** Whether a lab's page has kept anything yet; who has none of it loads nothing for it. */
  async function haveLabs() {
    if (document.querySelector("[data-lab]")) return true;
    const name = `course:${new URL(root, location.href).pathname}`;
    try {
      return (await indexedDB.databases()).some((database) => database.name === name);
    } catch {
      // A browser that does not tell is asked for the rows themselves.
      return "indexedDB" in window;
    }
  }

  /** Rows of both lists, each once. */
  function together(mine = [], others = []) {
    const all = new Map();
    for (const row of [...mine, ...(Array.isArray(others) ? others : [])]) {
      if (row && typeof row === "object") all.set(row.id || JSON.stringify(row), row);
    }
    return [...all.values()];
  }

  /** Every row that was kept, here or by the server. */
  async function kept() {
    if (live) return ask("api/rows");
    const value = stored();
    if (!(await haveLabs())) return value;
    const { attempts, events } = await (await ofLabs()).rows();
    return { ...value, attempts: together(value.attempts, attempts), events: together(value.events, events) };
  }

  function store(value) {
    try {
      localStorage.setItem(KEY, JSON.stringify(value));
    } catch {
      throw new Error(word("this browser’s storage is full, or denied to this site"));
    }
  }

  /** Adds an entry to the log in this browser, by the name that the terminal would give it; an empty one is refused. */
  async function addToLog({ date, module, progress, insight, challenge, next }) {
    const texts = [progress, insight, challenge, next].map((words) => (words ?? "").trim());
    if (!texts.some(Boolean)) throw new Error(word("write something into one of the fields"));
    const row = { id: "", entry: "", at: new Date().toISOString(), kind: "own", date, module: (module ?? "").trim() };
    [row.progress, row.insight, row.challenge, row.next] = texts;
    try {
      const { named } = await import(new URL(`${root}static/lab/named.js`, location.href).href);
      Object.assign(row, named("log", row));
    } catch {
      // A page that was opened from a file loads none; the row gets its name when it is taken along.
      row.entry = `page-${row.at}`;
    }
    const value = stored();
    store({ ...value, log: [...(value.log ?? []), row] });
  }

  function keep(item, isOn) {
    const value = stored();
    // Only the last mark of an item counts, so only it is kept: storage does not grow with clicking.
    value.marks = value.marks.filter((mark) => mark.item !== item);
    value.marks.push({ item, on: isOn, source: "manual", at: new Date().toISOString() });
    store(value);
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
      if (node.classList.contains("tally")) text(node, ids.length ? word(`${done} of ${ids.length} met`) : "");
      else node.title = ids.length ? word(`${done} of ${ids.length} met`) : "";
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
      text(status, word(made.words));
    });
  }

  /** How far each part and module of the side list is. */
  function paintSide(rows) {
    every("[data-side]", (node) => {
      const made = rows[node.dataset.side];
      if (!made || !made.total) return;
      node.dataset.status = made.status;
      node.style.setProperty("--done", made.done / made.total);
      node.title = word(`${made.done} of ${made.total}`);
    });
  }

  const STEP = { lesson: "read", page: "read", lab: "passed" };

  /** Which lessons are read and which labs passed, in lists and beside the pages. */
  function paintSteps() {
    every("[data-step]", (node) => {
      const status = steps[node.dataset.step] ?? "not-started";
      node.classList.toggle("complete", status === "done");
      if (!node.classList.contains("step-state")) return;
      text(node, word(status === "done" ? (STEP[node.dataset.kind] ?? "done") : status === "in-progress" ? "in progress" : ""));
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

  function paintAttempts({ recent, labs }) {
    every("[data-attempts]", (node) => {
      const lab = node.dataset.attempts;
      const attempts = lab ? (labs[lab]?.newest ?? []) : recent;
      const none = lab ? [make("li", "empty", word("Nothing judged yet."))] : [];
      (node.querySelector("ol") ?? node).replaceChildren(...(attempts.length ? attempts.map(attemptNode) : none));
    });
    every("[data-no-attempts]", (node) => (node.hidden = recent.length > 0));
  }

  const when = (started) => new Date(started).toLocaleString(window.courseLocale, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

  function attemptNode(attempt) {
    const item = make("li", "attempt");
    const verdict = make("span", "verdict", word(attempt.words));
    verdict.dataset.status = attempt.outcome;
    const what = make("span", "attempt-what");
    const link = make("a", "", attempt.lab);
    link.href = `${root}labs/${attempt.lab}/`;
    what.append(link, " ", make("span", "muted", word(`attempt ${attempt.number}, ${attempt.passed} of ${attempt.total} checks`)));
    const time = make("time", "", when(attempt.started));
    time.dateTime = attempt.started;
    item.append(verdict, what, time);
    if (attempt.first) {
      const first = make("span", "attempt-first");
      first.append(make("code", "", attempt.first.check), " ", ...spelled(attempt.first.message ?? ""));
      if (attempt.first.line) first.append(make("span", "muted", ` · ${word(`line ${attempt.first.line}`)}`));
      item.append(first);
    }
    return item;
  }

  /** A message as nodes: what stands between backticks is code. */
  function spelled(message) {
    return message.split("`").map((piece, at) => (at % 2 ? make("code", "", piece) : piece));
  }

  /** The last word on each check of the lab that the page is about. */
  function paintChecks(labs) {
    every("[data-check]", (node) => {
      const [lab, ...check] = node.dataset.check.split("/");
      const found = labs[lab]?.checks[check.join("/")];
      node.dataset.status = found ? found.status : "none";
      text(node, word(found ? found.words : "not run"));
      node.title = found ? found.message : "";
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
    if (entry.kind === "auto") head.append(make("span", "muted", word("written by the runner")));
    const list = make("dl");
    const fields = [["Progress", entry.progress], ["Key insight", entry.insight], ["Challenge", entry.challenge], ["Next steps", entry.next]];
    for (const [name, words] of fields) if (words) list.append(make("dt", "", word(name)), make("dd", "", words));
    node.append(head, list);
    return node;
  }

  // The two sources

  async function ask(path, options) {
    const answer = await fetch(root + path, options);
    const body = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(body.error || word("the server answered {}", answer.status));
    return body;
  }

  const send = (path, body) =>
    ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

  /** Says how the learner stands, and keeps it for a script that arrives after it was said. */
  function announce(told) {
    window.courseProgress.standing = told;
    dispatchEvent(new CustomEvent("course:standing", { detail: told }));
  }

  // Ticks that the server may not have heard of when it gave the answer that is painted: what the reader did stays in sight.
  const ticked = new Map();
  const withTicked = (set) => {
    for (const [item, { isOn }] of ticked) set[isOn ? "add" : "delete"](item);
    return set;
  };

  /** What rows come to; nothing, and a sentence that stays, where it cannot be counted. */
  async function counted(rows) {
    try {
      const [known] = await Promise.all([outline, courseStanding.load()]);
      return await courseStanding.count(known, rows);
    } catch (error) {
      say(word(`Progress cannot be counted: ${error.message}. Ticks are kept.`));
      clearTimeout(say.timer);
      return null;
    }
  }

  async function refresh() {
    const rows = await kept();
    on = withTicked(courseStanding.marked(rows.marks));
    if (document.querySelector("[data-log]")) paintLog(live ? (await ask("api/log")).entries : [...(rows.log ?? [])].sort((a, b) => (a.date + a.at < b.date + b.at ? 1 : -1)));
    const asks = document.querySelector("[data-attempts]");
    // Who has done nothing has no progress to show, and loads nothing for it: pages are built with the rows of such a reader.
    if (!live && !outline && !asks && !on.size && !rows.attempts?.length) return paintTicks();
    outline ??= ask("outline.json").catch((error) => {
      outline = null;
      throw error;
    });
    const standing = await counted(rows);
    if (!standing) return paintTicks();
    steps = standing.steps;
    on = withTicked(standing.on);
    paintTicks();
    paintSteps();
    paintRows(standing.rows);
    paintSide(standing.rows);
    paintNext(standing.next);
    paintAttempts(standing);
    paintChecks(standing.labs);
    announce({ standing, rows });
  }

  // A save may have changed what there is to count: what was asked for before it is not kept.
  addEventListener("course:arrive", () => live && (outline = null));

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
        say(word(`Progress cannot be read: ${error.message}.`));
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
    const tick = { isOn };
    ticked.set(item, tick);
    const settled = () => ticked.get(item) === tick && ticked.delete(item);
    try {
      if (live) await send("api/marks", { item, on: isOn });
      else keep(item, isOn);
      // An answer to what was asked before may still be on its way.
      await later();
      settled();
    } catch (error) {
      say(word(`Not kept: ${error.message}.`));
      settled();
      later();
    }
  });

  addEventListener("storage", (event) => {
    if (event.key === KEY) later();
  });
  // What another tab's lab has kept counts here at once.
  if (!live && "BroadcastChannel" in window) {
    const others = new BroadcastChannel(`course:${new URL(root, location.href).pathname} kept`);
    others.addEventListener("message", ({ data }) => data.rows && later());
  }

  window.courseProgress = { refresh: later, stored, store, together, ofLabs, haveLabs, addToLog, send, say, KEY, live };
  document.readyState === "loading" ? document.addEventListener("DOMContentLoaded", later) : later();
})();
