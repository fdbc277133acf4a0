// Two texts compared: the listing has every line of both in order, says what they share, and comes into the page in slices.

import assert from "node:assert/strict";
import path from "node:path";

export const tests = {
  async "difference: whatever is compared, both texts are in it, and what they share is told once"({ page, url }) {
    await page.goto(url);
    const wrong = await page.evaluate(async (url) => {
      const { difference } = await import(`${url}static/lab/difference.js`);
      let seed = 1;
      const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
      const lines = (count, words) => Array.from({ length: count }, () => `line ${random(words)}`);
      const wrong = [];
      const look = (name, a, b, least = 0) => {
        const told = difference(a.join("\n"), b.join("\n"));
        const side = (other) => told.filter(([kind]) => kind !== other).map(([, text]) => text).join("\n");
        if (side("+") !== a.join("\n") || side("-") !== b.join("\n")) wrong.push(`${name}: a text is not in it`);
        const shared = told.filter(([kind]) => kind === " ").length;
        if (shared < least) wrong.push(`${name}: ${shared} lines are shared, not ${least}`);
      };
      for (let at = 0; at < 400; at += 1) look(`random ${at}`, lines(1 + random(60), 1 + random(30)), lines(1 + random(60), 1 + random(30)));
      const long = Array.from({ length: 5000 }, (_, at) => `row ${at}`);
      // One of ten lines is another; some are moved; none is the same.
      look("every tenth", long, long.map((line, at) => (at % 10 ? line : `${line}!`)), 4500);
      look("a block goes to the end", long, [...long.slice(300), ...long.slice(0, 300)], 4700);
      look("nothing", long, long.map((line) => `${line}!`));
      look("backwards", long, [...long].reverse(), 1);
      look("braces", long.flatMap((line) => [line, "}"]), long.flatMap((line, at) => [at % 7 ? line : `${line}!`, "}"]), 9000);
      return wrong;
    }, url);
    assert.deepEqual(wrong, []);
  },

  async "difference: a long listing comes in slices, of which only those in sight are laid out"({ page, url, shots }) {
    await page.goto(url);
    await page.addStyleTag({ url: `${url}static/lab.css` });
    const { first, all, kinds } = await page.evaluate(async (url) => {
      const { difference, listing } = await import(`${url}static/lab/difference.js`);
      const text = (sign) => Array.from({ length: 2000 }, (_, at) => `    ${sign}[${at}] = ${at};`).join("\n");
      const figure = listing("one → other", difference(text("a"), text("b")));
      document.querySelector("main").replaceChildren(figure);
      const count = () => figure.querySelectorAll(".line").length;
      const first = count();
      while (count() < 4000) await new Promise((done) => requestAnimationFrame(done));
      const kinds = [...figure.querySelectorAll(".line")].map(({ tagName }) => tagName).join("").replace(/(DEL)+/g, "-").replace(/(INS)+/g, "+");
      return { first, all: count(), kinds };
    }, url);
    assert.ok(first <= 200, `${first} lines at once`);
    assert.deepEqual([all, kinds], [4000, "-+"]);
    const skipped = await page.locator(".difference .lines").last().evaluate((box) => !box.lastChild.checkVisibility({ contentVisibilityAuto: true }));
    assert.ok(skipped, "the end is out of sight, and not laid out");
    const high = await page.locator(".difference pre").evaluate((pre) => pre.scrollHeight / Number.parseFloat(getComputedStyle(pre).lineHeight));
    assert.ok(Math.abs(high - 4000) < 400, `as high as its lines: ${high}`);
    await page.screenshot({ path: path.join(shots, "difference.png") });
  },
};
