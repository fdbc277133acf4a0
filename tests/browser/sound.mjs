// What tools for the purpose say of our pages: html-validate of the HTML, axe of what helps people use it, gzip of the size.
// Where a tool is not installed its test says so and is left out.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { plainFolder } from "./published.mjs";

const LESSON = "miniaturization/cuda-kernels/lesson-02-memory/";
const KINDS = ["", "miniaturization/", "miniaturization/cuda-kernels/", LESSON, "labs/", "labs/rope/", "codes/", "codes/E0301/", "codes/F0101/", "templates/", "templates/case-study/", "models/", "dashboard/", "log/", "devices/", "tools/", "terms/", "tags/", "tags/gpu-hw/", "paths/", "paths/weeks/", "paths/days/1/", "miniaturization/cuda-kernels/print/", "miniaturization/cuda-kernels/lesson-01-threads/", "benchmark-days/quantised-vs-bf16/tier-5/", "benchmark-days/quantised-vs-bf16/tier-5/t4/", "set-up/", "finish/", "hardware-foundations/week-2/before-the-lab/", "404/"];

/** Script and style of a lesson page, compressed, in bytes. */
const MOST = 60 * 1024;

const htmlFiles = (folder) =>
  fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? htmlFiles(file) : entry.name.endsWith(".html") ? [file] : [];
  });

export const tests = {
  async "every page is valid HTML"({ course, need }) {
    const library = need("html-validate");
    if (!library) return "html-validate is not installed";
    const validator = new library.HtmlValidate({ extends: ["html-validate:standard"] });
    const folder = await plainFolder(course);
    const files = htmlFiles(folder);
    assert.ok(files.length > 50, `${files.length} pages`);
    const wrong = [];
    for (const file of files) {
      const report = validator.validateStringSync(fs.readFileSync(file, "utf8"), file);
      for (const { line, column, message, ruleId } of report.results.flatMap((result) => result.messages)) {
        wrong.push(`${path.relative(folder, file)}:${line}:${column}: ${message} (${ruleId})`);
      }
    }
    assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} faults`);
  },

  async "axe finds nothing to complain of, in light and dark"({ browser, url, need, place }) {
    const source = place("axe-core/axe.min.js");
    if (!source) return "axe-core is not installed";
    const script = fs.readFileSync(source, "utf8");
    const wrong = [];
    // A page is loaded once, and its theme changes under it; that each theme loads well is looked at elsewhere (pages.mjs).
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, bypassCSP: true });
    const page = await context.newPage();
    for (const address of KINDS) {
      await page.goto(url + address);
      await page.evaluate(script);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        // Where each sound element stands is a third of axe's time, and nobody asks.
        const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"], resultTypes: ["violations"] }));
        for (const { id, help, nodes } of violations) wrong.push(`/${address} in ${colorScheme}: ${id}: ${help}: ${nodes[0].target.join(" ")} (${nodes.length})`);
      }
    }
    await context.close();
    assert.deepEqual(wrong, []);
  },

  async "script and style of a lesson page are small"({ page, url }) {
    const files = new Map();
    page.on("response", async (response) => {
      const type = response.request().resourceType();
      const counts = response.url().endsWith("/standing.wasm");
      if (counts || type === "script" || type === "stylesheet") files.set(new URL(response.url()).pathname, response.body());
    });
    await page.goto(url + LESSON, { waitUntil: "load" });
    // What counts is asked for by a script.
    await page.waitForFunction(() => window.courseProgress?.standing);
    let total = 0;
    for (const body of files.values()) total += zlib.gzipSync(await body).length;
    assert.ok([...files.keys()].some((name) => name.endsWith("/standing.wasm")), [...files.keys()].join(" "));
    assert.ok(files.size >= 4, [...files.keys()].join(" "));
    assert.ok(total <= MOST, `${total} bytes in ${[...files.keys()].join(" ")}`);
  },
};
