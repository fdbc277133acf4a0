// What a reader and a learner see and do, as tests. Each gets a fresh page on one served course; order does not matter.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { until as happens } from "./patience.mjs";

const LESSON = "miniaturization/cuda-kernels/lesson-02-memory/";
const MODULE = "miniaturization/cuda-kernels/";
const LESSON_FILE = "content/miniaturization/cuda-kernels/lesson-03-memory.md";
const LOOKED_AT = ["", MODULE, LESSON, "miniaturization/cuda-kernels/lesson-07-rope/", "labs/", "labs/rope/", "dashboard/", "log/", "benchmark-days/quantised-vs-bf16/tier-5/", "benchmark-days/quantised-vs-bf16/tier-5/t4/", "benchmark-days/quantised-vs-bf16/tier-5/t6/", "devices/", "papers/", "terms/", "tools/", "tags/", "tags/gpu-hw/", "paths/", "paths/weeks/", "paths/days/1/", "miniaturization/cuda-kernels/print/", "set-up/", "finish/", "404/"];

/** How much of a page is in its picture, in pixels: the top of the longest is like the rest. */
const SHOWN = 3000;

/** Waits until a question about the page is answered with yes. */
async function until(page, what, question, argument) {
  try {
    await page.waitForFunction(question, argument, { polling: 50 });
  } catch {
    assert.fail(`${what} did not happen`);
  }
}

const doneOf = (key) => `[data-row="${key}"] .done`;

