// Every page test in a real Chromium, against courses served from temporary folders.
//
//   node tests/browser/run.mjs [path of the course binary] [only tests whose name contains this]
//
// Tests run in lanes beside each other, as many as there are cores and at most LANES: each is a process of its own (lane.mjs), with a browser, a copy
// of the course and its server. A lane that is free takes the next file. Within a lane tests follow one another, so each has its course, its
// browser and the clipboard to itself, but not the machine: it waits until something has happened, never for as long as that ought to take.
//
// playwright-core is found through NODE_PATH or node_modules; the browser is CHROMIUM or the usual places. Without
// either the run says so and ends with status 2, so that CI can tell "failed" from "could not be run".

import { fork } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { commands, copy } from "./copied.mjs";
import { binaryPath, browserPath, need } from "./found.mjs";
import { labsFolder } from "./published.mjs";

const here = import.meta.dirname;
const LANES = 2;
// These share one course, in this order: those that count what a learner has done run before those that add to it.
const ORDER = ["pages", "study", "search", "tabs", "way", "standing", "room", "oracle"];
// The others, with those that take longest first, so that no lane ends long after another; a file that is not named here follows them.
const LONGEST = ["figures", "sound", "labs", "see", "play", "kept", "losses", "served_labs", "class", "editor-seen", "editor", "language", "offline", "try"];

const [given, only = ""] = process.argv.slice(2);
const binary = binaryPath(given);
const missing = [!need("playwright-core") && "playwright-core", !browserPath() && "Chromium", !binary && "the course binary"].filter(Boolean);
if (missing.length) {
  console.error(`left out: ${missing.join(", ")} not found`);
  process.exit(2);
}

/** What is to be run, as lists of tests by file and title; a lane takes one whole. */
async function queue() {
  const files = fs.readdirSync(here).filter((name) => name.endsWith(".mjs") && !["run.mjs", "lane.mjs"].includes(name)).map((name) => name.slice(0, -4));
  const titles = new Set();
  const listed = async (file) =>
    Object.keys((await import(`./${file}.mjs`)).tests ?? {}).map((title) => {
      if (titles.has(title)) throw new Error(`two tests are called “${title}”`);
      titles.add(title);
      return [file, title];
    });
  const all = [[]];
  for (const file of ORDER) all[0].push(...(await listed(file)));
  for (const file of new Set([...LONGEST, ...files])) if (!ORDER.includes(file)) all.push(await listed(file));
  return all.map((list) => list.filter(([, title]) => title.includes(only))).filter((list) => list.length);
}

let site = null;
/** The published site that all lanes read, built when one asks for it. */
function builtSite() {
  site ??= (async () => {
    const root = copy();
    try {
      return await labsFolder(commands(binary, root));
    } finally {
      fs.rmSync(root, { recursive: true, force: true });
    }
  })();
  return site;
}

const start = Date.now();
const shots = fs.mkdtempSync(path.join(os.tmpdir(), "course-shots-"));
const left = await queue();
let failed = 0;

/** Runs a lane until there is nothing left to take; what it had in hand when it broke off has failed. */
function lane() {
  const child = fork(path.join(here, "lane.mjs"), [binary, shots]);
  let hand = [];
  const answers = {
    tests: () => (hand = left.shift() ?? []).length && hand,
    site: builtSite,
  };
  child.on("message", async ({ asked, title, lines, failed: ended }) => {
    if (asked) {
      const said = await Promise.resolve(answers[asked]()).then((answer) => ({ answer }), (error) => ({ fault: error.message }));
      if (child.connected) child.send({ asked, ...said });
      return;
    }
    hand = hand.filter(([, other]) => other !== title);
    if (ended) failed += 1;
    for (const line of lines) console.log(line);
  });
  return new Promise((resolve) =>
    child.on("exit", (code, signal) => {
      if (code === 0 && !hand.length) return resolve();
      failed += Math.max(1, hand.length);
      console.log(`FAIL  a lane ended with ${signal ?? code}${hand.length ? `, and these were not run to their ends:\n      ${hand.map(([, title]) => title).join("\n      ")}` : ""}`);
      resolve();
    }),
  );
}

await Promise.all(Array.from({ length: Math.min(LANES, os.availableParallelism(), left.length) }, lane));
if (left.length) console.log(`FAIL  no lane is left for\n      ${left.flat().map(([, title]) => title).join("\n      ")}`);
failed += left.flat().length;
const took = `in ${Math.round((Date.now() - start) / 1000)} s`;
console.log(`${failed ? `${failed} failed` : "all passed"} ${took}; pictures in ${shots}`);
process.exit(failed ? 1 : 0);
