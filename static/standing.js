// How the learner stands, for pages: a course's outline and the rows that were kept come in, everything that pages show of it comes out.
//
// What counts as done is the rule of `crates/standing`, which the terminal calls as well: here it is a WebAssembly module, `standing.wasm`.
// All that crosses is numbers: the outline's own (`rule`), the rows numbered by the ids beside them, and what was counted, which is named
// by these ids again. What only pages show (recent attempts, histories, skills, series) is computed here. The rows are this browser's or the
// server's (`api/rows`), in the form of an export. This touches no page, storage or clock: `bring` is told where the module comes from.
(() => {
  "use strict";
  const RECENT = 8;
  const OF_LAB = 5;
  const TREND = 20;
  const LATELY = 10;

  const words = (slug) => slug.replaceAll("-", " ");
  const word = (english) => (globalThis.courseWord ?? String)(english);
  const before = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

  /** The items that are marked: the last mark of each counts. */
  function marked(marks = []) {
    const latest = new Map();
    for (const mark of marks) {
      const known = latest.get(mark.item);
      if (!known || known.at <= mark.at) latest.set(mark.item, mark);
    }
    return new Set([...latest.values()].filter((mark) => mark.on).map((mark) => mark.item));
  }

  /** An attempt as lists show it. */
  function told(attempt, number) {
    const checks = attempt.checks ?? [];
    const first = checks.find((check) => !["pass", "not-measured", "skipped"].includes(check.status));
    const { lab, started, outcome } = attempt;
    const passed = checks.filter((check) => check.status === "pass").length;
    return { lab, number, started, outcome, words: words(outcome), passed, total: checks.length, first: first && { ...first, check: `${first.part}/${first.check}` } };
  }

  // The module

  const STATES = ["not-started", "in-progress", "done"];
  let source = null;
  let module = null;

  /** Says where the module's bytes come from; they are asked for once, when there is something to count. */
  function bring(bytes) {
    source = bytes;
    module = null;
  }

  /** What the module exports, ready to be called. */
  function load() {
    module ??= made().catch((error) => {
      module = null;
      throw error;
    });
    return module;
  }

  async function made() {
    if (typeof WebAssembly !== "object") throw new Error(word("this browser has no WebAssembly, or has it switched off"));
    const bytes = await source();
    const { instance } = await WebAssembly.instantiate(bytes, {}).catch(() => {
      throw new Error(word("this browser does not run standing.wasm"));
    });
    return instance.exports;
  }

  /** What the module counts of an outline's numbers and the numbers of rows. */
  async function called(rule, rows) {
    const { memory, room, count } = await load();
    const length = rule.length + rows.length;
    const given = room(length);
    const numbers = new Float64Array(memory.buffer, given, length);
    numbers.set(rule);
    numbers.set(rows, rule.length);
    const answer = count();
    const [counted] = new Float64Array(memory.buffer, answer, 1);
    if (!counted) throw new Error(word("outline.json and standing.wasm are not of one build; load the page again"));
    // A copy: the next call, which may come before this answer is read, lies where it lies.
    return new Float64Array(memory.buffer, answer + 8, counted).slice();
  }

  /** In how many days a question is due again, after so many the time before (0: it is the first time) and this grade. */
  const nextDue = async (last, grade) => (await load()).next_due(last, grade);

  // Numbers for names, and names for numbers

  const places = new WeakMap();

  /** Of each lab of an outline the numbers of its checks. */
  function checksOf(outline) {
    if (!places.has(outline)) places.set(outline, outline.labs.map(({ checks }) => new Map(checks.map(([name], at) => [name, at]))));
    return places.get(outline);
  }

  /** Rows as numbers, in the order of `crates/standing/src/rows.rs`; a list is its length and what it holds. */
  function numbered(outline, on, ofLab, files) {
    const out = [0];
    outline.items.forEach((id, at) => on.has(id) && out.push(at));
    out[0] = out.length - 1;
    out.push(outline.labs.length);
    const checks = checksOf(outline);
    outline.labs.forEach(({ id }, lab) => {
      const attempts = ofLab(id);
      out.push(attempts.length, attempts.length);
      for (const { checks: rows = [] } of attempts) {
        const length = out.push(0) - 1;
        for (const { part, check, status, value } of rows) {
          const number = status === "pass" ? checks[lab].get(`${part}/${check}`) : undefined;
          if (number === undefined) continue;
          out.push(number, typeof value === "number" ? value : NaN);
          out[length] += 1;
        }
      }
    });
    const known = outline.items.map((id, at) => [at, files[id]]).filter(([, isMet]) => isMet !== undefined);
    out.push(known.length);
    for (const [at, isMet] of known) out.push(at, isMet ? 1 : 0);
    return out;
  }

  /** What was counted, in the order of `crates/standing/src/counted.rs`, by the names of the outline. */
  function named(outline, numbers) {
    let at = 0;
    const number = () => numbers[at++];
    const list = (read) => Array.from({ length: number() }, read);
    const row = () => {
      const [done, total, state] = [number(), number(), number()];
      return { status: STATES[state], words: words(STATES[state]), done, total };
    };
    const rows = { course: row(), projects: row(), papers: row() };
    list(row).forEach((made, part) => (rows[`part:${outline.parts[part]}`] = made));
    list(row).forEach((made, module) => (rows[`module:${outline.modules[module]}`] = made));
    const lab = () => [row(), list(row), list(number)];
    list(lab).forEach(([made], lab) => (rows[`lab:${outline.labs[lab].id}`] = made));
    const states = list(() => [STATES[number()], number()]);
    const steps = Object.fromEntries(states.map(([state], step) => [outline.steps[step].id, state]));
    const [choice, which] = [number(), number()];
    const next = [null, outline.steps, outline.labs][choice]?.[which];
    const on = list(number);
    return { on, rows, steps, next: next ? { id: next.id, title: next.title, url: next.url } : null, left: [number(), number()] };
  }

  // What only pages show

  /** Of each kind of check, how it went lately: an attempt passes a kind when it passes all of it that it judged. */
  function skills(outline, attempts) {
    const all = new Map(outline.skills.map(([id, title]) => [id, { id, title, tries: [] }]));
    const kinds = new Map(outline.labs.flatMap(({ id, checks }) => checks.map(([check, kind]) => [`${id}/${check}`, kind])));
    for (const { lab, checks = [] } of attempts) {
      const said = new Map();
      for (const { part, check, status, message = "" } of checks) {
        const kind = kinds.get(`${lab}/${part}/${check}`);
        const passed = status === "pass";
        // What does not compile says nothing of races; what was skipped says nothing at all.
        const counts = passed || ["fail", "crashed", "timed-out"].includes(status) || (status === "did-not-compile" && kind === "compiles");
        if (kind && counts && (said.get(kind)?.passed ?? true)) said.set(kind, { passed, lab, part, check, message });
      }
      for (const [kind, one] of said) all.get(kind).tries.push(one);
    }
    const shown = [...all.values()].filter(({ tries }) => tries.length);
    return shown
      .map(({ id, title, tries }) => {
        const lately = tries.slice(-LATELY);
        const passed = lately.filter((one) => one.passed).length;
        return { id, title, lately: lately.map((one) => one.passed), passed, last: lately.findLast((one) => !one.passed) ?? null };
      })
      .sort((a, b) => a.passed / a.lately.length - b.passed / b.lately.length);
  }

  /** What pages show of a lab's attempts: the newest, the last word on each check, and how many checks passed over time. */
  function history(attempts) {
    const all = attempts.map((attempt, at) => told(attempt, at + 1));
    const checks = {};
    for (const { checks: rows = [] } of attempts) for (const { part, check, status, message = "" } of rows) checks[`${part}/${check}`] = { status, words: words(status), message };
    return { count: all.length, newest: all.slice(-OF_LAB).reverse(), checks, trend: all.slice(-TREND).map(({ passed, total, outcome }) => ({ passed, total, outcome })), all };
  }

  /** What a device measured of a lab: a series for each check and device, in the order of the attempts. */
  function timed(checks, attempts) {
    const all = new Map();
    for (const [name, unit] of checks) {
      for (const { device = "", checks: rows = [] } of attempts) {
        const value = rows.find(({ part, check }) => `${part}/${check}` === name)?.value;
        if (typeof value !== "number") continue;
        // Where the simulated machine judged, too, it is named first.
        const measuring = device.replace(/^simulated, /, "");
        const key = `${name} ${measuring}`;
        if (!all.has(key)) all.set(key, { check: name, device: measuring, unit, values: [] });
        all.get(key).values.push(value);
      }
    }
    return [...all.values()].map((one) => ({ ...one, best: one.values.reduce((a, b) => Math.max(a, b)), last: one.values.at(-1) }));
  }

  async function count(outline, { marks, attempts: given = [], files = {} }) {
    const on = marked(marks);
    const attempts = [...given].sort((a, b) => before(a.started, b.started) || before(a.id ?? "", b.id ?? ""));
    const labs = new Map();
    for (const attempt of attempts) {
      if (!labs.has(attempt.lab)) labs.set(attempt.lab, []);
      labs.get(attempt.lab).push(attempt);
    }
    const of = (lab) => labs.get(lab) ?? [];
    const counted = named(outline, await called(outline.rule, numbered(outline, on, of, files)));
    outline.items.forEach((id, at) => on[counted.on[at] ? "add" : "delete"](id));

    const series = new Map(outline.labs.map((lab) => [lab.id, lab.timed]));
    const names = [...new Set([...series.keys(), ...labs.keys()])];
    const histories = Object.fromEntries(names.map((id) => [id, { ...history(of(id)), timed: timed(series.get(id) ?? [], of(id)) }]));
    const recent = names.flatMap((id) => histories[id].all).sort((a, b) => before(b.started, a.started));
    return { ...counted, on, recent: recent.slice(0, RECENT), labs: histories, skills: skills(outline, attempts) };
  }

  globalThis.courseStanding = { marked, count, nextDue, bring, load };
})();
