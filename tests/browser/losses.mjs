// What a reader wrote and did in labs is not lost without a word: two tabs at once, pages that go away while they write, storage without room.

import assert from "node:assert/strict";
import { check, open, reading, told, typeAndGo } from "./published.mjs";

const LAB = "vector-add";

const isKept = (page) => page.waitForFunction(() => /^Kept in this browser/.test(document.querySelector(".bench-state").textContent));
const trouble = (page, words) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".bench-state").textContent), words.source);

/** What is kept: the lab's text, the texts of its history, how many attempts. */
const kept = (page) =>
  page.evaluate(async (lab) => {
    const { texts, kernels, attempts } = await (await window.courseProgress.ofLabs()).exported();
    return { text: texts[lab]?.text, others: Object.values(kernels), attempts: attempts.length };
  }, LAB);

/** Storage that takes its time to open, as on a busy disk. */
const slowly = () => {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...given) {
    let real = null;
    const request = { get result() { return real.result; }, get error() { return real.error; } };
    setTimeout(() => {
      real = open.apply(this, given);
      for (const name of ["onupgradeneeded", "onsuccess", "onerror"]) real[name] = (event) => request[name]?.(event);
    }, 3000);
    return request;
  };
};

async function quota(context, page, site, size) {
  const tools = await context.newCDPSession(page);
  await tools.send("Storage.overrideQuotaForOrigin", { origin: new URL(site.url).origin, ...(size && { quotaSize: size }) });
}

