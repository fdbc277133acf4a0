// A lab's page under `course serve`: page, terminal and editor are three views of one file, and of one progress.db.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { until } from "./patience.mjs";
import { check, judged, open, press, typeAndGo } from "./published.mjs";

const LAB = "vector-add";

/** The file that the learner edits, gone before and after. */
async function solving({ page, root, url }, act) {
  const file = path.join(root, "labs", LAB, `${LAB}.cu`);
  fs.rmSync(file, { force: true });
  try {
    const editor = await open(page, { url }, LAB);
    await act(editor, file);
  } finally {
    fs.rmSync(file, { force: true });
  }
}

/** A reader whose pages may lose the server: what is said on the console of it is no complaint. */
async function alone({ browser, url, root }, act) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const file = path.join(root, "labs", LAB, `${LAB}.cu`);
  fs.rmSync(file, { force: true });
  try {
    const page = await context.newPage();
    const away = (isAway) => (isAway ? context.route("**/api/labs/**", (route) => route.abort()) : context.unrouteAll({ behavior: "wait" }));
    await act({ page, context, file, away, opened: (one = page) => open(one, { url }, LAB) });
  } finally {
    await context.close();
    fs.rmSync(file, { force: true });
  }
}

const holds = async (file, text) => {
  const lies = () => (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "");
  await until("the text on disk", () => lies() === text).catch(() => {});
  assert.equal(lies().slice(0, 200), text.slice(0, 200));
  assert.equal(lies().length, text.length);
};

export const tests = {
  async "served labs: a text is written whole when its page goes right after the last key, however long it is"(given) {
    await alone(given, async ({ page, file, opened }) => {
      for (const text of ["// short\n", `// long\n${"// \u00e9\u4e16 of a long text\n".repeat(6000)}`]) {
        await opened();
        await typeAndGo(page, text, given.url);
        assert.equal((await (await opened()).inputValue()).length, text.length);
        await holds(file, text);
      }
      await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith("course-left")));
    });
  },

  async "served labs: what is typed while the server is away is there the next time, and offered where the file has changed since"(given) {
    await alone(given, async ({ page, file, away, opened }) => {
      let editor = await opened();
      await editor.fill("// first\n");
      await holds(file, "// first\n");
      await away(true);
      await editor.fill("// while it was away\n");
      await page.waitForFunction(() => /does not answer.*kept in this browser/.test(document.querySelector(".bench-state").textContent));
      await page.goto("about:blank");
      await away(false);
      editor = await opened();
      assert.equal(await editor.inputValue(), "// while it was away\n");
      await holds(file, "// while it was away\n");
      await away(true);
      await editor.fill("// away again\n");
      await page.waitForTimeout(600);
      await page.goto("about:blank");
      await away(false);
      fs.writeFileSync(file, "// from another editor\n");
      editor = await opened();
      const notice = page.locator(".bench-notice");
      await notice.waitFor();
      assert.match(await notice.innerText(), /did not reach the file, which has changed since/);
      assert.equal(await editor.inputValue(), "// from another editor\n");
      await notice.getByRole("button", { name: "Take it" }).click();
      await holds(file, "// away again\n");
      // What it took the place of can be brought back.
      await press(page, "History");
      await page.getByRole("button", { name: /^Restore/ }).first().click();
      // What it takes the place of is kept first.
      await page.waitForFunction(() => document.querySelector("textarea.editor-text").value === "// from another editor\n");
      await holds(file, "// from another editor\n");
      await page.reload();
      await opened();
      assert.equal(await notice.isVisible(), false, "it is asked once");
    });
  },

  async "served labs: saves that overlap are no change from outside, and a text behind them is not lost"(given) {
    await alone(given, async ({ page, context, file, opened }) => {
      await opened();
      let waits = 0;
      await context.route("**/api/labs/*/file", async (route) => {
        if (route.request().method() !== "PUT") return route.continue();
        waits += 1;
        await new Promise((done) => setTimeout(done, 400));
        await route.continue();
      });
      await page.evaluate(async (lab) => {
        const { file } = window.courseLab;
        await Promise.all(["// one\n", "// two\n", "// three\n"].map((text) => file.save(lab, text)));
      }, LAB);
      assert.equal(waits, 3);
      assert.equal(await page.locator(".bench-notice").isVisible(), false);
      assert.equal(fs.readFileSync(file, "utf8"), "// three\n");
    });
  },

  async "served labs: what is written in the page lies on disk, is judged there and recorded"(given) {
    const { page, url, course } = given;
    await solving(given, async (editor, file) => {
      const { attempts } = await (await fetch(`${url}api/rows`)).json();
      // Other tests have had this lab judged, too.
      const had = attempts.filter(({ lab }) => lab === LAB).length;
      const shows = (number) => page.waitForFunction((words) => [...document.querySelectorAll(".attempt")].some((one) => one.textContent.includes(words)), `${LAB} attempt ${number},`);
      const starter = await editor.inputValue();
      assert.match(await check(page), /^not yet/);
      assert.equal(fs.readFileSync(file, "utf8"), starter, "the first check writes the starter");
      const solution = JSON.parse(await (await fetch(`${url}api/labs/${LAB}/solution`)).text());
      await editor.fill(solution);
      assert.match(await check(page), /^pass: (\d+) of \1 checks/);
      assert.equal(fs.readFileSync(file, "utf8"), solution);
      await shows(had + 2);
      assert.equal(await page.locator(".toast").textContent(), "", "what the page shows in full is not said once more");
      // What the terminal judges later is.
      await page.waitForTimeout(5000);
      await course(["check", LAB]);
      await page.waitForFunction(() => /^vector-add: pass/.test(document.querySelector(".toast").textContent));
      const { told } = await course(["history", LAB]);
      assert.ok(told.includes(`@${had + 3}`), told);
      await page.goto(`${url}dashboard/`);
      await shows(had + 3);
    });
  },

  async "served labs: a run is seen there, step by step, by the server's own machine"(given) {
    const { page, url } = given;
    await solving(given, async (editor) => {
      await editor.fill(JSON.parse(await (await fetch(`${url}api/labs/${LAB}/solution`)).text()));
      await press(page, "See it");
      await page.waitForFunction(() => /\d+ steps\./.test(document.querySelector(".see-state")?.textContent ?? ""));
      assert.match(await page.locator(".see").innerText(), /sectors/);
    });
  },

  async "served labs: a change on disk is shown and never written over, and Stop ends a run"(given) {
    const { page } = given;
    await solving(given, async (editor, file) => {
      await check(page);
      const loop = (await editor.inputValue()).replace("{", "{ while (true) { out[0] += 1.0f; }");
      fs.writeFileSync(file, "// from another editor\n");
      const notice = page.locator(".bench-notice");
      await notice.waitFor({ state: "visible" });
      assert.notEqual(await editor.inputValue(), "// from another editor\n", "it is offered, not taken");
      assert.equal(fs.readFileSync(file, "utf8"), "// from another editor\n");
      await notice.getByRole("button").first().click();
      await page.waitForFunction(() => document.querySelector("textarea.editor-text").value === "// from another editor\n");
      await editor.fill(loop);
      await press(page, "Check");
      await press(page, "Stop").catch(() => {});
      await judged(page);
      assert.equal(fs.readFileSync(file, "utf8"), loop);
    });
  },
};
