// The labs as a page judges them: every lab in CUDA proved inside WebAssembly, and its records held against the program's, byte for byte.
//
//   node tests/web/run.mjs MODULE.wasm [PROGRAM]
//
// MODULE is crates/page built for wasm32-unknown-unknown with the feature `prove`, PROGRAM is `course` (target/debug/course). A lab is proved as `course verify` proves it: the
// starter fails every part, the solution passes, each known mistake fails its check and no other.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const [file, program = "target/debug/course"] = process.argv.slice(2);
const bytes = fs.readFileSync(file);
const lines = [];

/** A module of its own, as a worker has one; what it tells goes to `lines`. */
async function start() {
  const utf8 = new TextDecoder();
  let memory;
  const line = (address, length) => lines.push(utf8.decode(new Uint8Array(memory.buffer, address, length)));
  const { instance } = await WebAssembly.instantiate(bytes, { host: { line } });
  memory = instance.exports.memory;
  return instance.exports;
}

/** What a function of the module tells when it is asked this. */
function told(module, name, request = "") {
  const text = new TextEncoder().encode(request);
  const at = module.room(text.length);
  new Uint8Array(module.memory.buffer, at, text.length).set(text);
  lines.length = 0;
  assert.ok(!module[name](), `${name} of ${JSON.stringify(request.split("\n")[0])} was refused`);
  return lines.slice();
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "course-web-"));

/** The records that the program's own judge writes for a text, as lines of JSON. */
function natively(lab, text) {
  const [kernel, report] = [path.join(folder, `${lab}.cu`), path.join(folder, `${lab}.jsonl`)];
  fs.writeFileSync(kernel, text);
  fs.rmSync(report, { force: true });
  const env = { ...process.env, COURSE_KERNEL: kernel, COURSE_REPORT: report, COURSE_NONCE: "n" };
  const ended = spawnSync(program, ["judge-kernel", lab], { env, encoding: "utf8" });
  assert.ok([0, 101].includes(ended.status), `${program} ended with ${ended.status}: ${ended.stderr}`);
  const head = '{"nonce":"n","event":"finish",';
  const all = fs.readFileSync(report, "utf8").trim().split("\n");
  return all.filter((one) => one.startsWith(head)).map((one) => `{${one.slice(head.length)}`);
}

const module = await start();
const labs = told(module, "labs").map(JSON.parse);
assert.ok(labs.length > 20, `${labs.length} labs`);
assert.equal(module.room(4) && module.check(), 1, "a request that names nothing is refused");
let wrong = 0;
for (const lab of labs) {
  const began = performance.now();
  const problems = told(module, "prove", lab).map(JSON.parse);
  const proved = Math.round(performance.now() - began);
  let records = 0;
  for (const which of ["starter", "solution"]) {
    const [text] = told(module, "text", `${lab}\n${which}`).map(JSON.parse);
    const here = told(module, "check", `${lab}\nall\n${text}`);
    const there = natively(lab, text);
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
fs.rmSync(folder, { recursive: true });
console.log(wrong ? `${wrong} problems` : `${labs.length} labs hold in WebAssembly`);
process.exitCode = wrong ? 1 : 0;
