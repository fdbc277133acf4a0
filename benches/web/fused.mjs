// The fused multiply-add that the machine makes for WebAssembly: as a function here, and as a test of what the machine says to it.
//
//   node --experimental-wasm-relaxed-simd benches/web/fused.mjs MODULE.wasm
//
// The machine must refuse a function of other bits (the product is subtracted), and take its own exactly where the processor fuses; where the engine
// has no relaxed vectors there is nothing to test, and it says so.

import fs from "node:fs";
import { pathToFileURL } from "node:url";

// The function of the module that the machine made, or null if the engine refuses it; `change` may change its bytes.
export function made({ memory, fused_at, fused_len }, change = (bytes) => bytes) {
  const [at, length] = [fused_at(), fused_len()]; // which may make the memory grow
  const bytes = change(new Uint8Array(memory.buffer, at, length).slice());
  if (!WebAssembly.validate(bytes)) return null;
  return new WebAssembly.Instance(new WebAssembly.Module(bytes), { host: { memory } }).exports.fma;
}

function subtracted(bytes) {
  for (let i = 0; i + 2 < bytes.length; i += 1) {
    if (bytes[i] === 0xfd && bytes[i + 1] === 0x85 && bytes[i + 2] === 0x02) bytes[i + 1] = 0x86;
  }
  return bytes;
}

// Whether the sum is rounded once: the square of 1 + 2^-12, rounded, is 2^-24 less than it is.
function fuses(fma, memory) {
  const at = memory.grow(1) * 65536;
  const rows = new Float32Array(memory.buffer, at, 4 * 32);
  const x = 1 + 2 ** -12;
  rows.fill(x, 32, 96).fill(-Math.fround(x * x), 96);
  fma(at, at + 128, at + 256, at + 384);
  return rows[0] === 2 ** -24;
}

async function test(file) {
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(file), {});
  const { fuse, __indirect_function_table: table } = instance.exports;
  const [other, own] = [made(instance.exports, subtracted), made(instance.exports)];
  if (!own) return console.log("no relaxed vectors in this engine: nothing to test");
  if (fuse(table.grow(1, other))) throw new Error("a function that subtracts was taken for a fused multiply-add");
  const fused = fuses(own, instance.exports.memory);
  if (!!fuse(table.grow(1, own)) !== fused) throw new Error(`the processor ${fused ? "fuses" : "does not fuse"}, and the machine took it otherwise`);
  console.log(fused ? "the machine refuses other bits and takes its own" : "this processor does not fuse: the machine refuses its own, too");
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await test(process.argv[2]);
