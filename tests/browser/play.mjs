// The playground: a kernel by its form, a program by its main, links that hold a text, and what is kept.
//
// Everything is asked of the modules that a site is published with, in a real browser; one test asks the server of `course serve`.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { PATIENCE } from "./patience.mjs";
import { reading } from "./published.mjs";

const PROGRAM = `#include <cstdio>
#include <cstdlib>

__global__ void twice(int* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] *= 2;
    }
}

int main(int argc, char** argv) {
    int n = argc > 1 ? atoi(argv[1]) : 4;
    int* x;
    cudaMallocManaged(&x, n * sizeof(int));
    for (int i = 0; i < n; i++) x[i] = i;
    twice<<<1, 32>>>(x, n);
    cudaDeviceSynchronize();
    printf("last: %d\\n", x[n - 1]);
    cudaFree(x);
}
`;

async function opened(page, site, fragment = "") {
  await page.goto(`${site.url}playground/${fragment}`);
  await page.waitForSelector("html[data-play-ready]", { state: "attached" });
  return page.getByRole("textbox", { name: "playground.cu", exact: true });
}

const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const result = (page) => page.getByRole("region", { name: "Result", exact: true });
const head = (page) => result(page).locator(".result-head").textContent();
const launch = (page) => page.getByRole("textbox", { name: "Launch", exact: true });
const done = (page) => page.waitForFunction(() => document.querySelector(".play-result").getAttribute("aria-busy") === "false" && document.querySelector('[data-do="stop"]').disabled, null, { timeout: 8 * PATIENCE });

async function run(page) {
  await press(page, "Run");
  await done(page);
  return head(page);
}

