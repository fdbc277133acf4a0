// The editor of kernels as it is seen: both layers letter by letter, a long text, phones, the dark, forced colours.

import assert from "node:assert/strict";
import path from "node:path";
import { axe, drawn, KERNEL, opened, put, troubled, value } from "./editor-page.mjs";

export const tests = {
  async "editor: both layers put every letter in the same place, at every scale, to the last of 10,000 lines"({ browser, url }) {
    const rows = ["    float acc = a[i] * b[j]; // sum", "\tint\ttabs = 1;", "// 漢字 and кириллица, é, ≤, 😀 in one line", "if (x != y && z >= 0) { return -> 0; } /* ffi fl => != */", "", "x".repeat(150)];
    const text = Array.from({ length: 10000 }, (_, at) => rows[at % rows.length]).join("\n");
    let compared = 0;
    for (const deviceScaleFactor of [1, 1.1, 1.25, 1.5, 2]) {
      const context = await browser.newContext({ viewport: { width: 900, height: 640 }, deviceScaleFactor });
      const page = await context.newPage();
      await opened(page, url, text);
      await page.evaluate(() => {
        const sheet = [...document.styleSheets].find((sheet) => sheet.href?.endsWith("lab.css"));
        sheet.insertRule(".editor-text { caret-color: transparent }", sheet.cssRules.length);
        sheet.insertRule(".editor-line.current { background: none }", sheet.cssRules.length);
        sheet.insertRule(".plain .editor-line [class] { color: inherit }", sheet.cssRules.length);
        sheet.insertRule(".typed .editor-under { visibility: hidden }", sheet.cssRules.length);
        sheet.insertRule(".typed .editor-text { color: inherit; -webkit-text-fill-color: currentcolor }", sheet.cssRules.length);
      });
      for (const line of [1, 10000]) {
        await page.evaluate((line) => editor.reveal(line, 1), line);
        await drawn(page);
        await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
        const clip = await page.evaluate(() => {
          const { left, top, width, height } = document.querySelector(".editor-scroll").getBoundingClientRect();
          return { x: left + 70, y: top + 4, width: width - 90, height: height - 20 };
        });
        const picture = async (name) => {
          await page.evaluate((name) => (document.querySelector(".editor").className = `editor ${name}`), name);
          return page.screenshot({ clip });
        };
        const [under, over, blank] = [await picture("plain"), await picture("typed"), await picture("")];
        assert.ok(!blank.equals(under), "colours are seen");
        assert.ok(under.equals(over), `the layers differ at line ${line}, ${deviceScaleFactor} device pixels a pixel`);
        // What a click says of the textarea is the letter that the layer shows there.
        const off = await page.evaluate(() => {
          const area = document.querySelector("textarea");
          const first = editor.text.split("\n").slice(0, Number(document.querySelector(".editor-number").textContent) - 1).join("\n").length;
          const box = document.querySelector(".editor-scroll").getBoundingClientRect();
          let [offset, checked] = [first ? first + 1 : 0, 0];
          const wrong = [];
          for (const line of document.querySelectorAll(".editor-line")) {
            const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) {
              const node = walker.currentNode;
              if (node.data === "\u200b") continue;
              for (let at = 0; at < node.length; at += 7, checked += 1) {
                if (/[\ud800-\udfff]/.test(node.data[at])) continue;
                const range = document.createRange();
                range.setStart(node, at);
                range.setEnd(node, at + 1);
                const rect = range.getBoundingClientRect();
                if (rect.top < box.top || rect.bottom > box.bottom || rect.right > box.right - 20 || rect.width < 2) continue;
                const place = document.caretPositionFromPoint(rect.left + rect.width * 0.25, (rect.top + rect.bottom) / 2);
                if (place.offsetNode !== area || place.offset !== offset + at) wrong.push([node.data.slice(0, 20), at, place.offset - offset]);
              }
              offset += node.length;
            }
            offset += 1;
          }
          return { wrong: wrong.slice(0, 3), checked };
        });
        assert.deepEqual(off.wrong, [], `line ${line}, ${deviceScaleFactor}`);
        compared += off.checked;
      }
      await context.close();
    }
    assert.ok(compared > 1000, `${compared} letters compared`);
  },

  async "editor: typing into 10,000 lines costs our code no task over 16 ms"({ page, url }) {
    const line = "    float accumulated = first[i * stride + offset] * second[j * stride + offset]; // one product\n";
    const text = line.repeat(10500).slice(0, 1_000_000);
    await opened(page, url, text, false);
    const rows = await page.locator(".editor-line").count();
    assert.ok(rows < 400, `${rows} of 10,000 lines are in the page`);
    await page.evaluate(() => {
      // Ours is what runs in listeners; what the browser does to lay the textarea out is told apart from it.
      window.took = [];
      const add = EventTarget.prototype.addEventListener;
      EventTarget.prototype.addEventListener = function (name, act, ...more) {
        const timed = function (event) {
          const start = performance.now();
          try {
            return act.call(this, event);
          } finally {
            took.push([performance.now() - start, event.type]);
          }
        };
        add.call(this, name, typeof act === "function" && this instanceof Node ? timed : act, ...more);
      };
      open_(editor.text);
      EventTarget.prototype.addEventListener = add;
      editor.paint(look(editor.text), editor.text);
      window.long = [];
      new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
    });
    const worst = {};
    for (const [name, at] of [["top", 10], ["middle", 500000], ["end", 999000]]) {
      // A machine that is busy elsewhere is not our code: of some rounds the best of each key counts.
      const keys = new Map();
      for (let round = 0; round < 5; round += 1) {
        await page.evaluate((at) => editor.reveal(editor.text.slice(0, at).split("\n").length, 5), at);
        await drawn(page);
        for (const key of ["x", "(", "Backspace", "Enter", "}", "ArrowUp", "PageDown", "PageUp"]) {
          await page.evaluate(() => (window.took = []));
          await page.keyboard.press(key);
          await drawn(page);
          const took = await page.evaluate(() => took);
          assert.ok(took.length > 1, `${took.length} events for ${key}`);
          // A command has the browser write and lay out within its event.
          const writes = ([, type]) => type === "beforeinput" || type === "keydown";
          const most = (events) => Math.max(...events.map(([ms]) => ms), 0);
          const before = keys.get(key) ?? { own: Infinity, written: Infinity };
          keys.set(key, { own: Math.min(before.own, most(took.filter((event) => !writes(event)))), written: Math.min(before.written, most(took.filter(writes))) });
        }
      }
      const slowest = (what) => [...keys].map(([key, ms]) => [ms[what], key]).sort(([one], [two]) => two - one)[0];
      worst[name] = { own: slowest("own"), written: slowest("written") };
    }
    const painted = await page.evaluate(() => {
      const answer = look(editor.text);
      const took = Array.from({ length: 7 }, () => {
        const start = performance.now();
        editor.paint(answer, editor.text);
        return performance.now() - start;
      });
      return [Math.min(...took), answer.colours.length / 3];
    });
    // A letter with all that the browser does for it, here and in a textarea alone; the best of some, since the machine is shared.
    const [whole, alone] = await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const best = async (area) => {
        area.focus();
        area.setSelectionRange(500000, 500000);
        const took = [];
        for (let at = 0; at < 15; at += 1) {
          await frame();
          const start = performance.now();
          document.execCommand("insertText", false, "x");
          area.getBoundingClientRect();
          took.push(performance.now() - start);
        }
        return Math.min(...took);
      };
      const ours = await best(document.querySelector("textarea"));
      const bare = document.createElement("textarea");
      bare.wrap = "off";
      bare.value = editor.text;
      document.body.append(bare);
      const theirs = await best(bare);
      bare.remove();
      return [ours, theirs];
    });
    const told = Object.entries(worst).map(([name, { own, written }]) => `${name} ${own[0].toFixed(1)} (${own[1]}), with the browser's own write ${written[0].toFixed(1)} (${written[1]})`);
    console.log(`      ours at the most, ms: ${told.join("; ")}; paint of ${painted[1]} colours ${painted[0].toFixed(1)}; a letter with layout ${whole.toFixed(1)}, in a bare textarea of this size ${alone.toFixed(1)}`);
    for (const [name, { own }] of Object.entries(worst)) assert.ok(own[0] <= 16, `${name}: ${own[0]} ms in ${own[1]}`);
    assert.ok(painted[0] <= 16, `paint took ${painted[0]} ms`);
    assert.ok(whole <= Math.max(16, 1.5 * alone), `a letter took ${whole} ms, ${alone} without us`);
  },

  async "editor: on a phone everything is in reach, and nothing is wider than the screen"({ browser, url, shots, need, place }) {
    for (const width of [390, 360]) {
      const context = await browser.newContext({ viewport: { width, height: 700 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
      const page = await context.newPage();
      await opened(page, url);
      await troubled(page);
      await page.locator("textarea").tap({ position: { x: 60, y: 80 } });
      await put(page, "if (i");
      await page.waitForFunction(() => document.querySelector(".editor-state").textContent !== "");
      const seen = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        letters: parseFloat(getComputedStyle(document.querySelector("textarea")).fontSize),
        small: [...document.querySelectorAll(".editor-button")].filter((button) => button.checkVisibility() && (button.offsetHeight < 32 || button.offsetWidth < 32)).map((button) => button.textContent),
      }));
      assert.deepEqual({ ...seen, letters: seen.letters >= 16 }, { wide: 0, letters: true, small: [] }, `${width} px`);
      await page.screenshot({ path: path.join(shots, `editor-light-${width}.png`) });
      // What needs keys elsewhere has buttons here.
      const before = await value(page);
      await page.getByRole("button", { name: "Comment", exact: true }).tap();
      assert.match(await value(page), /\/\/ if/);
      assert.equal(await page.evaluate(() => document.activeElement.tagName), "TEXTAREA", "the keyboard stays");
      await page.getByRole("button", { name: "Undo" }).tap();
      assert.equal(await value(page), before);
      await page.getByRole("button", { name: "Find", exact: true }).tap();
      await page.getByRole("textbox", { name: "Find", exact: true }).fill("float");
      await page.waitForFunction(() => document.querySelector(".editor-said").textContent === "1 of 3");
      await page.screenshot({ path: path.join(shots, `editor-find-light-${width}.png`) });
      if (place("axe-core")) assert.deepEqual(await axe(page, need, place), []);
      await context.close();
    }
  },

  async "editor: the caret's line is brought out from under what covers it"({ browser, url }) {
    const context = await browser.newContext({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await opened(page, url, Array.from({ length: 60 }, (_, at) => `int line_${at + 1};`).join("\n"));
    await page.evaluate(() => {
      const bar = document.createElement("div");
      bar.id = "bar";
      bar.style.cssText = "position: fixed; inset: auto 0 0; height: 320px; z-index: 30; background: gray";
      document.querySelector("main").style.paddingBottom = "60rem";
      document.body.append(bar);
      document.querySelector("textarea").focus();
    });
    for (let line = 0; line < 20; line += 1) await page.keyboard.press("ArrowDown");
    await drawn(page);
    const covered = await page.evaluate(() => {
      const row = document.querySelector(".editor-line.current").getBoundingClientRect();
      return [document.querySelector(".editor-line.current").textContent, row.bottom > document.querySelector("#bar").getBoundingClientRect().top, row.top < 0];
    });
    assert.deepEqual(covered, ["int line_21;", false, false]);
    await context.close();
  },

  async "editor: dark, forced colours and still pictures are as good as light"({ browser, url, shots, need, place }) {
    const look = async (name, options) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 700 }, ...options });
      const page = await context.newPage();
      await opened(page, url);
      await troubled(page);
      await page.evaluate(() => editor.margin(new Map([[5, "8.0 sectors"]])));
      await put(page, "b[i]", true);
      await page.waitForFunction(() => document.querySelector(".editor-state").textContent !== "");
      await page.screenshot({ path: path.join(shots, `editor-${name}.png`) });
      return { context, page };
    };
    const dark = await look("dark-1280", { colorScheme: "dark" });
    await dark.page.keyboard.press("Control+f");
    await drawn(dark.page);
    if (place("axe-core")) assert.deepEqual(await axe(dark.page, need, place), []);
    await dark.page.screenshot({ path: path.join(shots, "editor-find-dark-1280.png") });
    await dark.context.close();
    const narrow = await look("dark-390", { colorScheme: "dark", viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
    await narrow.context.close();
    const forced = await look("forced-1280", { forcedColors: "active", reducedMotion: "reduce" });
    const seen = await forced.page.evaluate(() => {
      const colour = (selector) => getComputedStyle(document.querySelector(selector)).color;
      editor.reveal(2, 1);
      return { text: colour("textarea"), under: colour(".editor-line span"), moving: document.getAnimations().length };
    });
    assert.notEqual(seen.text, "rgba(0, 0, 0, 0)", "the system's colour");
    assert.equal(seen.under, "rgba(0, 0, 0, 0)", "the text is not there twice");
    assert.equal(seen.moving, 0);
    await forced.context.close();
  },

  async "editor: made out of sight, and at another size of text, it is right when it is seen"({ page, url }) {
    await opened(page, url);
    const off = () =>
      page.evaluate(() => {
        const [number] = [...document.querySelectorAll(".editor-number")].slice(-1);
        const [row] = [...document.querySelectorAll(".editor-line")].slice(-1);
        const lines = document.querySelector(".editor-lines").getBoundingClientRect();
        const area = document.querySelector("textarea");
        const { style } = document.querySelector(".editor");
        return {
          rows: Math.round(number.getBoundingClientRect().top - row.getBoundingClientRect().top),
          left: lines.left - area.getBoundingClientRect().left,
          same: ["fontSize", "lineHeight", "letterSpacing", "fontFamily", "tabSize"].filter((name) => getComputedStyle(row)[name] !== getComputedStyle(area)[name]),
          high: parseFloat(getComputedStyle(document.querySelector(".editor-sheet")).height) - area.offsetHeight,
          letter: parseFloat(style.getPropertyValue("--editor-letter")) > 5,
        };
      });
    const right = { rows: 0, left: 0, same: [], high: 0, letter: true };
    await page.evaluate((text) => {
      document.querySelector("#place").style.display = "none";
      open_(text.repeat(60));
      document.querySelector("#place").style.display = "";
      editor.reveal(300, 1);
    }, KERNEL);
    await drawn(page);
    assert.deepEqual(await off(), right);
    const seen = await page.evaluate(() => {
      const [row, box] = [document.querySelector(".editor-line.current"), document.querySelector(".editor-scroll")].map((node) => node.getBoundingClientRect());
      return row.top >= box.top && row.bottom <= box.bottom;
    });
    assert.ok(seen, "a place that is revealed as the editor comes into sight");
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
      editor.reveal(400, 1);
    });
    await drawn(page);
    assert.deepEqual(await off(), right);
    await page.evaluate(() => editor.reveal(420, 1));
    await drawn(page);
    assert.deepEqual(await off(), right);
    const middle = await page.evaluate(() => {
      const { left, top } = document.querySelector(".editor-line.current").getBoundingClientRect();
      const place = document.caretPositionFromPoint(left + 1, top + 5);
      return editor.text.slice(0, place.offset).split("\n").length;
    });
    assert.equal(middle, 420, "a click lands on the line that is seen");
  },

  async "editor: in a place without a height of its own the text is seen whole"({ page, url }) {
    await opened(page, url);
    for (const style of ["height: auto", "display: flex; flex-direction: column; min-height: 30rem; height: auto", "display: grid; height: auto", "height: 9rem"]) {
      const seen = await page.evaluate(
        ([style, text]) => {
          document.querySelector("#place").style.cssText = style;
          open_(text);
          const [area, code, scroll, row] = [".editor-text", ".editor-code", ".editor-scroll", ".editor-line"].map((name) => document.querySelector(name).getBoundingClientRect());
          return { all: area.height >= row.height * 8, wide: area.width >= row.width - 1, same: area.height - code.height, fills: area.height >= scroll.height - 1 };
        },
        [style, KERNEL],
      );
      assert.deepEqual(seen, { all: true, wide: true, same: 0, fills: true }, style);
    }
  },
};
