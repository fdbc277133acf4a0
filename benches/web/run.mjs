// Times the eight workloads in WebAssembly, and says how that compares with the rows of `cargo bench -p simt --bench peers`.
//
//   node [--experimental-wasm-relaxed-simd] benches/web/run.mjs MODULE.wasm [NATIVE.tsv]
//
// Rows: workload, peer, threads, milliseconds (median of 5 after two to warm up), note; then, with native rows, the ratios. The engine compiles
// a module first quickly and then, on another thread, well: on a single core that thread waits for as long as this one computes, so it is to
// have a second core, and there is a pause after each launch. The fused multiply-add is made where the engine has relaxed vectors (browsers; Node 20 when told to).

import fs from "node:fs";
import { made } from "./fused.mjs";

const [file, native] = process.argv.slice(2);
const ROUNDS = 5;
const { instance } = await WebAssembly.instantiate(fs.readFileSync(file), {});
const { prepare, letter, clear, launch, sound, digest, fuse, __indirect_function_table: table } = instance.exports;

// What each workload leaves without the fused multiply-add is to be left with it too, bit for bit.
const digests = [];
for (let number = 0; prepare(number); number += 1) {
  launch(0);
  digests.push(digest());
}
let fused = "the engine refuses its module";
const fma = made(instance.exports);
if (fma) fused = fuse(table.grow(1, fma)) ? "taken" : "its bits differ";
console.log(`# fused multiply-add: ${fused}`);

const pause = () => new Promise((then) => setTimeout(then, 100));

async function median(checks) {
  const times = [];
  for (let round = -1; round <= ROUNDS; round += 1) {
    clear();
    const start = performance.now();
    launch(checks);
    if (round > 0) times.push(performance.now() - start);
    await pause();
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1];
}

const rows = native ? fs.readFileSync(native, "utf8").split("\n").map((line) => line.split("\t")) : [];
const ratios = { off: [], on: [] };
for (let number = 0; prepare(number); number += 1) {
  const letters = [];
  for (let at = 0; letter(at); at += 1) letters.push(letter(at));
  const name = String.fromCharCode(...letters);
  for (const [checks, way] of ["off", "on"].entries()) {
    const ms = await median(checks);
    const right = sound() && digest() === digests[number];
    const beside = rows.find(([workload, peer, threads]) => workload === name && peer === `simt-${way}` && threads === "1");
    const ratio = beside ? ms / Number(beside[3]) : null;
    if (ratio) ratios[way].push(ratio);
    console.log([name, `web-${way}`, 1, ms.toFixed(3), right ? "ok" : "BAD", ratio ? `${ratio.toFixed(2)} of native` : ""].join("\t").trimEnd());
    if (!right) process.exitCode = 1;
  }
}
for (const [way, all] of Object.entries(ratios)) {
  if (all.length) console.log(`geometric mean, ${way}: ${Math.exp(all.reduce((sum, x) => sum + Math.log(x), 0) / all.length).toFixed(2)} of native`);
}
