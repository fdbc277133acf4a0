// Keys: what a reader can do without a mouse, and a sheet that lists it (`?`). Nothing happens while something is typed.
// Other scripts add theirs with `window.courseKeys.add(keys, words, act)`.
(() => {
  "use strict";
  const root = document.documentElement.dataset.root;
  const word = window.courseWord;
  const known = new Map();
  let first = "";

  function add(keys, words, act) {
    known.set(keys, { words, act });
  }

  const follow = (selector) => () => {
    const link = document.querySelector(selector);
    if (link) location.href = link.href;
  };
  const has = (address) => document.querySelector(`#side a[href="${root}${address}"]`);
  const go = (address) => () => (location.href = root + address);
  const click = (selector) => () => document.querySelector(selector)?.click();

  /** The next or previous heading of the text, seen from what is at the top of the window. */
  function section(step) {
    const heads = [...document.querySelectorAll("main h2[id], main h3[id]")];
    const line = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    const tops = heads.map((head) => head.getBoundingClientRect().top - line);
    const at = step > 0 ? tops.findIndex((top) => top > 4) : tops.findLastIndex((top) => top < -4);
    const head = heads[at];
    if (!head) return scrollTo({ top: step > 0 ? document.body.scrollHeight : 0 });
    head.scrollIntoView();
    head.tabIndex = -1;
    head.focus({ preventScroll: true });
  }

  add("?", "this sheet", () => sheet().showModal());
  add("/", "search; Ctrl K does the same", click("[data-search]"));
  add("→", "next page", follow(".pager a[rel=next]"));
  add("←", "previous page", follow(".pager a[rel=prev]"));
  add("j", "next section", () => section(1));
  add("k", "previous section", () => section(-1));
  add("g h", "the course's first page", go(""));
  add("g d", "dashboard", go("dashboard/"));
  if (has("labs/")) add("g l", "labs", go("labs/"));
  add("g o", "captain’s log", go("log/"));
  if (has("terms/")) add("g t", "terms", go("terms/"));
  add("m", "pages of the course, on a narrow screen", click(".menu"));
  add("t", "light or dark", click("[data-theme-toggle]"));

  function sheet() {
    let box = document.querySelector("dialog.keys");
    if (!box) {
      box = document.createElement("dialog");
      box.className = "keys";
      box.setAttribute("aria-labelledby", "keys-title");
      document.body.append(box);
      box.addEventListener("click", (event) => event.target === box && box.close());
    }
    const title = document.createElement("h2");
    title.id = "keys-title";
    title.textContent = word("Keys");
    const list = document.createElement("dl");
    for (const [keys, { words }] of known) {
      const row = document.createElement("div");
      const term = document.createElement("dt");
      for (const key of keys.split(" ")) {
        const cap = document.createElement("kbd");
        cap.textContent = key;
        term.append(cap, " ");
      }
      const text = document.createElement("dd");
      text.textContent = word(words);
      row.append(term, text);
      list.append(row);
    }
    const form = document.createElement("form");
    form.method = "dialog";
    const close = document.createElement("button");
    close.className = "button quiet";
    close.textContent = word("Close");
    form.append(close);
    box.replaceChildren(title, list, form);
    return box;
  }

  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    // A sheet just closed keeps the focus until the next frame: a key that follows at once is for the page.
    const inside = event.target instanceof Element ? event.target : document.body;
    if (inside.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog[open]")) return;
    const names = { ArrowRight: "→", ArrowLeft: "←" };
    const key = names[event.key] ?? event.key;
    // Arrows scroll code and tables, and choose among tabs.
    if (names[event.key] && (event.shiftKey || inside.closest("pre, [role=region], input"))) return;
    const keys = first ? `${first} ${key}` : key;
    first = "";
    const entry = known.get(keys) ?? known.get(key);
    if (entry) {
      event.preventDefault();
      entry.act();
    } else if ([...known.keys()].some((name) => name.startsWith(`${key} `))) {
      first = key;
      setTimeout(() => (first = ""), 1500);
    }
  });

  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-keys]")) sheet().showModal();
  });
  window.courseKeys = { add };
})();
