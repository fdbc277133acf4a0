// The coloured text under the textarea, and the numbers beside it.
//
// In: lines, spans and marks. Out: one element a line, in a block that is moved to its place. Of a long text only the lines
// in sight and some around them are there; an edit touches the lines that it changed. Nothing here asks for the page's layout,
// and nothing gives a letter another width than the textarea gives it: no weight, slope, padding or size by class.

import { shifted } from "./spans.js";

/** Lines that are all kept in the page; a text with more shows those in sight, and `AROUND` lines on either side. */
const ALL = 400;
const AROUND = 60;
/** Units of a line that are coloured; a line of a megabyte stays readable, without colours behind these. */
const COLOURED = 2000;
/** What an empty line holds, so that it is as high as the others. */
const NOTHING = "\u200b";

const make = (className) => {
  const node = document.createElement("div");
  node.className = className;
  return node;
};

export class Layer {
  #lines;
  #spans;
  #marks = new Map();
  #near = [];
  #words = new Map();
  #shown = [];
  #numbers = [];
  #first = 0;
  #current = -1;
  #top = 0;
  #height = 600;
  #severities = new Map();
  pitch = 20;

  /** `code` and `gutter` are the places of the lines and of their numbers. */
  constructor(lines, spans, code, gutter) {
    this.#lines = lines;
    this.#spans = spans;
    this.block = make("editor-lines");
    this.column = make("editor-numbers");
    code.append(this.block);
    gutter.append(this.column);
  }

