// What pages count, held to the table that the terminal is held to as well (src/serve/progress/tests.rs).
//
//   node tests/standing/run.mjs [module, else the one that is published]

import assert from "node:assert/strict";
import fs from "node:fs";

await import("../../static/standing.js");
const [module = new URL("../../static/standing.wasm", import.meta.url)] = process.argv.slice(2);
courseStanding.bring(async () => fs.readFileSync(module));
const read = (name) => JSON.parse(fs.readFileSync(new URL(name, import.meta.url), "utf8"));
const outline = read("outline.json");

const time = (minute) => `2026-01-01T10:${String(minute).padStart(2, "0")}:00.000000Z`;

/** A case's rows in the form of an export. */
function rows({ marks = [], attempts = [], met }) {
  const check = ([name, said]) => {
    const [status, value] = [said].flat();
    const [part, check] = name.split("/");
    return { part, check, status, value };
  };
  const worst = (checks) => checks.map(({ status }) => status).find((status) => !["pass", "not-measured", "skipped"].includes(status)) ?? "pass";
  const attempt = ({ lab, device = "", checks }, at) => {
    const all = Object.entries(checks).map(check);
    const first = worst(all);
    return { lab, device, started: time(at), outcome: first === "did-not-compile" || first === "pass" ? first : "fail", checks: all };
  };
  return {
    marks: marks.map(([item, on], at) => ({ item, on, at: time(at) })),
    attempts: attempts.map(attempt),
    files: met ?? {},
  };
}

for (const one of read("cases.json")) {
  const standing = await courseStanding.count(structuredClone(outline), rows(one));
  const told = Object.fromEntries(Object.entries(standing.rows).map(([key, row]) => [key, `${row.done}/${row.total} ${row.status}`]));
  assert.deepEqual(told, one.rows, one.name);
  assert.equal(standing.next?.id ?? null, one.next, one.name);
  const done = Object.entries(standing.steps).filter(([, state]) => state === "done");
  assert.deepEqual(done.map(([id]) => id).sort(), one.done, one.name);
  const skills = standing.skills.map(({ title, passed, lately, last }) => `${title} ${passed} of ${lately.length}${last ? `, last ${last.lab} ${last.part}/${last.check}` : ""}`);
  const recent = standing.recent.map((attempt) => `${attempt.lab} ${attempt.number} ${attempt.outcome} ${attempt.passed} of ${attempt.total}`);
  const timed = Object.entries(standing.labs).flatMap(([lab, { timed }]) => timed.map((one) => `${lab} ${one.check} on ${one.device}: ${one.values.join(", ")} ${one.unit}; best ${one.best}, last ${one.last}`));
  assert.deepEqual(timed, one.timed ?? [], one.name);
  assert.deepEqual({ left: standing.left.map(Math.round), skills, recent }, one.page, one.name);
}

// What was counted by another form of outline is refused with a sentence, and so is an outline that ends too early.
for (const rule of [[99, ...outline.rule.slice(1)], outline.rule.slice(0, -1), []]) {
  await assert.rejects(courseStanding.count({ ...outline, rule }, {}), /not of one build/);
}
// The schedule of reviews, as `src/standing/study.rs` has it with dates.
const days = [[0, 1, 1], [0, 3, 3], [6, 1, 1], [6, 2, 6], [6, 3, 12], [6, 4, 18], [365, 4, 365]];
for (const [last, grade, due] of days) assert.equal(await courseStanding.nextDue(last, grade), due, `${last} ${grade}`);

console.log(`${read("cases.json").length} cases counted`);

// A row that a browser keeps has the name that the terminal gives it (tests/cli/importing.rs).
const { named } = await import("../../static/lab/named.js");
for (const { kind, row, ...expected } of read("names.json")) {
  const { id, at, entry } = named(kind, row);
  assert.deepEqual({ id, at, ...(kind === "log" && { entry }) }, expected);
}
