// Labs and the playground in a real Firefox: what tests/browser asks of Chromium, as far as it depends on the browser.
//
//   node tests/firefox/run.mjs [path of the course binary]
//
// puppeteer-core speaks WebDriver BiDi, which Firefox has; it is found through NODE_PATH, and the browser is FIREFOX or the usual places. Without
// either, or without the page's modules, the run says so and ends with status 2. The rule: nothing is asked of Firefox that a reader does not do.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PATIENCE } from "../browser/patience.mjs";
import { labsSite, moduleFile, programsFile } from "../browser/published.mjs";

const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

function library() {
  for (const place of (process.env.NODE_PATH ?? "").split(path.delimiter).filter(Boolean)) {
    try {
      return createRequire(path.join(place, "x"))("puppeteer-core");
    } catch {
      // The next place, then.
    }
  }
  return null;
}

const binary = [process.argv[2], path.join(repository, "target/debug/course")].find((place) => place && fs.existsSync(place));
const executablePath = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"].find((place) => place && fs.existsSync(place));
const puppeteer = library();
const missing = [!puppeteer && "puppeteer-core", !executablePath && "Firefox", !binary && "the course binary", !moduleFile() && "the page's module", !programsFile() && "the module of programs"].filter(Boolean);
if (missing.length) {
  console.error(`left out: ${missing.join(", ")} not found`);
  process.exit(2);
}

/** The course's command line, on this repository. */
function course(args) {
  return new Promise((resolve) => {
    const child = spawn(binary, args, { cwd: repository, stdio: ["ignore", "pipe", "pipe"] });
    let told = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (told += chunk));
    child.on("exit", (code) => resolve({ code, told }));
  });
}

const press = (page, name) => page.locator(`::-p-xpath(//button[normalize-space()="${name}"])`).click();

/** Waits until this holds in the page; what a function of the page is given comes after it. */
const until = (page, holds, ...given) => page.waitForFunction(holds, { timeout: 4 * PATIENCE, polling: 100 }, ...given);

async function lab(page, site, name) {
  await page.goto(`${site.url}labs/${name}/`);
  await until(page, () => "labReady" in document.documentElement.dataset);
}

/** Puts a text into the editor as somebody who types over all of it does. */
async function write(page, text) {
  await page.evaluate((text) => {
    const box = document.querySelector("textarea");
    box.focus();
    box.setRangeText(text, 0, box.value.length, "end");
    box.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
  }, text);
}

const verdict = async (page) => {
  await press(page, "Check");
  await until(page, () => document.querySelector("[aria-label=Verdict]").getAttribute("aria-busy") === "false" && !document.querySelector("[data-judging]"));
  return page.evaluate(() => document.querySelector("[aria-label=Verdict] .verdict-head").textContent.trim());
};

/** The solution of vector-add, as the page's module has it. */
const solved = (page) =>
  page.evaluate(async () => {
    const { Engine } = await import(new URL("static/lab/engine.js", new URL(document.documentElement.dataset.root, location.href)).href);
    const engine = new Engine(new URL(document.documentElement.dataset.root + document.documentElement.dataset.module, location.href).href);
    let told = null;
    await engine.call("text", "vector-add\nsolution", (line) => (told = JSON.parse(line)));
    return told;
  });

const tests = {
  async "a starter fails, the solution passes, and the page keeps both"(page, site) {
    await lab(page, site, "vector-add");
    assert.match(await verdict(page), /^(not yet|DID NOT COMPILE)/);
    const solution = await solved(page);
    assert.match(solution, /__global__/);
    await write(page, solution);
    assert.match(await verdict(page), /^pass: (\d+) of \1 checks/);
    await lab(page, site, "vector-add");
    assert.equal(await page.evaluate(() => document.querySelector("textarea").value), solution, "kept over a reload");
    await page.goto(`${site.url}labs/`);
    await until(page, () => /done/.test(document.querySelector('[href$="labs/vector-add/"], [href="vector-add/"]')?.closest("tr, li")?.textContent ?? ""));
  },

  async "an endless loop is ended and told, and the page goes on"(page, site) {
    await lab(page, site, "vector-add");
    const solution = await solved(page);
    await write(page, solution.replace("if (i < n)", "while (true) { if (i < 0) break; }\n    if (i < n)"));
    assert.match(await verdict(page), /^(not yet|fail)/i);
    assert.match(await page.evaluate(() => document.querySelector("[aria-label=Verdict]").innerText), /never ends|still running/);
    await write(page, solution);
    assert.match(await verdict(page), /^pass/);
  },

  async "a key is coloured, undone and indented as in Chromium"(page, site) {
    await lab(page, site, "vector-add");
    await page.focus("textarea");
    const before = await page.evaluate(() => document.querySelector("textarea").value);
    await page.keyboard.type("// typed\n");
    assert.notEqual(await page.evaluate(() => document.querySelector("textarea").value), before);
    await page.keyboard.down("Control");
    for (let times = 0; times < 20; times++) await page.keyboard.press("z");
    await page.keyboard.up("Control");
    assert.equal(await page.evaluate(() => document.querySelector("textarea").value), before, "native undo");
  },

  async "the playground runs a kernel and a whole program"(page, site) {
    await page.goto(`${site.url}playground/`);
    await until(page, () => "playReady" in document.documentElement.dataset);
    await press(page, "Run");
    await until(page, () => /Ran to its end/.test(document.querySelector("[aria-label=Result]").textContent));
    await write(page, '#include <cstdio>\nint main() { printf("six times seven is %d\\n", 6 * 7); return 3; }\n');
    await press(page, "Run");
    await until(page, () => /six times seven is 42/.test(document.querySelector("[aria-label=Result]").textContent));
  },
};

const site = await labsSite(course);
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true }).catch((error) => {
  console.error(`left out: Firefox does not start here (${error.message})`);
  process.exit(2);
});
let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 860 });
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  const start = Date.now();
  try {
    await test(page, site);
    assert.deepEqual(complaints, []);
    console.log(`ok    ${name} (${Date.now() - start} ms)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${name}\n      ${String(error.stack || error).replaceAll("\n", "\n      ")}`);
  }
  await context.close();
}
const version = await browser.version();
await browser.close();
console.log(`${failed ? `${failed} failed` : "all passed"} in ${version}`);
process.exit(failed ? 1 : 0);
