// Search: `/` opens it, arrows choose, Enter goes there, Escape closes.
//
// The index lies below search/ in small files (see src/site/search); only those that a question needs are asked for, and
// none before the box is opened. Words are made of text as words.rs makes them. It offers `window.courseSearch`.
(() => {
  "use strict";
  const page = document.documentElement.dataset;
  const inWords = (english) => window.courseWord(english);
  const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  const LEFT_OUT = new Set(
    ("a an and are as at be been but by can do doe for from had has have if in is it its no not of on or so than that the their " +
      "then there they thi to was were which will with you").split(" "),
  );
  const LONGEST = 40;
  const SHOWN = 8;

  // Text to words, as words.rs does it

  function plain(name) {
    const word = [...name].flatMap((c) => [...c.toLowerCase()]).slice(0, LONGEST).join("");
    return /^[a-z]{3,}s$/.test(word) && !word.endsWith("ss") ? word.slice(0, -1) : word;
  }

  const kept = (word) => [...word].length > 1 && !LEFT_OUT.has(word);

  /** The names of a text: each whole, with its parts when it has several. */
  function names(text) {
    const found = [];
    for (const [run] of text.matchAll(/[\p{Alphabetic}\p{N}_]+/gu)) {
      const name = run.replace(/^_+|_+$/g, "");
      if (!name) continue;
      const pieces = name.split(/_+|(?<=\p{Lowercase})(?=\p{Uppercase})/u).filter(Boolean);
      const parts = pieces.length > 1 || /_/.test(name) ? pieces.map(plain).filter(kept) : [];
      found.push({ whole: plain(name), parts });
    }
    return found;
  }

  function words(text) {
    return names(text).flatMap(({ whole, parts }) => [whole, ...parts].filter((word, at) => at > 0 || kept(word)));
  }

  // The index

  let index = null;
  const held = new Map();

  /** A file of the index's folder. The folder is named after its content: one of another edition is not there. */
  async function ask(name, read) {
    const address = `search/${index.hash}/${name}`;
    if (!held.has(address)) {
      const answer = fetch(page.root + address).then((response) => {
        if (!response.ok) throw new Error(`${address}: ${response.status}`);
        return read(response);
      });
      answer.catch(() => held.delete(address));
      held.set(address, answer);
    }
    return held.get(address);
  }

  function numbers(text) {
    const all = [];
    let number = 0;
    let unit = 1;
    for (const c of text) {
      const digit = DIGITS.indexOf(c);
      number += (digit & 31) * unit;
      unit *= 32;
      if (digit < 32) {
        all.push(number);
        number = 0;
        unit = 1;
      }
    }
    return all;
  }

  /** Loads the index's head; under `serve` it is asked for again at each opening, since pages change. Says whether it is new. */
  async function ready(again) {
    if (index && !again) return false;
    const response = await fetch(`${page.root}search/index.json`, { cache: "no-cache" });
    if (!response.ok) throw new Error(`search/index.json: ${response.status}`);
    const fresh = await response.json();
    if (index && index.hash === fresh.hash) return false;
    held.clear();
    fresh.starts = [];
    let first = 0;
    for (const count of numbers(fresh.sections)) {
      fresh.starts.push(first);
      first += count;
    }
    index = fresh;
    return true;
  }

  /** The last place whose value is not above the one looked for. */
  function below(list, value) {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle] <= value) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  // Words are in the order of their bytes, which for code points above 0xFFFF is not that of JavaScript; such words are too
  // rare to be worth another comparison: they are found through the shelf before.
  const shelfOf = (word) => Math.max(0, below(index.shelves, word));

  const shelf = (at) =>
    ask(`t${at}.txt`, async (response) => {
      const lines = new Map();
      for (const line of (await response.text()).split("\n")) {
        const [word, count, places] = line.split("\t");
        if (places !== undefined) lines.set(word, { count: parseInt(count, 36), places });
      }
      return lines;
    });

  const frequent = () => ask("words.txt", async (response) => (await response.text()).split("\n"));

  /** How many changes turn one word into the other, two letters swapped being one; above `most` it may say `most + 1`. */
  function distance(a, b, most) {
    if (Math.abs(a.length - b.length) > most) return most + 1;
    let [before, last] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
    for (let i = 1; i <= a.length; i += 1) {
      const row = [i];
      for (let j = 1; j <= b.length; j += 1) {
        const same = a[i - 1] === b[j - 1] ? 0 : 1;
        row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + same);
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
      }
      if (Math.min(...row) > most) return most + 1;
      [before, last] = [last, row];
    }
    return last[b.length];
  }

  const allowed = (word) => (word.length < 4 || /\d/.test(word) ? 0 : word.length < 8 ? 1 : 2);

  /** Words of the index that a typed word may mean, each with how well it fits. */
  async function meant(word, open) {
    const found = new Map();
    const at = shelfOf(word);
    const lines = await shelf(at);
    if (lines.has(word)) found.set(word, 1);
    if (open && word.length > 1) {
      const last = shelfOf(`${word}\u{10ffff}`);
      // A beginning that many words share is looked up among the most frequent, or it would cost many shelves.
      const among = last - at > 1 ? await frequent() : [...lines.keys(), ...(last > at ? (await shelf(last)).keys() : [])];
      const longer = among.filter((other) => other.startsWith(word) && other !== word);
      if (last - at <= 1) longer.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
      longer.slice(0, last - at > 1 ? 3 : 12).forEach((other) => found.set(other, 0.7 * (word.length / other.length) ** 0.3));
    }
    const most = allowed(word);
    if (!found.size && most) {
      const near = (await frequent()).map((other) => [distance(word, other, most), other]).filter(([far]) => far <= most);
      // Someone still typing has made a beginning, perhaps with an error in it.
      near.sort(([a], [b]) => a - b);
      near.slice(0, 3).forEach(([far, other]) => found.set(other, 0.5 / far));
    }
    return found;
  }

  /** The sections that hold a typed word, each with what that is worth. */
  async function places(word, open) {
    const scores = new Map();
    for (const [other, fit] of await meant(word, open)) {
      const entry = (await shelf(shelfOf(other))).get(other);
      if (!entry) continue;
      const rarity = Math.log(1 + (index.total - entry.count + 0.5) / (entry.count + 0.5));
      let id = 0;
      for (const number of numbers(entry.places)) {
        id += number >> 3;
        const score = fit * rarity * (1 + (number & 7));
        if (score > (scores.get(id) || 0)) scores.set(id, score);
      }
    }
    return scores;
  }

  /** Sections in order of worth: first those with most of the words, on the page at least; then by what they add up to. */
  function ranked(lists) {
    const pages = new Map();
    lists.forEach((scores, word) => {
      for (const [id, score] of scores) {
        const at = below(index.starts, id);
        if (!pages.has(at)) pages.set(at, { best: Array(lists.length).fill(0), sections: new Map() });
        const { best, sections } = pages.get(at);
        best[word] = Math.max(best[word], score);
        if (!sections.has(id)) sections.set(id, Array(lists.length).fill(0));
        sections.get(id)[word] = score;
      }
    });
    const all = [];
    for (const [at, { best, sections }] of pages) {
      const matched = best.filter(Boolean).length;
      const list = [...sections].map(([id, scores]) => {
        // A word that stands elsewhere on the page counts a little.
        const score = scores.reduce((sum, own, word) => sum + (own || best[word] * 0.35), 0);
        return { page: at, id, matched, score, own: scores.filter(Boolean).length };
      });
      list.sort((a, b) => b.score - a.score || a.id - b.id);
      // A page shows its best two sections.
      all.push(...list.slice(0, 2));
    }
    const most = Math.max(0, ...all.map((one) => one.matched));
    // Of what is worth the same, whole pages stand before their sections.
    const inside = ({ page: at, id }) => (id === index.starts[at] ? 0 : 1);
    return all.filter((one) => one.matched === most).sort((a, b) => b.score - a.score || inside(a) - inside(b) || a.id - b.id);
  }

  /** What a question finds: `{url, title, heading, place, lead}`, best first; all of it of one edition of the pages. */
  async function find(question) {
    await ready(false);
    for (;;) {
      const edition = index;
      try {
        const results = await findNow(question);
        if (edition === index) return results;
      } catch (error) {
        if (edition === index && !(await ready(true))) throw error;
      }
    }
  }

  async function findNow(question) {
    const asked = names(question);
    const typing = !/[\s)(;,.]$/.test(question);
    const lists = [];
    for (const [at, { whole, parts }] of asked.entries()) {
      if (!kept(whole) && asked.length > 1) continue;
      const open = typing && at === asked.length - 1;
      let scores = await places(whole, open);
      if (!scores.size && parts.length > 1) {
        for (const part of parts) lists.push(await places(part, open));
        continue;
      }
      lists.push(scores);
    }
    const best = ranked(lists).slice(0, SHOWN);
    return Promise.all(
      best.map(async ({ page: at, id }) => {
        const group = await ask(`p${Math.floor(at / index.group)}.json`, (response) => response.json());
        const [url, title, place, sections] = group[at % index.group];
        const [anchor, heading, lead] = sections[id - index.starts[at]];
        const inside = /^https:/.test(url) ? url : `${page.root}${url}`;
        return { url: anchor ? `${inside}#${anchor}` : inside, title, heading, place, lead };
      }),
    );
  }

  // The box

  let box = null;
  let asking = 0;

  const make = (tag, attributes, ...children) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  };

  /** Text with the asked words marked. */
  function marked(text, question) {
    const asked = names(question).flatMap(({ whole, parts }) => [whole, ...parts]).filter(kept);
    const pieces = text.split(/([\p{Alphabetic}\p{N}_]+)/u).map((piece) => {
      const own = words(piece);
      const hit = own.some((word) => asked.some((other) => word.startsWith(other)));
      return hit ? make("mark", {}, piece) : piece;
    });
    return pieces;
  }

  function build() {
    const input = make("input", {
      type: "search", placeholder: inWords("codes" in page ? "Words, a name in code, a code like E0301" : "Words, or a name in code"), autocomplete: "off", spellcheck: "false", autocapitalize: "off",
      role: "combobox", "aria-expanded": "true", "aria-controls": "search-results", "aria-autocomplete": "list", "aria-label": inWords("Search the course"),
    });
    const list = make("ul", { id: "search-results", role: "listbox", "aria-label": inWords("Results") });
    const state = make("p", { class: "search-state", role: "status" });
    const hint = make("p", { class: "search-keys" }, make("kbd", {}, "↑"), make("kbd", {}, "↓"), ` ${inWords("choose")} `, make("kbd", {}, "Enter"), ` ${inWords("go")} `, make("kbd", {}, "Esc"), ` ${inWords("close")}`);
    const dialog = make("dialog", { class: "search", "aria-label": inWords("Search") }, input, state, list, hint);
    dialog.addEventListener("click", (event) => event.target === dialog && shut());
    input.addEventListener("input", () => show(input.value));
    dialog.addEventListener("keydown", keys);
    document.body.append(dialog);
    return { dialog, input, list, state };
  }

  const options = () => [...box.list.querySelectorAll("[role=option]")];

  function choose(at) {
    const all = options();
    if (!all.length) return;
    const chosen = all[(at + all.length) % all.length];
    for (const option of all) option.setAttribute("aria-selected", String(option === chosen));
    box.input.setAttribute("aria-activedescendant", chosen.id);
    chosen.scrollIntoView({ block: "nearest" });
  }

  function keys(event) {
    const all = options();
    const at = all.findIndex((option) => option.getAttribute("aria-selected") === "true");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      choose(at + step);
    } else if (event.key === "Escape") {
      // A search field would first be emptied by it.
      event.preventDefault();
      shut();
    } else if (event.key === "Enter" && all[at]) {
      event.preventDefault();
      go(all[at].querySelector("a"));
    }
  }

  function shut() {
    box.dialog.close();
    // Until the next frame the field has the focus still, and would take the next `/` for text.
    box.input.blur();
  }

  function go(link) {
    shut();
    link.click();
  }

  async function show(question) {
    const mine = (asking += 1);
    const { input, list, state } = box;
    if (!words(question).length) {
      list.replaceChildren();
      input.removeAttribute("aria-activedescendant");
      state.textContent = "";
      return;
    }
    try {
      const found = await find(question);
      if (mine !== asking) return;
      list.replaceChildren(...found.map((result, at) => row(result, at, question)));
      state.textContent = found.length ? "" : inWords("Nothing found. Fewer or other words may help.");
      choose(0);
    } catch {
      if (mine !== asking) return;
      list.replaceChildren();
      state.textContent = location.protocol === "file:" ? inWords(`Search works where the course is served: try \`${page.command} serve\`.`) : inWords("The search could not be loaded.");
    }
  }

  function row({ url, title, heading, place, lead }, at, question) {
    const link = make("a", { href: url, tabindex: "-1" });
    link.append(make("span", { class: "search-title" }, ...marked(heading || title, question)));
    const where = [heading ? title : "", place].filter(Boolean).join(" · ");
    if (where) link.append(make("span", { class: "search-place" }, where));
    if (lead) link.append(make("span", { class: "search-lead" }, ...marked(lead, question)));
    link.addEventListener("click", shut);
    const option = make("li", { role: "option", id: `search-result-${at}`, "aria-selected": "false" }, link);
    option.addEventListener("pointermove", () => option.getAttribute("aria-selected") === "true" || choose(at));
    return option;
  }

  async function open() {
    box ||= build();
    if (box.dialog.open) return;
    box.dialog.showModal();
    box.input.select();
    try {
      await ready("live" in page);
      if (box.input.value) show(box.input.value);
    } catch {
      show(box.input.value || "index");
    }
  }

  addEventListener("keydown", (event) => {
    if (event.altKey || event.defaultPrevented) return;
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.target.closest("input, textarea, select, [contenteditable]");
    const k = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!slash && !k) return;
    event.preventDefault();
    open();
  });

  document.querySelectorAll("[data-search]").forEach((button) => {
    button.addEventListener("click", open);
  });

  window.courseSearch = { words, find, open };
})();
