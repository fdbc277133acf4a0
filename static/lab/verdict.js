// What a run says of a text: a row a check in the order in which to meet them, the first failure in full.
//
// In: the lab's checks as its page lists them, results as they come. Out: the Verdict, a live region. The words are those of the terminal
// (`src/tell/check.rs`; tests/browser/labs.mjs holds one to the other); what the terminal writes as a place or a command is a link or a
// button here. The rule: what was found before an edit stays, greyed, until the same check has been judged again.

import { isBad, words } from "./attempt.js";
import { counted } from "./count.js";
import { locale, word } from "./words.js";

const make = (tag, className, ...inner) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...inner);
  return node;
};

/** `7`, `(31, 1)`: an index in as many numbers as it needs. */
const index = ([x, y, z]) => (!y && !z ? String(x) : z ? `(${x}, ${y}, ${z})` : `(${x}, ${y})`);
const number = (value) => value.toLocaleString(locale, { maximumFractionDigits: 2 });

export const label = (status) => (isBad({ status }) ? word(words(status)).toUpperCase() : word(words(status)));

/** Whether two results of a check are shown alike; how long it took is not shown. */
const shown = ({ status, message, value, detail, bound }) => JSON.stringify([status, message, value, detail, bound]);
const isSame = (one, other) => shown(one) === shown(other);

/** How the whole went, in the terminal's words. */
export function summary(lab, outcome, results, ms) {
  const of = (status) => results.filter((result) => result.status === status).length;
  const waiting = of("not-measured");
  const ending = outcome === "fail" ? word("not yet") : label(outcome);
  const put = [ending, of("pass"), results.length - waiting, lab];
  const time = Math.round(ms);
  if (!waiting) return word("{}: {} of {} checks of {} pass ({} ms)", ...put, time);
  if (waiting === 1) return word("{}: {} of {} checks of {} pass, 1 needs a GPU and is not measured ({} ms)", ...put, time);
  return word("{}: {} of {} checks of {} pass, {} need a GPU and are not measured ({} ms)", ...put, waiting, time);
}

export class Verdict {
  #place;
  #lab;
  #root;
  #reveal;
  #head;
  #list = make("ol", "rows-of-checks");
  #before = make("div", "verdict-before");
  #after = make("div", "verdict-after");
  /** Rows by `part/check`. */
  #rows = new Map();
  #first = null;

