// How a learner stands: a served page, a published page and the terminal say the same of the same rows.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { plainFolder } from "./published.mjs";
import { published } from "./study.mjs";

const MODULE = "miniaturization/cuda-kernels/";

/** The checks of a lab that need no GPU, as `part/check`: those that show a skill. */
export const needed = ({ checks }) => checks.filter(([, skill]) => skill).map(([name]) => name);

/** Rows of an export: a lab passed after two failures, another begun, some ticks. */
function made(outline) {
  const attempt = (id, started, fails) => {
    const checks = needed(outline.labs.find((lab) => lab.id === id)).map((name) => {
      const [part, check] = name.split("/");
      return fails.includes(name) ? { part, check, status: "fail", message: "`x[3]` is 0.5, should be 0.25", line: 7 } : { part, check, status: "pass" };
    });
    return { id: "", lab: id, source_hash: "0".repeat(64), device: "simt", started, ms: 1, outcome: fails.length ? "fail" : "pass", checks };
  };
  const attempts = [
    attempt("vector-add", "2026-01-03T10:00:00Z", ["fill/correct", "vadd/bounds"]),
    attempt("vector-add", "2026-01-03T11:00:00Z", ["vadd/bounds"]),
    attempt("vector-add", "2026-01-04T10:00:00Z", []),
    attempt("transpose", "2026-01-05T10:00:00Z", ["naive/correct", "naive/bounds"]),
  ];
  const items = outline.items.slice(0, 5);
  const marks = [...items, "lesson.host-side"].map((item) => ({ item, on: true, source: "manual", at: "2026-01-05T12:00:00Z" }));
  return { format: "course-progress", version: 1, exported: "", kernels: {}, attempts, marks, log: [], events: [], reviews: [] };
}

const texts = (page, selector) => page.locator(selector).evaluateAll((all) => all.map((node) => node.textContent.replace(/\s+/g, " ").trim()));

/** Everything that pages show of how the learner stands. */
async function shown(page, url) {
  const to = async (address) => {
    await page.goto(url + address);
    await page.waitForLoadState("networkidle");
  };
  await to("dashboard/");
  const rows = await page.locator("[data-row]").evaluateAll((all) => Object.fromEntries(all.map((row) => [row.dataset.row, `${row.textContent} ${row.querySelector("progress").value}`])));
  const board = {
    rows,
    next: await texts(page, "[data-next] a"),
    left: await texts(page, "[data-left-time]"),
    trends: await texts(page, "[data-trend]"),
    bars: await page.locator(".trend i").evaluateAll((all) => all.map((bar) => `${bar.dataset.status} ${bar.style.getPropertyValue("--share")}`)),
    skills: await texts(page, ".skills tbody tr"),
    words: await texts(page, "[data-skills-words]"),
    attempts: await texts(page, "[data-attempts] li"),
    days: await page.locator(".calendar td[data-level]:not([data-level='0'])").count(),
  };
  await to("labs/vector-add/");
  const lab = {
    checks: await page.locator("[data-check]").evaluateAll((all) => all.map((node) => `${node.dataset.check} ${node.textContent} ${node.title}`)),
    attempts: await texts(page, "[data-attempts] li"),
  };
  await to(MODULE);
  const module = {
    steps: await page.locator("[data-step]").evaluateAll((all) => all.map((node) => `${node.dataset.step} ${node.classList.contains("complete")}`)),
    ticks: await page.locator("input[data-item]").evaluateAll((all) => all.map((input) => `${input.dataset.item} ${input.checked}`)),
    side: await page.locator("[data-side]").evaluateAll((all) => all.map((bar) => `${bar.dataset.side} ${bar.title} ${bar.dataset.status}`)),
    parents: await page.locator("input[data-items]").evaluateAll((all) => all.map((input) => `${input.checked} ${input.indeterminate}`)),
  };
  return { board, lab, module };
}

