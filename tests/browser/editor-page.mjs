// A page with nothing but an editor on it, for the tests of the editor: served as any host would serve it, with the course's policy,
// and with a lexer of its own.

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

export const KERNEL = `// Adds two vectors.
__global__ void vector_add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        c[i] = a[i] + b[i];
    }
}
`;

/** Opens the page with a text, as any host would serve it. */
export async function opened(page, url, text = KERNEL, painted = true) {
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

export const value = (page) => page.evaluate(() => editor.text);
export const shown = (page) => page.evaluate(() => [...document.querySelectorAll(".editor-line")].map((line) => line.textContent.replace("\u200b", "")).join("\n"));
export const selected = (page) => page.evaluate(() => [document.querySelector("textarea").selectionStart, document.querySelector("textarea").selectionEnd]);
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Puts the caret before the first place of some words, or around them. */
export const put = (page, words, whole = false) =>
  page.evaluate(([words, whole]) => {
    const area = document.querySelector("textarea");
    const at = area.value.indexOf(words);
    area.focus();
    area.setSelectionRange(at, whole ? at + words.length : at);
  }, [words, whole]);

/** Does something, and holds that one undo takes back all of it and one redo brings it again; returns what it led to. */
export async function undone(page, act) {
  const before = await value(page);
  await act();
  const after = await value(page);
  assert.notEqual(after, before, "nothing was changed");
  assert.equal(await shown(page), after, "both layers show the same");
  await page.keyboard.press("Control+z");
  assert.equal(await value(page), before, "one undo");
  assert.equal(await shown(page), before, "both layers show the same after undo");
  await page.keyboard.press("Control+Shift+z");
  assert.equal(await value(page), after, "one redo");
  await page.keyboard.press("Control+z");
  return after;
}

const PROBLEMS = [
  { severity: "error", code: "E0105", message: "`m` is not known here", label: null, help: "did you mean `n`?", line: 4, column: 13, end_line: 4, end_column: 14 },
  { severity: "warning", code: "W0301", message: "the value is not used", label: null, help: null, line: 5, column: 9, end_line: 5, end_column: 13 },
];
export const troubled = (page) => page.evaluate((problems) => editor.paint({ ...look(editor.text), diagnostics: problems }, editor.text), PROBLEMS);

/** What is amiss by axe, in the page as it is. */
export async function axe(page, need, place) {
  const at = place("axe-core");
  if (!at) return null;
  await page.evaluate(fs.readFileSync(at, "utf8"));
  return page.evaluate(async () => (await axe.run(document)).violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`));
}
