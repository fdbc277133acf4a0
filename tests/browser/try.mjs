// Programs run under their listings: what is asked first and answered, what is shown, and what a page weighs before anyone asks.

import assert from "node:assert/strict";
import path from "node:path";
import zlib from "node:zlib";
import { PATIENCE } from "./patience.mjs";
import { labsSite, moduleFile, programsFile, reader } from "./published.mjs";

const LEFT_OUT = "the modules of the page are not built";
const BANKS = "miniaturization/cuda-kernels/lesson-03-shared/";
const GUARD = "miniaturization/cuda-kernels/lesson-01-threads/";
const KB = 1024;

const bar = (page, name) => page.locator(`.try[data-try$="/${name}"]`);
const ran = (page, name) => page.waitForFunction((name) => document.querySelector(`.try[data-try$="/${name}"] .try-result`)?.getAttribute("aria-busy") === "false", name, { timeout: 4 * PATIENCE });

/** What is shown under the listing of banks.cu after a run with these answers. */
async function banks(page) {
  const one = bar(page, "banks.cu");
  const boxes = one.getByRole("textbox");
  assert.equal(await boxes.count(), 3);
  await boxes.nth(0).fill("32");
  await boxes.nth(1).fill("4");
  await one.getByRole("button", { name: "Run" }).click();
  await ran(page, "banks.cu");
  const answers = await one.locator(".try-answer").allTextContents();
  assert.deepEqual(answers, ["As you said: 32 passes a request.", "You said 4; it is 1 pass a request.", "It is 4 passes a request."]);
  const shown = await one.locator(".try-result").innerText();
  assert.match(shown, /^Ran to its end; nothing found/);
  assert.match(shown, /out\[lane\] = tile\[lane\]\[0\];/);
  assert.match(shown, /32\s*\(1 would do\)/);
  return one;
}

export const tests = {
  async "try: a program runs under its listing, and what was expected is answered"({ browser, course, shots }) {
    if (!moduleFile() || !programsFile()) return LEFT_OUT;
    const site = await labsSite(course);
    const { page, context, complaints } = await reader(browser, site);
    await page.goto(site.url + BANKS);
    const before = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    assert.ok(!before.some((name) => /try\.js|result|\.wasm|sources\//.test(name)), "nothing of it is loaded before Run");
    const weight = await page.evaluate(async () => {
      const all = [...document.querySelectorAll("script[src], link[rel=stylesheet]")].map((node) => node.src || node.href);
      return Promise.all(all.map((one) => fetch(one).then((answer) => answer.text())));
    });
    const packed = weight.reduce((sum, text) => sum + zlib.gzipSync(text).length, 0);
    console.log(`     script and style of a lesson: ${(packed / KB).toFixed(1)} KB compressed`);
    assert.ok(packed <= 60 * KB, `${packed} bytes`);
    const one = await banks(page);
    for (const [width, scheme] of [[1280, "light"], [390, "light"], [390, "dark"]]) {
      await page.setViewportSize({ width, height: 860 });
      await page.emulateMedia({ colorScheme: scheme });
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)) <= 0, `${width}`);
      await one.scrollIntoViewIfNeeded();
      await one.screenshot({ path: path.join(shots, `try-${scheme}-${width}.png`) });
    }
    assert.deepEqual(complaints, []);
    await context.close();
  },

  async "try: a finding is told under the listing, and the playground takes the program over"({ browser, course }) {
    if (!moduleFile() || !programsFile()) return LEFT_OUT;
    const site = await labsSite(course);
    const { page, context, complaints } = await reader(browser, site);
    await page.goto(site.url + GUARD);
    const one = bar(page, "guard.cu");
    await one.getByRole("textbox").nth(1).fill("24");
    await one.getByRole("textbox").nth(1).press("Enter");
    await ran(page, "guard.cu");
    assert.match(await one.locator(".result-finding").first().textContent(), /F0101/);
    assert.equal(await one.locator(".try-answer").nth(1).getAttribute("data-right"), "true");
    await one.getByRole("link", { name: "Open in the playground" }).click();
    await page.waitForSelector("html[data-play-ready]", { state: "attached" });
    assert.equal(await page.getByLabel("Arguments").inputValue(), "1000");
    assert.match(await page.getByRole("textbox", { name: "playground.cu", exact: true }).inputValue(), /cudaMalloc/);
    assert.deepEqual(complaints, []);
    await context.close();
  },

  async "try: without a module and a server there is no bar, and the command stands"({ browser, course }) {
    if (!moduleFile()) return LEFT_OUT;
    const site = await labsSite(course);
    const { page, context } = await reader(browser, site, { javaScriptEnabled: false });
    await page.goto(site.url + BANKS);
    assert.equal(await page.locator(".try:visible").count(), 0);
    assert.ok(await page.getByText("course profile kernels/examples/banks.cu").isVisible());
    await context.close();
  },

  async "try: under the server of the course"({ page, url }) {
    await page.goto(url + BANKS);
    await banks(page);
  },
};