export const tests = {
  async "a published site and a served one show the same of the same rows"({ page, url, root, course, shots }) {
    const outline = await (await fetch(`${url}outline.json`)).json();
    const file = path.join(root, "standing.json");
    fs.writeFileSync(file, JSON.stringify(made(outline)));
    const taken = await course(["progress", "import", file]);
    assert.equal(taken.code, 0, taken.told);
    const served = await shown(page, url);
    await page.goto(`${url}dashboard/`);
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: path.join(shots, "standing-light-1280.png"), fullPage: true });

    const { board, lab, module } = served;
    assert.match(board.rows["lab:vector-add"], /23 of 23done 23$/);
    assert.ok(board.trends.some((text) => /the last passed 23 of 23/.test(text)), board.trends.join("\n"));
    assert.ok(board.skills.some((text) => /^Inside every allocation/.test(text)), board.skills.join("\n"));
    // What only a GPU measures is not counted, and has not been judged.
    const names = needed(outline.labs.find(({ id }) => id === "vector-add")).map((name) => `vector-add/${name}`);
    const counted = (check) => names.includes(check.split(" ")[0]);
    assert.ok(lab.checks.filter(counted).length > 20, lab.checks.join("\n"));
    assert.ok(lab.checks.every((check) => (counted(check) ? / pass $/ : / not run $/).test(check)), lab.checks.join("\n"));
    assert.ok(module.steps.includes("vector-add true"), "the lab is ticked beside the page");

    // What the terminal counts.
    const standing = await (await fetch(`${url}api/standing`)).json();
    for (const [key, row] of Object.entries(standing.rows)) {
      if (key in board.rows) assert.equal(board.rows[key], `${row.done} of ${row.total}${row.words} ${row.done}`, key);
    }
    const status = JSON.parse((await course(["status", "--format", "json"])).told);
    const [part] = status.parts;
    assert.ok(board.rows[`part:${part.id}`].startsWith(`${part.done} of ${part.total}`), board.rows[`part:${part.id}`]);
    assert.ok(board.next[0].endsWith(status.next.title), board.next[0]);

    const kept = (await course(["progress", "export"])).told;
    // Built where a learner has done something, of which nothing may be in it.
    const out = path.join(root, "published-standing");
    const built = await course(["build", "--out", out]);
    assert.equal(built.code, 0, built.told);
    const site = await published(out);
    try {
      page.removeAllListeners("request");
      const before = await shown(page, site.url);
      assert.ok(before.lab.checks.every((check) => / not run $/.test(check)));
      await page.goto(`${site.url}dashboard/`);
      const whole = path.join(root, "whole.json");
      fs.writeFileSync(whole, kept);
      await page.setInputFiles("[data-import]", whole);
      await page.locator('[data-row="lab:vector-add"] .status').getByText("done").waitFor();
      assert.deepEqual(await shown(page, site.url), served);
    } finally {
      site.close();
    }
  },

  async "what a GPU measured is on the lab's page and on the dashboard, from the command to the line"({ page, url, root, course, shots, browser }) {
    const { told: right } = await course(["solution", "vector-add", "--anyway"]);
    const work = "c[i] = a[i] + b[i];";
    const slow = right.replace(work, `for (int k = 0; k < 60; k++) { if (k > gridDim.y * 100) { c[i] = k * __expf(k); } } ${work}`);
    assert.notEqual(slow, right);
    const file = path.join(root, "labs/vector-add/vector-add.cu");
    fs.mkdirSync(path.dirname(file), { recursive: true });
    for (const text of [slow, right, slow]) {
      fs.writeFileSync(file, text);
      const { told } = await course(["check", "vector-add", "vadd", "--device", "gpu"], { COURSE_FAKE_GPU: "fine" });
      assert.match(told, /% of a copy reached/);
    }
    const kept = JSON.parse((await course(["status", "--format", "json"])).told).measured;
    const series = kept.find(({ lab, check, device }) => lab === "vector-add" && check === "vadd/speed" && device === "pretended GPU");
    const [first, second, third] = series.values;
    assert.ok(first < second && third === first, series.values.join());
    const words = `best ${second} % of a copy, last ${third}, measured 3 times`;

    await page.goto(`${url}labs/vector-add/`);
    const line = page.locator(".timed li", { hasText: "vadd/speed" });
    await line.waitFor();
    assert.ok((await line.textContent()).endsWith(words), await line.textContent());
    const label = await line.getByRole("img").getAttribute("aria-label");
    assert.equal(label, `vadd/speed on pretended GPU, oldest first: ${first}, ${second}, ${third} % of a copy`);
    assert.equal(await line.locator("circle").count(), 3);
    assert.equal(await line.locator("circle.best").count(), 1);
    await page.screenshot({ path: path.join(shots, "timed-lab-light-1280.png") });

    await page.goto(`${url}dashboard/`);
    const row = page.locator("section.timed li", { hasText: "vadd/speed" });
    await row.waitFor();
    assert.ok((await row.textContent()).includes("vector-add vadd/speed on pretended GPU"));
    const narrow = await browser.newPage({ viewport: { width: 390, height: 800 }, colorScheme: "dark" });
    await narrow.goto(`${url}dashboard/`);
    await narrow.locator("section.timed li").first().waitFor();
    await narrow.locator("section.timed").scrollIntoViewIfNeeded();
    await narrow.screenshot({ path: path.join(shots, "timed-board-dark-390.png") });
    assert.ok(await narrow.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the phone");
    await narrow.close();
    await row.scrollIntoViewIfNeeded();
    await page.screenshot({ path: path.join(shots, "timed-board-light-1280.png") });
  },

  async "time left falls by what is done, not by its share of a module"({ page, url, root, course }) {
    const site = await published(await plainFolder(course));
    try {
      page.removeAllListeners("request");
      const outline = await (await fetch(`${site.url}outline.json`)).json();
      const [first] = outline.steps;
      const folder = first.url.split("/").slice(0, 2).join("/");
      const lessons = outline.steps.filter(({ kind, url: at }) => kind === "lesson" && at.startsWith(`${folder}/`));
      assert.ok(lessons.length > 2, `${lessons.length} lessons in ${folder}`);
      // As their authors wrote it.
      const most = ({ url: at }) => Number(fs.readFileSync(path.join(root, "content", `${at.slice(0, -1)}.md`), "utf8").match(/^minutes: (\d+)$/m)[1]);
      const left = async () => {
        await page.goto(`${site.url}dashboard/`);
        await page.waitForFunction(() => window.courseProgress?.standing);
        return page.evaluate(() => window.courseProgress.standing.standing.left[1]);
      };
      const before = await left();
      const marks = [...lessons.map(({ id }) => id), ...outline.items.filter((id) => id.startsWith("mod."))].map((item) => ({ item, on: true, source: "manual", at: "2026-01-05T12:00:00Z" }));
      await page.evaluate((value) => localStorage.setItem("course-progress", JSON.stringify(value)), { format: "course-progress", version: 1, exported: "", marks });
      const read = lessons.reduce((sum, lesson) => sum + most(lesson), 0);
      assert.equal(before - (await left()), read, "the labs' time is left");
    } finally {
      site.close();
    }
  },

  async "where nothing can be counted a sentence says why, and ticks are painted and kept"({ browser, course }) {
    const out = await plainFolder(course);
    const site = await published(out);
    const without = {
      "no WebAssembly": (context) => context.addInitScript(() => delete window.WebAssembly),
      "standing.wasm cannot be fetched": (context) => context.route("**/standing.wasm", (route) => route.abort()),
      "does not run standing.wasm": (context) => context.route("**/standing.wasm", (route) => route.fulfill({ body: "no module" })),
      "not of one build": async (context) => {
        const outline = JSON.parse(fs.readFileSync(path.join(out, "outline.json"), "utf8"));
        outline.rule[0] += 1;
        await context.route("**/outline.json", (route) => route.fulfill({ json: outline }));
      },
    };
    try {
      for (const [why, prepare] of Object.entries(without)) {
        const context = await browser.newContext();
        await prepare(context);
        const page = await context.newPage();
        const toast = page.locator(".toast");
        await page.goto(site.url + MODULE);
        assert.equal(await toast.innerText(), "", "there is nothing to count yet");
        const tick = page.locator('input[data-item$="/c3a"]');
        await tick.check();
        await toast.filter({ hasText: why }).waitFor();
        assert.match(await toast.innerText(), /^Progress cannot be counted: .*\. Ticks are kept\.$/, why);
        await page.reload();
        await toast.filter({ hasText: why }).waitFor();
        assert.ok(await tick.isChecked(), `${why}: the tick is kept`);
        await page.goto(`${site.url}dashboard/`);
        await toast.filter({ hasText: why }).waitFor();
        await context.close();
      }
    } finally {
      site.close();
    }
  },
};
