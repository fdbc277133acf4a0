// Whole programs as a page runs them: every example with a `main` writes what it writes in the terminal, byte for byte, and no program can do
// more than end.
//
//   node tests/web/programs.mjs MODULE.wasm [PROGRAM]
//
// MODULE is crates/page built with its feature `programs`, PROGRAM is `course` (target/debug/course).

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { Module } from "./module.mjs";

const [file, program = "target/debug/course"] = process.argv.slice(2);
const module = await Module.of(fs.readFileSync(file));
const exported = Object.keys(module.exports).filter((name) => typeof module.exports[name] === "function");
assert.deepEqual(exported.sort(), ["bring", "look", "outline", "play", "room", "run"], "no lab is in it");

/** What a program wrote and how it ended: the texts of both streams, every other line by its kind. */
function run(name, text, words = "") {
  const lines = module.told("run", `${name}\n${words}\n${text}`).map((line) => JSON.parse(line));
  const all = (key) => lines.filter((line) => key in line).map((line) => line[key]);
  return { lines, all, out: all("out").join(""), err: all("err").join(""), ended: all("ended")[0] };
}

/** Examples whose output is of the machine they run on: none now. A file with a reason. */
const SKIPPED = new Map();

const folder = "kernels/examples";
let compared = 0;
for (const name of fs.readdirSync(folder).sort()) {
  const source = path.join(folder, name);
  const text = fs.readFileSync(source, "utf8");
  const outline = JSON.parse(module.told("outline", text)[0]);
  assert.ok(!outline.failed, `${source}: ${outline.failed}`);
  if (!outline.main) continue;
  if (SKIPPED.has(name)) {
    console.log(`left out ${name}: ${SKIPPED.get(name)}`);
    continue;
  }
  const began = performance.now();
  const here = run(source, text);
  const took = Math.round(performance.now() - began);
  const there = spawnSync(program, ["run", source], { encoding: "utf8" });
  assert.equal(here.out, there.stdout, `${source}: standard output`);
  assert.equal(here.ended?.status, there.status, `${source}: ${JSON.stringify(here.ended)}`);
  assert.ok(here.all("launch").every((launch) => launch.counts), source);
  compared += 1;
  console.log(`ok ${name}: ${here.out.length} characters, ${here.all("launch").length} launches (${took} ms)`);
}
assert.ok(compared > 30, `${compared} examples have a main`);

const main = (body, before = "") => `#include <cstdio>\n#include <cstdlib>\n${before}\nint main() {\n${body}\n  puts("came to its end");\n}\n`;
const kernel = (body) => `__global__ void k(int* x, int n) { ${body} }`;
const LAUNCH = "int* x; cudaMalloc(&x, 4096); k<<<64, 256>>>(x, 7); cudaDeviceSynchronize();";

/** What no program may do to a page: texts, the status that each comes to, and what has to be said. */
const HOSTILE = [
  ["an endless loop of the host", main("volatile int x = 0; for (;;) x++;"), 124, /still running/],
  ["an endless loop that allocates", main("for (;;) { char* p = (char*)malloc(64 << 20); if (p) p[0] = 1; }"), 124, /./],
  ["an endless kernel", main(LAUNCH, kernel("while (x[0] == 0) {}")), 124, /never ends/],
  ["an endless kernel that works", main(LAUNCH, kernel("for (;;) atomicAdd(x, n);")), null, /still running|never ends/],
  ["launches without an end", main("int* x; cudaMalloc(&x, 4096); for (int n = 0;; n++) k<<<64, 256>>>(x, n);", kernel("x[threadIdx.x] += n;")), 124, /./],
  ["4 GiB of memory", main('void* p = malloc(4ull << 30); puts(p ? "some" : "none"); void* d; printf("%d\\n", cudaMalloc(&d, 4ull << 30));'), 0, /none\\n2\\n/],
  ["4 GiB by new", main("char* p = new char[4ull << 30]; p[7] = 1;"), 134, /bad_alloc|memory/],
  ["a flood of output", main('for (int k = 0;; k++) printf("%d and so on\\n", k);'), 124, /writes more than/],
  ["a flood of a kernel's", main(LAUNCH, kernel('for (int k = 0; k < 1000; k++) printf("%d and so on\\n", k);')), null, /./],
  ["deep recursion", main("return f(1);", "int f(int n) { return n ? f(n + 1) + 1 : 0; }"), 139, /stack/],
  ["a wild pointer", main("int* p = (int*)0x1234; *p = 1;"), 139, /./],
  ["exit", main("exit(3);"), 3, /./],
  ["abort", main("abort();"), 134, /abort/],
  ["an exception that nobody catches", main("throw 7;"), 134, /./],
  ["a file", main('FILE* f = fopen("/etc/passwd", "r"); puts(f ? "open" : "refused");'), 0, /refused/],
  ["a command", main('printf("%d\\n", system("ls /"));'), 0, /-1/],
  ["the environment", main('puts(getenv("HOME") ? "known" : "unknown");'), 0, /unknown/],
  ["no input", main('int n = 5; printf("%d\\n", scanf("%d", &n));'), 0, /-1/],
];

