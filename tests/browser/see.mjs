// Seeing a run: accesses, lanes over time, the roofline and the stepper, in a page of its own with the module that labs' pages have.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { check, labsSite, moduleFile, open, press, reader, told } from "./published.mjs";

const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'";
const TYPES = { css: "text/css", js: "text/javascript", html: "text/html", wasm: "application/wasm" };
const STYLES = ["static/style/frame.css", "static/style/text.css", "static/style/pages.css", "static/code.css", "static/lab.css", "static/lab/see.css"];
const NONE = "the page's module is not built";

const PAGE = `<!doctype html><html lang="en" data-js><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>See it</title><link rel="icon" href="data:,">${STYLES.map((file) => `<link rel="stylesheet" href="${file}">`).join("")}</head>
<body><main style="padding: 1rem; max-width: 60rem"><h1>A run</h1><div class="see" id="place"></div></main>
<script type="module" src="start.js"></script></body></html>`;

const START = `import { Engine } from "./static/lab/engine.js";
import { mount } from "./static/lab/see.js";
const engine = new Engine(new URL("page.wasm", location.href));
window.margins = null;
window.ask = async (name, request) => {
  const lines = [];
  const gave = await engine.call(name, request, (line) => lines.push(line));
  return { gave, lines };
};
window.begin = (lab, parts, text, may = false) => {
  window.kernel = text;
  const devices = [{ name: "A100", bandwidth: 2039, fp32: 19.5, fp16: 78, fp64: 9.7, tensor: 312 }, { name: "H100", bandwidth: 3350, fp32: 66.9, fp16: 134, fp64: 33.5, tensor: 989 }];
  window.seeing = mount(document.querySelector("#place"), { call: (...call) => engine.call(...call), lab, parts: parts.map((id) => ({ id, title: id })), text: () => window.kernel, editor: { margin: (words) => (window.margins = [...words]) }, devices, may: () => may });
};
document.documentElement.dataset.ready = "";`;

/** Opens the page for a lab, with its solution or another text. */
async function opened({ page, url }, lab, parts, text = null, may = false) {
  await page.route(`${url}see-page/**`, (route) => {
    const name = new URL(route.request().url()).pathname.replace("/see-page/", "");
    const own = { "": PAGE, "start.js": START }[name];
    const file = name === "page.wasm" ? moduleFile() : path.join(repository, name);
    if (own === undefined && !fs.existsSync(file)) return route.fulfill({ status: 404 });
    const type = TYPES[name.split(".").pop()] ?? "text/html";
    return route.fulfill({ contentType: type, headers: { "content-security-policy": POLICY }, body: own ?? fs.readFileSync(file) });
  });
  await page.goto(`${url}see-page/`);
  await page.waitForSelector("html[data-ready]", { state: "attached" });
  text ??= JSON.parse((await page.evaluate((lab) => ask("text", `${lab}\nsolution`), lab)).lines[0]);
  await page.evaluate(([lab, parts, text, may]) => begin(lab, parts, text, may), [lab, parts, text, may]);
  return text;
}

const see = (page) => page.getByRole("button", { name: "See this run" }).click();
const box = (page, name) => page.getByRole("combobox", { name, exact: true });
const number = (page, name) => page.getByRole("spinbutton", { name, exact: true });
const panel = (page, name) => page.getByRole("tab", { name }).click();
const state = (page) => page.locator(".see-state").textContent();
const caption = (page, at = 0) => page.locator(".see-body figcaption").nth(at).textContent();
const TRANSPOSE = ["naive", "tile", "padded"];
const lineOf = (text, words) => text.split("\n").findIndex((line) => line.includes(words)) + 1;

/** Screenshots as readers see it: wide and narrow, light and dark. */
async function pictures(page, shots, name) {
  for (const [width, scheme] of [[1280, "light"], [390, "light"], [1280, "dark"], [390, "dark"]]) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme: scheme });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${name} is ${wide} pixels wider than ${width}`);
    await page.screenshot({ path: path.join(shots, `see-${name}-${scheme}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.emulateMedia({ colorScheme: "light" });
}

