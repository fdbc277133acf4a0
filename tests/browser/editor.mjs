// The editor of kernels: a textarea with its text in colour under it, in a page of its own. What a reader types, undoes, pastes
// and reads is tested here; the lab's page around it has its own tests.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'";
const TYPES = { css: "text/css", js: "text/javascript", html: "text/html" };
const STYLES = ["static/style/frame.css", "static/style/text.css", "static/style/pages.css", "static/code.css", "static/lab.css"];

const PAGE = `<!doctype html><html lang="en" data-js><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Editor</title><link rel="icon" href="data:,">${STYLES.map((file) => `<link rel="stylesheet" href="${file}">`).join("")}</head>
<body><main style="padding: 1rem"><h1>Editor</h1><button id="before">before</button><div id="place" style="height: 26rem"></div><button id="after">after</button></main>
<script type="module" src="start.js"></script></body></html>`;

/** A lexer for the tests alone: colours as the module tells them. */
const START = `import { Editor } from "./static/lab/editor.js";
const CLASSES = ["k", "t", "f", "s", "n", "c", "p", "m"];
const RULES = [["c", "//[^\\\\n]*|/\\\\*[^]*?\\\\*/"], ["p", "^[ \\\\t]*#[^\\\\n]*"], ["s", '"(?:[^"\\\\\\\\\\\\n]|\\\\\\\\.)*"'], ["t", "\\\\b(?:void|int|float)\\\\b"], ["k", "\\\\b(?:for|if|else|return|const|__global__)\\\\b"], ["n", "\\\\b\\\\d[\\\\w.]*"], ["f", "\\\\b\\\\w+(?=\\\\()"]];
const whole = new RegExp(RULES.map(([, rule]) => "(" + rule + ")").join("|"), "gm");
window.look = (text) => ({ classes: CLASSES, colours: [...text.matchAll(whole)].flatMap((m) => [m.index, m[0].length, CLASSES.indexOf(RULES[m.slice(1).findIndex((g) => g !== undefined)][0])]), diagnostics: [] });
window.open_ = (text, label = "vector-add.cu") => {
  document.querySelector("#place").replaceChildren();
  window.editor = new Editor(document.querySelector("#place"), { label, text });
  window.changes = 0;
  editor.addEventListener("change", () => (window.changes += 1));
};
document.documentElement.dataset.ready = "";`;

const KERNEL = `// Adds two vectors.
__global__ void vector_add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        c[i] = a[i] + b[i];
    }
}
`;

/** Opens the page with a text, as any host would serve it. */
async function opened(page, url, text = KERNEL, painted = true) {
  await page.route(`${url}editor-page/**`, (route) => {
    const name = new URL(route.request().url()).pathname.replace("/editor-page/", "");
    const own = { "": PAGE, "start.js": START }[name];
    const file = path.join(repository, name);
    if (own === undefined && !fs.existsSync(file)) return route.fulfill({ status: 404 });
    const type = TYPES[name.split(".").pop()] ?? "text/html";
    return route.fulfill({ contentType: type, headers: { "content-security-policy": POLICY }, body: own ?? fs.readFileSync(file, "utf8") });
  });
  await page.goto(`${url}editor-page/`);
  await page.waitForSelector("html[data-ready]", { state: "attached" });
  await page.evaluate(([text, painted]) => {
    open_(text);
    if (painted) editor.paint(look(text), editor.text);
  }, [text, painted]);
  return page.getByRole("textbox", { name: "vector-add.cu", exact: true });
}

const value = (page) => page.evaluate(() => editor.text);
const shown = (page) => page.evaluate(() => [...document.querySelectorAll(".editor-line")].map((line) => line.textContent.replace("\u200b", "")).join("\n"));

export const tests = {
  async "editor: a text is shown in colour, typed into, and told"({ page, url, shots }) {
    const area = await opened(page, url);
    assert.equal(await area.inputValue(), KERNEL);
    assert.equal(await shown(page), KERNEL);
    const coloured = await page.evaluate(() => document.querySelectorAll(".editor-line [class^=hl-]").length);
    assert.ok(coloured > 10, `${coloured} coloured words`);
    await area.focus();
    await page.evaluate(() => document.querySelector("textarea").setSelectionRange(0, 0));
    await page.keyboard.type("xy\n");
    assert.equal(await value(page), `xy\n${KERNEL}`);
    assert.equal(await shown(page), `xy\n${KERNEL}`);
    assert.equal(await page.evaluate(() => changes), 3);
    await page.screenshot({ path: path.join(shots, "editor-light-1280.png") });
  },
};
