// What is wrong with a text: the marks under it, the list of all, and the words for one line.
//
// In: diagnostics as the module tells them. Out: ranges that move with edits, a list whose entries lead to their lines, and a
// count that says errors before warnings. Not by colour alone: a mark has a wavy line, a sign beside its number, and words.

import { shifted } from "./spans.js";
import { word } from "./words.js";

const make = (tag, className, words) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (words !== undefined) node.textContent = words;
  return node;
};

const errorsOf = (count) => (count === 1 ? word("1 error") : word("{} errors", count));
const warningsOf = (count) => (count === 1 ? word("1 warning") : word("{} warnings", count));

/** One diagnostic in words: what is wrong, and what helps. */
export function words({ severity, code, message, label, help }) {
  const first = `${severity === "error" ? word("error") : word("warning")}${code ? ` ${code}` : ""}: ${message}`;
  const said = [first, label && label !== message ? label : "", help ? word("Help: {}", help) : ""];
  return said.filter(Boolean).map((part) => (/[.!?:)]$/.test(part) ? part : `${part}.`)).join(" ");
}

export class Problems {
  #lines;
  #all = [];
  #drawn = "";

  /** `go(line, column)` brings the reader to a place; both count from 1. */
  constructor(lines, label, go) {
    this.#lines = lines;
    this.sum = make("button", "editor-button editor-sum");
    this.sum.type = "button";
    this.list = make("ol", "editor-problems");
    this.list.setAttribute("aria-label", word("Problems in {}", label));
    this.#open(false);
    this.sum.hidden = true;
    this.sum.addEventListener("click", () => this.#open(this.list.hidden));
    this.list.addEventListener("click", (event) => {
      const link = event.target instanceof Element && event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      const problem = this.#all[Number(link.dataset.at)];
      if (problem) go(...this.#place(problem));
    });
  }

  /** The errors alone. */
  get errors() {
    return this.#all.filter(({ severity }) => severity === "error").length;
  }

  take(diagnostics, target) {
    const lines = this.#lines;
    this.#all = diagnostics.map((told) => {
      const from = lines.offset(told.line, told.column);
      const to = Math.max(from, lines.offset(told.end_line ?? told.line, told.end_column ?? told.column));
      return { ...told, severity: told.severity === "error" ? "error" : "warning", from, to };
    });
    this.#all.sort((a, b) => a.from - b.from);
    this.#draw(target);
  }

  shift(change) {
    if (this.#all.length) this.#all = shifted(this.#all, change);
  }

  /** Ranges for the layer; errors last, so that they are seen where both are. */
  get marks() {
    const marks = this.#all.map(({ from, to, severity }) => ({ from, to, className: `squiggle-${severity}` }));
    return marks.sort((a, b) => (a.className < b.className ? 1 : -1));
  }

  /** How bad the worst of each line is. */
  get severities() {
    const worst = new Map();
    for (const { from, severity } of this.#all) {
      const line = this.#lines.lineOf(from);
      if (severity === "error" || !worst.has(line)) worst.set(line, severity);
    }
    return worst;
  }

  /** What is wrong in a line, or at an offset in it, as words. */
  said(line, offset = null) {
    const { start, end } = { start: this.#lines.start(line), end: this.#lines.end(line) };
    const here = this.#all.filter(({ from, to }) => from <= end && (to > start || from >= start));
    const at = offset === null ? here : here.filter(({ from, to }) => from <= offset && offset < Math.max(to, from + 1));
    return at.map(words).join(" ");
  }

  #open(open) {
    this.sum.setAttribute("aria-expanded", String(open));
    this.list.hidden = !open;
  }

  #place({ from }) {
    const line = this.#lines.lineOf(from);
    return [line + 1, from - this.#lines.start(line) + 1];
  }

  #draw(target) {
    const errors = this.errors;
    const warnings = this.#all.length - errors;
    const parts = [errors && errorsOf(errors), warnings && warningsOf(warnings)].filter(Boolean);
    const sum = parts.length ? parts.join(", ") : word("No problems");
    if (this.sum.textContent !== sum) this.sum.textContent = sum;
    this.sum.hidden = false;
    this.sum.disabled = !this.#all.length;
    this.sum.classList.toggle("has-error", errors > 0);
    if (!this.#all.length) this.#open(false);
    const rows = this.#all.slice(0, 100).map((problem) => [this.#place(problem), words(problem), problem.severity]);
    const drawn = JSON.stringify(rows);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.list.replaceChildren(
      ...rows.map(([[line, column], said, severity], at) => {
        const row = make("li", `is-${severity}`);
        const link = make("a", "", word("Line {}", line));
        link.href = `#${target}`;
        link.dataset.at = at;
        link.title = word("line {}, column {}", line, column);
        row.append(link, ` ${said}`);
        return row;
      }),
    );
    if (this.#all.length > rows.length) this.list.append(make("li", "", word("and {} more", this.#all.length - rows.length)));
  }
}