export const tests = {
  async "see: an access goes from lanes to sectors, request by request, beside the reference"({ page, url, shots }) {
    if (!moduleFile()) return NONE;
    const text = await opened({ page, url }, "transpose", TRANSPOSE);
    await see(page);
    await page.waitForSelector(".see-map");
    assert.match(await state(page), /^transpose_naive<<<.*warp 0 of block 0, 32 threads, \d+ steps\.$/);
    // Of the two accesses the one is shown that costs more than it need: the column.
    const store = lineOf(text, "out[col * rows + row]");
    const chosen = box(page, "Access");
    assert.match(await chosen.locator("option:checked").textContent(), new RegExp(`^line ${store}: out\\[col \\* rows \\+ row\\] · write · 1× · 32 sectors$`));
    assert.match(await caption(page), /^32 lanes write 4 bytes each of out: 32 sectors of 32 bytes move; 4 would do\. Step \d+\.$/);
    assert.equal(await page.locator(".see-map .see-way.bad").count(), 32);
    await pictures(page, shots, "sectors");
    await page.locator(".see-figure summary").click();
    // The table is filled when it is opened.
    await page.locator(".see-figure tbody tr").first().waitFor();
    const rows = await page.locator(".see-figure tbody tr").allTextContents();
    assert.equal(rows.length, 32);
    await chosen.selectOption({ index: 0 });
    assert.match(await caption(page), /4 sectors of 32 bytes move, as few as can be/);
    assert.equal(await page.locator(".see-word.on").count(), 32);
    // Counts stand beside the lines.
    const margins = new Map(await page.evaluate(() => margins));
    assert.match(margins.get(store), /sectors a request \(4 would do\)$|sectors a request \([\d.]+ would do\)$/);
    // In a tile without padding a column is one bank.
    await box(page, "Part").selectOption("tile");
    await page.waitForFunction(() => document.querySelector(".see-state").textContent.startsWith("transpose_tile"));
    assert.match(await caption(page), /32 passes over the banks; 1 would do/);
    await pictures(page, shots, "banks");
    await page.getByLabel("Beside it").check();
    await page.waitForSelector(".see-two");
    assert.equal(await page.locator(".see-body figure").count(), 2);
    await pictures(page, shots, "beside");
  },

  async "see: counts beside the lines are those of the run"({ page, url }) {
    if (!moduleFile()) return NONE;
    const text = await opened({ page, url }, "transpose", TRANSPOSE);
    await see(page);
    await page.waitForSelector(".see-map");
    const line = lineOf(text, "out[col * rows + row]");
    const told = JSON.parse((await page.evaluate((text) => ask("trace", `transpose\nnaive -\n${text}`), text)).lines[1]);
    const [, , , requests, sectors, ideal] = told.counts.lines.find(([number]) => number === line);
    const short = (value) => value.toLocaleString("en", { maximumFractionDigits: 1 });
    const margins = new Map(await page.evaluate(() => margins));
    assert.equal(margins.get(line), `${short(sectors / requests)} sectors a request (${short(ideal / requests)} would do)`);
  },

  async "see: the stepper goes forward and back, and shows values, lanes and memory"({ page, url, shots }) {
    if (!moduleFile()) return NONE;
    const text = await opened({ page, url }, "vector-add", ["fill", "vadd", "stride"], null, true);
    await box(page, "Part").selectOption("vadd");
    await page.waitForSelector(".see-map, .see-body p");
    await panel(page, "Step by step");
    const cases = await box(page, "Case").locator("option").allTextContents();
    await box(page, "Case").selectOption({ index: cases.findIndex((name) => name.startsWith("n = 257, 2")) });
    await page.waitForFunction(() => document.querySelector(".see-state").textContent.includes("257)"));
    await number(page, "Block").fill("1");
    await number(page, "Block").press("Enter");
    await page.waitForFunction(() => document.querySelector(".see-state").textContent.includes("of block 1"));
    const said = () => page.locator(".step-said").textContent();
    const index = lineOf(text, "__global__ void vadd(") + 1;
    assert.match(await said(), new RegExp(`^Step 1 of \\d+: line ${index}, 32 of 32 lanes`));
    const value = (name, cell = 1) => page.locator(".step-registers tr", { has: page.locator("td:first-child", { hasText: new RegExp(`^${name}( changed)?$`) }) }).locator("td").nth(cell).textContent();
    assert.equal(await value("i"), "256");
    assert.match(await value("i", 2), /^256, 257 … 287/);
    assert.equal(await value("a"), "a");
    assert.equal(await value("n"), "257");
    const forward = page.getByRole("button", { name: "Forward" });
    await forward.click();
    await forward.click();
    // Of 257 elements one is left for this warp.
    assert.match(await said(), new RegExp(`line ${index + 2}, 1 of 32 lanes`));
    assert.equal(await page.locator(".step-line.here").getAttribute("data-line"), String(index + 2));
    assert.equal(await page.locator(".step-lanes .see-lane.on").count(), 1);
    const memory = await page.locator(".step-memory li").allTextContents();
    assert.match(memory.join("\n"), /a\[i\] read: a\[256\]\. 1 lane reads 4 bytes of a/);
    assert.match(memory.join("\n"), /c\[i\] write: c\[256\]\./);
    await page.locator(".step-source").focus();
    await page.keyboard.press("ArrowLeft");
    assert.match(await said(), /^Step 2 of/);
    await page.keyboard.press("End");
    assert.match(await said(), /^Step (\d+) of \1:/);
    await page.keyboard.press("Home");
    assert.match(await said(), /^Step 1 of/);
    await number(page, "Lane").fill("3");
    await number(page, "Lane").press("Enter");
    assert.equal(await value("i"), "259");
    await page.getByLabel("Step", { exact: true }).fill("2");
    assert.match(await page.getByLabel("Step", { exact: true }).getAttribute("aria-valuetext"), /^Step 3 of/);
    await page.getByLabel("Beside it").check();
    await page.waitForSelector(".step-both.two");
    await page.getByLabel("Step", { exact: true }).fill("1");
    assert.deepEqual((await page.locator(".step-said").allTextContents()).map((one) => one.slice(0, 6)), ["Step 2", "Step 2"]);
    await pictures(page, shots, "steps");
  },

  async "see: a failed check leads to its warp, lane and step"({ page, url, shots }) {
    if (!moduleFile()) return NONE;
    const solution = await opened({ page, url }, "vector-add", ["fill", "vadd", "stride"]);
    const at = solution.indexOf("__global__ void vadd(");
    const wrong = solution.slice(0, at) + solution.slice(at).replace("if (i < n)", "if (i <= n)");
    const records = (await page.evaluate((text) => ask("check", `vector-add\nvadd\n${text}`), wrong)).lines.map((line) => JSON.parse(line));
    const failed = records.find(({ status }) => status === "fail");
    assert.ok(failed?.places.length, JSON.stringify(records));
    await page.evaluate((text) => (kernel = text), wrong);
    await page.evaluate((record) => seeing.open(record), failed);
    const said = await page.locator(".step-said").textContent();
    assert.match(said, new RegExp(`line ${failed.places[0].line},.*✕`));
    const lane = Number(failed.places[0].note.match(/thread \((\d+)/)[1]) % 32;
    assert.equal(await number(page, "Lane").inputValue(), String(lane));
    assert.match((await page.locator(".step-memory .step-wrong").allTextContents()).join(), /outside of memory/);
    await page.getByRole("button", { name: "First step" }).click();
    await page.getByRole("button", { name: "Failing step" }).click();
    assert.equal(await page.locator(".step-said").textContent(), said);
    await pictures(page, shots, "failing");
  },

  async "see: lanes over time and the roofline, with their numbers"({ page, url, shots }) {
    if (!moduleFile()) return NONE;
    await opened({ page, url }, "row-reduce", ["naive"]);
    const parts = JSON.parse((await page.evaluate(() => ask("lab", "row-reduce"))).lines[0]).parts.map(({ id }) => id);
    await page.evaluate((parts) => begin("row-reduce", parts, kernel), parts);
    await see(page);
    await page.waitForFunction(() => /steps\./.test(document.querySelector(".see-state").textContent));
    await panel(page, "Lanes over time");
    assert.match(await caption(page), /^On average [\d.]+ of 32 lanes are at work\./);
    await page.locator(".see-figure summary").click();
    // The table is filled when it is opened.
    await page.locator(".see-figure tbody tr").nth(2).waitFor({ state: "attached" });
    await pictures(page, shots, "lanes");
    await panel(page, "Roofline");
    const { work } = JSON.parse((await page.evaluate((part) => ask("trace", `row-reduce\n${part} -\n${kernel}`), parts[0])).lines[1]).counts;
    const told = await caption(page);
    assert.match(told, /^This kernel: [\d.,]+ floating-point operations a byte.* on A100 this launch takes .* at least, set by device memory\./);
    assert.ok(told.includes((work.flops / work.bytes).toLocaleString("en", { maximumSignificantDigits: 3 })), told);
    await box(page, "Device").selectOption("H100");
    assert.match(await caption(page), /on H100/);
    await pictures(page, shots, "roofline");
  },

  async "see: a hundred thousand steps open at once, and the rest is a press away"({ page, url }) {
    if (!moduleFile()) return NONE;
    await opened({ page, url }, "vector-add", ["fill"]);
    const long = `__global__ void fill_index(int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int rounds = threadIdx.x < 32 ? 60000 : 0;
    float sum = 0.0f;
    for (int k = 0; k < rounds; k++) {
        sum = sum * 0.5f + i;
    }
    if (i < n) {
        out[i] = i + (sum < 0.0f);
    }
}
`;
    await page.evaluate((text) => (kernel = text), long);
    await page.evaluate(() => ask("trace", `vector-add\nfill 7\n${kernel}`));
    const took = await page.evaluate(async () => {
      const began = performance.now();
      await seeing.see({ case: "7" });
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      return performance.now() - began;
    });
    console.log(`     100,000 steps open in ${took.toFixed(0)} ms`);
    assert.match(await page.locator(".see-more").textContent(), /Here are steps 1 to 100,000 of 120,\d+; at most 100,000 at a time/);
    await panel(page, "Step by step");
    await page.getByRole("button", { name: "Last step" }).click();
    assert.match(await page.locator(".step-said").textContent(), /^Step 100,000 of/);
    await page.getByRole("button", { name: "Later steps" }).click();
    await page.waitForFunction(() => /steps 100,001 to/.test(document.querySelector(".see-more").textContent));
    await page.getByRole("button", { name: "Last step" }).click();
    assert.match(await page.locator(".step-said").textContent(), /^Step (120,\d+) of \1/);
  },

  async "see: what cannot be shown is a sentence"({ page, url }) {
    if (!moduleFile()) return NONE;
    await opened({ page, url }, "vector-add", ["fill"], "__global__ void fill_index(int* out, int n) { out[0] = ; }");
    await see(page);
    await page.waitForFunction(() => document.querySelector(".see-state").textContent.startsWith("Nothing to see yet: the text does not compile (line 1:"));
    assert.equal(await page.locator(".see-shown").isVisible(), false);
    await page.evaluate(() => (kernel = "__global__ void fill_index(int* out, int n) { while (true) { } }"));
    await see(page);
    await page.waitForFunction(() => /did not end in order/.test(document.querySelector(".see-state").textContent));
    await number(page, "Block").fill("99");
    await number(page, "Block").press("Enter");
    await page.waitForFunction(() => document.querySelector(".see-state").textContent.startsWith("There is no warp 0 of block 99"));
  },

  async "see: a lab's page shows a run from its bar, and from the first failure at its place"({ browser, course, shots }) {
    if (!moduleFile()) return NONE;
    const site = await labsSite(course);
    const { page, context, complaints } = await reader(browser, site);
    const editor = await open(page, site, "vector-add");
    const solution = JSON.parse((await told(page, "text", "vector-add\nsolution"))[0]);
    await editor.fill(solution);
    assert.equal(await page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/see.js"))), false, "what draws is loaded when it is asked for");
    await press(page, "See it");
    await page.waitForFunction(() => / steps\./.test(document.querySelector(".see-state")?.textContent));
    assert.ok(await page.locator("[data-see] .see-map").isVisible());
    assert.ok(await page.locator(".editor-line[data-words]").count(), "counts stand beside the lines");
    await panel(page, "Roofline");
    assert.ok((await box(page, "Device").locator("option").count()) > 3);
    await editor.fill(solution.replace("i < n", "i <= n"));
    assert.match(await state(page), /\(before this edit\)$/);
    await check(page);
    await page.locator(".failure").getByRole("button", { name: "See it fail", exact: true }).click();
    await page.waitForSelector(".step-said .step-wrong");
    assert.match(await page.locator(".step-said").textContent(), /line 7, .*✕ out-of-bounds/);
    await page.screenshot({ path: path.join(shots, "see-page-1280.png") });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator(".step-bar").scrollIntoViewIfNeeded();
    await page.screenshot({ path: path.join(shots, "see-page-390.png") });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    assert.deepEqual(complaints, []);
    await context.close();
  },
};
