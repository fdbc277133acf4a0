// Comforts of a page: theme, copying code, the place in the contents, the log's form, export and import.
// Everything here is an extra; a page reads well without it.
(() => {
  "use strict";
  const every = (selector, act) => document.querySelectorAll(selector).forEach(act);
  const progress = () => window.courseProgress;
  const word = window.courseWord;

  // Theme: the system's, or the other one when asked for.

  function theme() {
    const html = document.documentElement;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const now = () => html.dataset.theme || (dark.matches ? "dark" : "light");
    every("[data-theme-toggle]", (button) => {
      const label = () => {
        const other = now() === "dark" ? "Light" : "Dark";
        button.querySelector(".theme-word").textContent = word(other);
        button.setAttribute("aria-label", word(`${other} theme`));
      };
      label();
      dark.addEventListener("change", label);
      button.addEventListener("click", () => {
        const choice = now() === "dark" ? "light" : "dark";
        html.dataset.theme = choice;
        try {
          localStorage.setItem("course-theme", choice);
        } catch {
          // The choice lasts for this page, then.
        }
        label();
      });
    });
  }

  // Copying takes the code alone, without numbers and prompts.

  /** What is to be copied: of two listings shown as one, the second. */
  function whole(code) {
    const copy = code.cloneNode(true);
    copy.querySelectorAll("del").forEach((line) => line.remove());
    return copy.textContent;
  }

  function copying() {
    if (!navigator.clipboard) return;
    every("figure.code", (figure) => {
      const code = figure.querySelector("code");
      const caption = figure.querySelector("figcaption");
      if (!code || !caption) return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = word("Copy");
      button.addEventListener("click", async () => {
        const all = whole(code);
        const typed = all.split("\n").filter((line) => line.startsWith("$ ")).map((line) => line.slice(2));
        try {
          await navigator.clipboard.writeText(code.dataset.lang === "console" && typed.length ? typed.join("\n") : all);
          button.textContent = word("Copied");
        } catch {
          button.textContent = word("Not allowed");
        }
        setTimeout(() => (button.textContent = word("Copy")), 1600);
      });
      caption.append(button);
    });
  }

  // The contents mark the section being read.

  let reader = new AbortController();
  function reading() {
    reader.abort();
    reader = new AbortController();
    const links = new Map();
    every(".toc a", (link) => links.set(decodeURIComponent(link.hash.slice(1)), link));
    const heads = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
    if (!heads.length) return;
    let current = null;
    const mark = () => {
      let found = null;
      for (const head of heads) if (head.getBoundingClientRect().top < innerHeight * 0.3) found = head;
      if (found === current) return;
      if (current) links.get(current.id).classList.remove("reading");
      if (found) links.get(found.id).classList.add("reading");
      current = found;
    };
    let waiting = false;
    addEventListener("scroll", () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        mark();
      });
    }, { passive: true, signal: reader.signal });
    mark();
  }

  // The side list opens where the reader is.

  function here() {
    const side = document.getElementById("side");
    const current = side && side.querySelector("[aria-current]");
    if (!current) return;
    const show = () => {
      const top = current.offsetTop - side.clientHeight / 2;
      if (top > 0) side.scrollTop = top;
    };
    show();
    side.addEventListener("toggle", show);
  }

  // The captain's log

  function logForm() {
    const form = document.querySelector("[data-log-form]");
    if (!form) return;
    const today = () => {
      const now = new Date();
      const two = (number) => String(number).padStart(2, "0");
      return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
    };
    form.elements.date.value = today();
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const error = form.querySelector(".form-error");
      const button = form.querySelector("button");
      error.textContent = "";
      button.disabled = true;
      try {
        const entry = Object.fromEntries(new FormData(form));
        if (progress().live) await progress().send("api/log", entry);
        else await progress().addToLog(entry);
        form.reset();
        form.elements.date.value = today();
        progress().say(word("Added to the log."));
        progress().refresh();
      } catch (problem) {
        error.textContent = problem.message;
      } finally {
        button.disabled = false;
      }
    });
  }

  // Taking progress along, where there is no server

  /** What gives rows their names that were kept without; a page that was opened from a file has nothing that does. */
  const names = () => import(new URL(`${document.documentElement.dataset.root}static/lab/named.js`, location.href).href).then(({ withNames }) => withNames, () => (value) => value);

  /** Everything that is kept, as one file in the form that `course progress import` reads. */
  async function exportAll() {
    const { stored, together, haveLabs, ofLabs } = progress();
    const mine = (await names())(stored());
    const labs = (await haveLabs()) ? await (await ofLabs()).exported() : {};
    const rows = { attempts: together(mine.attempts, labs.attempts), events: together(mine.events, labs.events) };
    const value = { ...mine, ...labs, ...rows, exported: new Date().toISOString() };
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }));
    link.download = "course-progress.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /** Takes in an export: all of it, or nothing and an error that says why. */
  async function importAll(text) {
    const { stored, store, together, ofLabs } = progress();
    const { checked } = await import(new URL(`${document.documentElement.dataset.root}static/lab/brought.js`, location.href).href);
    const name = await names();
    const [taken, mine] = [name(checked(text)), name(stored())];
    const latest = new Map();
    for (const mark of [...mine.marks, ...(taken.marks ?? [])]) {
      const before = latest.get(mark.item);
      if (!before || before.at <= mark.at) latest.set(mark.item, { item: mark.item, on: mark.on, source: "manual", at: mark.at });
    }
    const merged = { ...mine, marks: [...latest.values()] };
    for (const rows of ["log", "reviews"]) merged[rows] = together(mine[rows], taken[rows]);
    store(merged);
    try {
      await (await ofLabs()).take(taken);
    } catch (error) {
      store(mine);
      throw error;
    }
  }

  function keeping() {
    const box = document.querySelector("[data-keep]");
    if (!box) return;
    box.querySelector("[data-export]").addEventListener("click", () => exportAll().catch((error) => progress().say(word("Not exported: {}.", error.message))));
    box.querySelector("[data-import]").addEventListener("change", async (event) => {
      const [file] = event.target.files;
      if (!file) return;
      try {
        await importAll(await file.text());
        progress().say(word("Taken in."));
        progress().refresh();
      } catch (error) {
        progress().say(word(`Not taken in: ${error.message.replace(/\.$/, "")}.`));
      }
      event.target.value = "";
    });
  }

  // What a term means, where the word stands: for a pointer, and for whoever comes by keyboard.

  const tip = document.createElement("div");
  tip.className = "term-tip";
  tip.id = "term-tip";
  tip.setAttribute("role", "tooltip");
  tip.hidden = true;
  let told = null;

  function hush() {
    if (!told) return;
    told.title = tip.textContent;
    told.removeAttribute("aria-describedby");
    tip.hidden = true;
    told = null;
  }

  function tell(link) {
    if (told === link || !link.title) return;
    hush();
    told = link;
    tip.textContent = link.title;
    // The browser's own would come on top of this one.
    link.removeAttribute("title");
    link.setAttribute("aria-describedby", tip.id);
    tip.hidden = false;
    const word = link.getClientRects()[0] ?? link.getBoundingClientRect();
    const wide = document.documentElement.clientWidth;
    tip.style.left = `${Math.max(8, Math.min(word.left, wide - tip.offsetWidth - 8))}px`;
    const below = word.bottom + 6;
    tip.style.top = `${below + tip.offsetHeight > innerHeight ? word.top - tip.offsetHeight - 6 : below}px`;
  }

  function meanings() {
    document.body.append(tip);
    const term = (event) => event.target instanceof Element && event.target.closest("a.term");
    for (const name of ["pointerover", "focusin"]) {
      document.addEventListener(name, (event) => {
        const link = term(event);
        if (link) tell(link);
        else if (name === "pointerover" && !tip.contains(event.target)) hush();
      });
    }
    document.addEventListener("focusout", hush);
    document.addEventListener("keydown", (event) => event.key === "Escape" && hush());
    addEventListener("scroll", hush, { passive: true });
  }

  // The contents close when one of them is chosen. On a wide screen they are no box, and this does nothing.

  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest(".toc a")) document.getElementById("toc").hidePopover?.();
  });

  // A formula wider than the screen is set smaller, down to where it can still be read; beyond that it scrolls.

  function fit() {
    every(".formula", (box) => {
      const math = box.querySelector("math");
      if (!math) return;
      const tall = box.offsetHeight;
      math.style.fontSize = "";
      box.style.minHeight = "";
      if (box.scrollWidth <= box.clientWidth) return;
      const size = parseFloat(getComputedStyle(math).fontSize);
      // Blanks and bars do not shrink as letters do, so that one step may be too short.
      for (let share = 1; box.scrollWidth > box.clientWidth && share > 0.6; ) {
        share = Math.max(0.6, share * (box.clientWidth / box.scrollWidth) * 0.99);
        math.style.fontSize = `${share * size}px`;
      }
      // What stands below stays where it is.
      box.style.minHeight = `${tall}px`;
    });
  }
  addEventListener("resize", fit);

  // On paper nothing is folded: neither answers nor hints. A browser that cannot say so in its style is told so here.

  addEventListener("beforeprint", () => every("details:not([open])", (box) => (box.open = box.dataset.printed = true)));
  addEventListener("afterprint", () => every("details[data-printed]", (box) => {
    box.open = false;
    delete box.dataset.printed;
  }));

  // A program is run under its listing where something can run it; what does so is loaded when it is asked for.

  function trying() {
    const page = document.documentElement.dataset;
    if (location.protocol === "file:" || !("live" in page || page.programs)) return;
    every(".try[hidden]", (bar) => {
      bar.hidden = false;
      const run = bar.querySelector("[data-try-run]");
      const go = () => import(new URL(`${page.root}static/lab/try.js`, location.href).href).then(({ tried }) => tried(bar));
      run.addEventListener("click", () => go().catch((error) => progress().say(word(`Not run: ${error.message.replace(/\.$/, "")}.`))));
      bar.addEventListener("keydown", (event) => event.key === "Enter" && event.target.matches("input") && run.click());
    });
  }

  // What belongs to the page's text, and is done again when a save brings a new one
  function arrive() {
    copying();
    trying();
    fit();
    reading();
    here();
    logForm();
    keeping();
    dispatchEvent(new CustomEvent("course:arrive"));
  }

  theme();
  meanings();
  arrive();
  window.coursePage = { arrive, exportAll };
})();
