// A lab's page under `course serve`: page, terminal and editor are three views of one file, and of one progress.db.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { check, judged, open, press } from "./published.mjs";

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

export const tests = {
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
      await notice.waitFor({ state: "visible", timeout: 10000 });
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
