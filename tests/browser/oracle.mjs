// The search beside Pagefind, an index made by others: what Pagefind puts first, a reader finds here as well.
//
// The shipped course is built, indexed by Pagefind from its HTML, and both are asked the same in one page. Pagefind reads
// prose and knows neither typing errors nor names of code, so it is the judge of prose only.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { plainFolder } from "./published.mjs";
import { host } from "./search.mjs";

const QUESTIONS = [
  "shared memory", "bank conflict", "warp divergence", "coalesced access", "memory bandwidth", "occupancy", "tile", "registers",
  "rotary embedding", "quantised weights", "cost per token", "kernel launch", "race condition", "barrier", "unified memory",
  "integer overflow", "arithmetic intensity", "grid of blocks", "shuffle", "alignment", "benchmark", "dequantise",
];
/** Pages of Pagefind of which one has to be among ours, and how many of ours are looked at. */
const [THEIRS, OURS] = [3, 8];
/** Questions that may go another way: both rank, and neither is right. */
const MAY_DIFFER = 0.1;

/** Pagefind's own module, beside what else npm installed; it cannot be found by `require`. */
function pagefind(place) {
  const beside = place("playwright-core");
  const modules = beside && beside.slice(0, beside.lastIndexOf("node_modules") + "node_modules".length);
  const file = modules && path.join(modules, "pagefind/lib/index.js");
  return file && fs.existsSync(file) ? file : null;
}

const pageOf = (address) => new URL(address, "http://x/").pathname.replace(/^\/+|index\.html$/g, "");

export const tests = {
  async "what Pagefind finds first the search finds"({ browser, root, course, place }) {
    const module = pagefind(place);
    if (!module) return "pagefind is not installed";
    const folder = path.join(root, "oracle-site");
    fs.cpSync(await plainFolder(course), folder, { recursive: true });
    const { createIndex, close } = await import(pathToFileURL(module).href);
    const { index, errors } = await createIndex({ rootSelector: "main", excludeSelectors: [".print-head", "nav"] });
    assert.deepEqual(errors, []);
    const { page_count: pages } = await index.addDirectory({ path: folder });
    assert.ok(pages > 100, `Pagefind read ${pages} pages`);
    await index.writeFiles({ outputPath: path.join(folder, "pagefind") });
    await close();
    const server = await host(folder);
    const context = await browser.newContext();
    const page = await context.newPage();
    try {
      const url = `http://127.0.0.1:${server.address().port}/`;
      await page.goto(url);
      const both = await page.evaluate(async ([asked, base, theirs]) => {
        const oracle = await import(`${base}pagefind/pagefind.js`);
        const all = [];
        for (const words of asked) {
          const { results } = await oracle.search(words);
          const first = await Promise.all(results.slice(0, theirs + 3).map((one) => one.data()));
          const ours = await window.courseSearch.find(words);
          all.push({ words, theirs: first.map((one) => one.url), ours: ours.map((one) => one.url) });
        }
        return all;
      }, [QUESTIONS, url, THEIRS]);
      const differ = [];
      for (const { words, theirs, ours } of both) {
        // A module on one page repeats its lessons; ours leaves it out.
        const first = theirs.map(pageOf).filter((one) => !one.endsWith("/print/")).slice(0, THEIRS);
        assert.ok(first.length, `Pagefind finds nothing for “${words}”`);
        const found = ours.slice(0, OURS).map(pageOf);
        if (!first.some((one) => found.includes(one))) differ.push(`${words}: Pagefind ${first.join(" ")}; ours ${found.join(" ")}`);
      }
      assert.ok(differ.length <= QUESTIONS.length * MAY_DIFFER, differ.join("\n"));
    } finally {
      await context.close();
      server.close();
    }
  },
};
