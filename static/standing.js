// How the learner stands: a course's outline and the rows that were kept come in, everything that pages show of it comes out.
//
// One rule for published and served pages: the rows are this browser's or the server's (`api/rows`), both in the form of an export. It
// touches no page, no storage and no clock, so it runs anywhere. The terminal's rule is `src/standing/mod.rs`;
// `tests/standing/cases.json` holds both to one table.
(() => {
  "use strict";
  const RECENT = 8;
  const OF_LAB = 5;
  const TREND = 20;
  const LATELY = 10;

  const words = (slug) => slug.replaceAll("-", " ");
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

  function state(done, total, begun) {
    if (total > 0 && done === total) return "done";
    return done > 0 || begun ? "in-progress" : "not-started";
  }

  function row(done, total, begun) {
    const status = state(done, total, begun);
    return { status, words: words(status), done, total };
  }

  /** An attempt as lists show it. */
  function told(attempt, number) {
    const checks = attempt.checks ?? [];
    const first = checks.find((check) => !["pass", "not-measured", "skipped"].includes(check.status));
    const { lab, started, outcome } = attempt;
    const passed = checks.filter((check) => check.status === "pass").length;
    return { lab, number, started, outcome, words: words(outcome), passed, total: checks.length, first: first && { ...first, check: `${first.part}/${first.check}` } };
  }

  /** How far a lab is: a part is done when one attempt passed all its checks together. */
  function judged(lab, attempts) {
    const passes = attempts.map(({ checks = [] }) => new Map(checks.filter((check) => check.status === "pass").map((check) => [`${check.part}/${check.check}`, check.value])));
    const parts = lab.parts.map(([part, checks]) => [part, checks.map((check) => `${part}/${check}`)]).filter(([, checks]) => checks.length);
    const done = new Set(parts.filter(([, checks]) => passes.some((passed) => checks.every((check) => passed.has(check)))).map(([part]) => part));
    const every = parts.flatMap(([, checks]) => checks);
    const ever = (check) => passes.some((passed) => passed.has(check));
    const made = row(every.filter(ever).length, every.length, attempts.length > 0);
    const whole = parts.length > 0 && done.size === parts.length;
    if (made.status === "done" && !whole) Object.assign(made, { status: "in-progress", words: words("in-progress") });
    return { lab, made, done, whole, ever, passes, attempts, open: parts.length ? 1 - done.size / parts.length : 1 };
  }

  /** Whether a lab has decided an item. */
  function isDecided({ lab, part, checks, measured, most, least }, labs) {
    const found = labs.get(lab);
    if (!found) return false;
    if (part) return found.done.has(part);
    if (measured) {
      const near = 1e-9;
      const values = found.passes.map((passed) => passed.get(measured)).filter((value) => typeof value === "number");
      return values.some((value) => (most === undefined ? value >= least - near : value <= most + near));
    }
    return checks ? checks.every(found.ever) : found.whole;
  }

  /** How much of a step is open, from 0 to 1: a lesson whole or not at all, a lab by its parts, a task by its items. */
  function openOf(step, labs, on) {
    if (step.kind === "lab") return labs.get(step.id)?.open ?? 1;
    if (step.kind === "lesson" || step.kind === "page") {
      const passed = step.labs.length > 0 && step.labs.every((id) => labs.get(id)?.whole);
      return on.has(step.id) || passed ? 0 : 1;
    }
    return step.items.length ? step.items.filter((id) => !on.has(id)).length / step.items.length : 1;
  }

  function stepState(step, labs, open) {
    if (step.kind === "lab") return labs.get(step.id)?.made.status ?? "not-started";
    return open === 0 ? "done" : open < 1 ? "in-progress" : "not-started";
  }

  function upNext(outline, labs, steps) {
    const waits = ({ kind, id }) => kind === "lab" && labs.get(id).lab.requires.some((other) => labs.has(other) && !labs.get(other).whole);
    const place = new Map(outline.walk.map((id, at) => [id, at]));
    const open = outline.parts
      .flatMap((part) => part.modules)
      .flatMap((module) => module.steps)
      .filter((step) => steps[step.id] !== "done")
      .sort((a, b) => place.get(a.id) - place.get(b.id));
    const rest = outline.labs.filter((lab) => !(lab.id in steps) && labs.get(lab.id).made.status !== "done").map((lab) => ({ ...lab, kind: "lab" }));
    const next = open.find((step) => !waits(step)) ?? open[0] ?? rest.find((step) => !waits(step)) ?? rest[0];
    return next ? { id: next.id, title: next.title, url: next.url } : null;
  }

  /** Of each kind of check, how it went lately: an attempt passes a kind when it passes all of it that it judged. */
  function skills(outline, labs, attempts) {
    const all = new Map(outline.skills.map(([id, title]) => [id, { id, title, tries: [] }]));
    const kinds = new Map(outline.labs.flatMap((lab) => lab.parts.flatMap(([part, checks, of]) => checks.map((check, at) => [`${lab.id}/${part}/${check}`, of[at]]))));
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

  function count(outline, { marks, attempts: given = [], files = {} }) {
    const on = marked(marks);
    const attempts = [...given].sort((a, b) => before(a.started, b.started) || before(a.id ?? "", b.id ?? ""));
    const of = (lab) => attempts.filter((attempt) => attempt.lab === lab);
    const labs = new Map(outline.labs.map((lab) => [lab.id, judged(lab, of(lab.id))]));
    for (const [item, rule] of Object.entries(outline.decided)) on[isDecided(rule, labs) ? "add" : "delete"](item);
    // Under `serve` the learner's files are there to be read; elsewhere there is only a tick.
    for (const [item, isMet] of Object.entries(files)) on[isMet ? "add" : "delete"](item);
    const ticked = (ids) => ids.filter((id) => on.has(id)).length;

    const rows = {};
    const steps = {};
    const left = [0, 0];
    const sum = (made) => row(made.reduce((all, one) => all + one.done, 0), made.reduce((all, one) => all + one.total, 0), made.some((one) => one.status !== "not-started"));
    const moduleRow = (module) => {
      for (const step of module.steps) {
        const open = openOf(step, labs, on);
        steps[step.id] = stepState(step, labs, open);
        step.minutes.forEach((minutes, at) => (left[at] += minutes * open));
      }
      const passed = module.labs.filter((id) => labs.get(id)?.whole).length;
      const begun = module.labs.some((id) => labs.get(id)?.attempts.length);
      return (rows[`module:${module.id}`] = row(ticked(module.items) + passed, module.items.length + module.labs.length, begun));
    };
    const modules = outline.parts.flatMap((part) => {
      const made = part.modules.map(moduleRow);
      rows[`part:${part.id}`] = sum(made);
      return made;
    });
    rows.course = sum(modules);
    const projects = outline.parts.flatMap((part) => part.modules.map((module) => module.project)).filter(Boolean);
    rows.projects = row(projects.filter((ids) => ids.length && ticked(ids) === ids.length).length, projects.length, projects.some((ids) => ticked(ids)));
    rows.papers = row(ticked(outline.papers), outline.papers.length, false);
    for (const [id, { made }] of labs) rows[`lab:${id}`] = made;

    const names = [...new Set([...labs.keys(), ...attempts.map(({ lab }) => lab)])];
    const histories = Object.fromEntries(names.map((id) => [id, { ...history(of(id)), timed: timed(labs.get(id)?.lab.timed ?? [], of(id)) }]));
    const recent = names.flatMap((id) => histories[id].all).sort((a, b) => before(b.started, a.started));
    return { on, rows, steps, next: upNext(outline, labs, steps), left, recent: recent.slice(0, RECENT), labs: histories, skills: skills(outline, labs, attempts) };
  }

  globalThis.courseStanding = { marked, count };
})();
