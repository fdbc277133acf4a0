// Packed files become what they were, by the script that a page's worker has for it.
//
//   node tests/web/unpack.mjs [MODULE.wasm PACKED.wasm.lzma]
//
// The rule: what an encoder of its own wrote (xz 5.4, by Python's `lzma`) comes out byte for byte, with all ways to say what comes next and at each
// setting; and a file that is cut short or damaged ends, with an error or with as many bytes as it says. With a module and what `course build` packed
// of it, these are held together, too.

import assert from "node:assert/strict";
import fs from "node:fs";
import { unpack } from "../../static/lab/unpack.js";

/** Bytes that are drawn: words that come again near and far, steps, and noise. */
function drawn(many) {
  let seed = 12345;
  const next = (below) => {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    return (seed >>> 0) % below;
  };
  const words = Array.from({ length: 24 }, () => Array.from({ length: 2 + next(60) }, () => next(256)));
  const out = [];
  while (out.length < many) {
    const kind = next(8);
    if (kind < 4) out.push(...words[next(24)]);
    else if (kind < 6) for (let i = 0; i < 12; i++) out.push(i, next(4), 0, 0);
    else if (kind < 7) out.push(...Array(300).fill(next(256)));
    else for (let i = 0; i < 9; i++) out.push(next(256));
  }
  return Uint8Array.from(out.slice(0, many));
}

const files = JSON.parse(fs.readFileSync(new URL("packed.json", import.meta.url), "utf8"));
for (const { many, setting, packed } of files) {
  const bytes = new Uint8Array(Buffer.from(packed, "base64"));
  assert.deepEqual(Buffer.from(unpack(bytes)), Buffer.from(drawn(many)), setting);
  for (let cut = 0; cut < bytes.length - 8; cut += 97) assert.throws(() => unpack(bytes.subarray(0, cut)), RangeError, `${setting}, ${cut} bytes`);
  for (let at = 13; at < bytes.length; at += 61) {
    const damaged = bytes.slice();
    damaged[at] ^= 0x55;
    try {
      assert.equal(unpack(damaged).length, many);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
}
assert.throws(() => unpack(new Uint8Array([0, 97, 115, 109])), RangeError);
assert.throws(() => unpack(new Uint8Array(64).fill(255)), RangeError);

const [module, packed] = process.argv.slice(2);
if (packed) assert.ok(Buffer.from(unpack(new Uint8Array(fs.readFileSync(packed)))).equals(fs.readFileSync(module)), "what the site holds is the module");
console.log(`${files.length} packed files come out as they were${packed ? ", and the module" : ""}`);
