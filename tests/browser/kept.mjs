// What a browser keeps of labs: the text through a reload, attempts counted on every page, taken along and back, and never lost without a word.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { check, open, press, reader, reading, told } from "./published.mjs";

const MINE = "// mine\n";

const solutionOf = async (page) => JSON.parse((await told(page, "text", "vector-add\nsolution"))[0]);
const says = (page, words) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".bench-state").textContent), words.source);
const isKept = (page) => says(page, /^Kept in this browser/);

/** What the dashboard, the list of labs, the module and the lab itself say of vector-add. */
async function shown(page, site) {
  const told = [];
  for (const address of ["dashboard/", "labs/"]) {
    await page.goto(site.url + address);
    await page.waitForFunction(() => window.courseProgress?.standing);
    told.push((await page.locator('[data-row="lab:vector-add"]').innerText()).replace(/\s+/g, " "));
  }
  await page.goto(`${site.url}miniaturization/cuda-kernels/`);
  await page.waitForFunction(() => window.courseProgress?.standing);
  told.push(await page.locator('.way .step-state[data-step="vector-add"]').innerText());
  told.push(String(await page.locator('.side-pages [data-step="vector-add"].complete').count()));
  await page.goto(`${site.url}labs/vector-add/`);
  await page.waitForFunction(() => window.courseProgress?.standing);
  told.push(await page.locator("[data-attempts] li").first().innerText(), await page.locator('[data-check="vector-add/vadd/bounds"]').innerText());
  return told;
}

/** A file that pressing Export gives. */
async function exported(page, act, file) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  await download.saveAs(file);
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