export const tests = {
  async "losses: of two tabs that go away while they are typed into, neither text is lost"(given) {
    return reading(given, async ({ page, context, site }) => {
      await open(page, site, LAB);
      const second = await context.newPage();
      await open(second, site, LAB);
      await typeAndGo(page, "// of the first\n", site.url);
      await typeAndGo(second, "// of the second\n", site.url);
      const editor = await open(page, site, LAB);
      assert.equal(await editor.inputValue(), "// of the second\n");
      await page.waitForFunction(() => /in the History/.test(document.querySelector(".toast").textContent));
      assert.ok((await kept(page)).others.includes("// of the first\n"), "the older one is in the history");
    });
  },

  async "losses: a text that a page left is not dropped for a newer one, nor put over one that it did not know"(given) {
    return reading(given, async ({ page, context, site }) => {
      await open(page, site, LAB);
      const second = await context.newPage();
      const two = await open(second, site, LAB);
      await typeAndGo(page, "// left\n", site.url);
      await second.waitForTimeout(5);
      await two.fill("// newer\n");
      await isKept(second);
      let editor = await open(page, site, LAB);
      assert.equal(await editor.inputValue(), "// newer\n");
      assert.ok((await kept(page)).others.includes("// left\n"), "what was left is in the history");
      // The other way round: what is left is newer, and follows a text that the other tab has replaced.
      await two.fill("// of the second\n");
      await second.waitForTimeout(600);
      await typeAndGo(page, "// left last\n", site.url);
      editor = await open(page, site, LAB);
      assert.equal(await editor.inputValue(), "// left last\n");
      assert.ok((await kept(page)).others.includes("// of the second\n"), "what it took the place of is in the history");
    });
  },

  async "losses: a tab that is closed while its save is under way loses nothing"(given) {
    return reading(given, async ({ context, site }) => {
      const slow = await context.newPage();
      await slow.addInitScript(slowly);
      const editor = await open(slow, site, LAB);
      await editor.fill("// on its way\n");
      await slow.waitForTimeout(700);
      await slow.goto(site.url);
      await slow.close();
      const next = await context.newPage();
      assert.equal(await (await open(next, site, LAB)).inputValue(), "// on its way\n");
    });
  },

  async "losses: two tabs that save in the same moment keep both texts"(given) {
    return reading(given, async ({ page, context, site }) => {
      const pages = [page, await context.newPage()];
      for (const one of pages) await open(one, site, LAB);
      for (let round = 0; round < 12; round += 1) {
        const at = Date.now() + 120;
        await Promise.all(
          pages.map((one, tab) =>
            one.evaluate(async ([at, text, lab]) => {
              const { file } = window.courseLab;
              while (Date.now() < at);
              await file.save(lab, text);
            }, [at, `// round ${round} of tab ${tab}\n`, LAB]),
          ),
        );
        const { text, others } = await kept(page);
        for (const tab of [0, 1]) assert.ok([text, ...others].includes(`// round ${round} of tab ${tab}\n`), `round ${round}: the text of tab ${tab} is gone`);
      }
    });
  },

  async "losses: what waits for room is not put over another tab's text"(given) {
    return reading(given, async ({ page, context, site }) => {
      const editor = await open(page, site, LAB);
      const second = await context.newPage();
      const two = await open(second, site, LAB);
      await quota(context, page, site, 1);
      await editor.fill(`// waits\n${"x".repeat(50000)}`);
      await trouble(page, /storage is full/);
      await quota(context, page, site);
      await two.fill("// of the second\n");
      await isKept(second);
      await check(page);
      await isKept(page);
      const { text, others } = await kept(page);
      assert.ok(text.startsWith("// waits"));
      assert.ok(others.includes("// of the second\n"), "what it took the place of is in the history");
    });
  },

  async "losses: an attempt and a text that found no room are there when the page is opened again"(given) {
    return reading(given, async ({ page, context, site }) => {
      const editor = await open(page, site, LAB);
      await quota(context, page, site, 1);
      const text = `${JSON.parse((await told(page, "text", `${LAB}\nsolution`))[0])}// ${"x".repeat(50000)}\n`;
      await editor.fill(text);
      assert.match(await check(page), /^pass/);
      await trouble(page, /storage is full/);
      await page.goto(site.url);
      await quota(context, page, site);
      assert.equal(await (await open(page, site, LAB)).inputValue(), text);
      await page.waitForFunction(() => /attempt 1/.test(document.querySelector("[data-attempts]").textContent));
      await page.reload();
      await page.waitForFunction(() => /attempt 1/.test(document.querySelector("[data-attempts]")?.textContent ?? ""));
      assert.equal((await kept(page)).attempts, 1);
    });
  },

  async "losses: who leaves what can be kept nowhere is asked first, and nobody else is"(given) {
    return reading(given, async ({ page, context, site }) => {
      const asked = [];
      const leave = async (one) => {
        one.on("dialog", (dialog) => {
          asked.push(dialog.type());
          dialog.accept();
        });
        await one.goto(site.url);
      };
      const editor = await open(page, site, LAB);
      await editor.press("End");
      await page.keyboard.type("x");
      await leave(page);
      assert.deepEqual(asked, [], "what can be kept asks nothing");
      const denied = await context.newPage();
      await denied.addInitScript(() => {
        const refuse = () => {
          throw new DOMException("denied", "SecurityError");
        };
        IDBFactory.prototype.open = refuse;
        Storage.prototype.setItem = refuse;
      });
      const text = await open(denied, site, LAB);
      await text.press("End");
      await denied.keyboard.type("y");
      await trouble(denied, /in this page alone/);
      await leave(denied);
      assert.deepEqual(asked, ["beforeunload"]);
    });
  },

  async "losses: an import that cannot be written whole is not taken at all, and spoils nothing"(given) {
    return reading(given, async ({ page, context, site, complaints }) => {
      const bring = async (value) => {
        await page.goto(`${site.url}dashboard/`);
        await page.waitForFunction(() => window.courseProgress?.standing);
        await page.setInputFiles("[data-import]", { name: "x.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(value)) });
        await page.waitForFunction(() => document.querySelector(".toast").textContent);
        return page.locator(".toast").innerText();
      };
      const attempt = (more) => ({ lab: LAB, started: "2026-01-05T12:00:00.000000Z", outcome: "fail", checks: [], ...more });
      const value = (more) => ({ format: "course-progress", version: 1, exported: "", marks: [{ item: "lesson.threads", on: true, source: "manual", at: "2026-01-05T12:00:00Z" }], attempts: [], ...more });
      const marks = () => page.evaluate(() => window.courseProgress.stored().marks.length);
      // A name that no database takes.
      assert.match(await bring(value({ attempts: [attempt({ id: "a" }), attempt({ id: {} })] })), /^Not taken in: an attempt in it \(number 2\) cannot be read/);
      assert.equal((await kept(page)).attempts, 0);
      // No room.
      await quota(context, page, site, 1);
      assert.match(await bring(value({ attempts: [attempt({ message: "x".repeat(100000) })] })), /^Not taken in: .*full/);
      await quota(context, page, site);
      assert.equal(await marks(), 0);
      const editor = await open(page, site, LAB);
      await editor.fill("// mine\n");
      await isKept(page);
      assert.deepEqual({ ...(await kept(page)), others: [] }, { text: "// mine\n", others: [], attempts: 0 });
      // Room for attempts, none for marks.
      await page.evaluate(() => {
        for (let size = 1 << 20; size > 0; size >>= 1) for (let at = 0; ; at += 1) {
          try {
            localStorage.setItem(`ballast ${size} ${at}`, "x".repeat(size));
          } catch {
            break;
          }
        }
      });
      assert.match(await bring(value({ attempts: [attempt()] })), /^Not taken in: /);
      assert.deepEqual([await marks(), (await kept(page)).attempts], [0, 0]);
      // An older text does not take the place of a newer one, and is in the history.
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("ballast")).forEach((key) => localStorage.removeItem(key)));
      const older = value({ texts: { [LAB]: { text: "// older\n", saved: "2026-01-05T12:00:00.000000Z" } } });
      for (const _ of [1, 2]) assert.equal(await bring(older), "Taken in.");
      const { text, others } = await kept(page);
      assert.deepEqual([text, others], ["// mine\n", ["// older\n"]]);
      complaints.length = 0;
    });
  },
};
