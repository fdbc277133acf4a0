// The editor of kernels: what a reader types, undoes, pastes, finds and is told. The lab's page around it has its own tests.

import assert from "node:assert/strict";
import path from "node:path";
import { axe, drawn, KERNEL, opened, put, selected, shown, troubled, undone, value } from "./editor-page.mjs";

export const tests = {
  async "editor: a text is shown in colour, typed into, and told"({ page, url, shots }) {
    const area = await opened(page, url);
    assert.equal(await area.inputValue(), KERNEL);
    assert.equal(await shown(page), KERNEL);
    const coloured = await page.evaluate(() => document.querySelectorAll(".editor-line [class^=hl-]").length);
    assert.ok(coloured > 10, `${coloured} coloured words`);
    await put(page, "// Adds");
    await page.keyboard.type("xy");
    await page.keyboard.press("Enter");
    assert.equal(await value(page), `xy\n${KERNEL}`);
    assert.equal(await shown(page), `xy\n${KERNEL}`);
    assert.equal(await page.evaluate(() => changes), 3);
    await put(page, "a[i]");
    await page.screenshot({ path: path.join(shots, "editor-light-1280.png") });
  },

  async "editor: every command is one step of the browser's own undo"({ page, url }) {
    await opened(page, url);
    await put(page, "int i");
    assert.match(await undone(page, () => page.keyboard.press("Tab")), /^ {8}int i/m);
    await put(page, "int i");
    assert.match(await undone(page, () => page.keyboard.press("Shift+Tab")), /^int i/m);
    await put(page, "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) {", true);
    assert.match(await undone(page, () => page.keyboard.press("Tab")), /^ {8}int i.*\n {8}if/m);
    assert.match(await undone(page, () => page.keyboard.press("Shift+Tab")), /^int i.*\nif/m);
    assert.match(await undone(page, () => page.keyboard.press("Control+/")), /^ {4}\/\/ int i.*\n {4}\/\/ if/m);
    await put(page, "// Adds");
    assert.match(await undone(page, () => page.keyboard.press("Control+/")), /^Adds/);
    await put(page, "\n        c[i]");
    assert.match(await undone(page, () => page.keyboard.press("Enter")), /n\) \{\n {8}\n {8}c\[i\]/);
    await put(page, "i < n", true);
    assert.match(await undone(page, () => page.keyboard.type("(")), /if \(\(i < n\)\) \{/);
    await undone(page, () => page.evaluate(() => editor.set("one\ntwo\nthree\n")));
    await undone(page, () => page.evaluate(() => editor.set("")));
    await undone(page, () => page.evaluate((text) => editor.set(text), `${KERNEL.replaceAll("\n", "\r\n")}// <b>&amp; more</b>\r\n`));
    // The focus is where it was when the page puts a text.
    await page.locator("#before").focus();
    await page.evaluate(() => editor.set("int x;\n"));
    assert.equal(await page.evaluate(() => document.activeElement.id), "before");
    await put(page, "int x");
    await page.keyboard.press("Control+z");
    assert.equal(await value(page), KERNEL);
  },

  async "editor: indents and comments are what a writer of code expects"({ page, url }) {
    await opened(page, url, "int f() {\n\n    if (a)\n        b;\n}\n");
    const set = async (text, from, to = from) => {
      await page.evaluate(([text, from, to]) => {
        editor.set(text);
        document.querySelector("textarea").focus();
        document.querySelector("textarea").setSelectionRange(from, to);
      }, [text, from, to]);
    };
    const after = async (text, from, to, ...keys) => {
      await set(text, from, to);
      for (const key of keys) await page.keyboard.press(key);
      return value(page);
    };
    assert.equal(await after("f() {}", 5, 5, "Enter"), "f() {\n    \n}");
    assert.deepEqual(await selected(page), [10, 10]);
    assert.equal(await after("f() {\n    a;\n    ", 18, 18, "}"), "f() {\n    a;\n}");
    assert.equal(await after("    a;", 6, 6, "Enter"), "    a;\n    ");
    assert.equal(await after("    a;\n    ", 11, 11, "Enter"), "    a;\n\n    ", "a line of spaces keeps none");
    assert.equal(await after("ab", 1, 1, "Tab"), "a   b", "to the next stop");
    assert.equal(await after("      b", 6, 6, "Backspace"), "    b", "to the stop before");
    assert.equal(await after("a   b", 4, 4, "Backspace"), "a  b", "behind a letter a blank is a blank");
    assert.equal(await after("\ta\nb\n", 3, 3, "Tab"), "\ta\n\tb\n", "tabs where the text has tabs");
    assert.equal(await after("f {\n  a\n}\nb\n", 10, 10, "Tab"), "f {\n  a\n}\n  b\n", "two spaces where the text has two");
    assert.equal(await after("a\nb\nc\n", 0, 4, "Tab"), "    a\n    b\nc\n", "a line that is only touched at its start stays");
    assert.deepEqual(await selected(page), [0, 12]);
    assert.equal(await after("a\n\nb", 0, 4, "Control+/"), "// a\n\n// b");
    assert.equal(await after("  // a\n\n  //b", 0, 12, "Control+/"), "  a\n\n  b");
    assert.equal(await after("  a\n    b", 0, 9, "Control+/"), "  // a\n  //   b");
  },

  async "editor: brackets come in pairs, are passed over, go together and show their partner"({ page, url }) {
    await opened(page, url, "");
    await page.locator("textarea").focus();
    await page.keyboard.type("f(a[1");
    assert.equal(await value(page), "f(a[1])");
    await page.keyboard.type("])");
    assert.equal(await value(page), "f(a[1])");
    assert.deepEqual(await selected(page), [7, 7]);
    assert.equal(await page.locator(".pair").count(), 2);
    assert.deepEqual(await page.locator(".pair").allTextContents(), ["(", ")"]);
    await page.keyboard.type(" \"x");
    assert.equal(await value(page), 'f(a[1]) "x"');
    await page.keyboard.type('"');
    assert.equal(await value(page), 'f(a[1]) "x"');
    await page.keyboard.type("(");
    await page.keyboard.press("Backspace");
    assert.equal(await value(page), 'f(a[1]) "x"');
    // What the reader typed himself is not passed over.
    await page.evaluate(() => editor.set("a)"));
    await page.evaluate(() => document.querySelector("textarea").setSelectionRange(1, 1));
    await page.keyboard.type(")");
    assert.equal(await value(page), "a))");
    // Nothing is paired before a word, after a letter, or in a comment.
    await page.evaluate(() => {
      editor.set("// it\nx");
      editor.paint(look(editor.text), editor.text);
      document.querySelector("textarea").setSelectionRange(5, 5);
    });
    await page.keyboard.type("'s (");
    assert.equal(await value(page), "// it's (\nx");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    await page.keyboard.type("(");
    assert.equal(await value(page), "// it's (\n(x");
  },

  async "editor: an input method composes undisturbed"({ page, context, url }) {
    await opened(page, url, "int a = 1;\n");
    await put(page, "int");
    const tools = await context.newCDPSession(page);
    for (const text of ["n", "ni", "nih", "你好"]) {
      await tools.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
      assert.equal(await value(page), `${text}int a = 1;\n`);
      assert.equal(await shown(page), `${text}int a = 1;\n`);
      assert.equal(await page.locator(".composed").textContent(), text);
    }
    await tools.send("Input.insertText", { text: "你好" });
    assert.equal(await value(page), "你好int a = 1;\n");
    assert.equal(await page.locator(".composed").count(), 0);
    // A bracket that is composed is left alone, one that is typed afterwards is paired again.
    await tools.send("Input.imeSetComposition", { text: "(", selectionStart: 1, selectionEnd: 1 });
    assert.equal(await value(page), "你好(int a = 1;\n");
    await tools.send("Input.imeSetComposition", { text: "", selectionStart: 0, selectionEnd: 0 });
    assert.equal(await value(page), "你好int a = 1;\n");
    await page.keyboard.type(" [");
    await page.keyboard.press("End");
    await page.keyboard.type("[");
    assert.equal(await value(page), "你好 [int a = 1;[]\n");
    for (let left = 10; left > 0 && (await value(page)) !== "int a = 1;\n"; left -= 1) await page.keyboard.press("Control+z");
    assert.equal(await value(page), "int a = 1;\n");
  },

  async "editor: what is pasted has the lines of this text"({ page, context, url }) {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await opened(page, url, "end\n");
    await put(page, "end");
    await page.evaluate(() => navigator.clipboard.writeText("one\r\n\ttwo\r\n<b>three</b>\r\n"));
    assert.equal(await undone(page, () => page.keyboard.press("Control+v")), "one\n\ttwo\n<b>three</b>\nend\n");
  },

  async "editor: colours move with an edit at once, and a late answer is dropped"({ page, url }) {
    await opened(page, url);
    const colour = (word) => page.evaluate((word) => [...document.querySelectorAll(".editor-line span")].find((span) => span.textContent === word)?.className, word);
    assert.equal(await colour("vector_add"), "hl-f");
    const before = await value(page);
    await put(page, "void");
    await page.keyboard.type("inline ");
    assert.equal(await colour("vector_add"), "hl-f", "behind the edit, without an answer");
    assert.equal(await colour("void"), "hl-t");
    await put(page, "_add");
    await page.keyboard.type("s");
    assert.equal(await colour("vectors_add"), "hl-f", "a word that is typed on");
    const taken = await page.evaluate((before) => editor.paint({ classes: ["c"], colours: [0, before.length, 0], diagnostics: [] }, before), before);
    assert.equal(taken, false);
    assert.equal(await colour("vectors_add"), "hl-f");
    await page.evaluate(() => editor.paint({ classes: ["k"], colours: [0, 2, 0], diagnostics: [] }, editor.text));
    assert.equal(await colour("//"), "hl-k");
    assert.equal(await page.locator(".editor-line [class^=hl-]").count(), 1);
  },

  async "editor: what is wrong has a wave, a sign, words, and a list that leads there"({ page, url, shots, need, place }) {
    const area = await opened(page, url);
    await troubled(page);
    const wrong = page.locator(".squiggle-error");
    assert.equal(await wrong.textContent(), "n");
    assert.deepEqual(await page.locator(".editor-number.has-error").allTextContents(), ["4"]);
    assert.deepEqual(await page.locator(".editor-number.has-warning").allTextContents(), ["5"]);
    assert.equal(await area.getAttribute("aria-invalid"), "true");
    await put(page, "if (i");
    const status = page.locator(".editor-state");
    await page.waitForFunction(() => document.querySelector(".editor-state").textContent !== "");
    assert.equal(await status.textContent(), "error E0105: `m` is not known here. Help: did you mean `n`?");
    const box = await wrong.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.getByRole("tooltip").waitFor();
    assert.match(await page.getByRole("tooltip").textContent(), /is not known here/);
    await page.screenshot({ path: path.join(shots, "editor-problems-light-1280.png") });
    await page.keyboard.press("Escape");
    assert.equal(await page.getByRole("tooltip").isVisible(), false);
    const sum = page.getByRole("button", { name: "1 error, 1 warning" });
    const described = (await area.getAttribute("aria-describedby")).split(" ");
    const words = await page.evaluate((ids) => ids.map((id) => document.getElementById(id).textContent).join(" "), described);
    assert.match(words, /press Escape, then Tab.*1 error, 1 warning/s);
    await sum.click();
    const list = page.getByRole("list", { name: "Problems in vector-add.cu" });
    assert.equal(await list.getByRole("listitem").count(), 2);
    if (place("axe-core")) assert.deepEqual(await axe(page, need, place), []);
    await list.getByRole("link", { name: "Line 5" }).click();
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "TEXTAREA");
    assert.deepEqual(await selected(page), [KERNEL.indexOf("c[i] ="), KERNEL.indexOf("c[i] =")]);
    // An edit above moves them; the wave stays with its word.
    await put(page, "// Adds");
    await page.keyboard.press("Enter");
    assert.equal(await wrong.textContent(), "n");
    assert.deepEqual(await page.locator(".editor-number.has-error").allTextContents(), ["5"]);
    await page.evaluate(() => editor.paint(look(editor.text), editor.text));
    assert.equal(await page.getByRole("button", { name: "No problems" }).isDisabled(), true);
    assert.equal(await area.getAttribute("aria-invalid"), null);
  },

  async "editor: find, replace and go to a line, by words or by a guarded expression"({ page, url, shots, need, place }) {
    await opened(page, url);
    const said = page.locator(".editor-find").getByRole("status");
    const told = (words) => page.waitForFunction((words) => document.querySelector(".editor-said").textContent === words, words, { polling: 30 }).catch(async () => assert.equal(await said.textContent(), words));
    await put(page, "// Adds");
    await page.keyboard.press("Control+f");
    const find = page.getByRole("textbox", { name: "Find", exact: true });
    assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Find");
    await find.pressSequentially("I");
    await told(`1 of ${KERNEL.match(/i/gi).length}`);
    await page.getByRole("button", { name: "Whole word" }).click();
    await told("1 of 5");
    await page.keyboard.press("Control+f");
    await page.getByRole("button", { name: "Match case" }).click();
    await told("none found");
    await find.fill("i");
    await told("1 of 5");
    assert.equal(await page.locator(".found").count(), 5);
    await page.screenshot({ path: path.join(shots, "editor-find-light-1280.png") });
    if (place("axe-core")) assert.deepEqual(await axe(page, need, place), []);
    await find.press("Enter");
    await told("2 of 5");
    await find.press("Shift+Enter");
    await find.press("Shift+Enter");
    await told("5 of 5");
    await find.press("Escape");
    const last = KERNEL.lastIndexOf("i]");
    assert.deepEqual(await selected(page), [last, last + 1]);
    // Replace one, then all, each of which is one step.
    await page.keyboard.press("Control+h");
    await page.getByRole("textbox", { name: "Replace with" }).fill("at");
    await page.getByRole("button", { name: "Replace", exact: true }).click();
    await page.waitForFunction(() => editor.text.includes("b[at]"));
    assert.equal(await value(page), KERNEL.replace("b[i]", "b[at]"));
    await told("1 of 4");
    await page.getByRole("button", { name: "Replace all" }).click();
    await told("4 replaced");
    const all = KERNEL.replace(/\bi\b/g, "at");
    assert.equal(await value(page), all);
    assert.equal(await shown(page), all);
    await page.locator("textarea").focus();
    await page.keyboard.press("Control+z");
    assert.equal(await value(page), KERNEL.replace("b[i]", "b[at]"));
    await page.keyboard.press("Control+z");
    assert.equal(await value(page), KERNEL);
    // Expressions of the reader's own.
    await page.keyboard.press("Control+h");
    await page.getByRole("button", { name: "Whole word" }).click();
    await page.getByRole("button", { name: "Regular expression" }).click();
    await find.fill("([abc])\\[(i)\\]");
    await told("1 of 3");
    await page.getByRole("textbox", { name: "Replace with" }).fill("$1[$2 + 1]$$");
    await page.getByRole("button", { name: "Replace all" }).click();
    await told("3 replaced");
    assert.match(await value(page), /c\[i \+ 1\]\$ = a\[i \+ 1\]\$ \+ b\[i \+ 1\]\$;/);
    await find.fill("(unclosed");
    await page.waitForFunction(() => /^Not a regular expression: /.test(document.querySelector(".editor-said").textContent));
    assert.equal(await find.getAttribute("aria-invalid"), "true");
    // One that would take for ever is ended, and the page answers meanwhile.
    await page.evaluate(() => editor.set("a".repeat(40)));
    await find.fill("(a+)+b");
    const start = Date.now();
    assert.equal(await page.evaluate(() => 1 + 1), 2);
    assert.ok(Date.now() - start < 500, "the page answers");
    await told("This expression takes too long on this text; the search was ended.");
    await find.press("Escape");
    await page.evaluate((text) => editor.set(text), KERNEL);
    await page.keyboard.press("Control+g");
    await page.getByRole("textbox", { name: "Line number" }).fill("5");
    await page.keyboard.press("Enter");
    assert.deepEqual(await selected(page), [KERNEL.indexOf("        c[i]"), KERNEL.indexOf("        c[i]")]);
  },

  async "editor: Tab stays in it, Escape and then Tab leaves"({ page, url }) {
    await opened(page, url, "a\n");
    await page.locator("#before").focus();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "TEXTAREA");
    await page.keyboard.press("Tab");
    assert.match(await value(page), /^ {4}/);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".editor-state").textContent(), "Press Tab to leave the editor.");
    await page.keyboard.press("Shift+Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "before");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "TEXTAREA", "another key takes it back");
    await page.keyboard.press("Escape");
    let on = "";
    for (let left = 6; left > 0 && on !== "after"; left -= 1) {
      await page.keyboard.press("Tab");
      on = await page.evaluate(() => document.activeElement.id);
    }
    assert.equal(on, "after", "the way out leads past the editor's buttons to the page");
  },

  async "editor: a place can be revealed, words stand beside lines, pages are turned"({ page, url, shots }) {
    const text = Array.from({ length: 300 }, (_, at) => `int line_${at + 1} = ${at}; ${"// ".padEnd(at === 250 ? 300 : 3, "-")}`).join("\n");
    await opened(page, url, text);
    await page.evaluate(() => {
      editor.margin(new Map([[2, "32 sectors"], [240, "4.0 sectors a request"]]));
      editor.reveal(240, 5);
    });
    const line = text.split("\n", 239).join("\n").length + 1;
    assert.deepEqual(await selected(page), [line + 4, line + 4]);
    const seen = await page.evaluate(() => {
      const [row, box] = [document.querySelector(".editor-line.current"), document.querySelector(".editor-scroll")].map((node) => node.getBoundingClientRect());
      return row.top > box.top && row.bottom < box.bottom;
    });
    assert.ok(seen, "the line is in sight");
    assert.equal(await page.locator(".editor-line.current").getAttribute("data-words"), "4.0 sectors a request");
    assert.equal(await page.locator(".editor-state").textContent(), "4.0 sectors a request");
    await page.screenshot({ path: path.join(shots, "editor-margin-light-1280.png") });
    await page.evaluate(() => editor.reveal(251, 290));
    const across = await page.evaluate(() => document.querySelector(".editor-scroll").scrollLeft);
    assert.ok(across > 500, `scrolled ${across} px to the side`);
    await page.keyboard.press("Home");
    await drawn(page);
    assert.equal(await page.evaluate(() => document.querySelector(".editor-scroll").scrollLeft), 0, "the browser brings the caret out from under the numbers");
    // Words move with their lines.
    await page.evaluate(() => editor.reveal(1, 1));
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".editor-line").nth(2).getAttribute("data-words"), "32 sectors");
    await page.keyboard.press("PageDown");
    const [at] = await selected(page);
    const row = (await value(page)).slice(0, at).split("\n").length;
    assert.ok(row > 10 && row < 30, `a page leads to line ${row}`);
    await page.keyboard.press("Shift+PageDown");
    const [from, to] = await selected(page);
    assert.ok(from === at && to > from, "Shift selects");
    await page.keyboard.press("PageUp");
    await page.keyboard.press("PageUp");
    await page.keyboard.press("PageUp");
    assert.equal((await selected(page))[0] < 2, true);
    assert.equal(await page.evaluate(() => document.querySelector(".editor-scroll").scrollTop), 0);
  },
};
