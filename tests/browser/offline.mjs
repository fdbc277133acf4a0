// Labs without a network: what a first visit keeps, how a newer build is told and taken, and that no page ever has files of two builds.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { check, labsSite, moduleFile, open, reader, serve, told } from "./published.mjs";

const LEFT_OUT = "there is no module (cargo build --profile page --target wasm32-unknown-unknown -p page)";
const LESSON = "miniaturization/cuda-kernels/lesson-02-memory/";

/** A published site in a folder of its own, so that a test may change it. */
async function own(course) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "course-offline-"));
  process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
  const whole = await labsSite(course);
  fs.cpSync(whole.folder, folder, { recursive: true });
  return serve(folder);
}

/** Waits until the site's worker has kept a build. */
const keptBy = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => caches.keys()));

const style = (page) => page.evaluate(() => fetch(new URL("static/lab.css", new URL(document.documentElement.dataset.root, location.href))).then((answer) => answer.text()));

export const tests = {
  async "labs open, and are judged, without a network"({ browser, course }) {
    if (!moduleFile()) return LEFT_OUT;
    const site = await own(course);
    const { context, page } = await reader(browser, site);
    await open(page, site, "vector-add");
    const names = await keptBy(page);
    assert.equal(names.filter((name) => name.startsWith("course:")).length, 1, names.join(", "));
    await page.reload();
    site.close();
    const editor = await open(page, site, "vector-add");
    const [solution] = await told(page, "text", "vector-add\nsolution");
    await editor.fill(JSON.parse(solution));
    assert.match(await check(page), /pass/i);
    // One that was never looked at, too; and a header of host code.
    const other = await open(page, site, "transpose");
    const [turned] = await told(page, "text", "transpose\nsolution");
    await other.fill(`#include <vector>\n${JSON.parse(turned)}`);
    assert.match(await check(page), /pass/i);
    await assert.rejects(page.goto(site.url + LESSON), /ERR_|failed/i, "what was not kept is not made up");
    await context.close();
  },

  async "a newer build is told, and a reload takes it whole"({ browser, course, root, shots }) {
    if (!moduleFile()) return LEFT_OUT;
    const site = await own(course);
    const { context, page, complaints } = await reader(browser, site);
    await open(page, site, "vector-add");
    await keptBy(page);
    await page.reload();
    const files = ["templates/lab.html", "static/lab.css"].map((file) => path.join(root, file));
    const before = files.map((file) => fs.readFileSync(file, "utf8"));
    fs.writeFileSync(files[0], before[0].replace("{% endblock main %}", '<p id="second">second</p>{% endblock main %}'));
    fs.writeFileSync(files[1], `${before[1]}\n/* second */\n`);
    const { code, told: said } = await course(["build", "--out", site.folder, "--module", moduleFile()]);
    files.forEach((file, at) => fs.writeFileSync(file, before[at]));
    assert.equal(code, 0, said);
    const other = await context.newPage();
    await open(other, site, "transpose");
    await open(page, site, "vector-add");
    const line = page.locator(".update");
    await line.waitFor();
    assert.match(await line.textContent(), /newer version/);
    await page.screenshot({ path: path.join(shots, "offline-newer.png") });
    // Another page is open: both stay with what they have.
    await page.reload();
    await page.getByText("once the other tabs").waitFor();
    for (const one of [page, other]) {
      assert.equal(await one.locator("#second").count(), 0);
      assert.doesNotMatch(await style(one), /second/);
    }
    await other.close();
    await page.locator(".update").getByRole("button", { name: "Reload" }).click();
    await page.locator("#second").waitFor({ state: "attached" });
    assert.match(await style(page), /second/);
    const names = await page.evaluate(() => caches.keys());
    assert.equal(names.filter((name) => name.startsWith("course:")).length, 1, "the older build is gone");
    assert.deepEqual(complaints, []);
    await context.close();
    site.close();
  },

  async "a build that is half there is not kept"({ browser, course }) {
    if (!moduleFile()) return LEFT_OUT;
    const site = await own(course);
    fs.appendFileSync(path.join(site.folder, "static/lab.css"), "\n/* of another build */\n");
    const { context, page } = await reader(browser, site);
    await open(page, site, "vector-add");
    const registered = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active));
    await page.waitForTimeout(3000);
    assert.equal(await registered(), false);
    assert.deepEqual((await page.evaluate(() => caches.keys())).filter((name) => name.startsWith("course:")), []);
    await context.close();
    site.close();
  },
};