export const tests = {
  async "every page is sound at every width in light and dark"({ browser, url, shots }) {
    // A page is loaded once at a width, in the one theme or the other, and the theme changes under it.
    for (const [width, themes] of [[1280, ["light", "dark"]], [820, ["dark", "light"]], [390, ["light", "dark"]], [360, ["dark", "light"]]]) {
      const context = await browser.newContext({ colorScheme: themes[0], viewport: { width, height: 860 } });
      const page = await context.newPage();
      const complaints = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      for (const address of LOOKED_AT) {
        await page.emulateMedia({ colorScheme: themes[0] });
        await page.goto(url + address);
        for (const colorScheme of themes) {
          await page.emulateMedia({ colorScheme });
          const [wide, high] = await page.evaluate(() => [document.documentElement.scrollWidth - document.documentElement.clientWidth, document.documentElement.scrollHeight]);
          assert.ok(wide <= 0, `${address} scrolls sideways by ${wide} px at ${width} in ${colorScheme}`);
          assert.deepEqual(complaints, [], address);
          if (width === 1280 || width === 390) {
            const name = address.replaceAll("/", "_").replace(/_$/, "") || "home";
            const clip = { x: 0, y: 0, width, height: Math.min(high, SHOWN) };
            await page.screenshot({ path: path.join(shots, `${name}-${colorScheme}-${width}.png`), fullPage: true, clip });
          }
        }
      }
      await context.close();
    }
  },

  async "text is readable: contrast is AA in light and dark"({ browser, url }) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 860 } });
      const page = await context.newPage();
      for (const address of ["", MODULE, LESSON, "labs/rope/", "dashboard/", "devices/", "tools/", "paths/weeks/", "paths/days/1/", "benchmark-days/quantised-vs-bf16/tier-5/t6/", "tags/gpu-hw/"]) {
        await page.goto(url + address);
        const weak = await page.evaluate(contrast);
        assert.deepEqual(weak, [], `${address || "home"} in ${colorScheme}`);
      }
      await context.close();
    }
  },

  async "a tick goes into progress.db and stays"({ page, url, course }) {
    await page.goto(url + MODULE);
    const tick = page.locator('input[data-item$="/c1a"]');
    const item = await tick.getAttribute("data-item");
    const before = Number(await page.locator(doneOf("module:mod.cuda-kernels")).first().textContent());
    await tick.click();
    await until(page, "counting the tick", ([selector, count]) => document.querySelector(selector).textContent === String(count), [doneOf("module:mod.cuda-kernels"), before + 1]);
    const exported = JSON.parse((await course(["progress", "export"])).told);
    assert.ok(exported.marks.some((mark) => mark.item === item && mark.on));
    await page.reload();
    await until(page, "showing the tick again", (selector) => document.querySelector(selector).checked, `input[data-item="${item}"]`);
    await tick.click();
    await until(page, "taking the tick off", ([selector, count]) => document.querySelector(selector).textContent === String(count), [doneOf("module:mod.cuda-kernels"), before]);
  },

  async "a tick in one page shows in another"({ page, context, url }) {
    const other = await context.newPage();
    await page.goto(`${url}dashboard/`);
    await other.goto(url + MODULE);
    const before = Number(await page.locator(doneOf("course")).textContent());
    const tick = other.locator('input[data-item$="/c2a"]');
    await tick.click();
    await until(page, "the other page's count", ([selector, count]) => document.querySelector(selector).textContent === String(count), [doneOf("course"), before + 1]);
    await tick.click();
    await until(page, "the other page's count", ([selector, count]) => document.querySelector(selector).textContent === String(count), [doneOf("course"), before]);
  },

  async "progress made in another process shows without a reload"({ page, url, root, course }) {
    await page.goto(`${url}dashboard/`);
    await page.evaluate(() => (window.notReloaded = true));
    const attempt = {
      format: "course-progress", version: 1, exported: "", kernels: {}, marks: [], log: [], events: [], reviews: [],
      attempts: [{
        id: `test-${Date.now()}`, lab: "rope", source_hash: "0".repeat(64), started: new Date().toISOString(), ms: 42, outcome: "fail",
        checks: [
          { part: "v0", check: "compiles", status: "pass" },
          { part: "v0", check: "right", status: "fail", message: "x[3] is 0.5, should be 0.25", line: 7 },
        ],
      }],
    };
    const file = path.join(root, "attempt.json");
    fs.writeFileSync(file, JSON.stringify(attempt));
    const { code, told } = await course(["progress", "import", file]);
    assert.equal(code, 0, told);
    await until(page, "the attempt", () => document.querySelector(".attempt-list")?.textContent.includes("x[3] is 0.5"));
    assert.ok(await page.evaluate(() => window.notReloaded), "the page was reloaded");
    await page.goto(`${url}labs/rope/`);
    await until(page, "the lab's attempt", () => document.querySelector("[data-attempts=rope]")?.textContent.includes("1 of 2 checks"));
  },

  async "a save swaps the new text in and keeps the reader's place"({ page, url, root }) {
    await page.goto(url + LESSON);
    const file = path.join(root, LESSON_FILE);
    const text = fs.readFileSync(file, "utf8");
    await page.evaluate(() => {
      window.notReloaded = true;
      window.seenAt = {};
      scrollTo(0, 600);
      new MutationObserver(() => {
        const round = document.querySelector("main")?.textContent.match(/Seen anew (\d+)/)?.[1];
        if (round) window.seenAt[round] ??= Date.now();
      }).observe(document.body, { childList: true, subtree: true });
    });
    const took = [];
    try {
      for (let round = 0; round < 7; round += 1) {
        const start = Date.now();
        fs.writeFileSync(file, text.replace("Every technique", `Seen anew ${round}, every technique`));
        await until(page, "the new text", (which) => which in window.seenAt, round);
        took.push((await page.evaluate((which) => window.seenAt[which], round)) - start);
        await page.waitForTimeout(150);
      }
    } finally {
      fs.writeFileSync(file, text);
    }
    console.log(`      save to seen: median ${took.sort((a, b) => a - b)[3]} ms of ${took.length}`);
    await until(page, "the old text", () => !document.querySelector("main").textContent.includes("Seen anew"));
    assert.ok(await page.evaluate(() => window.notReloaded), "the page was loaded anew");
    assert.equal(await page.evaluate(() => scrollY), 600, "the reader's place was lost");
    assert.equal(await page.locator("figure.code .copy").count(), await page.locator("figure.code").count(), "code lost its copy buttons, or got two");
  },

  async "a save that truncates first is one save"({ page, url, root }) {
    await page.goto(url + LESSON);
    const file = path.join(root, LESSON_FILE);
    const text = fs.readFileSync(file, "utf8");
    await page.evaluate(() => {
      window.sawBox = false;
      new MutationObserver(() => (window.sawBox ||= Boolean(document.querySelector(".broken")))).observe(document.body, { childList: true });
    });
    // On a machine that is busy elsewhere the two writes may come so far apart that they are two saves; that says nothing.
    await happens("a save in two halves that came close enough", async () => {
      await page.evaluate(() => (window.sawBox = false));
      const emptied = Date.now();
      fs.writeFileSync(file, "");
      await new Promise((resolve) => setTimeout(resolve, 60));
      fs.writeFileSync(file, text);
      const apart = Date.now() - emptied;
      await page.waitForTimeout(600);
      return apart <= 90;
    });
    assert.equal(await page.evaluate(() => window.sawBox ?? false), false, "half a save was told as a problem");
  },

  async "a broken course says so over its old pages, and mends by itself"({ page, url, root, shots }) {
    await page.goto(url + LESSON);
    const file = path.join(root, LESSON_FILE);
    const text = fs.readFileSync(file, "utf8");
    const both = () => /nowhere\.md[^]*did you mean `rope`/.test(document.querySelector(".broken")?.textContent ?? "");
    try {
      fs.writeFileSync(file, `${text}\n[a](nowhere.md) [b](lab:rop)\n`);
      await until(page, "the box", both);
      assert.match(await page.locator(".broken").textContent(), /lesson-03-memory\.md:\d+:1/);
      await page.screenshot({ path: path.join(shots, "broken-light-1280.png") });
      assert.match(await page.locator("h1").textContent(), /Where data lives/);
      await page.reload();
      await until(page, "the box after a reload", both);
    } finally {
      fs.writeFileSync(file, text);
    }
    await until(page, "the box going away", () => !document.querySelector(".broken"));
  },

  async "the log takes an entry and shows it as text"({ page, url }) {
    await page.goto(`${url}log/`);
    const insight = `one sector is <b>32</b> bytes ${Date.now()}`;
    await page.fill("[name=insight]", insight);
    await page.click(".log-form button");
    await until(page, "the entry", (words) => document.querySelector("[data-log]").textContent.includes(words), insight);
    assert.equal(await page.locator("[data-log] b").count(), 0);
    assert.equal(await page.inputValue("[name=insight]"), "");
  },

  async "keyboard alone reaches the text, a tick and the next page"({ page, url }) {
    await page.goto(url + MODULE);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "main");
    const tick = page.locator('input[data-item$="/c3a"]');
    await tick.focus();
    await page.keyboard.press("Space");
    assert.ok(await tick.isChecked());
    await page.keyboard.press("Space");
    await page.locator("#main").focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForURL("**/lesson-01-threads/");
  },

  async "an answer from before a tick does not take the tick back"({ page, url }) {
    let hold = null;
    await page.goto(url + MODULE);
    const tick = page.locator('input[data-item$="/c3a"]');
    await page.waitForFunction(() => window.courseProgress.standing);
    // The rows as they were before the tick, told after it.
    await page.route("**/api/rows", async (route) => {
      const answer = await route.fetch();
      if (hold) await hold;
      await route.fulfill({ response: answer });
    });
    let release;
    hold = new Promise((done) => (release = done));
    const asked = page.waitForRequest("**/api/rows");
    await page.evaluate(() => void window.courseProgress.refresh());
    await asked;
    await page.waitForTimeout(200);
    const sent = page.waitForResponse("**/api/marks");
    await tick.check();
    await sent;
    // What is painted, each time that anything is.
    await page.evaluate(() => {
      const input = document.querySelector('input[data-item$="/c3a"]');
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "checked");
      window.painted = [];
      Object.defineProperty(input, "checked", { configurable: true, get: () => set.get.call(input), set: (value) => (window.painted.push(value), set.set.call(input, value)) });
    });
    hold = null;
    release();
    await until(page, "two paintings", () => window.painted.length > 1);
    assert.ok(!(await page.evaluate(() => window.painted)).includes(false), "the tick was taken back for a moment");
    // An answer that is on its way may not be given once nobody stands in between.
    await page.unrouteAll({ behavior: "wait" });
    await page.goto(url + MODULE);
    await page.locator('input[data-item$="/c3a"]').uncheck();
  },

  async "the theme can be chosen and is kept"({ page, url }) {
    await page.goto(url);
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.click("[data-theme-toggle]");
    const dark = await ground();
    assert.notEqual(light, dark);
    await page.goto(url + LESSON);
    assert.equal(await ground(), dark);
  },

  async "on a phone the course's pages open from the menu"({ browser, url, shots }) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.goto(url + LESSON);
    assert.equal(await page.locator("#side").isVisible(), false);
    await page.tap(".menu");
    assert.ok(await page.locator("#side").isVisible());
    await page.screenshot({ path: path.join(shots, "menu-light-390.png") });
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#side").isVisible(), false);
    await context.close();
  },

  async "pages read well without any script"({ browser, url }) {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto(url + "labs/rope/");
    assert.ok(await page.locator("h1").isVisible());
    await page.locator(".hint > summary").first().click();
    assert.ok(await page.locator(".hint-text").first().isVisible());
    assert.equal(await page.locator(".hint-text").nth(1).isVisible(), false, "one hint at a time");
    await page.click(".menu");
    assert.ok(await page.locator("#side").isVisible());
    await context.close();
  },
};

/** Runs in the page: every visible text whose colour is too near to its ground. */
function contrast() {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => {
    const part = (value) => ((value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const ground = (node) => {
    for (; node; node = node.parentElement) {
      const colour = rgba(getComputedStyle(node).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return [255, 255, 255, 255];
  };
  const weak = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    const style = getComputedStyle(node);
    const [front, back] = [light(rgba(style.color)), light(ground(node))];
    const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) weak.add(`${node.tagName}.${node.className} ${ratio.toFixed(2)}`);
  }
  return [...weak];
}
