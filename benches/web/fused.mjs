// The fused multiply-add that the machine makes for WebAssembly: as a function here, and as a test of what the machine says to it.
//
//   node --experimental-wasm-relaxed-simd benches/web/fused.mjs MODULE.wasm
//
// The machine must refuse a function of other bits (the product is subtracted) and take its own; where the engine has no relaxed vectors
// there is nothing to test, and it says so.

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

async function test(file) {
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(file), {});
  const { fuse, __indirect_function_table: table } = instance.exports;
  const [other, own] = [made(instance.exports, subtracted), made(instance.exports)];
  if (!own) return console.log("no relaxed vectors in this engine: nothing to test");
  if (fuse(table.grow(1, other))) throw new Error("a function that subtracts was taken for a fused multiply-add");
  if (!fuse(table.grow(1, own))) throw new Error("the machine's own multiply-add was refused: does this processor fuse?");
  console.log("the machine refuses other bits and takes its own");
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await test(process.argv[2]);
