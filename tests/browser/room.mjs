// Room: what pages show on a wide screen, on a phone and on paper. Code and tables where they can be read, contents within reach,
// nothing folded in print.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

const LESSON = "miniaturization/cuda-kernels/lesson-02-memory/";
const WITH_CODE = ["miniaturization/cuda-kernels/lesson-01-threads/", LESSON, "miniaturization/cuda-kernels/lesson-04-tiling/", "miniaturization/cuda-kernels/lesson-07-rope/", "labs/vector-add/", "codes/F0101/"];
const WITH_PLOTS = ["hardware-foundations/week-2/lesson-01-hierarchy/", "miniaturization/cuda-kernels/lesson-07-rope/", "miniaturization/cuda-kernels/lesson-08-latency/"];
const WITH_FORMULAS = [LESSON, "miniaturization/cuda-kernels/lesson-05-warps/", "miniaturization/cuda-kernels/lesson-07-rope/"];

const phone = async (browser, act) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  try {
    await act(await context.newPage());
  } finally {
    await context.close();
  }
};

export const tests = {
  async "code of 80 columns is shown whole at 1,280 pixels"({ page, url }) {
    for (const address of WITH_CODE) {
      await page.goto(url + address);
      const cut = await page.evaluate(() => {
        const wide = (pre) => pre.scrollWidth > pre.clientWidth;
        const columns = (pre) => Math.max(...pre.textContent.split("\n").map((line) => line.length));
        const typed = [...document.querySelectorAll("article > .code pre, article > section > .code pre, article > .example > .code:not(.said) pre")];
        return typed.filter((pre) => wide(pre) && columns(pre) <= 80).map((pre) => `${columns(pre)} columns: ${pre.textContent.slice(0, 60)}`);
      });
      assert.deepEqual(cut, [], address);
    }
    await page.setViewportSize({ width: 1600, height: 900 });
    await page.goto(url + LESSON);
    const [code, words] = await page.evaluate(() => ["article > .code", "article > p"].map((selector) => document.querySelector(selector).offsetWidth / 17));
    assert.ok(code > 51 && code < 53, `code is ${code}rem wide`);
    assert.ok(words <= 44.1, `words are ${words}rem wide`);
  },

  async "nothing that opens is wider than a phone, and formulas fit"({ browser, url }) {
    await phone(browser, async (page) => {
      for (const address of [...WITH_PLOTS, ...WITH_FORMULAS]) {
        await page.goto(url + address);
        const over = await page.evaluate(() => {
          document.querySelectorAll("details").forEach((box) => (box.open = true));
          const page = document.documentElement.scrollWidth - document.documentElement.clientWidth;
          const formulas = [...document.querySelectorAll(".formula")].filter((box) => box.scrollWidth > box.clientWidth);
          const small = [...document.querySelectorAll(".formula math")].filter((math) => parseFloat(getComputedStyle(math).fontSize) < 10);
          return { page, formulas: formulas.map((box) => box.textContent.slice(0, 60)), small: small.length };
        });
        assert.deepEqual(over, { page: 0, formulas: [], small: 0 }, address);
      }
    });
  },

  async "on a narrow screen the contents of a page open, lead on and close"({ browser, url, page, shots }) {
    await phone(browser, async (narrow) => {
      await narrow.goto(url + LESSON);
      assert.equal(await narrow.locator("#toc").isVisible(), false);
      await narrow.getByRole("button", { name: "On this page" }).tap();
      assert.ok(await narrow.locator("#toc").isVisible());
      await narrow.screenshot({ path: path.join(shots, "contents-light-390.png") });
      await narrow.locator("#toc a", { hasText: "Coalescing" }).tap();
      assert.equal(await narrow.locator("#toc").isVisible(), false);
      await narrow.waitForFunction(() => Math.abs(document.getElementById("coalescing").getBoundingClientRect().top) < 300);
    });
    await page.goto(url + LESSON);
    assert.ok(await page.locator("#toc").isVisible(), "on a wide screen they stand beside the text");
    assert.equal(await page.locator(".toc-open").isVisible(), false);
  },

  async "figures of devices can be read: beside their names, one by one, and on paper"({ browser, page, url }) {
    await phone(browser, async (narrow) => {
      await narrow.goto(`${url}devices/`);
      const seen = await narrow.evaluate(() => {
        const box = document.querySelector(".figures");
        box.scrollLeft = 400;
        const row = box.querySelector("tbody tr");
        const edge = row.querySelector("th").getBoundingClientRect();
        const whole = [...row.querySelectorAll("td")].filter((cell) => cell.getBoundingClientRect().left >= edge.right - 1 && cell.getBoundingClientRect().right <= innerWidth);
        return { name: edge.left >= box.getBoundingClientRect().left, values: whole.length };
      });
      assert.ok(seen.name, "the figure's name stays");
      assert.ok(seen.values >= 2, `${seen.values} values beside it`);
    });
    await page.goto(`${url}devices/`);
    const columns = await page.evaluate(() => {
      const box = document.querySelector(".figures").getBoundingClientRect();
      return [...document.querySelectorAll(".figures tbody tr:first-child td")].filter((cell) => cell.getBoundingClientRect().right <= box.right).length;
    });
    assert.ok(columns >= 8, `${columns} columns at 1,280`);
    const one = page.locator("#dev-h100 .entry-figures");
    assert.match(await one.textContent(), /memory bandwidth\s*3,350 GB\/s/);
    await page.locator('.figures thead a[href="#dev-h100"]').click();
    assert.ok(page.url().endsWith("#dev-h100"));
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".figures").isVisible(), false);
    assert.ok(await one.isVisible());
  },

  async "on paper answers and hints stand open, and no page is blank"({ page, url, shots }) {
    for (const [address, hidden] of [[LESSON, "details.answer"], ["labs/rope/", ".hint-text"]]) {
      await page.goto(url + address);
      const shown = () => page.locator(hidden).evaluateAll((all) => all.map((box) => (box.matches("details") ? box.children[1] : box)).filter((box) => box.checkVisibility({ contentVisibilityAuto: true }) && box.offsetHeight > 8).length);
      const all = await page.locator(hidden).count();
      assert.ok(all > 1, `${all} of ${hidden}`);
      assert.equal(await shown(), 0, "folded on the screen");
      await page.emulateMedia({ media: "print" });
      // What a page skips (`content-visibility`) is decided when a frame is drawn, so not at once.
      const drawn = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      for (let frames = 0; frames < 100 && (await shown()) !== all; frames++) await drawn();
      assert.equal(await shown(), all, `${hidden} on paper`);
      await page.emulateMedia({ media: "screen" });
    }
    await page.goto(`${url}miniaturization/cuda-kernels/print/`);
    await page.emulateMedia({ media: "print" });
    const breaks = await page.locator(".print-section").evaluateAll((all) => all.map((section) => getComputedStyle(section).breakBefore));
    assert.deepEqual([breaks[0], [...new Set(breaks.slice(1))]], ["auto", ["page"]]);
    const file = path.join(shots, "module.pdf");
    await page.pdf({ path: file, format: "A4" });
    assert.ok(fs.statSync(file).size > 100000);
  },

  async "small things: two buttons apart, lists below their headings, no ids, names as they are spelled"({ browser, page, url }) {
    await phone(browser, async (narrow) => {
      await narrow.goto(`${url}nowhere-at-all/`);
      const [one, two] = await narrow.locator("main .button").evaluateAll((all) => all.map((button) => button.getBoundingClientRect().toJSON()));
      assert.ok(two.left - one.right >= 8 || two.top - one.bottom >= 8, "the buttons touch");
    });
    await page.goto(`${url}codes/F0101/`);
    const gaps = await page.locator(".code-group").evaluateAll((all) => all.map((group) => group.children[1].getBoundingClientRect().top - group.children[0].getBoundingClientRect().bottom));
    assert.ok(Math.min(...gaps) >= 8, gaps.join(", "));
    assert.match(await page.locator(".code-group").first().textContent(), /Taught in\s*Threads/);
    for (const address of ["terms/", "tools/", "models/", "miniaturization/cuda-kernels/"]) {
      await page.goto(url + address);
      assert.doesNotMatch(await page.locator("main").innerText(), /\bterm\.[a-z]|\btool\.[a-z]|\(where\)|Nvcc|Config\.json/, address);
    }
    await page.goto(`${url}miniaturization/cuda-kernels/`);
    const concept = page.locator(".tick", { hasText: "Registers: private to a thread" }).getByRole("link", { name: "Registers" });
    assert.match(await concept.getAttribute("href"), /lesson-02-memory\/#registers$/);
    await page.goto(`${url}tags/`);
    const counts = await page.locator(".tags .muted").allTextContents();
    assert.ok(counts.length && counts.every((count) => Number(count) > 1), counts.join(" "));
  },
};