const isWide = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function axe(page, need, place) {
  const source = place("axe-core/axe.min.js");
  if (!source) return [];
  await page.evaluate(fs.readFileSync(source, "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}

async function pictures(page, shots, name) {
  for (const [width, scheme] of [[1280, "light"], [390, "light"], [1280, "dark"], [390, "dark"]]) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme: scheme });
    assert.ok((await isWide(page)) <= 0, `${name} is wider than ${width}`);
    await page.screenshot({ path: path.join(shots, `play-${name}-${scheme}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.emulateMedia({ colorScheme: "light" });
}

export const tests = {
  async "play: a kernel runs by its form, and its buffers are right"(given) {
    return reading(given, async ({ page, site }) => {
      await opened(page, site);
      assert.ok(await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Playground" }).isVisible());
      assert.match(await run(page), /^Ran to its end; nothing found/);
      const values = (name) => page.getByRole("group", { name: `Values of ${name}` }).textContent();
      assert.match(await values("y"), /^0 2 4 6 8 .* … of 1,000$/);
      assert.match(await result(page).innerText(), /y float × 1,000 · 999 changed/);
      assert.match(await result(page).innerText(), /scale<<<4, 256>>>: [\d,]+ warp instructions/);
      // Boxes write the line, and the line fills the boxes.
      await page.getByRole("group", { name: "float factor" }).getByLabel("Value").fill("3");
      assert.match(await launch(page).inputValue(), /factor = 3/);
      await run(page);
      assert.match(await values("y"), /^0 3 6 9/);
      await launch(page).fill("scale<<<2, 32>>>(x[64] = ones, y[64], factor = 0.5, n = 64)");
      assert.equal(await page.getByLabel("Grid").inputValue(), "2");
      assert.equal(await page.getByRole("group", { name: "const float *x" }).getByLabel("Filled with").inputValue(), "ones");
      await run(page);
      assert.match(await values("y"), /^0\.5 0\.5/);
      await page.getByRole("group", { name: "const float *x" }).getByLabel("Filled with").selectOption("own");
      await page.getByLabel("Values of x: a number").fill("{1, 2, 3}");
      await run(page);
      assert.match(await values("y"), /^0\.5 1 1\.5 0\.5 1 1\.5/);
      // What does not fit is a sentence.
      await launch(page).fill("scale<<<2, 32>>>(x[64], y[64])");
      assert.match(await page.locator(".play-said").textContent(), /scale takes 4 arguments and is given 2/);
      await run(page);
      assert.equal(await result(page).locator(".result-head").getAttribute("data-status"), "fail");
    });
  },

  async "play: a write past the end leads to its line, and stands in the editor"(given) {
    return reading(given, async ({ page, site }) => {
      const editor = await opened(page, site);
      await page.getByLabel("Begin with").selectOption({ label: "One element too far" });
      assert.match(await run(page), /found/);
      const found = result(page).locator(".result-finding").first();
      assert.match(await found.textContent(), /F0101/);
      await found.getByRole("link", { name: "Line 5" }).first().click();
      assert.equal(await page.evaluate(() => document.activeElement.tagName), "TEXTAREA");
      const line = await editor.evaluate((area) => area.value.slice(0, area.selectionStart).split("\n").length);
      assert.equal(line, 5);
      assert.ok(await page.locator(".squiggle-error").count(), "the place is underlined");
      assert.ok(await page.locator(".editor-line[data-words]").count(), "counts stand beside the lines");
      await editor.press("End");
      await page.keyboard.type(" ");
      assert.match(await head(page), /before this edit/);
    });
  },

  async "play: a text that does not compile is told with its line"(given) {
    return reading(given, async ({ page, site }) => {
      const editor = await opened(page, site);
      await editor.fill("__global__ void k(int* x) {\n    x[0] = ;\n}\n");
      await run(page);
      assert.match(await head(page), /does not compile/);
      await result(page).getByRole("link", { name: "line 2" }).click();
    });
  },

  async "play: a link holds a program, and a broken one is told"(given) {
    return reading(given, async ({ page, site, context }) => {
      const editor = await opened(page, site);
      const text = "// Ünïcode\n__global__ void mine(int* x) {\n    x[threadIdx.x] = 7;\n}\n";
      await editor.fill(text);
      await page.waitForFunction(() => document.querySelector(".play-line").value.startsWith("mine"));
      await launch(page).fill("mine<<<1, 32>>>(x[32])");
      await press(page, "Share");
      const link = await page.getByRole("textbox", { name: "Link to this program" }).inputValue();
      assert.match(link, /\/playground\/#v1\.[\w-]+$/);
      const other = await context.browser().newContext();
      const fresh = await other.newPage();
      await fresh.goto(link);
      await fresh.waitForSelector("html[data-play-ready]", { state: "attached" });
      assert.equal(await fresh.getByRole("textbox", { name: "playground.cu", exact: true }).inputValue(), text);
      assert.equal(await launch(fresh).inputValue(), "mine<<<1, 32>>>(x[32])");
      await run(fresh);
      assert.match(await fresh.getByRole("group", { name: "Values of x" }).textContent(), /^7 7 7/);
      await other.close();
      for (const broken of ["#v1.abcdef", `#${new URL(link).hash.slice(1, 30)}`, "#v9.abc", "#example=sources/nothing.cu"]) {
        await page.goto(`${site.url}labs/`);
        await opened(page, site, broken);
        assert.match(await page.locator(".play-notice").textContent(), /The link (is|names|holds)/, broken);
        assert.equal(await editor.inputValue(), text, "what was written stays");
      }
    });
  },

  async "play: what is written is kept, and a program that takes its place gives it back"(given) {
    return reading(given, async ({ page, site }) => {
      const editor = await opened(page, site);
      await editor.fill("// mine\n__global__ void k(int* x) { x[0] = 1; }\n");
      await page.waitForFunction(() => document.querySelector(".play-line").value.startsWith("k<<<"));
      await launch(page).fill("k<<<1, 1>>>(x[8])");
      await page.reload();
      await page.waitForSelector("html[data-play-ready]", { state: "attached" });
      assert.match(await editor.inputValue(), /^\/\/ mine/);
      assert.equal(await launch(page).inputValue(), "k<<<1, 1>>>(x[8])");
      await page.getByLabel("Begin with").selectOption({ label: "Sum by a tree" });
      assert.match(await editor.inputValue(), /^\/\/ One block sums/);
      await press(page, "Back to my text");
      assert.match(await editor.inputValue(), /^\/\/ mine/);
      assert.equal(await launch(page).inputValue(), "k<<<1, 1>>>(x[8])");
    });
  },

  async "play: a program with main prints, takes arguments, and runs one of the course's"(given) {
    return reading(given, async ({ page, site }) => {
      const editor = await opened(page, site);
      await editor.fill(PROGRAM);
      assert.match(await run(page), /^Ran to its end; nothing found/);
      assert.equal(await page.getByRole("group", { name: "Output" }).textContent(), "last: 6\n");
      assert.match(await result(page).innerText(), /twice<<<1, 32>>>, line 16/);
      await page.getByLabel("Arguments").fill("20");
      await run(page);
      assert.equal(await page.getByRole("group", { name: "Output" }).textContent(), "last: 38\n");
      await page.getByLabel("Begin with").selectOption("sources/kernels/examples/guard.cu");
      await page.waitForFunction(() => document.querySelector(".editor-text").value.includes("off_by_one") || document.querySelector(".editor-text").value.includes("surplus"));
      assert.equal(await page.getByLabel("Arguments").inputValue(), "1000");
      assert.match(await run(page), /found/);
      assert.match(await page.getByRole("group", { name: "Output" }).textContent(), /^n = 1000: 4 blocks, 1024 threads, 24 surplus/);
      assert.doesNotMatch(await editor.inputValue(), /@anchor|^\/\/>/m);
    }, { programs: true });
  },

  async "play: an endless loop is stopped by Stop, and ends by itself"(given) {
    return reading(given, async ({ page, site }) => {
      const editor = await opened(page, site);
      await editor.fill("__global__ void k(int* x) {\n    while (x[0] >= 0) {\n        x[0] = x[0] + 1;\n    }\n}\n");
      await page.waitForFunction(() => document.querySelector(".play-line").value.startsWith("k<<<"));
      await launch(page).fill("k<<<64, 256>>>(x[1])");
      await press(page, "Run");
      await page.waitForFunction(() => !document.querySelector('[data-do="stop"]').disabled);
      await press(page, "Stop");
      await done(page);
      assert.match(await head(page), /^Stopped/);
      await launch(page).fill("k<<<1, 32>>>(x[1])");
      assert.match(await run(page), /^Still running/);
      assert.equal(await result(page).locator(".result-head").getAttribute("data-status"), "fail");
    });
  },

  async "play: everything by keyboard, from the editor to a warp"(given) {
    return reading(given, async ({ page, site }) => {
      const editor = await opened(page, site);
      await editor.focus();
      await page.keyboard.press("Control+Enter");
      await page.waitForFunction(() => /^Ran to its end/.test(document.querySelector(".result-head")?.textContent ?? ""));
      await page.getByRole("button", { name: "See it", exact: true }).focus();
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => / steps\./.test(document.querySelector(".see-state")?.textContent ?? ""));
      assert.match(await page.locator(".see-state").textContent(), /^scale<<<4, 256>>>.*: warp 0 of block 0, 32 threads, \d+ steps\.$/);
      assert.equal(await page.getByRole("combobox", { name: "Part" }).count(), 0);
      await page.getByRole("tab", { name: "Accesses" }).focus();
      await page.keyboard.press("ArrowRight");
      assert.match(await page.locator(".step-said").textContent(), /^Step 1 of/);
      await pictures(page, given.shots, "see");
    });
  },

  async "play: names, contrast and width hold, wide and narrow, light and dark"(given) {
    return reading(given, async ({ page, site }) => {
      await opened(page, site);
      await page.getByLabel("Begin with").selectOption({ label: "One element too far" });
      await run(page);
      await pictures(page, given.shots, "found");
      const faults = [];
      for (const scheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme: scheme });
        faults.push(...(await axe(page, given.need, given.place)));
      }
      assert.deepEqual(faults, []);
      await page.getByLabel("Begin with").selectOption({ label: "Transpose through a tile" });
      await run(page);
      await pictures(page, given.shots, "tile");
    });
  },

  async "play: under the server of the course, which runs what is written"({ page, url }) {
    await page.goto(`${url}playground/`);
    await page.waitForSelector("html[data-play-ready]", { state: "attached" });
    assert.match(await run(page), /^Ran to its end; nothing found/);
    assert.match(await page.getByRole("group", { name: "Values of y" }).textContent(), /^0 2 4 6/);
    await page.getByRole("textbox", { name: "playground.cu", exact: true }).fill(PROGRAM);
    assert.match(await run(page), /^Ran to its end; nothing found/);
    assert.equal(await page.getByRole("group", { name: "Output" }).textContent(), "last: 6\n");
  },
};
