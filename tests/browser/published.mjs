// A published site whose labs are judged in the page: built once, with the module that is there, and served as any static host would.
//
// The module is COURSE_MODULE, or what `course build` leaves (`cargo build --profile page --target wasm32-unknown-unknown -p page`). Without one the
// tests of labs say that they are left out.

import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { repository } from "./found.mjs";
import { PATIENCE } from "./patience.mjs";

const TYPES = { html: "text/html", css: "text/css", js: "text/javascript", json: "application/json", svg: "image/svg+xml", wasm: "application/wasm" };

export function moduleFile() {
  const made = path.join(repository, "target/wasm32-unknown-unknown/page/page.wasm");
  return [process.env.COURSE_MODULE, made].find((file) => file && fs.existsSync(file));
}

/** The module that runs whole programs: COURSE_PROGRAMS, or what `course build` leaves. */
export function programsFile() {
  const made = path.join(repository, "target/programs/wasm32-unknown-unknown/page/page.wasm");
  return [process.env.COURSE_PROGRAMS, made].find((file) => file && fs.existsSync(file));
}

/** Serves a folder as any static host would; `close` takes it off the network. */
export function serve(folder, without = false) {
  const server = http.createServer((request, response) => {
    let { pathname } = new URL(request.url, "http://x");
    if (pathname.endsWith("/")) pathname += "index.html";
    const file = path.join(folder, decodeURI(pathname));
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[file.split(".").pop()] ?? "text/plain" });
    const body = fs.readFileSync(file);
    response.end(without && file.endsWith(".html") ? body.toString().replace(/ data-module="[^"]*"/, "") : body);
  });
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => {
    server.unref();
    const close = () => {
      server.close();
      server.closeAllConnections();
    };
    ready({ url: `http://127.0.0.1:${server.address().port}/`, folder, close });
  }));
}

/** Builds the site with its module into a folder that goes when this process ends. */
export async function labsFolder(course) {
  const out = fs.mkdtempSync(path.join(os.tmpdir(), "course-labs-"));
  process.on("exit", () => fs.rmSync(out, { recursive: true, force: true }));
  const programs = programsFile() ? ["--programs", programsFile()] : [];
  const { code, told } = await course(["build", "--out", out, "--module", moduleFile(), ...programs]);
  assert.equal(code, 0, told);
  return out;
}

let plain = null;

/** The site as `course build` makes it when nothing is said of modules, in a folder that nobody changes; it goes when this process ends. */
export function plainFolder(course) {
  plain ??= (async () => {
    const out = fs.mkdtempSync(path.join(os.tmpdir(), "course-plain-"));
    process.on("exit", () => fs.rmSync(out, { recursive: true, force: true }));
    const { code, told } = await course(["build", "--out", out]);
    assert.equal(code, 0, told);
    return out;
  })();
  return plain;
}

let folder = labsFolder;
let built = null;

/** Says where the site comes from that `labsSite` serves; it builds one itself otherwise. */
export const siteFrom = (act) => (folder = act);

/** The site with its module, which nobody changes; `without`: as it is where none could be made. */
export async function labsSite(course, { without = false } = {}) {
  built ??= folder(course);
  return serve(await built, without);
}

/** A reader with a browser of their own: nothing kept, and every complaint and every request to elsewhere heard. */
export async function reader(browser, site, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const complaints = [];
  const hear = (page) => {
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => !/^(blob:|data:)/.test(request.url()) && !request.url().startsWith(site.url) && complaints.push(`asks elsewhere: ${request.url()}`));
  };
  context.on("page", hear);
  return { context, complaints, page: await context.newPage() };
}

/** Runs a test with a reader of the published site, who afterwards has nothing to complain of; `programs`: whole programs are run. */
export async function reading({ browser, course }, act, { programs = false, ...options } = {}) {
  if (!moduleFile()) return "the page's module is not built";
  if (programs && !programsFile()) return "the module of programs is not built";
  const site = await labsSite(course);
  const one = await reader(browser, site, options);
  try {
    const leftOut = await act({ ...one, site });
    assert.deepEqual(one.complaints, []);
    return leftOut;
  } finally {
    await one.context.close();
  }
}

/** Types a text into a lab's editor and goes to another page before it can have been written. */
export async function typeAndGo(page, text, url) {
  const go = ([text, url]) => {
    const area = document.querySelector("textarea.editor-text");
    area.value = text;
    area.dispatchEvent(new InputEvent("input", { bubbles: true }));
    location.assign(url);
  };
  await Promise.all([page.waitForURL(url), page.evaluate(go, [text, url])]);
}

/** Opens a lab and waits until it can be solved. */
export async function open(page, site, lab) {
  await page.goto(`${site.url}labs/${lab}/`);
  await page.waitForSelector("html[data-lab-ready]", { state: "attached" });
  const file = await page.locator("[data-lab]").getAttribute("data-file");
  return page.getByRole("textbox", { name: path.basename(file), exact: true });
}

export const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

/** Presses Check and waits for the end of the run; gives the head of the verdict. */
export async function check(page) {
  await press(page, "Check");
  return judged(page);
}

export async function judged(page) {
  const verdict = page.getByRole("region", { name: "Verdict", exact: true });
  await page.waitForFunction(() => document.querySelector("[aria-label=Verdict]").getAttribute("aria-busy") === "false" && !document.querySelector("[data-judging]"), null, { timeout: 2 * PATIENCE });
  return (await verdict.locator(".verdict-head").textContent()).trim();
}

/** The module's own word, from the page that has it: a line of JSON each. */
export const told = (page, name, request) =>
  page.evaluate(async ([name, request]) => {
    const { Engine } = await import(new URL("static/lab/engine.js", new URL(document.documentElement.dataset.root, location.href)).href);
    window.engine ??= new Engine(new URL(document.documentElement.dataset.root + document.documentElement.dataset.module, location.href).href);
    const lines = [];
    const given = await window.engine.call(name, request, (line) => lines.push(line));
    if (given) throw new Error(`${name} gave ${given}`);
    return lines;
  }, [name, request]);
