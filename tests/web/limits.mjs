// What a text may not do to a page: whatever it is, each call ends, with records or with a trap that a worker tells, and the next one works.
//
//   node tests/web/limits.mjs MODULE.wasm [PROGRAM]
//
// MODULE is crates/page built for wasm32-unknown-unknown; with PROGRAM, `course`, the records are held against the terminal's.

import assert from "node:assert/strict";
import fs from "node:fs";
import { Module } from "./module.mjs";
import { natively } from "./natively.mjs";

const [file, program] = process.argv.slice(2);
const compiled = await WebAssembly.compile(fs.readFileSync(file));
let module = await Module.of(compiled);

const KERNEL = (body, before = "") => `${before}\n__global__ void fill_index(int* out, int n) {\n${body}\n}\n`;
const GUARDED = "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = i;";

/** Texts, each with what has to be said of it: of the first record that is no pass, or of the trap. */
const TEXTS = [
  ["10 MB of source", KERNEL(`${GUARDED} // ${"x".repeat(10 << 20)}`), /too large|1 MiB|at most/],
  ["an endless loop", KERNEL("for (;;) { out[0] += 1; }"), /endless|instructions|end/],
  ["an endless loop without effect", KERNEL("while (n >= 0) {}"), /endless|instructions|end/],
  ["4 GiB of shared memory", KERNEL(`__shared__ char all[4ull << 30]; all[threadIdx.x] = 1; ${GUARDED}`), /large|memory|bytes/],
  ["a global variable of 4 GiB", KERNEL(`all[n] = 1; ${GUARDED}`, "__device__ char all[4ull << 30];"), /large|memory|bytes/],
  ["a local array of 1 GiB", KERNEL(`char all[1 << 30]; all[n] = 1; out[0] = all[n]; ${GUARDED}`), /large|memory|bytes/],
  ["memory without an end", KERNEL("for (;;) { char* p = (char*)malloc(64 << 20); if (p) p[n] = 1; out[0] += p != 0; }"), /./],
  ["a flood of output", KERNEL(`for (int k = 0; k < 100000; k++) printf("%d and so on\\n", k); ${GUARDED}`), /./],
  ["deep parentheses", KERNEL(`out[0] = ${"(".repeat(50000)}1${")".repeat(50000)};`), /deep|nest|stack|call/i],
  ["deep recursion", KERNEL("out[0] = f(n);", "__device__ int f(int n) { return f(n + 1) + 1; }"), /./],
  ["templates without an end", KERNEL("out[0] = F<0>::n;", "template <int N> struct F { static const int n = F<N + 1>::n; };"), /./],
  ["macros without an end", KERNEL("out[0] = H;", `#define A x x x x x x x x x x\n${"BCDEFGH".split("").map((c, i) => `#define ${c} ${(" " + "ABCDEFG"[i]).repeat(10)}`).join("\n")}`), /./],
  ["no text", "", /./],
  ["bytes of no character", "\0\u{fffd}\u{10ffff}", /./],
];

// Of the processor, so that a busy machine fails nothing; who waits for a call ends it after a minute (`static/lab/engine.js`).
const MOST_MS = 20_000;
const MOST_TOLD = 4 << 20;
for (const [what, text, said] of TEXTS) {
  const began = process.cpuUsage();
  let ended;
  try {
    const lines = module.told("check", `vector-add\nfill\n${text}`);
    const told = lines.reduce((sum, line) => sum + line.length, 0);
    assert.ok(told < MOST_TOLD, `${what}: ${told} characters were told`);
    const records = lines.map((line) => JSON.parse(line));
    const failed = records.find((record) => record.status !== "pass");
    assert.ok(failed, `${what}: nothing failed: ${lines[0]}`);
    assert.match(JSON.stringify(failed), said, what);
    if (program) assert.deepEqual(lines, natively(program, "vector-add", text, "fill"), `${what}: as the terminal says it`);
    ended = `${failed.check ?? failed.id}: ${failed.status}, ${records.length} records, ${told} characters`;
  } catch (error) {
    // A trap: a worker tells it, and makes the module anew.
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    assert.match(error.message, /unreachable|stack|memory/i, what);
    module = await Module.of(compiled);
    ended = `ended by a trap: ${error.message}`;
  }
  const took = process.cpuUsage(began).user / 1000;
  assert.ok(took < MOST_MS, `${what}: ${Math.round(took)} ms`);
  const megabytes = module.exports.memory.buffer.byteLength / 2 ** 20;
  console.log(`ok ${what}: ${ended} (${Math.round(took)} ms, ${Math.round(megabytes)} MiB)`);
  // And an editor's look at it.
  try {
    const [line] = module.told("look", `vector-add\n${text}`);
    assert.ok(line.length < 16 << 20, `${what}: a look of ${line.length} characters`);
    assert.ok(JSON.parse(line).diagnostics, what);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    module = await Module.of(compiled);
  }
  const [solution] = module.told("text", "vector-add\nsolution").map((one) => JSON.parse(one));
  const after = module.told("check", `vector-add\nfill\n${solution}`).map((line) => JSON.parse(line));
  assert.ok(after.every((record) => record.status !== "fail"), `${what}: and after it the solution passes`);
}

// A header of host code is brought, and the kernel is judged as if it had been there.
const [solution] = module.told("text", "vector-add\nsolution").map((one) => JSON.parse(one));
const fresh = await Module.of(compiled);
const request = `vector-add\nall\n#include <vector>\n#include <thrust/sort.h>\n${solution}`;
assert.equal(fresh.ask("check", request).answer, 2, "a header that is apart is asked for");
const lines = fresh.told("check", request);
assert.ok(lines.length > 5 && lines.every((line) => !line.includes('"fail"')), lines[0]);
if (program) assert.deepEqual(lines, natively(program, "vector-add", request.split("\n").slice(2).join("\n")));
assert.equal(fresh.ask("bring", "vector\n99\nshort").answer, 1, "headers that are cut short are refused");

// More memory than a page may take is refused.
assert.throws(() => module.exports.memory.grow(1 << 14), RangeError);
assert.equal(module.ask("check", "no-such-lab\nall\n").answer, 1, "a request that names nothing is refused");
assert.equal(module.ask("check", "vector-add").answer, 1);
console.log(`${TEXTS.length} texts end, and the page goes on`);
