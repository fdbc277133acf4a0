// Times labs in their pages, in a real Chromium: Check pressed on a cold page and on a warm one until the verdict is painted, each kernel lab, diagnostics after a key, and what
// the main thread does meanwhile; beside them the terminal's judge.
//
//   NODE_PATH=target/browser/node_modules CHROMIUM=… COURSE_MODULE=page.wasm node benches/web/page.mjs [PROGRAM] [LABS]
//
// PROGRAM is `course` (target/release/course), COURSE_MODULE what `cargo build --profile page --target wasm32-unknown-unknown -p page` makes. A text is
// the solution with a changed comment, so that nothing is skipped as unchanged. Medians; the machine is to be quiet.

import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { check, labsSite, open, reader, told } from "../../tests/browser/published.mjs";

const [program = "target/release/course", only = ""] = process.argv.slice(2);
const { chromium } = createRequire(path.join(process.env.NODE_PATH, "x"))("playwright-core");
const repository = path.resolve(import.meta.dirname, "../..");
const ROUNDS = 7;
const WARM = 3;

const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1];
const env = { ...process.env, COURSE_ROOT: repository, COURSE_WORKSPACE: repository };
const course = (args) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { env });
    let said = "";
    for (const from of [child.stdout, child.stderr]) from.on("data", (chunk) => (said += chunk));
    child.on("exit", (code) => resolve({ code, told: said }));
  });

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"] });
const site = await labsSite(course);
console.log(`# Chromium ${browser.version()}, ${os.cpus()[0].model} × ${os.cpus().length}, load ${os.loadavg()[0].toFixed(1)}`);

/** From the press until the verdict is painted, and until it is in the browser's database and in the page's lists, as the page's own clock has it. */
const pressed = (page) =>
  page.evaluate(async () => {
    const article = document.querySelector("[data-lab]");
    const verdict = new Promise((done) => {
      const seen = new MutationObserver(() => {
        if (article.hasAttribute("data-judging")) return;
        seen.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now())));
      });
      seen.observe(article, { attributeFilter: ["data-judging"] });
    });
    const kept = new Promise((done) => addEventListener("course:judged", () => requestAnimationFrame(() => done(performance.now())), { once: true }));
    const from = performance.now();
    document.querySelector('[data-do="check"]').click();
    return { verdict: (await verdict) - from, kept: (await kept) - from };
  });

async function solutionOf(page, lab) {
  return JSON.parse((await told(page, "text", `${lab}\nsolution`))[0]);
}

async function cold() {
  const times = [];
  for (let round = 0; round < 5; round += 1) {
    const { page, context } = await reader(browser, site);
    await open(page, site, "vector-add");
    times.push((await pressed(page)).verdict);
    await context.close();
  }
  return median(times);
}

/** The longest tasks of a page's main thread while something is done, in milliseconds, longest first. */
async function tasks(page, act) {
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline", "devtools.timeline", "blink.user_timing"] });
  await act();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const thread = traceEvents.find(({ name }) => name === "TimeStamp" || name === "FunctionCall" || name === "EventDispatch");
  const mine = traceEvents.filter(({ name, dur, pid, tid }) => /::RunTask$/.test(name) && dur && pid === thread?.pid && tid === thread?.tid);
  // What the thread itself took, where the browser says so: on a machine with other work a task waits, too.
  return mine.map(({ dur, tdur }) => (tdur ?? dur) / 1000).sort((a, b) => b - a);
}

/** From a key to the colours and diagnostics of the text it made. */
async function diagnostics(page, editor) {
  await page.evaluate(() => {
    const { editor } = window.courseLab;
    const paint = editor.paint.bind(editor);
    window.looked = [];
    let typed = 0;
    document.addEventListener("input", () => (typed = performance.now()), true);
    editor.paint = (told, text) => {
      paint(told, text);
      if (text === editor.text) window.looked.push(performance.now() - typed);
    };
  });
  await editor.press("Control+End");
  for (const key of "// every thread owns one element") {
    await editor.press(key === " " ? "Space" : key);
    await page.waitForTimeout(120);
  }
  return page.evaluate(() => window.looked);
}

/** The terminal's judge on the same text, a whole process: what was written stands in a folder of its own. */
function native(lab, text) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "course-bench-"));
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [kernel, report] = [path.join(folder, `${lab}.cu`), path.join(folder, `${round}.jsonl`)];
    fs.writeFileSync(kernel, `${text}\n// ${round}\n`);
    const from = performance.now();
    spawnSync(program, ["judge-kernel", lab], { env: { ...env, COURSE_KERNEL: kernel, COURSE_REPORT: report, COURSE_NONCE: "n" } });
    times.push(performance.now() - from);
  }
  fs.rmSync(folder, { recursive: true });
  return median(times);
}

async function ofLab(lab) {
  const { page, context } = await reader(browser, site);
  const editor = await open(page, site, lab);
  const text = await solutionOf(page, lab);
  const times = [];
  for (let round = -WARM; round < ROUNDS; round += 1) {
    await editor.fill(`${text}\n// ${round}\n`);
    await page.waitForTimeout(600);
    const time = await pressed(page);
    if (round >= 0) times.push(time);
  }
  await context.close();
  const [verdicts, kept] = ["verdict", "kept"].map((until) => times.map((time) => time[until]));
  return { lab, warm: median(verdicts), most: Math.max(...verdicts), kept: median(kept), native: native(lab, text) };
}

console.log(`cold page, Check on vector-add: ${(await cold()).toFixed(0)} ms`);
const { page, context } = await reader(browser, site);
const editor = await open(page, site, "vector-add");
await editor.focus();
const labs = (await told(page, "labs", "")).map((line) => JSON.parse(line)).filter((lab) => lab.includes(only));
await check(page);
const looked = await diagnostics(page, editor);
console.log(`diagnostics after a key: median ${median(looked).toFixed(1)} ms, most ${Math.max(...looked).toFixed(1)} ms, ${looked.length} keys`);
const long = await tasks(page, async () => {
  await editor.pressSequentially("int x;", { delay: 60 });
  await pressed(page);
  await page.waitForTimeout(300);
});
console.log(`longest tasks of the main thread, typing and a check: ${long.slice(0, 5).map((ms) => ms.toFixed(1)).join(", ")} ms of ${long.length}`);
await context.close();
const rows = [];
for (const lab of labs) {
  const row = await ofLab(lab);
  rows.push(row);
  const { warm, most, kept, native } = row;
  console.log(`${row.lab}\tverdict ${warm.toFixed(0)} ms\tmost ${most.toFixed(0)}\tkept ${kept.toFixed(0)}\tjudge ${native.toFixed(0)} ms\t${(warm / native).toFixed(1)} of it`);
}
console.log(`labs: median ${median(rows.map(({ warm }) => warm)).toFixed(0)} ms, most ${Math.max(...rows.map(({ most }) => most)).toFixed(0)} ms, until kept ${median(rows.map(({ kept }) => kept)).toFixed(0)} ms; ratio ${median(rows.map(({ warm, native }) => warm / native)).toFixed(2)}, most ${Math.max(...rows.map(({ warm, native }) => warm / native)).toFixed(2)}`);
await browser.close();
process.exit(0);
