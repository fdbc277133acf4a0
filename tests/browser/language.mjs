// A course in another language: everything that a lab's page says by its scripts is the course's own word. What the judge says stays English.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { moduleFile, open, press, reader, serve, told } from "./published.mjs";

const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const LAB = "vector-add";
/** What a word of the other language begins with. */
const MARK = "¤";

const known = fs.readFileSync(path.join(repository, "src/course/interface/words.txt"), "utf8").split("\n").filter(Boolean);

/** A copy of the course that says every word with the mark before it. */
function translated(root) {
  const own = fs.mkdtempSync(path.join(os.tmpdir(), "course-language-"));
  process.on("exit", () => fs.rmSync(own, { recursive: true, force: true }));
  for (const folder of ["content", "kernels", "templates", "static"]) fs.cpSync(path.join(root, folder), path.join(own, folder), { recursive: true });
  fs.writeFileSync(path.join(own, "content/words.yaml"), known.map((word) => `"${word}": "${MARK}${word}"\n`).join(""));
  const plan = path.join(own, "content/course.yaml");
  fs.writeFileSync(plan, `${fs.readFileSync(plan, "utf8").replace(/^language:.*\n/m, "")}\nlanguage: de\n`);
  return own;
}

/** Words of the interface that the page shows in English: in its text, its labels and its titles. */
const english = (page, words) =>
  page.evaluate(([words, mark]) => {
    const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    // What stands in a sentence can be anything, so a form of a word or two would be found everywhere.
    const forms = words.filter((word) => /[A-Za-z’]{2}/.test(word.replaceAll("{}", ""))).map((word) => new RegExp(`^${word.split("{}").map(literal).join(`[^${mark}]+`)}$`));
    const long = forms.filter((form, at) => !words[at]?.includes("{}") || form.source.replace(/\[.*?\]\+/g, "").length > 8);
    const judge = "code, pre, .row-message, .check-asks, .editor-under, .editor-gutter, .editor-problems, option";
    const shown = [];
    for (const place of document.querySelectorAll(".bench, .see, .lab-see, dialog, .toast")) {
      const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) if (!node.parentElement.closest(judge)) shown.push(node.data);
      for (const node of [place, ...place.querySelectorAll("*")]) for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) shown.push(node.getAttribute(name) ?? "");
    }
    return [...new Set(shown.map((text) => text.trim()).filter((text) => long.some((form) => form.test(text))))];
  }, [words, MARK]);

export const tests = {
  async "language: a lab's page is in the course's own words, in every state that it has"(given) {
    if (!moduleFile()) return "the page's module is not built";
    const root = translated(given.root);
    const out = path.join(root, "site");
    const built = await given.course(["build", "--out", out, "--module", moduleFile()], { COURSE_ROOT: root });
    assert.equal(built.code, 0, built.told);
    const site = await serve(out);
    const { page, context, complaints } = await reader(given.browser, site, { viewport: { width: 1280, height: 860 } });
    const bare = [];
    const look = async (when) => bare.push(...(await english(page, known)).map((text) => `${when}: ${text}`));
    const button = (name) => press(page, `${MARK}${name}`);
    try {
      const editor = await open(page, site, LAB);
      const solution = JSON.parse((await told(page, "text", `${LAB}\nsolution`))[0]);
      await look("the start");
      await editor.press("Control+f");
      await page.keyboard.type("nowhere to be found");
      await page.waitForFunction((words) => document.querySelector(".editor-said").textContent === words, `${MARK}none found`);
      await button("Replace…");
      await look("find");
      await page.keyboard.press("Escape");
      await editor.fill(solution.replace("i < n", "i <= n"));
      await page.waitForFunction((words) => document.querySelector(".bench-state").textContent.startsWith(words), `${MARK}Kept in this browser, `);
      await button("Check");
      await page.waitForFunction(() => document.querySelector("[aria-label$=Verdict]").getAttribute("aria-busy") === "false" && !document.querySelector("[data-judging]"));
      const head = await page.locator(".verdict-head").textContent();
      assert.match(head, new RegExp(`^${MARK}${MARK}not yet: \\d+ of \\d+ checks of ${LAB} pass`));
      const judged = (await page.locator(".row-message, .failure-said").allTextContents()).join("\n");
      assert.match(judged, /^[^¤]*thread[^¤]*$/, "what the judge found is as it says it");
      await page.getByRole("button", { name: `${MARK}See it fail`, exact: true }).waitFor();
      await look("a failure");
      await button("See it");
      await page.waitForFunction((words) => document.querySelector(".see-state")?.textContent.includes(words), " steps.");
      await look("a run");
      for (const panel of ["steps", "lanes", "roofline"]) {
        await page.locator(`[data-panel=${panel}]`).click();
        await look(`a run, ${panel}`);
      }
      assert.match(await page.locator(".see figcaption").first().textContent(), new RegExp(MARK));
      await button("Solution");
      await look("asked twice");
      await button("Show it all the same");
      // It comes from the worker, after the question has gone.
      await page.getByRole("dialog", { name: `${MARK}Solution` }).waitFor();
      await look("the solution");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await editor.fill(solution);
      await button("Check");
      await page.locator(".verdict-passed").waitFor();
      await look("passed");
      await button("Reset");
      await look("reset");
      await button("History");
      await page.getByRole("dialog").waitFor();
      await look("the history");
      assert.match(await page.getByRole("dialog").innerText(), new RegExp(`${MARK}attempt 1, `));
      await page.screenshot({ path: path.join(given.shots, "language-history.png") });
      assert.deepEqual(bare, []);
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
      site.close();
    }
  },
};
