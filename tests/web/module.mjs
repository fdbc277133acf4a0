// The page's module as a worker has it, for tests and benches: bytes come in, what it tells comes out.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

/** A module of its own, as a worker has one. */
export class Module {
  /** From a compiled WebAssembly.Module, or bytes. */
  static async of(code) {
    const made = new Module();
    const utf8 = new TextDecoder();
    const line = (address, length) => made.lines.push(utf8.decode(new Uint8Array(made.exports.memory.buffer, address, length)));
    const compiled = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
    made.exports = (await WebAssembly.instantiate(compiled, { host: { line } })).exports;
    made.lines = [];
    return made;
  }

  /** What a function answers when it is asked this: the number it gave, and the lines. */
  ask(name, request = "") {
    const text = new TextEncoder().encode(request);
    const at = this.exports.room(text.length);
    new Uint8Array(this.exports.memory.buffer, at, text.length).set(text);
    this.lines = [];
    const answer = this.exports[name]();
    return { answer, lines: this.lines };
  }

  /** The lines; headers that are apart are brought where the text includes one, and anything else but an answer is a fault. */
  told(name, request = "") {
    let { answer, lines } = this.ask(name, request);
    if (answer === 2) {
      assert.deepEqual(lines, [], "nothing is told before the headers are there");
      assert.equal(this.ask("bring", headers()).answer, 0);
      ({ answer, lines } = this.ask(name, request));
    }
    assert.equal(answer, 0, `${name} of ${JSON.stringify(request.split("\n")[0])} was refused`);
    return lines;
  }
}

const include = new URL("../../crates/cuda-headers/include/", import.meta.url).pathname;

/** The headers as `bring` takes them; which of them a module has already does not matter. */
export function headers() {
  const files = fs.readdirSync(include, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map((entry) => {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    const text = fs.readFileSync(file);
    return `${path.relative(include, file)}\n${text.length}\n${text}`;
  });
  return texts.join("");
}
