// Studying: keys, questions that come back, the calendar, tabs, print, and a published site that keeps everything in the browser.

import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { plainFolder } from "./published.mjs";

const MODULE = "miniaturization/cuda-kernels/";
const LESSON = "miniaturization/cuda-kernels/lesson-01-threads/";
const TYPES = { html: "text/html", css: "text/css", js: "text/javascript", json: "application/json", svg: "image/svg+xml" };

/** A folder served as any host would serve it. */
export async function published(folder) {
  const server = http.createServer((request, response) => {
    let file = path.join(folder, decodeURI(new URL(request.url, "http://x").pathname));
    if (file.endsWith("/")) file += "index.html";
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[file.split(".").pop()] ?? "text/plain" });
    response.end(fs.readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** How far what is on a page moved since it was first painted, and what moved. */
async function shifts(page) {
  await page.waitForLoadState("networkidle");
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const moved = { sum: 0, what: [] };
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries().filter((entry) => !entry.hadRecentInput)) {
            moved.sum += entry.value;
            moved.what.push(...entry.sources.map(({ node }) => `${node?.nodeName}.${node?.className ?? ""}`));
          }
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(moved), 300));
      }),
  );
}

/** A context in which scripts and answers come late and are worked through slowly, so that what moves is seen to move. */
async function slow(browser, width) {
  const context = await browser.newContext({ viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.route(/\.js$|\.json$|\/api\//, async (route) => {
    await new Promise((ready) => setTimeout(ready, 150));
    await route.continue().catch(() => {});
  });
  const tools = await context.newCDPSession(page);
  await tools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return { context, page };
}

export const tests = {
  async "the sheet of keys opens, lists, closes, and its keys work"({ page, url, shots }) {
    await page.goto(url + LESSON);
    await page.keyboard.press("?");
    const sheet = page.locator("dialog.keys");
    assert.ok(await sheet.isVisible());
    assert.match(await sheet.textContent(), /next section/);
    await page.screenshot({ path: path.join(shots, "keys-light-1280.png") });
    // A key right after the closing one, before the browser moves the focus, is for the page.
    await Promise.all([page.keyboard.press("Escape"), page.keyboard.press("j")]);
    assert.equal(await sheet.isVisible(), false);
    await page.waitForFunction(() => document.activeElement.matches("main h2"));
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await page.waitForURL("**/dashboard/");
    await page.goto(`${url}log/`);
    await page.fill("[name=insight]", "?");
    await page.locator("[name=insight]").press("?");
    assert.equal(await page.locator("dialog.keys").count(), 0, "typing is not a key");
  },

  async "a graded question is kept and comes back when it is due"({ page, url, root, course }) {
    await page.goto(url + MODULE);
    const answer = page.locator("details.answer").first();
    await answer.locator("summary").click();
    await answer.getByRole("button", { name: "Good" }).click();
    await answer.getByText(/Due again on/).waitFor();
    const item = await answer.locator("[data-grade]").getAttribute("data-grade");
    const exported = JSON.parse((await course(["progress", "export"])).told);
    const review = exported.reviews.find((row) => row.item === item);
    assert.equal(review.grade, 3);
    // A review of long ago is due today.
    const file = path.join(root, "review.json");
    const old = { at: "2026-01-01T10:00:00Z", item: exported.reviews[0].item.replace(/[^/]*$/, "") + "none", grade: 3, due: "2026-01-04" };
    const other = await page.locator("details.answer [data-grade]").nth(1).getAttribute("data-grade");
    fs.writeFileSync(file, JSON.stringify({ format: "course-progress", version: 1, reviews: [old, { ...old, item: other }] }));
    assert.equal((await course(["progress", "import", file])).code, 0);
    await page.goto(`${url}dashboard/`);
    const due = page.locator("[data-due] a");
    await due.first().waitFor();
    assert.equal(await due.count(), 1, "only what is in the course, and only what is due");
    await due.click();
    await page.waitForURL(`**/${MODULE}#**`);
  },

  async "a grade that is none is refused"({ url }) {
    const answer = async (body) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(`${url}api/reviews`, { method: "POST", headers, body: JSON.stringify(body) })).status;
    };
    const statuses = [await answer({ item: "none", grade: 3 }), await answer({ item: "none", grade: 9 })];
    assert.deepEqual(statuses, [404, 422]);
  },

  async "tabs are chosen together, by keyboard, and all are printed"({ page, url }) {
    await page.goto(url + LESSON);
    const tabs = page.locator(".tabs").first();
    assert.equal(await tabs.locator(".tab:visible").count(), 1);
    await tabs.locator("input").first().focus();
    await page.keyboard.press("ArrowRight");
    assert.match(await tabs.locator(".tab:visible").textContent(), /watch/);
    assert.ok(page.url().endsWith(LESSON), "an arrow in tabs turns no page");
    await page.emulateMedia({ media: "print" });
    assert.equal(await tabs.locator(".tab:visible").count(), await tabs.locator(".tab").count());
    assert.equal(await page.locator(".top").isVisible(), false);
    assert.equal(await page.locator("#side").isVisible(), false);
  },

  async "a calculator computes what is typed, as the build did"({ page, url }) {
    await page.goto(`${url}benchmark-days/quantised-vs-bf16/`);
    const form = page.locator("[data-calc]").first();
    const outputs = () => form.locator("output").allTextContents();
    const built = await outputs();
    const bytes = form.locator("[name=bytes]");
    await bytes.fill("1");
    const half = await outputs();
    assert.notDeepEqual(half, built);
    await bytes.fill("2");
    assert.deepEqual(await outputs(), built, "the page's script and the build agree");
    await bytes.fill("");
    assert.deepEqual(await outputs(), ["–", "–"]);
  },

  async "pages do not shift while they load"({ browser, url }) {
    for (const width of [1280, 360]) {
      const { context, page } = await slow(browser, width);
      for (const address of ["", LESSON, MODULE, "dashboard/", "labs/rope/", "log/", "codes/"]) {
        await page.goto(url + address);
        const { sum, what } = await shifts(page);
        assert.ok(sum < 0.01, `${address} shifts by ${sum} at ${width}: ${what.join(", ")}`);
      }
      await context.close();
    }
  },

  async "the calendar is drawn when its script arrives last"({ page, url }) {
    await page.route(/study\.js$/, async (route) => {
      await new Promise((ready) => setTimeout(ready, 700));
      await route.continue();
    });
    await page.goto(`${url}dashboard/`);
    await page.locator(".calendar td[data-level]").first().waitFor();
  },

  async "a published site keeps ticks, grades and the log in the browser"({ page, root, course, shots }) {
    const site = await published(await plainFolder(course));
    try {
      page.removeAllListeners("request");
      await page.goto(site.url + MODULE);
      await page.locator('input[data-item$="/c1a"]').click();
      await page.locator("details.answer summary").first().click();
      await page.locator("details.answer").first().getByRole("button", { name: "Again" }).click();
      await page.goto(`${site.url}papers/`);
      await page.getByLabel("Read: Attention Is All You Need").click();
      await page.goto(`${site.url}log/`);
      await page.fill("[name=insight]", "<b>kept</b> here");
      await page.click(".log-form button");
      await page.locator("[data-log]").getByText("<b>kept</b> here").waitFor();
      await page.goto(`${site.url}dashboard/`);
      await page.locator('[data-row="course"] .done').getByText("1", { exact: true }).waitFor();
      await page.locator('[data-row="papers"] .done').getByText("1", { exact: true }).waitFor();
      await page.locator('.calendar td[data-level="2"], .calendar td[data-level="1"]').first().waitFor();
      assert.match(await page.locator("[data-left]").textContent(), /\d h/);
      await page.screenshot({ path: path.join(shots, "published-dashboard-light-1280.png"), fullPage: true });
      const [download] = await Promise.all([page.waitForEvent("download"), page.click("[data-export]")]);
      const file = path.join(root, "from-browser.json");
      await download.saveAs(file);
      const taken = await course(["progress", "import", file]);
      assert.equal(taken.code, 0, taken.told);
      const exported = JSON.parse((await course(["progress", "export"])).told);
      assert.ok(exported.log.some((row) => row.insight === "<b>kept</b> here"));
      assert.ok(exported.reviews.some((row) => row.grade === 1));
    } finally {
      site.close();
    }
  },
};
