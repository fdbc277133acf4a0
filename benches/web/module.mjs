// The module of the pages: what a reader fetches, and how long a check takes in it.
//
//   node benches/web/module.mjs MODULE.wasm [PROGRAM]
//
// MODULE is crates/page built for wasm32-unknown-unknown with `--profile page`; PROGRAM is `course` of a release build, whose judge of the same text is
// timed beside it. A lab's time is the median of five checks of its solution in a module that has judged it once.

import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { unpack } from "../../static/lab/unpack.js";
import { Module } from "../../tests/web/module.mjs";
import { natively } from "../../tests/web/natively.mjs";

const [file, program] = process.argv.slice(2);
const ROUNDS = 5;

const packed = (bytes) => gzipSync(bytes, { level: 9 }).length;
const median = (all) => [...all].sort((a, b) => a - b)[all.length >> 1];
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

const bytes = fs.readFileSync(file);
const scripts = path.resolve(import.meta.dirname, "../../static/lab");
const names = fs.existsSync(scripts) ? fs.readdirSync(scripts).filter((name) => name.endsWith(".js")) : [];
const script = names.reduce((sum, name) => sum + packed(fs.readFileSync(path.join(scripts, name))), 0);
console.log(`module ${kilobytes(bytes.length)}, ${kilobytes(packed(bytes))} by gzip -9; scripts of a lab ${kilobytes(script)} by gzip -9; together ${kilobytes(packed(bytes) + script)}`);

// What `course build` packed of it lies beside it.
const folder = path.dirname(file);
const beside = fs.readdirSync(folder).filter((name) => name.endsWith(".wasm.lzma"));
for (const name of beside) {
  const lzma = new Uint8Array(fs.readFileSync(path.join(folder, name)));
  const start = performance.now();
  if (!Buffer.from(unpack(lzma)).equals(bytes)) continue;
  console.log(`packed ${kilobytes(lzma.length)}, unpacked in ${Math.round(performance.now() - start)} ms; with the scripts ${kilobytes(lzma.length + script)}`);
}

const began = performance.now();
const compiled = await WebAssembly.compile(bytes);
console.log(`compiled in ${Math.round(performance.now() - began)} ms`);
const time = (work) => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

const module = await Module.of(compiled);
const all = [];
for (const lab of module.told("labs").map((line) => JSON.parse(line))) {
  const [text] = module.told("text", `${lab}\nsolution`).map((line) => JSON.parse(line));
  const check = () => time(() => module.told("check", `${lab}\nall\n${text}`));
  const first = check();
  const here = median(Array.from({ length: ROUNDS }, check));
  const look = median(Array.from({ length: ROUNDS }, () => time(() => module.told("look", `${lab}\n${text}`))));
  const there = program ? median(Array.from({ length: 3 }, () => time(() => natively(program, lab, text)))) : NaN;
  all.push({ lab, here, there });
  const beside = program ? `, terminal ${there.toFixed(0)} ms, ${(here / there).toFixed(1)}×` : "";
  console.log(`${lab.padEnd(24)} first ${first.toFixed(0)} ms, warm ${here.toFixed(0)} ms, look ${look.toFixed(1)} ms${beside}`);
}
const warm = all.map((one) => one.here);
const ratio = program ? `; median ratio to the terminal ${median(all.map((one) => one.here / one.there)).toFixed(1)}` : "";
console.log(`${all.length} labs: median ${median(warm).toFixed(0)} ms, slowest ${Math.max(...warm).toFixed(0)} ms${ratio}`);
