// The labs of somebody else's course in the module of its pages: each is proved there, and what a learner begins with fails, what is right passes.
//
//   node tests/web/own_course.mjs MODULE.wasm LAB…
//
// MODULE is the course's package `page`, built for wasm32-unknown-unknown with the feature `prove`; LAB… are the labs that it has.

import assert from "node:assert/strict";
import fs from "node:fs";
import { Module } from "./module.mjs";

const [file, ...wanted] = process.argv.slice(2);
const module = await Module.of(fs.readFileSync(file));
const labs = module.told("labs").map(JSON.parse);
assert.deepEqual(labs, wanted, "the module's labs");
for (const lab of labs) {
  assert.deepEqual(module.told("prove", lab), [], `${lab} does not hold`);
  for (const [which, passes] of [["starter", false], ["solution", true]]) {
    const [text] = module.told("text", `${lab}\n${which}`).map(JSON.parse);
    const checks = module.told("check", `${lab}\nall\n${text}`).map(JSON.parse).filter((record) => record.status);
    assert.ok(checks.length > 1, `${lab}, its ${which}: ${checks.length} checks`);
    assert.equal(checks.every(({ status }) => status === "pass"), passes, `${lab}, its ${which}: ${JSON.stringify(checks)}`);
  }
}
console.log(`${labs.join(", ")}: judged in the module of the course's own pages, ${(fs.statSync(file).size / 1e6).toFixed(1)} MB`);