const MOST_MS = 30_000; // of the processor; who waits in a page ends a call after a minute without a word
const MOST_TOLD = 4 << 20;
for (const [what, text, status, said] of HOSTILE) {
  const began = process.cpuUsage();
  const { lines, ended } = run("p.cu", text);
  const took = process.cpuUsage(began).user / 1000;
  const told = JSON.stringify(lines);
  assert.ok(ended, `${what}: no end is told: ${told.slice(0, 400)}`);
  if (status !== null) assert.equal(ended.status, status, `${what}: ${told.slice(-400)}`);
  assert.match(told, said, what);
  assert.ok(told.length < MOST_TOLD, `${what}: ${told.length} characters were told`);
  assert.ok(took < MOST_MS, `${what}: ${Math.round(took)} ms`);
  const megabytes = Math.round(module.exports.memory.buffer.byteLength / 2 ** 20);
  console.log(`ok ${what}: status ${ended.status}, ${ended.message ?? "no word"} (${Math.round(took)} ms, ${megabytes} MiB)`);
  assert.equal(run("p.cu", main("")).out, "came to its end\n", `after ${what}`);
}

/** The same of a single launch: texts, launches, and what has to be said. */
const LAUNCHES = [
  ["work without an end", "k<<<64, 256>>>(x[1], 7)", kernel("unsigned s = threadIdx.x; for (;;) { s = s * 1664525u + 1013904223u; if (s == 1u + x[0]) break; } x[0] = s;"), /still running/],
  ["work without an end, followed", "k<<<64, 256>>>(x[1], 7)", kernel("unsigned s = threadIdx.x; for (;;) { s = s * 1664525u + 1013904223u; if (s == 1u + x[0]) break; } x[0] = s;"), /"all":/, "63 7 0"],
  ["a buffer of 4 GiB", "k<<<1, 1>>>(x[1073741824], 7)", kernel(""), /64 MiB together/],
  ["all of the room", "k<<<1, 1>>>(x[16777216] = random, 7)", kernel("x[n] = -1;"), /"changed":1,/],
  ["a grid as large as a device has", "k<<<dim3(2147483647, 65535, 65535), 1024>>>(x[1], 7)", kernel("x[0] = n;"), /still running/],
  ["a flood of output", "k<<<64, 256>>>(x[1], 7)", kernel('for (;;) printf("%d and so on\\n", n);'), /out_more/],
  ["a number that is none", "k<<<1e9, 0x>>>(x[, 7)", kernel(""), /"failed"/],
];
for (const [what, launch, text, said, follow = ""] of LAUNCHES) {
  const began = process.cpuUsage();
  const told = module.told("play", `k.cu\n${launch}\n${follow}\n#include <cstdio>\n${text}`).join("\n");
  const took = process.cpuUsage(began).user / 1000;
  assert.match(told, said, what);
  assert.match(told, /\{"(ended|failed)":/, what);
  assert.ok(told.length < 8 * MOST_TOLD, `${what}: ${told.length} characters were told`);
  assert.ok(took < MOST_MS, `${what}: ${Math.round(took)} ms`);
  console.log(`ok ${what}: ${told.length} characters (${Math.round(took)} ms)`);
}
assert.equal(module.ask("run", "no text").answer, 1, "a request that lacks lines is refused");
assert.equal(module.ask("play", "k.cu\nk<<<1, 1>>>()\n").answer, 1);
console.log(`${compared} examples as in the terminal; ${HOSTILE.length} hostile programs and ${LAUNCHES.length} launches end`);
