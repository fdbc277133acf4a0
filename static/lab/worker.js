// The course's WebAssembly module in a thread of its own, so that nothing it does can hold the page.
//
// In: `{id, url}` or `{id, url, module}` first, then `{id, call, request}`. Out: `{id, module}` once it is compiled, `{id, line}` as each line is
// told, then `{id, done}` with what the call gave, or `{id, failed}` with a sentence as `word` of `words.js` takes it, which the page has in its own language. The rule: a call that broke off leaves an instance that
// nobody may trust, so the next call has a new one; memory and output are bounded here, time by who ends this worker (`engine.js`).

import { unpack } from "./unpack.js";

const MOST_MEMORY = 1 << 30;
const MOST_TOLD = 64 << 20;
/** What a call gives whose text includes headers that are still to be brought. */
const LACKS = 2;

/** A call that has to end, with the sentence that the reader is told. */
class Ended extends Error {
  constructor(...said) {
    super(said[0]);
    this.said = said;
  }
}

/** A sentence that the page says, with what is put in. */
const word = (...said) => said;

const utf8 = new TextDecoder();
let compiled = null;
/** Where the module lies; what it is without until it asks for it lies beside it. */
let home = "";
let instance = null;
let hear = null;

/** Takes the module, and asks for it where it was not given. A site has it packed; a host that unpacks such files by itself sends it as it is. */
async function take({ module, url }) {
  if (module) return module;
  const answer = await fetch(url);
  if (!answer.ok) throw new Ended(...word("The judge could not be loaded: the server answered {} for {}. Reload the page.", answer.status, new URL(url).pathname));
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return WebAssembly.compile(bytes[0] === 0 ? bytes : unpacked(bytes));
}

function unpacked(bytes) {
  try {
    return unpack(bytes);
  } catch {
    throw new Ended(...word("The judge could not be loaded: what came is not the whole file. Reload the page."));
  }
}

async function ready() {
  if (instance) return instance;
  let memory = null;
  const line = (address, bytes) => {
    if (memory.buffer.byteLength > MOST_MEMORY) throw new Ended(...word("The run was ended: it needs more memory than a page may take (1 GiB)."));
    hear(utf8.decode(new Uint8Array(memory.buffer, address, bytes)), bytes);
  };
  ({ exports: instance } = await WebAssembly.instantiate(compiled, { host: { line } }));
  memory = instance.memory;
  return instance;
}

async function call({ id, call: name, request }) {
  const { [name]: run, room, memory } = await ready();
  if (typeof run !== "function") throw new Ended(...word("This site’s module has no “{}”: it was built by another version of the course. Build the site again.", name));
  let told = 0;
  hear = (line, bytes) => {
    told += bytes;
    if (told > MOST_TOLD) throw new Ended(...word("The run was ended: it tells more than a page can show (64 MB)."));
    postMessage({ id, line });
  };
  const ask = (run, request) => {
    const text = new TextEncoder().encode(request);
    const at = room(text.length);
    new Uint8Array(memory.buffer, at, text.length).set(text);
    return run();
  };
  const answer = ask(run, request);
  if (answer !== LACKS) return answer;
  ask(instance.bring, await headers());
  return ask(run, request);
}

/** The headers that few kernels use, which the module is without until a text includes one. */
async function headers() {
  const answer = await fetch(home.replace(/\.wasm(\.lzma)?$/, ".headers.txt")).catch(() => null);
  if (!answer?.ok) throw new Ended(...word("The text includes a header that could not be loaded. Try again with a network, or take the `#include` out."));
  return answer.text();
}

/** Why a call broke off, as a sentence. */
function why(error) {
  if (error instanceof Ended) return error.said;
  const full = instance && instance.memory.buffer.byteLength > MOST_MEMORY;
  if (full || (error instanceof RangeError && /memory|allocation/i.test(error.message))) return word("The run was ended: it needs more memory than a page may take.");
  if (error instanceof RangeError) return word("The run was ended: what is written is nested more deeply than this browser’s stack allows. Judge it in the terminal.");
  if (error instanceof WebAssembly.CompileError) return word("This browser cannot run the judge ({}). A newer one can; the terminal can, too.", error.message);
  return word("The judge broke off ({}). That is our bug and says nothing of your kernel; please report it with the text.", error.message);
}

// Messages are worked through one after the other, in the order in which they came.
let last = Promise.resolve();
addEventListener("message", ({ data }) => {
  last = last.then(async () => {
    try {
      if (data.call) {
        postMessage({ id: data.id, done: await call(data) });
      } else {
        home = data.url;
        compiled = await take(data);
        postMessage({ id: data.id, module: compiled });
      }
    } catch (error) {
      const failed = why(error);
      instance = null;
      postMessage({ id: data.id, failed });
    }
  });
});
