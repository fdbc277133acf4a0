// The labs as a page judges them: of every lab in CUDA the starter, the solution and each known mistake judged inside WebAssembly, and the
// records held against the program's, byte for byte. That these prove the lab is then what `course verify` says of the program.
//
//   node tests/web/run.mjs MODULE.wasm [PROGRAM]
//
// MODULE is crates/page as `course build` makes it, PROGRAM is `course` (target/debug/course).

import assert from "node:assert/strict";
import fs from "node:fs";
import { allMistakes } from "./mistakes.mjs";
import { Module } from "./module.mjs";
import { natively } from "./natively.mjs";

const [file, program = "target/debug/course"] = process.argv.slice(2);
const module = await Module.of(fs.readFileSync(file));
const labs = module.told("labs").map(JSON.parse);
assert.ok(labs.length > 20, `${labs.length} labs`);
assert.equal(module.ask("check", "\0").answer, 1, "a request that names nothing is refused");

/** What a lab's texts have to come to: `[name, text, whether a record says that it holds]`. */
function texts(lab) {
  const own = (which) => JSON.parse(module.told("text", `${lab}\n${which}`)[0]);
  const failed = (of) => (records) => records.some((record) => record.status === "fail" && of(record));
  const found = ({ part, check }) => (check === "hidden" ? () => true : failed((record) => record.part === part && record.check === check));
  const wrong = allMistakes(lab).map((one) => [one.name, one.text, found(one)]);
  const passes = (records) => records.every(({ status }) => ["pass", "not-measured", undefined].includes(status));
  return [["starter", own("starter"), failed(() => true)], ["solution", own("solution"), passes], ...wrong];
}

let wrong = 0;
for (const lab of labs) {
  const problems = [];
  let [records, spent] = [0, 0];
  const all = texts(lab);
  assert.ok(all.length > 2, `${lab} has no known mistake`);
  for (const [name, text, holds] of all) {
    const began = performance.now();
    const here = module.told("check", `${lab}\nall\n${text}`);
    spent += performance.now() - began;
    records += here.length;
    assert.ok(here.length > 0);
    if (!holds(here.map(JSON.parse))) problems.push(`${name} does not come to what it should`);
    const there = natively(program, lab, text);
    if (here.join("\n") !== there.join("\n")) {
      const at = here.findIndex((one, i) => one !== there[i]);
      problems.push(`record ${at + 1} of ${there.length} of ${name} differs:\n    page:    ${here[at]}\n    program: ${there[at]}`);
    }
  }
  console.log(`${problems.length ? "BROKEN" : "ok    "} ${lab} (${all.length} texts judged in ${Math.round(spent)} ms, ${records} records as the program's)`);
  problems.forEach((problem) => console.log(`  ${problem}`));
  wrong += problems.length;
}
console.log(wrong ? `${wrong} problems` : `${labs.length} labs hold in WebAssembly`);
process.exitCode = wrong ? 1 : 0;
