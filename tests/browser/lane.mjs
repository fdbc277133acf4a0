// One lane of the page tests: a process with a Chromium, a copy of the course and its server to itself. run.mjs starts it, with the course binary
// and the folder of pictures as arguments.
//
// It asks run.mjs for tests until there are none, runs them one after another, each with a page of its own, and tells of each in lines: what the
// test itself said, then how it ended.

import fs from "node:fs";
import path from "node:path";
import { commands, copy, serve } from "./copied.mjs";
import { browserPath, need, place } from "./found.mjs";
import { siteFrom } from "./published.mjs";

const [binary, shots] = process.argv.slice(2);
const root = copy();
let server = null;
process.on("exit", () => {
  server?.child.kill();
  fs.rmSync(root, { recursive: true, force: true });
});

/** Asks run.mjs for something; each kind of question is answered in its order. */
const waiting = { tests: [], site: [] };
process.on("message", ({ asked, answer, fault }) => {
  const [resolve, reject] = waiting[asked].shift();
  if (fault) reject(new Error(fault));
  else resolve(answer);
});
const ask = (asked) =>
  new Promise((...ends) => {
    waiting[asked].push(ends);
    process.send({ asked });
  });
siteFrom(() => ask("site"));

server = await serve(binary, root);
const browser = await need("playwright-core").chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"] });
const course = commands(binary, root);

async function end() {
  await browser.close();
  server.child.removeAllListeners("exit");
  process.exit(0);
}
// Without run.mjs nobody hears how a test ends.
process.on("disconnect", end);

/** What a test waits for beside its steps may fail while it is at one of them. */
let stray = [];
process.on("unhandledRejection", (error) => stray.push(error));

/** Runs a test; gives the lines that tell of it, and whether it failed. */
async function run(title, test) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith("blob:")) complaints.push(`asks elsewhere: ${request.url()}`);
  });
  const lines = [];
  console.log = (line) => lines.push(line);
  stray = [];
  const start = Date.now();
  let failed = false;
  try {
    const leftOut = await test({ page, context, browser, root, url: server.url, shots, need, place, binary, course });
    if (stray.length) throw stray[0];
    if (complaints.length) throw new Error(complaints.join("\n"));
    lines.push(leftOut ? `--    ${title}: left out, ${leftOut}` : `ok    ${title} (${Date.now() - start} ms)`);
  } catch (error) {
    failed = true;
    await page.screenshot({ path: path.join(shots, `failed-${title.replaceAll(" ", "-")}.png`) }).catch(() => {});
    lines.push(`FAIL  ${title}\n      ${String(error.stack || error).replaceAll("\n", "\n      ")}`);
  }
  await context.close();
  return { title, lines, failed };
}

for (let given = await ask("tests"); given; given = await ask("tests")) {
  for (const [file, title] of given) process.send(await run(title, (await import(`./${file}.mjs`)).tests[title]));
}
await end();
