// Many open tabs of one course: a browser has few connections to a server, and each tab still hears of every save.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

const LESSON = "miniaturization/cuda-kernels/lesson-05-warps/";
const FILE = "content/miniaturization/cuda-kernels/lesson-06-warps.md";

export const tests = {
  async "ten tabs hear of a save, and again when the first is closed"({ context, url, root }) {
    const file = path.join(root, FILE);
    const text = fs.readFileSync(file, "utf8");
    const tabs = [];
    try {
      for (let at = 0; at < 10; at += 1) {
        tabs.push(await context.newPage());
        await tabs[at].goto(url + LESSON);
      }
      const seen = (word) => Promise.all(tabs.map((tab) => tab.waitForFunction((asked) => document.body.textContent.includes(asked), word, { polling: 100 })));
      fs.writeFileSync(file, `${text}\nfirstsaveseen\n`);
      await seen("firstsaveseen");
      await tabs.shift().close();
      await tabs[0].waitForTimeout(400);
      fs.writeFileSync(file, `${text}\nsecondsaveseen\n`);
      await seen("secondsaveseen");
    } finally {
      fs.writeFileSync(file, text);
      for (const tab of tabs) await tab.close();
    }
    assert.equal(tabs.length, 9);
  },
};