  get #last() {
    return this.#first + this.#shown.length;
  }

  /** The element of a line, or undefined when it is not in the page. */
  node(line) {
    return this.#shown[line - this.#first]?.node;
  }

  /** The line of an element, or -1. */
  lineOf(node) {
    const at = this.#shown.findIndex((entry) => entry.node === node);
    return at < 0 ? -1 : at + this.#first;
  }

  /** Ranges `{from, to, className}` drawn over the colours, by a name under which the next ones take their place. */
  mark(name, ranges) {
    const before = this.#marks.get(name) ?? [];
    const same = (range, at) => range.from === before[at].from && range.to === before[at].to && range.className === before[at].className;
    if (ranges.length === before.length && ranges.every(same)) return;
    this.#marks.set(name, ranges);
    this.repaint();
  }

  /** The same without drawing, for one that will draw in a moment. */
  keep(name, ranges) {
    this.#marks.set(name, ranges);
  }

  /** Words behind lines, and how bad the worst is that is wrong in a line: both by line, drawn with what comes next. */
  beside(words, severities) {
    this.#words = words;
    this.#severities = severities;
  }

  /** What is in sight, in pixels from the top of the text. */
  see(top, height) {
    this.#top = top;
    this.#height = height;
    this.#cover();
  }

  current(line) {
    this.#current = line;
    this.#number();
  }

  /** Everything anew. */
  reset() {
    this.#shown = [];
    this.#first = 0;
    this.block.replaceChildren();
    this.#cover(true);
  }

  /** Follows an edit that `Lines.edit` told of. */
  edited(change) {
    const { line, removed, added } = change;
    for (const [name, ranges] of this.#marks) {
      if (ranges.length) this.#marks.set(name, shifted(ranges, change).filter((range) => range.from < range.to));
    }
    const behind = line + removed + 1;
    if (behind <= this.#first) {
      this.#first += added - removed;
    } else if (line < this.#first || added > 4 * AROUND) {
      return this.reset();
    } else if (line < this.#last) {
      this.#gather();
      const gone = this.#shown.splice(line - this.#first, Math.min(behind, this.#last) - line);
      const fresh = gone.splice(0, added + 1);
      gone.forEach(({ node }) => node.remove());
      const next = this.#shown[line - this.#first]?.node ?? null;
      while (fresh.length < added + 1) {
        const entry = { node: make("editor-line"), key: null };
        this.block.insertBefore(entry.node, next);
        fresh.push(entry);
      }
      this.#shown.splice(line - this.#first, 0, ...fresh);
      fresh.forEach((entry, at) => this.#fill(entry, line + at));
    }
    this.#cover();
    this.#number();
  }

  /** Draws what changed of the lines that are in the page. */
  repaint() {
    this.#gather();
    this.#shown.forEach((entry, at) => this.#fill(entry, this.#first + at));
    this.#number();
  }

  /** Has the lines that should be in the page in it. */
  #cover(always = false) {
    const { count } = this.#lines;
    let [first, last] = [0, count];
    if (count > ALL) {
      const top = Math.floor(this.#top / this.pitch);
      const bottom = Math.ceil((this.#top + this.#height) / this.pitch);
      const near = AROUND / 2;
      const enough = this.#first <= Math.max(0, top - near) && this.#last >= Math.min(count, bottom + near);
      if (!always && enough && this.#shown.length < ALL) return this.#place();
      first = Math.max(0, Math.min(top, count) - AROUND);
      last = Math.min(count, bottom + AROUND);
    } else if (!always && this.#first === 0 && this.#last === count) {
      return this.#place();
    }
    this.#move(first, last);
    this.#place();
    this.#number();
  }

  #move(first, last) {
    const before = this.#shown;
    const start = this.#first;
    const shown = [];
    const fresh = [];
    for (let line = first; line < last; line += 1) {
      let entry = before[line - start];
      if (!entry) {
        entry = { node: make("editor-line"), key: null };
        fresh.push([entry, line]);
      }
      shown.push(entry);
    }
    before.forEach(({ node }, at) => (at + start < first || at + start >= last) && node.remove());
    this.#first = first;
    this.#shown = shown;
    this.#gather();
    for (const [entry, line] of fresh) this.#fill(entry, line);
    // What stays, stays untouched; the others come before and behind it.
    const kept = shown.findIndex((entry) => entry.node.parentNode);
    const nodes = (from, to) => shown.slice(from, to).map(({ node }) => node).filter((node) => !node.parentNode);
    if (kept > 0) this.block.prepend(...nodes(0, kept));
    this.block.append(...nodes(Math.max(kept, 0), shown.length));
  }

  #place() {
    const top = `${this.#first * this.pitch}px`;
    if (this.block.style.top === top) return;
    this.block.style.top = top;
    this.column.style.top = top;
  }

  #number() {
    const { length } = this.#shown;
    while (this.#numbers.length > length) this.#numbers.pop().remove();
    while (this.#numbers.length < length) {
      const node = make("editor-number");
      this.#numbers.push(node);
      this.column.append(node);
    }
    this.#numbers.forEach((node, at) => {
      const line = this.#first + at;
      const text = String(line + 1);
      if (node.textContent !== text) node.textContent = text;
      const current = line === this.#current ? " current" : "";
      const severity = this.#severities.get(line);
      const number = `editor-number${current}${severity ? ` has-${severity}` : ""}`;
      if (node.className !== number) node.className = number;
      const row = `editor-line${current}`;
      if (this.#shown[at].node.className !== row) this.#shown[at].node.className = row;
    });
  }

  /** The marks that touch what is in the page: few, where a text may have thousands. */
  #gather() {
    const last = Math.min(this.#last, this.#lines.count) - 1;
    if (last < this.#first) return (this.#near = []);
    const [from, to] = [this.#lines.start(this.#first), this.#lines.end(last)];
    this.#near = [...this.#marks.values()].flatMap((ranges) => ranges.filter((range) => range.to >= from && range.from <= to));
  }

  /** What a line consists of: `[text, classes]`, in order. */
  #pieces(line) {
    const [from, end] = [this.#lines.start(line), this.#lines.end(line)];
    const to = Math.min(end, from + COLOURED);
    // A mark at a line's end stands under the place behind it.
    const marks = this.#near
      .filter((mark) => mark.from <= to && (mark.to > from || mark.from >= from))
      .map((mark) => ({ className: mark.className, from: Math.max(from, mark.from), to: mark.to > mark.from ? mark.to : mark.from + 1 }));
    const text = this.#lines.text.slice(from, end) + (marks.some((mark) => mark.to > end && mark.from === end) ? " " : "");
    const spans = this.#spans.within(from, to);
    const cuts = new Set([from, from + text.length, to]);
    for (const [start, stop] of spans) cuts.add(start).add(stop);
    for (const mark of marks) cuts.add(mark.from).add(Math.min(mark.to, from + text.length));
    const order = [...cuts].sort((a, b) => a - b);
    const pieces = [];
    let next = 0;
    for (let at = 0; at + 1 < order.length; at += 1) {
      const [start, stop] = [order[at], order[at + 1]];
      while (next < spans.length && spans[next][1] <= start) next += 1;
      const classes = next < spans.length && spans[next][0] <= start && spans[next][2] ? [`hl-${spans[next][2]}`] : [];
      for (const mark of marks) if (mark.from <= start && mark.to >= stop) classes.push(mark.className);
      pieces.push([text.slice(start - from, stop - from), classes.join(" ")]);
    }
    return pieces;
  }

  #fill(entry, line) {
    const pieces = this.#pieces(line);
    const words = this.#words.get(line) ?? "";
    const key = `${words}\n${pieces.map(([text, classes]) => `${classes}\n${text}`).join("\n")}`;
    if (entry.key === key) return;
    entry.key = key;
    const nodes = pieces.map(([text, classes]) => {
      if (!classes) return text;
      const span = document.createElement("span");
      span.className = classes;
      span.textContent = text;
      return span;
    });
    entry.node.replaceChildren(...(nodes.length ? nodes : [NOTHING]));
    if (words) entry.node.dataset.words = words;
    else delete entry.node.dataset.words;
  }
}
