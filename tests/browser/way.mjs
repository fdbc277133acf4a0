// The way through the course: predictions, words that say what they mean, lessons that are read, and what comes next, which a server
// and a published site must tell alike.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { plainFolder } from "./published.mjs";
import { needed } from "./standing.mjs";
import { published } from "./study.mjs";

const MODULE = "miniaturization/cuda-kernels/";
const LESSON = `${MODULE}lesson-01-threads/`;

/** What pages say of the way: what comes next, the state of each step of the module, its row. */
async function told(page, url) {
  await page.goto(`${url}dashboard/`);
  await page.waitForLoadState("networkidle");
  const next = await page.locator("[data-next] a").evaluate((link) => [link.textContent, new URL(link.href).pathname]);
  const rows = await page.locator("[data-row]").evaluateAll((all) => all.map((row) => `${row.dataset.row} ${row.textContent}`));
  await page.goto(url + MODULE);
  await page.waitForLoadState("networkidle");
  const steps = await page.locator(".way .step-state").evaluateAll((all) => all.map((one) => `${one.dataset.step} ${one.textContent}`));
  return { next, rows, steps };
}

export const tests = {
  async "a prediction is asked for before its answer opens, and stays"({ page, url, browser, shots }) {
    await page.goto(url + LESSON);
    const form = page.locator("form.predict").first();
    const answer = page.locator("form.predict + details").first();
    await answer.locator("summary").click();
    assert.equal(await answer.evaluate((details) => details.open), false, "nothing is committed yet");
    assert.match(await form.locator("[role=status]").textContent(), /Commit to an answer first/);
    await form.getByRole("button", { name: "Commit" }).click();
    assert.equal(await answer.evaluate((details) => details.open), false, "an empty answer is none");
    await form.getByLabel("Your answer").fill("bytes 4,000 to 4,095");
    await form.getByLabel("Your answer").press("Enter");
    assert.equal(await answer.evaluate((details) => details.open), true);
    await page.screenshot({ path: path.join(shots, "prediction-light-1280.png") });
    const grade = answer.locator("[data-grade]");
    const item = await grade.getAttribute("data-grade");
    await grade.getByRole("button", { name: "Good" }).click();
    await page.waitForFunction((id) => document.querySelector(`input[data-item="${id}"]`).checked, item);
    await page.reload();
    assert.match(await form.textContent(), /You said: bytes 4,000 to 4,095/);
    await answer.locator("summary").click();
    assert.equal(await answer.evaluate((details) => details.open), true);
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const without = await plain.newPage();
    await without.goto(url + LESSON);
    assert.equal(await without.locator("form.predict").first().isVisible(), false);
    await without.locator("form.predict + details summary").first().click();
    assert.equal(await without.locator("form.predict + details [data-grade]").first().locator("xpath=preceding-sibling::*").last().isVisible(), true);
    await plain.close();
  },

  async "a word of the field says what it means, to a pointer and to a keyboard"({ page, url }) {
    await page.goto(url + LESSON);
    const word = page.locator("main a.term").first();
    const means = await word.getAttribute("title");
    const tip = page.locator("#term-tip");
    await word.focus();
    assert.equal(await tip.textContent(), means);
    assert.ok(await tip.isVisible());
    assert.equal(await word.getAttribute("aria-describedby"), "term-tip");
    await page.keyboard.press("Escape");
    assert.equal(await tip.isVisible(), false);
    await page.locator("main h1").hover();
    await word.hover();
    assert.ok(await tip.isVisible());
    await page.locator("main h1").hover();
    assert.equal(await tip.isVisible(), false);
    assert.equal(await word.getAttribute("title"), means, "without the script's own it is the browser's again");
    await word.click();
    await page.waitForURL("**/terms/#**");
  },

  async "what is read and passed, and what comes next, is one thing everywhere"({ page, url, root, course }) {
    const first = JSON.parse((await course(["next", "--format", "json"])).told);
    assert.equal(first.kind, "lesson");
    const before = await told(page, url);
    assert.ok(before.next[0].endsWith(first.title), `${before.next[0]}: ${first.title}`);
    const lesson = page.locator(".read-mark input");
    await page.goto(`${url}${before.next[1].slice(1)}`);
    await lesson.check();
    await page.locator("#side a[aria-current].complete").waitFor();
    const second = JSON.parse((await course(["next", "--format", "json"])).told);
    assert.notEqual(second.id, first.id);
    // A lab passed in the terminal, as an export holds it.
    const outline = await (await fetch(`${url}outline.json`)).json();
    const lab = outline.labs.find(({ id }) => id === "vector-add");
    const checks = needed(lab).map((name) => ({ part: name.split("/")[0], check: name.split("/")[1], status: "pass" }));
    const attempt = { id: "", lab: lab.id, source_hash: "0".repeat(64), device: "simt", started: "2026-01-02T10:00:00Z", ms: 1, outcome: "pass", checks };
    const file = path.join(root, "passed.json");
    fs.writeFileSync(file, JSON.stringify({ format: "course-progress", version: 1, attempts: [attempt] }));
    const taken = await course(["progress", "import", file]);
    assert.equal(taken.code, 0, taken.told);
    const served = await told(page, url);
    assert.ok(served.steps.includes("vector-add passed"), served.steps.join(", "));
    const kept = (await course(["progress", "export"])).told;
    const site = await published(await plainFolder(course));
    try {
      page.removeAllListeners("request");
      await page.goto(site.url);
      await page.evaluate((value) => localStorage.setItem("course-progress", value), kept);
      assert.deepEqual(await told(page, site.url), served);
    } finally {
      site.close();
    }
  },

  async "every page of the walk leads on, from the first to the finish"({ page, url }) {
    await page.goto(url);
    await page.getByRole("link", { name: "Start reading" }).click();
    await page.waitForLoadState();
    assert.match(page.url(), /prompt-to-token\/lesson-01/);
    const walked = new Set();
    for (let at = url; at && !walked.has(at); ) {
      walked.add(at);
      const text = await (await fetch(at)).text();
      const next = text.match(/<link rel="next" href="([^"]*)"/);
      at = next && new URL(next[1], at).href;
    }
    assert.ok(walked.size > 30, `${walked.size} pages`);
    // Steps come as `course next` has them.
    const outline = await (await fetch(`${url}outline.json`)).json();
    const wanted = outline.steps.filter(({ kind }) => kind !== "project");
    const urls = new Set(wanted.map((step) => url + step.url));
    assert.deepEqual([...walked].filter((at) => urls.has(at)), wanted.map((step) => url + step.url));
    assert.ok([...walked].at(-1).endsWith("/finish/"), [...walked].at(-1));
  },
};
