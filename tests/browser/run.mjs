// Every page test in a real Chromium, against a course served from a temporary folder.
//
//   node tests/browser/run.mjs [path of the course binary] [only tests whose name contains this]
//
// playwright-core is found through NODE_PATH or node_modules; the browser is CHROMIUM or the usual places. Without
// either the run says so and ends with status 2, so that CI can tell "failed" from "could not be run".

import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const repository = path.resolve(here, "../..");

// One course serves them all: those that count what a learner has done run before those that add to it.
const ORDER = ["pages", "study", "search", "sound", "tabs", "way", "standing", "room", "figures", "oracle"];
const files = fs.readdirSync(here).filter((name) => name.endsWith(".mjs") && name !== "run.mjs").map((name) => name.slice(0, -4));
const tests = {};
for (const name of [...ORDER, ...files.filter((name) => !ORDER.includes(name))]) {
  for (const [title, test] of Object.entries((await import(`./${name}.mjs`)).tests ?? {})) {
    if (title in tests) throw new Error(`two tests are called “${title}”`);
    tests[title] = test;
  }
}

/** A package or a file of one, by `act`, from the first place that has it; null when none has. */
function first(name, act) {
  const places = [process.env.NODE_PATH, path.join(repository, "node_modules"), path.join(here, "node_modules")];
  for (const place of places.filter(Boolean).flatMap((list) => list.split(path.delimiter))) {
    try {
      return act(createRequire(path.join(place, "x")), name);
    } catch {
      // The next place, then.
    }
  }
  return null;
}

const need = (name) => first(name, (require) => require(name));
const place = (name) => first(name, (require) => require.resolve(name));

function browserPath() {
  const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];
  return places.find((place) => place && fs.existsSync(place));
}

function binaryPath(given) {
  const places = [given, process.env.COURSE_BIN, path.join(repository, "target/debug/course"), path.join(repository, "target/release/course")];
  return places.find((place) => place && fs.existsSync(place));
}

const [given, only = ""] = process.argv.slice(2);
const library = need("playwright-core");
const executablePath = browserPath();
const binary = binaryPath(given);
if (!library || !executablePath || !binary) {
  const missing = [!library && "playwright-core", !executablePath && "Chromium", !binary && "the course binary"].filter(Boolean);
  console.error(`left out: ${missing.join(", ")} not found`);
  process.exit(2);
}

/** A copy of the shipped course in a folder of its own. */
function copy() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "course-pages-"));
  for (const folder of ["content", "kernels", "templates", "static"]) {
    fs.cpSync(path.join(repository, folder), path.join(root, folder), { recursive: true });
  }
  return root;
}

/** Serves a course; resolves when pages are answered. */
function serve(root) {
  const env = { ...process.env, COURSE_ROOT: root, COURSE_WORKSPACE: repository };
  const child = spawn(binary, ["serve", "--port", String(20000 + (process.pid % 20000))], { env, stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let told = "";
    const hear = (chunk) => {
      told += chunk;
      const url = told.match(/http:\/\/\S+/);
      if (url) resolve({ child, url: url[0] });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("exit", (code) => reject(new Error(`serve ended with ${code}: ${told}`)));
    setTimeout(() => reject(new Error(`serve said nothing useful: ${told}`)), 30000).unref();
  });
}

/** Runs the course's command line in the same course, as a learner's terminal does. */
function course(root, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(binary, args, { env: { ...process.env, COURSE_ROOT: root, COURSE_WORKSPACE: repository, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let told = "";
    child.stdout.on("data", (chunk) => (told += chunk));
    child.stderr.on("data", (chunk) => (told += chunk));
    child.on("exit", (code) => resolve({ code, told }));
  });
}

const shots = fs.mkdtempSync(path.join(os.tmpdir(), "course-shots-"));
const root = copy();
const server = await serve(root);
const browser = await library.chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"] });
let failed = 0;
for (const [name, test] of Object.entries(tests).filter(([name]) => name.includes(only))) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith("blob:")) complaints.push(`asks elsewhere: ${request.url()}`);
  });
  const start = Date.now();
  try {
    const leftOut = await test({ page, context, browser, root, url: server.url, shots, need, place, binary, course: (args, env) => course(root, args, env) });
    if (complaints.length) throw new Error(complaints.join("\n"));
    console.log(leftOut ? `--    ${name}: left out, ${leftOut}` : `ok    ${name} (${Date.now() - start} ms)`);
  } catch (error) {
    failed += 1;
    await page.screenshot({ path: path.join(shots, `failed-${name.replaceAll(" ", "-")}.png`) }).catch(() => {});
    console.log(`FAIL  ${name}\n      ${String(error.stack || error).replaceAll("\n", "\n      ")}`);
  }
  await context.close();
}
await browser.close();
server.child.removeAllListeners("exit");
server.child.kill();
fs.rmSync(root, { recursive: true, force: true });
console.log(failed ? `${failed} failed; pictures in ${shots}` : `all passed; pictures in ${shots}`);
process.exit(failed ? 1 : 0);
