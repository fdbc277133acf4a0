// The search as a reader uses it: by keyboard alone, with typing errors, on a served course and on a folder of files.

import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "./patience.mjs";
import { plainFolder } from "./published.mjs";

const LESSON = "miniaturization/cuda-kernels/lesson-02-memory/";
const TILING = "miniaturization/cuda-kernels/lesson-04-tiling/";
const fixtures = path.join(path.dirname(fileURLToPath(import.meta.url)), "../fixtures/search");

/** Opens the box, types, and gives the results' texts once they answer what was typed. */
async function search(page, words) {
  await page.keyboard.press("/");
  await page.locator("dialog.search input").fill(words);
  await page.waitForSelector("dialog.search [role=option]");
  return page.locator("dialog.search [role=option]").allTextContents();
}

const found = (page, words) => page.evaluate((asked) => window.courseSearch.find(asked), words);

/** A lesson's page while pages change: its console tells of files of an edition that is gone, and may. */
async function savedUnder(context, url) {
  const page = await context.newPage();
  await page.goto(url + LESSON);
  return page;
}

/** Adds a section with a word that nobody uses to the lesson on tiling, and waits until its page is served with it. */
async function added({ file, text }, heading, word, { page, url }) {
  fs.writeFileSync(file, `${text}\n## ${heading}\n\nA word that nobody uses: ${word}.\n`);
  await until("the page of a saved text", async () => (await (await page.request.get(`${url}${TILING}`)).text()).includes(word));
}

