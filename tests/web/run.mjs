// The labs as a page judges them: every lab in CUDA proved inside WebAssembly, and its records held against the program's, byte for byte.
//
//   node tests/web/run.mjs MODULE.wasm [PROGRAM]
//
// MODULE is crates/page built for wasm32-unknown-unknown with the feature `prove`, PROGRAM is `course` (target/debug/course). A lab is proved as
// `course verify` proves it: the starter fails every part, the solution passes, each known mistake fails its check and no other.

import assert from "node:assert/strict";
import fs from "node:fs";
import { Module } from "./module.mjs";
import { natively } from "./natively.mjs";

const [file, program = "target/debug/course"] = process.argv.slice(2);
const module = await Module.of(fs.readFileSync(file));
const labs = module.told("labs").map(JSON.parse);
assert.ok(labs.length > 20, `${labs.length} labs`);
assert.equal(module.ask("check", "\0").answer, 1, "a request that names nothing is refused");
let wrong = 0;
for (const lab of labs) {
  const began = performance.now();
  const problems = module.told("prove", lab).map(JSON.parse);
  const proved = Math.round(performance.now() - began);
  let records = 0;
  for (const which of ["starter", "solution"]) {
    const [text] = module.told("text", `${lab}\n${which}`).map(JSON.parse);
    const here = module.told("check", `${lab}\nall\n${text}`);
    const there = natively(program, lab, text);
    records += here.length;
    assert.ok(here.length > 0);
    if (here.join("\n") !== there.join("\n")) {
      const at = here.findIndex((one, i) => one !== there[i]);
      problems.push(`the ${which}'s record ${at + 1} of ${there.length} differs:\n    page:    ${here[at]}\n    program: ${there[at]}`);
    }
  }
  console.log(`${problems.length ? "BROKEN" : "ok    "} ${lab} (proved in ${proved} ms, ${records} records as the program's)`);
  problems.forEach((problem) => console.log(`  ${problem}`));
  wrong += problems.length;
}
console.log(wrong ? `${wrong} problems` : `${labs.length} labs hold in WebAssembly`);
process.exitCode = wrong ? 1 : 0;
