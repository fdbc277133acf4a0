// Labs in the page: what is judged there is what the terminal judges, whatever is written, by keyboard, on a phone, without a network beyond the site.
//
// Every lab and each of its known mistakes is judged in the same module by tests/web/run.mjs; here a page's worker tells the same, and the page shows it.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { mistakes } from "../web/mistakes.mjs";
import { natively } from "../web/natively.mjs";
import { check, judged, labsSite, moduleFile, open, press, reader, reading, told } from "./published.mjs";

const NONE = "the page's module is not built";

const rows = (page) => page.locator(".check-row").evaluateAll((all) => Object.fromEntries(all.map((row) => [row.dataset.id, row.dataset.status])));
const words = (text) => text.replace(/[`✓✗]/g, "").replace(/\s+/g, " ").trim();
const textOf = async (page, lab, which) => JSON.parse((await told(page, "text", `${lab}\n${which}`))[0]);

export const tests = {
  async "labs: every starter fails and every solution passes in its page's worker"(given) {
    return reading(given, async ({ page, site }) => {
      await open(page, site, "vector-add");
      const labs = (await told(page, "labs", "")).map((line) => JSON.parse(line));
      assert.ok(labs.length > 15, labs.join(" "));
      const wrong = [];
      for (const lab of labs) {
        const shown = (await (await fetch(`${site.url}labs/${lab}/`)).text()).includes('data-do="check"');
        const statuses = async (which) => (await told(page, "check", `${lab}\nall\n${await textOf(page, lab, which)}`)).map((line) => JSON.parse(line).status);
        const [starter, solution] = [await statuses("starter"), await statuses("solution")];
        if (!shown || !starter.includes("fail") || !solution.includes("pass") || solution.some((status) => !["pass", "not-measured"].includes(status))) wrong.push(lab);
      }
      assert.deepEqual(wrong, []);
    });
  },

  async "labs: a page judges as the terminal does, record by record, and each known mistake fails its check"(given) {
    return reading(given, async ({ page, site }) => {
      for (const lab of ["vector-add", "transpose", "softmax"]) {
        const editor = await open(page, site, lab);
        const starter = await textOf(page, lab, "starter");
        assert.equal(await editor.inputValue(), starter, "the page begins with the starter");
        assert.match(await check(page), /^(not yet|DID NOT COMPILE)/);
        const solution = await textOf(page, lab, "solution");
        for (const text of [starter, solution, mistakes(lab)[0].text]) assert.deepEqual(await told(page, "check", `${lab}\nall\n${text}`), natively(given.binary, lab, text), lab);
        await editor.fill(solution);
        assert.match(await check(page), /^pass: (\d+) of \1 checks/);
        for (const { name, part, check: id, text } of mistakes(lab)) {
          await editor.fill(text);
          await check(page);
          assert.equal((await rows(page))[`${part}/${id}`], "fail", `${lab}: ${name}`);
        }
      }
    });
  },

  async "labs: the verdict says what the terminal says"(given) {
    return reading(given, async ({ page, site }) => {
      const editor = await open(page, site, "vector-add");
      const solution = await textOf(page, "vector-add", "solution");
      const texts = [solution.replace("i < n", "i <= n"), solution.replace("a[i] + b[i]", "a[i] + d[i]"), solution.replace("if (i < n) {", 'printf("%d\\n", i);\n    if (i < n) {'), solution.replace("blockIdx.x * blockDim.x + threadIdx.x", "threadIdx.x")];
      const file = path.join(given.root, "labs/vector-add/vector-add.cu");
      fs.mkdirSync(path.dirname(file), { recursive: true });
      for (const text of texts) {
        await editor.fill(text);
        await check(page);
        const shown = words(await page.getByRole("region", { name: "Verdict", exact: true }).innerText());
        fs.writeFileSync(file, text);
        const { told: said } = await given.course(["check", "vector-add"]);
        const failure = said.slice(said.search(/\n(FAIL|printed)/)).split(/\n(?=.*: \d+ of \d+ checks)/)[0];
        // A command of the terminal, and what it explains, is a button or a link in the page.
        const told = failure.split("\n\n").filter((piece) => !/^ *help: .*hint|course explain|^ *also/.test(piece.trimStart()));
        const same = told.join("\n").split("\n").map((line) => words(line.replaceAll("labs/vector-add/", ""))).filter((line) => line && !line.startsWith("FAIL"));
        assert.ok(same.length > 2, failure);
        for (const line of same) assert.ok(shown.includes(line), `the page does not say “${line}”:\n${shown}`);
        const [, message] = said.match(/\nFAIL \S+: (.*)/) ?? [];
        assert.ok(message === undefined || shown.includes(words(message)), said);
      }
      fs.rmSync(file);
    });
  },

  async "labs: loops without an end, 4 GiB shared, 10 MB and floods are ended and told, and the page lives"(given) {
    return reading(given, async ({ page, site }) => {
      const editor = await open(page, site, "vector-add");
      const solution = await textOf(page, "vector-add", "solution");
      const body = (inner) => solution.replace("int n) {", `int n) { ${inner}`);
      await editor.fill(body("while (true) { out[0] += 1; }"));
      await check(page);
      const verdict = page.getByRole("region", { name: "Verdict", exact: true });
      assert.match(await verdict.innerText(), /this never ends/);
      await editor.fill(body("__shared__ float s[1073741824]; s[0] = 0;"));
      assert.match(await check(page), /^DID NOT COMPILE|^not yet/);
      assert.match(await verdict.innerText(), /4294967296 bytes of shared memory/);
      await editor.evaluate((area, text) => {
        area.value = text;
        area.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }, `${solution}\n// ${"x".repeat(10 << 20)}`);
      await check(page);
      assert.match(await verdict.innerText(), /the source is too large/);
      await page.waitForFunction(() => /too long to be kept/.test(document.querySelector(".bench-state").textContent));
      await editor.fill(body('for (int k = 0; k < 200; k++) printf("hello %d\\n", k);'));
      await check(page);
      assert.match(await verdict.innerText(), /printed in fill[\s\S]*and [\d,]+ more/);
      await editor.fill(solution);
      assert.match(await check(page), /^pass/);
    });
  },

  async "labs: Stop ends a run at once, and the next one is judged"(given) {
    return reading(given, async ({ page, site }) => {
      const editor = await open(page, site, "vector-add");
      const solution = await textOf(page, "vector-add", "solution");
      await editor.fill(solution.replace("int n) {", 'int n) { double x = n; for (int k = 0; x != -1.0; k++) x = jn(100000, 300.5 + k); out[0] = x;'));
      await press(page, "Check");
      await page.waitForTimeout(300);
      const stop = page.getByRole("button", { name: "Stop", exact: true });
      assert.ok(await stop.isEnabled());
      const from = Date.now();
      await stop.click();
      assert.match(await judged(page), /^Stopped: \d+ of 25 checks were judged/);
      assert.ok(Date.now() - from < 2000);
      await editor.fill(solution);
      assert.match(await check(page), /^pass/);
    });
  },

  async "labs: a place of the verdict leads into the editor, and what was found before an edit says so"(given) {
    return reading(given, async ({ page, site }) => {
      const editor = await open(page, site, "vector-add");
      const solution = await textOf(page, "vector-add", "solution");
      await editor.fill(solution.replace("i < n", "i <= n"));
      await check(page);
      await page.locator(".failure a.place").first().click();
      const at = await editor.evaluate((area) => area.value.slice(0, area.selectionStart).split("\n").length);
      assert.equal(at, 7, "the caret stands in the line of the finding");
      assert.equal(await page.locator(".check-row.before").count(), 0);
      await editor.press("End");
      await editor.pressSequentially(" ");
      const before = page.locator(".check-row.before");
      await page.waitForFunction(() => document.querySelectorAll(".check-row.before").length === 25);
      assert.match(await before.first().innerText(), /before this edit/);
      assert.match(await before.first().locator(".verdict").innerText(), /pass/i);
      await page.evaluate(() => document.querySelectorAll(".check-row").forEach((row) => (row.isOld = true)));
      await check(page);
      assert.equal(await before.count(), 0);
      // What passes as before is the row that stood there, without the word of its age; what fails is told anew.
      const told = await page.evaluate(() => [...document.querySelectorAll(".check-row")].filter((row) => Boolean(row.isOld) === (row.dataset.status === "fail")).map((row) => row.dataset.id));
      assert.deepEqual(told, []);
      assert.equal(await page.locator(".row-age").count(), 0);
      // A part alone: the others are still of the text before.
      await page.getByRole("button", { name: /2 The guard/ }).click();
      await editor.fill(solution);
      await check(page);
      assert.equal(await before.count(), 25 - 11);
    });
  },

  async "labs: hints come in steps, the solution after a second question, and a reset can be undone"(given) {
    return reading(given, async ({ page, site }) => {
      const editor = await open(page, site, "vector-add");
      const hints = page.locator("#part-fill ~ .hints details.hint[open]");
      await press(page, "Hint");
      assert.equal(await hints.count(), 1);
      await press(page, "Hint");
      assert.equal(await hints.count(), 2);
      await press(page, "Solution");
      const asked = page.getByRole("dialog", { name: "vector-add is not passed yet" });
      assert.ok(await asked.isVisible());
      await asked.getByRole("button", { name: "Show it all the same" }).click();
      const shown = page.getByRole("dialog", { name: "Solution", exact: true });
      assert.match(await shown.innerText(), /blockIdx\.x \* blockDim\.x/);
      assert.ok((await shown.locator("ins").count()) > 3);
      await page.keyboard.press("Escape");
      const solution = await textOf(page, "vector-add", "solution");
      await editor.fill(solution);
      await check(page);
      assert.match(await page.locator(".verdict-passed").innerText(), /Passed\. You can now: say which element/);
      await press(page, "Solution");
      assert.match(await shown.innerText(), /Your text is the solution/);
      await page.keyboard.press("Escape");
      await press(page, "Reset");
      assert.equal(await editor.inputValue(), await textOf(page, "vector-add", "starter"));
      await press(page, "History");
      const history = page.getByRole("dialog", { name: "History" });
      await history.waitFor();
      assert.match(await history.innerText(), /the text before a reset[\s\S]*attempt 1, 23 of 25 checks/);
      await history.getByRole("button", { name: /^Restore/ }).first().click();
      await history.waitFor({ state: "detached" });
      assert.equal(await editor.inputValue(), solution);
      await editor.press("Control+z");
      assert.equal(await editor.inputValue(), await textOf(page, "vector-add", "starter"), "a restore is one step that can be undone");
    });
  },

  async "labs: with the keyboard alone a kernel is written and judged, and the editor is left"(given) {
    return reading(given, async ({ page, site }) => {
      const editor = await open(page, site, "vector-add");
      await editor.focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(await textOf(page, "vector-add", "solution"));
      await page.keyboard.press("Control+Enter");
      assert.match(await judged(page), /^pass/);
      assert.ok(await editor.evaluate((area) => area === document.activeElement), "the caret stays where it was");
      await page.keyboard.press("Escape");
      const names = [];
      for (let at = 0; at < 12; at += 1) {
        await page.keyboard.press("Tab");
        names.push(await page.evaluate(() => document.activeElement.textContent.trim() || document.activeElement.getAttribute("aria-label")));
      }
      for (const name of ["Check", "Reset", "Hint", "Solution", "History", "Export"]) assert.ok(names.includes(name), `${name} among ${names.join(", ")}`);
    });
  },

  async "labs: the policy lets no script but the site's and no eval but WebAssembly's"(given) {
    return reading(given, async ({ page, site, complaints }) => {
      await open(page, site, "vector-add");
      const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
      assert.match(policy, /script-src 'self' 'wasm-unsafe-eval'/);
      assert.doesNotMatch(policy, /'unsafe-eval'|script-src[^;]*'unsafe-inline'/);
      const evaluated = await page.evaluate(() => new Promise((done) => {
        addEventListener("securitypolicyviolation", (event) => done(event.blockedURI));
        setTimeout("window.evaluated = true");
        setTimeout(() => done("nothing was refused"), 1000);
      }));
      assert.equal(evaluated, "eval");
      complaints.length = 0;
      const loaded = await page.evaluate(() => performance.getEntriesByType("resource").filter((one) => /\.wasm/.test(one.name)).map((one) => one.name.split("/").at(-1)));
      assert.deepEqual(loaded.filter((name) => name !== "standing.wasm"), [], "the module is loaded on first use");
    });
  },

  async "labs: axe finds nothing, before and after a verdict, in light and dark"(given) {
    const source = given.place("axe-core/axe.min.js");
    if (!source) return "axe-core is not installed";
    const script = fs.readFileSync(source, "utf8");
    const wrong = [];
    for (const [colorScheme, width] of [["light", 1280], ["dark", 390]]) {
      const leftOut = await reading(given, async ({ page, site }) => {
        const editor = await open(page, site, "vector-add");
        await page.evaluate(script);
        const look = async (when) => {
          const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"], resultTypes: ["violations"] }));
          for (const { id, help, nodes } of violations) wrong.push(`${when} in ${colorScheme}, ${width}: ${id}: ${help}: ${nodes[0].target.join(" ")} (${nodes.length})`);
        };
        if (width < 1000) await look("the task");
        if (width < 1000) await press(page, "Code");
        await editor.press("End");
        await editor.pressSequentially(" ");
        await look("the code");
        await check(page);
        await look("the verdict");
        if (width > 1000) await editor.pressSequentially(" ");
        if (width > 1000) await press(page, "History");
        await look("the history");
      }, { colorScheme, viewport: { width, height: 844 }, bypassCSP: true });
      if (leftOut) return leftOut;
    }
    assert.deepEqual(wrong, []);
  },

  async "labs: a phone shows task, code or verdict, with Check in reach, and nothing is cut at 360 pixels"(given) {
    return reading(given, async ({ page, site }) => {
      const editor = await open(page, site, "transpose");
      const cut = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      const inReach = () => page.getByRole("button", { name: "Check", exact: true }).evaluate((button) => innerHeight - button.getBoundingClientRect().bottom);
      assert.equal(await editor.isVisible(), false);
      assert.ok(await page.locator("#part-naive, .lab-part h2").first().isVisible());
      assert.ok((await inReach()) < 40);
      assert.equal(await cut(), 0);
      await press(page, "Code");
      assert.ok(await editor.isVisible());
      assert.ok(await page.locator(".editor-line").nth(3).evaluate((line) => line.closest(".editor-under").offsetHeight > 200), "the text is seen");
      assert.equal(await cut(), 0);
      await press(page, "Check");
      await judged(page);
      assert.ok(await page.getByRole("region", { name: "Verdict", exact: true }).isVisible());
      assert.equal(await cut(), 0);
      await page.emulateMedia({ media: "print" });
      assert.ok(await page.locator(".lab-part").first().isVisible(), "on paper the task is there whatever was on the screen");
      await page.emulateMedia({ media: "screen" });
      for (const height of await page.locator(".bench-go button:visible").evaluateAll((all) => all.map((button) => button.offsetHeight))) assert.ok(height >= 44, `${height} px for a thumb`);
    }, { viewport: { width: 360, height: 740 }, hasTouch: true });
  },

  async "labs: pictures, wide and narrow, light and dark"(given) {
    for (const colorScheme of ["light", "dark"]) {
      for (const [width, height] of [[1280, 860], [390, 844]]) {
        const leftOut = await reading(given, async ({ page, site }) => {
          const editor = await open(page, site, "transpose");
          const shot = (name) => page.screenshot({ path: path.join(given.shots, `lab-${name}-${colorScheme}-${width}.png`) });
          await shot("start");
          if (width < 1000) await press(page, "Code");
          await editor.fill(mistakes("transpose").find(({ name }) => name === "one-past.cu").text);
          await page.waitForTimeout(300);
          if (width < 1000) await shot("code");
          await check(page);
          await shot("fail");
        }, { colorScheme, viewport: { width, height } });
        if (leftOut) return leftOut;
      }
    }
  },

  async "labs: in Rust, without a module and without scripts the page says how it is judged"(given) {
    if (!moduleFile()) return NONE;
    const site = await labsSite(given.course);
    const bare = await labsSite(given.course, { without: true });
    const cases = [[site, "napkin", {}, /A lab in Rust.*course check napkin/], [bare, "vector-add", {}, /Not judged in this page: course check vector-add/], [site, "vector-add", { javaScriptEnabled: false }, /Not judged in this page/]];
    for (const [from, lab, options, words] of cases) {
      const { page, context, complaints } = await reader(given.browser, from, options);
      await page.goto(`${from.url}labs/${lab}/`);
      assert.match(await page.locator(".lab-elsewhere").innerText(), words);
      assert.equal(await page.locator(".bench").isVisible().catch(() => false), false);
      assert.ok(await page.locator(".lab-part h2").first().isVisible());
      assert.ok(await page.locator(".run h2").isVisible());
      assert.deepEqual(complaints, []);
      await context.close();
    }
  },
};