export const tests = {
  async "kept: an attempt counts at once, here and in another tab, and a published page says what the terminal says"(given) {
    return reading(given, async ({ page, context, site }) => {
      const board = await context.newPage();
      await board.goto(`${site.url}dashboard/`);
      // A mark from before labs were solved in pages keeps counting.
      await board.evaluate(() => localStorage.setItem("course-progress", JSON.stringify({ format: "course-progress", version: 1, exported: "", marks: [{ item: "lesson.threads", on: true, source: "manual", at: "2026-01-05T12:00:00Z" }] })));
      const editor = await open(page, site, "vector-add");
      await editor.fill(await solutionOf(page));
      assert.match(await check(page), /^pass/);
      await board.waitForFunction(() => /done/.test(document.querySelector('[data-row="lab:vector-add"] .status').textContent));
      const [dashboard, list, step, side, attempt, bounds] = await shown(page, site);
      assert.match(dashboard, /(\d+) of \1 done/);
      assert.equal(list, dashboard);
      assert.deepEqual([step, side, bounds], ["passed", "1", "pass"]);
      assert.match(attempt, /attempt 1, 23 of 25 checks/);
      const file = path.join(given.shots, "kept.json");
      const rows = await exported(page, () => press(page, "Export"), file);
      assert.equal(rows.marks.length, 1);
      assert.deepEqual(Object.keys(rows.texts), ["vector-add"]);
      // The terminal takes the file, with the text that was judged, and counts the same.
      const taken = await given.course(["progress", "import", file]);
      assert.equal(taken.code, 0, taken.told);
      const status = JSON.parse((await given.course(["progress", "export"])).told);
      const mine = status.attempts.find(({ id }) => id === rows.attempts[0].id);
      assert.deepEqual(mine.checks, rows.attempts[0].checks.map((row) => mine.checks.find(({ part, check }) => part === row.part && check === row.check)));
      assert.equal(status.kernels[rows.attempts[0].source_hash], rows.kernels[rows.attempts[0].source_hash]);
      const again = await given.course(["progress", "import", file]);
      assert.match(again.told, /^0 rows added/);
    });
  },

  async "kept: an export comes back whole in another browser, and what is no export is refused with a sentence"(given) {
    return reading(given, async ({ page, site }) => {
      const editor = await open(page, site, "vector-add");
      const solution = await solutionOf(page);
      await editor.fill(solution);
      await check(page);
      await editor.fill(MINE);
      await isKept(page);
      await page.waitForTimeout(600);
      const file = path.join(given.shots, "back.json");
      const value = await exported(page, () => press(page, "Export"), file);
      const other = await reader(given.browser, site);
      await other.page.goto(`${site.url}dashboard/`);
      const bring = async (text) => {
        await other.page.setInputFiles("[data-import]", { name: "x.json", mimeType: "application/json", buffer: Buffer.from(text) });
        await other.page.waitForFunction(() => document.querySelector(".toast").textContent);
        const said = await other.page.locator(".toast").innerText();
        await other.page.evaluate(() => (document.querySelector(".toast").textContent = ""));
        return said;
      };
      const bad = [
        ["\u0000\u0001garbage", /no JSON/],
        ["[]", /no export of progress/],
        ['{"format":"course-progress","version":9}', /version is 9/],
        [JSON.stringify({ ...value, attempts: [...value.attempts, { lab: 7 }] }), /an attempt in it \(number 2\) cannot be read/],
        [JSON.stringify({ ...value, kernels: { ["0".repeat(64)]: "x" } }), /not that of its hash/],
        [JSON.stringify({ ...value, marks: "x" }), /no list/],
      ];
      for (const [text, words] of bad) assert.match(await bring(text), new RegExp(`^Not taken in: .*${words.source}.*\\.$`));
      assert.equal(await other.page.evaluate(() => window.courseProgress.stored().marks.length), 0, "nothing of it was taken");
      assert.equal(await bring(JSON.stringify(value)), "Taken in.");
      await other.page.waitForFunction(() => /done/.test(document.querySelector('[data-row="lab:vector-add"] .status').textContent));
      const there = await open(other.page, site, "vector-add");
      assert.equal(await there.inputValue(), MINE);
      await press(other.page, "History");
      await other.page.getByRole("button", { name: /^Restore/ }).last().click();
      // What it takes the place of is kept first.
      await other.page.waitForFunction((text) => document.querySelector("textarea.editor-text").value === text, solution);
      assert.deepEqual(other.complaints, []);
      await other.context.close();
    });
  },

  async "kept: a text is there after a reload, even one that came right after the last key"(given) {
    return reading(given, async ({ page, site }) => {
      const editor = await open(page, site, "vector-add");
      await editor.fill(`${MINE}one`);
      await page.reload();
      assert.equal(await (await open(page, site, "vector-add")).inputValue(), `${MINE}one`);
      await editor.fill(`${MINE}two`);
      await page.waitForTimeout(700);
      await page.goto(site.url);
      assert.equal(await (await open(page, site, "vector-add")).inputValue(), `${MINE}two`);
      assert.equal(await (await open(page, site, "transpose")).inputValue().then((text) => text.includes("mine")), false, "each lab has its own");
    });
  },

  async "kept: of two tabs the newer text is offered, and the other one is in the history"(given) {
    return reading(given, async ({ page, context, site }) => {
      const one = await open(page, site, "vector-add");
      const second = await context.newPage();
      const two = await open(second, site, "vector-add");
      await one.fill("// of the first\n");
      await isKept(page);
      const notice = second.locator(".bench-notice");
      await notice.waitFor();
      assert.match(await notice.innerText(), /Another tab wrote a newer text/);
      assert.notEqual(await two.inputValue(), "// of the first\n", "nothing is taken without asking");
      await notice.getByRole("button", { name: "Take it" }).click();
      assert.equal(await two.inputValue(), "// of the first\n");
      // Now both write: the second goes on without looking, and what it takes the place of is kept.
      await one.fill("// first again\n");
      await second.waitForFunction(() => !document.querySelector(".bench-notice").hidden);
      await two.fill("// of the second\n");
      await second.waitForFunction(() => /which is in the History/.test(document.querySelector(".toast").textContent));
      const other = page.locator(".bench-notice");
      await other.waitFor();
      await other.getByRole("button", { name: "Keep mine" }).click();
      await page.waitForTimeout(300);
      const kept = await page.evaluate(async () => {
        const { kernels } = await (await window.courseProgress.ofLabs()).exported();
        return Object.values(kernels);
      });
      for (const text of ["// first again\n", "// of the second\n"]) assert.ok(kept.includes(text), JSON.stringify(kept));
      assert.equal(await one.inputValue(), "// first again\n");
    });
  },

  async "kept: storage that is denied is said, and the page judges and counts all the same"(given) {
    return reading(given, async ({ page, context, site }) => {
      await context.addInitScript(() => {
        const refuse = () => {
          throw new DOMException("denied", "SecurityError");
        };
        IDBFactory.prototype.open = refuse;
        IDBFactory.prototype.databases = () => Promise.reject(new DOMException("denied", "SecurityError"));
      });
      const editor = await open(page, site, "vector-add");
      await editor.fill(await solutionOf(page));
      await says(page, /keeps nothing for this site \(its storage is denied\).*Export/);
      assert.match(await check(page), /^pass/);
      await page.waitForFunction(() => /pass/.test(document.querySelector('[data-check="vector-add/vadd/bounds"]').textContent));
      const value = await exported(page, () => press(page, "Export"), path.join(given.shots, "denied.json"));
      assert.equal(value.attempts.length, 1, "what is in the page alone can be taken along");
      await press(page, "History");
      assert.match(await page.getByRole("dialog", { name: "History" }).innerText(), /attempt 1/);
    });
  },

  async "kept: storage that is full is said, and written to again when there is room"(given) {
    return reading(given, async ({ page, context, site }) => {
      const editor = await open(page, site, "vector-add");
      const tools = await context.newCDPSession(page);
      const origin = new URL(site.url).origin;
      await tools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
      await editor.fill(`${MINE}${"x".repeat(50000)}`);
      await says(page, /storage is full: what is new is in this page alone\. Export it/);
      await tools.send("Storage.overrideQuotaForOrigin", { origin });
      await editor.fill(`${MINE}room`);
      await isKept(page);
      await page.reload();
      assert.equal(await (await open(page, site, "vector-add")).inputValue(), `${MINE}room`);
    });
  },

  async "kept: what another tab clears is said, the text stays, and is kept again"(given) {
    return reading(given, async ({ page, context, site }) => {
      const editor = await open(page, site, "vector-add");
      await editor.fill(MINE);
      await isKept(page);
      const second = await context.newPage();
      await second.goto(site.url);
      await second.evaluate(async () => {
        for (const { name } of await indexedDB.databases()) await new Promise((done) => (indexedDB.deleteDatabase(name).onsuccess = done));
      });
      await says(page, /cleared from outside this page.*still here/);
      assert.equal(await editor.inputValue(), MINE);
      await editor.fill(`${MINE}again`);
      await isKept(page);
      await page.reload();
      assert.equal(await (await open(page, site, "vector-add")).inputValue(), `${MINE}again`);
    });
  },

  async "kept: an entry of the log and a review go to the terminal and back, and are there once"(given) {
    return reading(given, async ({ page, site }) => {
      await page.goto(`${site.url}log/`);
      await page.waitForFunction(() => window.courseProgress?.standing || document.querySelector("[data-log]"));
      await page.locator("textarea[name=progress], input[name=progress]").fill("Went to the terminal, and “back”");
      await page.locator("[data-log-form] button, form button").first().click();
      await page.locator(".entry").waitFor();
      await page.goto(`${site.url}dashboard/`);
      // As a page kept them before rows had names.
      await page.evaluate(() => {
        const value = window.courseProgress.stored();
        const old = { id: "", entry: "page-2026-01-05T12:00:00.000Z", at: "2026-01-05T12:00:00.000Z", kind: "own", date: "2026-01-05", module: "", progress: "of before", insight: "", challenge: "", next: "" };
        window.courseProgress.store({ ...value, log: [...value.log, old], reviews: [{ at: "2026-01-05T12:00:00.000Z", item: "lesson.warps.k1", grade: 3, due: "2026-01-08" }] });
      });
      const out = path.join(given.shots, "log.json");
      const mine = await exported(page, () => page.locator("[data-export]").click(), out);
      assert.deepEqual([...mine.log, ...mine.reviews].map(({ id }) => /^[0-9a-f]{32}$/.test(id)), [true, true, true]);
      for (const words of [/^3 rows added/, /^0 rows added/]) assert.match((await given.course(["progress", "import", out])).told, words);
      const back = JSON.parse((await given.course(["progress", "export"])).told);
      for (const row of mine.log) assert.deepEqual(back.log.find(({ id }) => id === row.id), row);
      const file = path.join(given.shots, "back-log.json");
      const own = (rows, known) => rows.filter(({ id }) => known.some((row) => row.id === id));
      fs.writeFileSync(file, JSON.stringify({ ...back, attempts: [], events: [], marks: [], kernels: {}, log: own(back.log, mine.log), reviews: own(back.reviews, mine.reviews) }));
      for (const _ of [1, 2]) {
        await page.setInputFiles("[data-import]", file);
        await page.waitForFunction(() => document.querySelector(".toast").textContent === "Taken in.");
        await page.evaluate(() => (document.querySelector(".toast").textContent = ""));
      }
      assert.deepEqual(await page.evaluate(() => [window.courseProgress.stored().log.length, window.courseProgress.stored().reviews.length]), [2, 1]);
      await page.goto(`${site.url}log/`);
      await page.locator(".entry").first().waitFor();
      assert.equal(await page.locator(".entry").count(), 2);
    });
  },
};
