// Times the eight workloads in WebAssembly, and says how that compares with the rows of `cargo bench -p simt --bench peers`.
//
//   node benches/web/run.mjs MODULE.wasm [NATIVE.tsv]
//
// Rows: workload, peer, threads, milliseconds (median of 5 after a warm-up), note; then, with native rows, the ratios.

import fs from "node:fs";

const [file, native] = process.argv.slice(2);
const ROUNDS = 5;
const { instance } = await WebAssembly.instantiate(fs.readFileSync(file), {});
const { prepare, letter, clear, launch, sound } = instance.exports;

function median(checks) {
  const times = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    clear();
    const start = performance.now();
    launch(checks);
    if (round > 0) times.push(performance.now() - start);
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
    const ms = median(checks);
    const beside = rows.find(([workload, peer, threads]) => workload === name && peer === `simt-${way}` && threads === "1");
    const ratio = beside ? ms / Number(beside[3]) : null;
    if (ratio) ratios[way].push(ratio);
    console.log([name, `web-${way}`, 1, ms.toFixed(3), sound() ? "ok" : "BAD", ratio ? `${ratio.toFixed(2)} of native` : ""].join("\t").trimEnd());
    if (!sound()) process.exitCode = 1;
  }
}
for (const [way, all] of Object.entries(ratios)) {
  if (all.length) console.log(`geometric mean, ${way}: ${Math.exp(all.reduce((sum, x) => sum + Math.log(x), 0) / all.length).toFixed(2)} of native`);
}
