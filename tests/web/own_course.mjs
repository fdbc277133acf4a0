// The labs of somebody else's course in the module of its pages: what a learner begins with fails there, what is right passes, each known mistake
// fails its check.
//
//   node tests/web/own_course.mjs MODULE.wasm COURSE LAB…
//
// MODULE is the package `page` of the course in the folder COURSE, built for wasm32-unknown-unknown; LAB… are the labs that it has.

import assert from "node:assert/strict";
import fs from "node:fs";
import { mistakes } from "./mistakes.mjs";
import { Module } from "./module.mjs";

const [file, course, ...wanted] = process.argv.slice(2);
const module = await Module.of(fs.readFileSync(file));
const labs = module.told("labs").map(JSON.parse);
assert.deepEqual(labs, wanted, "the module's labs");
for (const lab of labs) {
  const judged = (text) => module.told("check", `${lab}\nall\n${text}`).map(JSON.parse).filter((record) => record.status);
  for (const [which, passes] of [["starter", false], ["solution", true]]) {
    const checks = judged(JSON.parse(module.told("text", `${lab}\n${which}`)[0]));
    assert.ok(checks.length > 1, `${lab}, its ${which}: ${checks.length} checks`);
    assert.equal(checks.every(({ status }) => status === "pass"), passes, `${lab}, its ${which}: ${JSON.stringify(checks)}`);
  }
  const wrong = mistakes(lab, course);
  assert.ok(wrong.length > 0, `${lab} has no known mistake`);
  for (const { name, part, check, text } of wrong) {
    const failed = judged(text).some((record) => record.part === part && record.check === check && record.status === "fail");
    assert.ok(failed, `${lab}: ${name} fails ${part}/${check}`);
  }
}
console.log(`${labs.join(", ")}: judged in the module of the course's own pages, ${(fs.statSync(file).size / 1e6).toFixed(1)} MB`);
