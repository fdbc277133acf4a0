// What runs a reader's text: the page's module a kernel, the module with host code a program, or the server behind the page both.
//
// In: what the html element says (`data-module`, `data-programs`, `data-live`). Out: engines to call (`engine.js`, `live.js`). The rule: nothing
// is loaded before it is called, and what colours a text never waits for what runs one.

import { Engine } from "./engine.js";
import { LiveEngine } from "./live.js";

const page = document.documentElement.dataset;
const isLive = "live" in page;
const made = new Map();

/** Whether this page can run whole programs. */
export const runsPrograms = isLive || Boolean(page.programs);

/** An engine for a purpose; the same one each time. `of` is `module` or `programs`. */
export function engineFor(purpose, of = "module") {
  const name = `${purpose} ${of}`;
  if (!made.has(name)) {
    const file = of === "programs" ? page.programs : page.module;
    made.set(name, isLive ? new LiveEngine(page.root) : new Engine(new URL(`${page.root}${file}`, location.href)));
  }
  return made.get(name);
}

/** Whether a text is a program of its own, as far as can be seen without compiling it. */
export const hasMain = (text) => /^[ \t]*(?:extern "C" )?(?:int|auto)\s+main\s*\(/m.test(text);