/** Serves a folder as a static host does: files and nothing else. */
export function host(folder) {
  const server = http.createServer((request, response) => {
    const address = decodeURIComponent(new URL(request.url, "http://x").pathname);
    const file = path.join(folder, address.endsWith("/") ? `${address}index.html` : address);
    const type = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml" }[path.extname(file)] || "text/plain";
    if (!file.startsWith(folder) || !fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": type }).end(fs.readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

export const tests = {
  async "search opens with a slash, arrows choose, Enter goes, Escape closes"({ page, url }) {
    const asked = [];
    page.on("request", (request) => request.url().includes("/search/") && asked.push(request.url()));
    await page.goto(url + LESSON);
    assert.deepEqual(asked, [], "nothing of the index is loaded before it is asked for");
    const results = await search(page, "bank conflict");
    assert.ok(results.length > 1 && results.some((text) => /banks/i.test(text)), results.join("\n"));
    const chosen = () => page.locator("dialog.search [aria-selected=true]").count();
    assert.equal(await chosen(), 1);
    const first = await page.locator("dialog.search [aria-selected=true]").getAttribute("id");
    await page.keyboard.press("ArrowDown");
    const second = await page.locator("dialog.search [aria-selected=true]").getAttribute("id");
    assert.notEqual(first, second);
    assert.equal(await page.locator("dialog.search input").getAttribute("aria-activedescendant"), second);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("dialog.search[open]").count(), 0);
    await search(page, "coalescing");
    const target = await page.locator("dialog.search [aria-selected=true] a").getAttribute("href");
    await page.keyboard.press("Enter");
    await page.waitForURL((now) => now.href.includes(target.replace(/^(\.\.\/)+/, "")));
    assert.equal(await page.locator("dialog.search[open]").count(), 0);
  },

  async "names of code, codes of messages, labs, papers and typing errors are found"({ page, url }) {
    await page.goto(url);
    const cases = [
      ["rope", "labs/rope/"],
      ["__syncthreads", "lesson-03-shared/"],
      ["E0301", "codes/E0301/"],
      ["bandwith", "terms/#term-bandwidth"],
      ["coalescign", "#coalescing"],
      ["occup", "#occupancy"],
      ["gptq paper", "papers/#paper-gptq"],
      ["memory hierarchy", "tier-5/t3/"],
    ];
    for (const [words, part] of cases) {
      const results = await found(page, words);
      assert.ok(results.some((one) => one.url.includes(part)), `${words}: ${results.map((one) => one.url).join(" ")}`);
    }
    // However many pages speak of it, a lab is found by its name.
    await page.goto(`${url}labs/`);
    const labs = await page.evaluate(() => [...new Set([...document.querySelectorAll('main a[href*="labs/"]')].map((a) => a.href.match(/labs\/([^/#]+)\/$/)?.[1]).filter(Boolean))]);
    assert.ok(labs.length > 30, labs.join(" "));
    for (const lab of labs) {
      const results = await found(page, lab);
      assert.ok(results.some((one) => one.url.endsWith(`labs/${lab}/`)), `${lab}: ${results.map((one) => one.url).join(" ")}`);
    }
    assert.deepEqual(await found(page, "xyzzyplugh"), []);
  },

  async "a title stands before a heading and a heading before text"({ page, url }) {
    await page.goto(url);
    const [first] = await found(page, "vector-add");
    assert.match(`${first.url} ${first.title}`, /vector/i);
    const [code] = await found(page, "E0301");
    assert.match(code.url, /codes\/E0301\/$/);
    const [heading] = await found(page, "unified memory");
    assert.match(heading.heading, /Unified memory/);
  },

  async "words are made as the index makes them"({ page, url }) {
    await page.goto(url);
    for (const [text, words] of JSON.parse(fs.readFileSync(path.join(fixtures, "words.json"), "utf8"))) {
      assert.deepEqual(await page.evaluate((asked) => window.courseSearch.words(asked), text), words, text);
    }
  },

  async "every result leads to a place that is there"({ page, url }) {
    await page.goto(url);
    for (const words of ["memory", "warp", "tile", "block size", "quantised"]) {
      for (const { url: target } of await found(page, words)) {
        if (target.startsWith("https:")) continue;
        const [address, anchor] = target.replace(/^\.\//, "").split("#");
        const answer = await page.request.get(url + address);
        assert.equal(answer.status(), 200, target);
        if (anchor) assert.ok((await answer.text()).includes(`id="${anchor}"`), target);
      }
    }
  },

  async "search works on a folder of files and fits a small screen"({ browser, course }) {
    const server = await host(await plainFolder(course));
    const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
    const page = await context.newPage();
    try {
      await page.goto(`http://127.0.0.1:${server.address().port}/${LESSON}`);
      await page.locator("[data-search]").first().click();
      await page.locator("dialog.search input").fill("shared memory");
      await page.waitForSelector("dialog.search [role=option]");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `scrolls sideways by ${wide} px`);
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/(labs|miniaturization|benchmark-days)\//);
    } finally {
      await context.close();
      server.close();
    }
  },

  async "a page saved while it is searched mixes no two editions"({ context, url, root }) {
    const page = await savedUnder(context, url);
    const file = path.join(root, "content/miniaturization/cuda-kernels/lesson-05-tiling.md");
    const text = fs.readFileSync(file, "utf8");
    try {
      // The head is the old edition's, everything else is asked for when the new one is there.
      await found(page, "occupancy");
      await added({ file, text }, "Beryllium plate", "bombination", { page, url });
      const results = await found(page, "bombination");
      assert.ok(results[0]?.url.endsWith("lesson-04-tiling/#beryllium-plate"), JSON.stringify(results));
    } finally {
      fs.writeFileSync(file, text);
    }
  },

  async "a saved page is found by its new words"({ context, url, root }) {
    const page = await savedUnder(context, url);
    const file = path.join(root, "content/miniaturization/cuda-kernels/lesson-05-tiling.md");
    const text = fs.readFileSync(file, "utf8");
    try {
      await added({ file, text }, "Zirconium plate", "quuxification", { page, url });
      await page.reload();
      const results = await found(page, "quuxification");
      assert.ok(results[0]?.url.endsWith("lesson-04-tiling/#zirconium-plate"), JSON.stringify(results));
    } finally {
      fs.writeFileSync(file, text);
    }
  },
};