  /** `lab` is `{id, file, parts: [{id, title, lesson, checks: [{id, title}]}]}`; `reveal(line, column)` shows a place. */
  constructor(place, lab, { root, reveal }) {
    this.#place = place;
    this.#lab = lab;
    this.#root = root;
    this.#reveal = reveal;
    this.#head = place.querySelector(".verdict-head");
    place.append(this.#before, this.#list, this.#after);
    place.addEventListener("click", (event) => {
      const link = event.target.closest("[data-line]");
      if (!link) return;
      event.preventDefault();
      this.#reveal(Number(link.dataset.line), Number(link.dataset.column) || 1);
    });
  }

  /** Checks that are about to be judged, as `part/check`; what was known of them is of the text before. */
  begin(ids, source) {
    this.#place.setAttribute("aria-busy", "true");
    this.#first = null;
    this.#before.replaceChildren();
    this.#after.replaceChildren();
    this.source = source;
    const asked = new Set(ids);
    for (const [id, row] of this.#rows) if (!asked.has(id)) this.#age(row);
    for (const id of ids) if (this.#rows.has(id)) this.#age(this.#rows.get(id));
    this.say(ids.length === 1 ? word("Judging 1 check …") : word("Judging {} checks …", ids.length));
  }

  /** One result. */
  add(result) {
    const id = `${result.part}/${result.check}`;
    const before = this.#rows.get(id);
    // Most edits leave most checks as they were: their rows are shown as they stand, which is a fifth of the work.
    if (before && !isBad(result) && isSame(before.result, result)) this.#renew(before, result);
    else this.#put(result, id, before);
    if (result.printed) this.#after.append(this.#printed(result));
  }

  #put(result, id, before) {
    const row = this.#row(result, id);
    if (before) before.node.replaceWith(row.node);
    else this.#insert(id, row.node);
    this.#rows.set(id, row);
    if (isBad(result) && !this.#first) {
      this.#first = row;
      row.node.append(this.#failure(result));
    }
  }

  /** The end of a run. */
  end(head, outcome) {
    this.say(head, outcome);
    const others = [...this.#rows.values()].filter((row) => !row.old && isBad(row.result) && row !== this.#first);
    if (others.length && this.#first) {
      const names = others.map(({ result }) => `${result.part}/${result.check}`).join(", ");
      this.#first.node.querySelector(".failure").append(make("p", "muted", word("also not passed: {}", names)));
    }
    this.#place.setAttribute("aria-busy", "false");
    const top = this.#first ? this.#first.node.offsetTop - this.#head.offsetHeight : 0;
    // On a narrow screen the page scrolls, not the verdict.
    if (getComputedStyle(this.#place).overflowY === "visible") this.#first?.node.scrollIntoView({ block: "start", behavior: "instant" });
    else this.#place.scrollTo({ top });
  }

  /** The line above the rows. */
  say(text, status = "") {
    this.#head.textContent = text;
    this.#head.dataset.status = status;
  }

  /** Something between the head and the rows, as what comes after a pass. */
  lead(node) {
    this.#before.replaceChildren(node);
  }

  /** The text was edited: all that is known is of before. */
  age() {
    let any = false;
    for (const row of this.#rows.values()) any = this.#age(row) || any;
    return any;
  }

  #age(row) {
    if (row.old) return false;
    row.old = true;
    row.node.classList.add("before");
    row.node.querySelector(".row-said").append(make("span", "row-age", word("before this edit")));
    return true;
  }

  #renew(row, result) {
    row.result = result;
    row.old = false;
    row.node.classList.remove("before");
    row.node.querySelector(".row-age")?.remove();
  }

  // Rows

  #part(id) {
    return this.#lab.parts.find((part) => part.id === id);
  }

  #insert(id, node) {
    const order = this.#lab.parts.flatMap((part) => part.checks.map((check) => `${part.id}/${check.id}`));
    const mine = order.indexOf(id);
    const next = [...this.#list.children].find((other) => order.indexOf(other.dataset.id) > mine);
    node.dataset.id = id;
    this.#list.insertBefore(node, next ?? null);
  }

  #row(result, id) {
    const { status, message, value, detail } = result;
    const title = this.#part(result.part)?.checks.find((check) => check.id === result.check)?.title ?? "";
    const mark = make("span", "verdict", label(status));
    mark.dataset.status = status;
    const said = make("span", "row-said", make("code", "", id), " ", make("span", "check-asks", title));
    const isPlain = status === "pass" && (value === null || value === undefined) && !detail;
    if (message && isPlain) said.append(make("span", "muted", " (", ...this.#spelled(message), ")"));
    else if (message) said.append(make("span", "row-message", ...this.#spelled(message)));
    const bar = counted(result);
    if (bar) said.append(bar);
    const node = make("li", "check-row", mark, said);
    node.dataset.id = id;
    node.dataset.status = status;
    return { node, result, old: false };
  }

  /** The first failure as the terminal has it: the excerpt, the case and the values, what helps. */
  #failure(result) {
    const box = make("div", "failure");
    const { places = [], detail = "" } = result;
    if (!detail.includes(" --> ")) box.append(...this.#excerpt(places));
    const told = places.map(({ line, note }) => `line ${line}: ${note}`);
    const repeats = (line) => line === result.message || told.some((note) => line.endsWith(note));
    const lines = detail.split("\n").filter((line) => line && !repeats(line));
    if (lines.length) {
      const said = make("pre", "failure-said");
      said.tabIndex = 0;
      said.append(...this.#linked(lines.join("\n")));
      box.append(said);
    }
    if (result.hint) box.append(this.#help(result));
    return box;
  }

  /** The first places with their lines, a caret and what happened there. */
  #excerpt(places) {
    const lines = this.source.split("\n");
    const shown = places.filter(({ line }) => lines[line - 1] !== undefined).slice(0, 3);
    if (!shown.length) return [];
    const box = make("pre", "failure-said");
    box.tabIndex = 0;
    shown.forEach(({ line, column, note }, at) => {
      const text = lines[line - 1];
      const indent = text.length - text.trimStart().length;
      const place = Math.max(column, indent + 1);
      const gutter = " ".repeat(String(line).length);
      const blank = text.slice(0, place - 1).replace(/[^\t]/g, " ");
      const end = at + 1 < shown.length ? "\n" : "";
      box.append(`${gutter}--> `, this.#link(`${this.#lab.file}:${line}:${place}`, line, place), `\n${line} | ${text}\n${gutter} | ${blank}`, make("b", "caret", "^"), ` ${note}${end}`);
    });
    return [box];
  }

  #help({ hint, part }) {
    const { lesson } = this.#part(part) ?? {};
    const help = make("p", "failure-help", make("b", "", `${word("help")}: `));
    // `course hint rope v0` is the button Hint here, and a file of the course its page.
    const [, rest] = hint.match(/^`course hint [^`]*`(.*?)(?:; read content\/\S+)?$/) ?? [];
    if (rest === undefined) {
      help.append(...this.#spelled(hint));
      return help;
    }
    help.append(make("b", "", word("Hint")), rest);
    if (lesson) {
      const link = make("a", "", lesson.title);
      link.href = lesson.url;
      const [before, after] = word("; read {}", "\n").split("\n");
      help.append(before, link, after);
    }
    return help;
  }

  #printed({ part, printed }) {
    const list = make("pre", "failure-said");
    list.tabIndex = 0;
    for (const { block, thread, text } of printed.texts) list.append(make("span", "muted", word("block {}, thread {}:", index(block), index(thread))), ` ${text.replaceAll("\n", "\n    ")}\n`);
    if (printed.more) list.append(make("span", "muted", word("and {} more", number(printed.more))));
    return make("div", "printed", make("p", "", make("b", "", word("printed in {}", part)), make("span", "muted", ` (${printed.case}):`)), list);
  }

  // Words with places and codes

  #link(text, line, column) {
    const link = make("a", "place", text);
    link.href = `#line-${line}`;
    link.dataset.line = line;
    link.dataset.column = column;
    return link;
  }

  /** What stands between backticks is code; places and codes are links. */
  #spelled(text) {
    return text.split("`").flatMap((piece, at) => (at % 2 ? [make("code", "", piece)] : this.#linked(piece)));
  }

  #linked(text) {
    const file = this.#lab.file.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const pattern = new RegExp(`(${file}:(\\d+):(\\d+))|(\\bline (\\d+))|\\b([EFW]\\d{4})\\b`, "g");
    const pieces = [];
    let from = 0;
    for (const match of text.matchAll(pattern)) {
      const [whole, place, line, column, , lone, code] = match;
      pieces.push(text.slice(from, match.index));
      from = match.index + whole.length;
      if (code) {
        const link = make("a", "", code);
        link.href = `${this.#root}codes/${code}/`;
        pieces.push(link);
      } else {
        pieces.push(this.#link(whole, Number(place ? line : lone), Number(place ? column : 1)));
      }
    }
    return [...pieces, text.slice(from)].filter((piece) => piece !== "");
  }
}
