// An editor of one text: a real textarea, with its text in colour under it.
//
// In: a place, a name, a text; then colours and diagnostics for a text (`paint`) and words beside lines (`margin`). Out: `text`,
// and `change` whenever it changed. Undo, selection, input methods and what a screen reader says are the browser's. The box
// around both layers scrolls, not the textarea, so that they cannot drift apart; and nothing that runs on a key asks for the
// page's layout, so that a long text can be typed into.

import { Layer } from "./layer.js";
import { difference, Lines } from "./lines.js";
import { Problems } from "./problems.js";
import { Spans } from "./spans.js";
import { focused, write } from "./undoable.js";

/** Lines of the sheet that measures how high lines are: the browser rounds each, and the error would add up. */
const MEASURED = 1000;
const QUIET = 500;
let editors = 0;

const make = (tag, className, words) => {
  const node = document.createElement(tag);
  node.className = className;
  if (words !== undefined) node.textContent = words;
  return node;
};

/** The textarea itself, with everything off that changes what was typed. */
function field(label, id) {
  const area = make("textarea", "editor-text");
  const off = { autocomplete: "off", autocorrect: "off", autocapitalize: "off", spellcheck: "false", translate: "no", writingsuggestions: "false", "data-gramm": "false", wrap: "off", dir: "ltr", id, "aria-label": label };
  for (const [name, value] of Object.entries(off)) area.setAttribute(name, value);
  return area;
}

/** What the editor consists of, by name. */
function build(label) {
  editors += 1;
  const id = `editor-${editors}`;
  const parts = {
    id,
    root: make("div", "editor"),
    scroll: make("div", "editor-scroll"),
    sheet: make("div", "editor-sheet"),
    gutter: make("div", "editor-gutter"),
    code: make("div", "editor-code"),
    area: field(label, id),
    probe: make("div", "editor-probe"),
    foot: make("div", "editor-foot"),
    state: make("p", "editor-state"),
    where: make("p", "editor-where"),
    note: make("div", "editor-note"),
    keys: make("p", "unseen", "Tab indents. To leave the editor press Escape, then Tab."),
  };
  const { root, scroll, sheet, gutter, code, area, probe, foot, state, where, note, keys } = parts;
  const ruler = make("div", "", `${"0".repeat(100)}${"\n".repeat(MEASURED)}`);
  probe.append(ruler);
  gutter.setAttribute("aria-hidden", "true");
  code.append(probe, area);
  sheet.append(gutter, code);
  scroll.append(sheet);
  state.setAttribute("role", "status");
  keys.id = `${id}-keys`;
  note.setAttribute("role", "tooltip");
  note.hidden = true;
  foot.append(state, where);
  root.append(scroll, foot, note, keys);
  return { ...parts, ruler };
}

export class Editor extends EventTarget {
  #parts;
  #lines;
  #spans = new Spans();
  #layer;
  #problems;
  #margin = new Map();
  #own = false;
  #selected = [0, 0];
  #composed = null;
  #typed = -QUIET;
  #later = 0;
  #closed = new AbortController();

  /** `place` gets the editor; `label` is its accessible name (`vector-add.cu`). */
  constructor(place, { label, text = "" }) {
    super();
    const parts = build(label);
    this.#parts = parts;
    const { area, root, foot } = parts;
    area.value = text;
    this.#lines = new Lines(area.value);
    const under = make("div", "editor-under");
    under.setAttribute("aria-hidden", "true");
    parts.code.insertBefore(under, area);
    this.#layer = new Layer(this.#lines, this.#spans, under, parts.gutter);
    this.#problems = new Problems(this.#lines, label, (line, column) => this.reveal(line, column));
    this.#problems.sum.id = `${parts.id}-problems`;
    foot.append(this.#problems.box);
    area.setAttribute("aria-describedby", `${parts.keys.id} ${this.#problems.sum.id}`);
    place.append(root);
    this.#measure();
    this.#size();
    this.#layer.reset();
    this.#hear();
    this.#moved();
  }

  get text() {
    return this.#lines.text;
  }

  /** Puts a text in the place of the one there, as one step that can be undone. */
  set(text) {
    const wanted = text.replace(/\r\n?/g, "\n");
    const { from, to, end } = difference(this.text, wanted);
    if (from === to && from === end) return;
    this.#write({ from, to, words: wanted.slice(from, end), apart: true, select: [from, from] });
  }

  /** Draws what the module says of `forText`; when that is no longer the text, the answer came too late and is dropped. */
  paint({ classes, colours, diagnostics = [] }, forText) {
    if (forText !== this.text) return false;
    this.#spans.take(classes, colours);
    this.#problems.take(diagnostics, this.#parts.id);
    if (this.#problems.errors) this.#parts.area.setAttribute("aria-invalid", "true");
    else this.#parts.area.removeAttribute("aria-invalid");
    this.#layer.keep("problems", this.#problems.marks);
    this.#layer.margins(this.#margin, this.#problems.severities);
    this.#tell();
    return true;
  }

  /** Brings a place into sight, with the caret at it; line and column count from 1. */
  reveal(line, column = 1) {
    const { area, scroll } = this.#parts;
    const offset = this.#lines.offset(line, column);
    const at = this.#lines.lineOf(offset);
    area.focus({ preventScroll: true });
    area.setSelectionRange(offset, offset);
    const top = at * this.#layer.pitch;
    if (top < scroll.scrollTop || top + 3 * this.#layer.pitch > scroll.scrollTop + scroll.clientHeight) {
      scroll.scrollTop = Math.max(0, top - scroll.clientHeight / 2);
    }
    this.#layer.see(scroll.scrollTop, scroll.clientHeight);
    const node = this.#layer.node(at);
    node?.scrollIntoView({ block: "nearest", inline: "nearest" });
    scroll.scrollLeft = 0;
    this.#sideways(offset);
    this.#moved();
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) node?.animate?.([{ background: "var(--mark)" }, {}], 1200);
  }

  /** Words beside lines (counts of a run), by line from 1; the next ones take their place, an empty map takes them away. */
  margin(words) {
    this.#margin = new Map([...words].map(([line, said]) => [line - 1, String(said)]));
    this.#size();
    this.#layer.margins(this.#margin, this.#problems.severities);
    this.#tell();
  }

  focus() {
    this.#parts.area.focus();
  }

  /** Takes the editor out of the page. */
  remove() {
    this.#closed.abort();
    this.#parts.root.remove();
  }

  #hear() {
    const { area, scroll, ruler } = this.#parts;
    const { signal } = this.#closed;
    area.addEventListener("input", () => this.#edited(), { signal });
    scroll.addEventListener("scroll", () => this.#scrolled(), { signal, passive: true });
    document.addEventListener("selectionchange", () => document.activeElement === area && this.#moved(), { signal });
    area.addEventListener("focus", () => this.#moved(), { signal });
    area.addEventListener("scroll", () => this.#wider(), { signal });
    area.addEventListener("compositionstart", () => (this.#composed = area.selectionStart), { signal });
    area.addEventListener("compositionupdate", (event) => this.#compose(event.data.length), { signal });
    area.addEventListener("compositionend", () => this.#compose(0), { signal });
    const watch = new ResizeObserver((entries) => this.#resized(entries));
    watch.observe(ruler);
    watch.observe(scroll);
    signal.addEventListener("abort", () => watch.disconnect());
  }

  // Text

  #edited() {
    const { area } = this.#parts;
    const change = this.#lines.edit(area.value, area.selectionEnd);
    if (!change) return;
    this.#typed = performance.now();
    this.#spans.shift(change, this.text);
    this.#problems.shift(change);
    this.#shiftMargin(change);
    this.#layer.keep("problems", this.#problems.marks);
    this.#layer.edited(change);
    this.#layer.margins(this.#margin, this.#problems.severities);
    this.#size();
    this.dispatchEvent(new Event("change"));
  }

  #shiftMargin({ line, removed, added }) {
    if (removed === added || !this.#margin.size) return;
    const kept = [...this.#margin].filter(([at]) => at <= line || at > line + removed);
    this.#margin = new Map(kept.map(([at, said]) => [at > line ? at + added - removed : at, said]));
  }

  /** Writes as one step of the browser's history; `select` is what is selected then. */
  #write(step) {
    const { area } = this.#parts;
    focused(area, () => {
      this.#own = true;
      try {
        write(area, step);
      } finally {
        this.#own = false;
      }
      area.setSelectionRange(...step.select);
    });
    this.#edited();
    this.#moved();
  }

  #compose(length) {
    const from = this.#composed ?? 0;
    this.#layer.mark("composed", length ? [{ from, to: from + length, className: "composed" }] : []);
  }

  // Place

  #moved() {
    const { area } = this.#parts;
    this.#selected = [area.selectionStart, area.selectionEnd];
    const caret = area.selectionDirection === "backward" ? this.#selected[0] : this.#selected[1];
    const line = this.#lines.lineOf(Math.min(caret, this.text.length));
    this.#layer.current(line);
    const where = `Line ${line + 1}, column ${caret - this.#lines.start(line) + 1}`;
    if (this.#parts.where.textContent !== where) this.#parts.where.textContent = where;
    this.#tell();
  }

  /** Says what is wrong in the caret's line; while one types, only when there is a pause. */
  #tell() {
    clearTimeout(this.#later);
    const wait = this.#typed + QUIET - performance.now();
    if (wait > 0) {
      this.#later = setTimeout(() => this.#tell(), wait);
      return;
    }
    const line = this.#lines.lineOf(Math.min(this.#selected[1], this.text.length));
    const said = [this.#problems.said(line), this.#margin.get(line) ?? ""].filter(Boolean).join(" ");
    const { state } = this.#parts;
    if (state.textContent === said) return;
    state.textContent = said;
    state.title = said;
  }

  // Size

  /** How high and wide the sheet is: all lines, and a little room. */
  #size() {
    const { sheet } = this.#parts;
    let columns = this.#lines.columns;
    for (const [line, said] of this.#margin) {
      if (line < this.#lines.count) columns = Math.max(columns, this.#lines.columnsOf(line) + said.length + 4);
    }
    const digits = Math.max(2, String(this.#lines.count).length);
    const sizes = { "--editor-columns": Math.ceil(columns) + 4, "--editor-digits": digits, "--editor-height": `${this.#lines.count * this.#layer.pitch}px` };
    for (const [name, value] of Object.entries(sizes)) {
      if (sheet.style.getPropertyValue(name) !== String(value)) sheet.style.setProperty(name, value);
    }
  }

  #measure() {
    const height = this.#parts.ruler.getBoundingClientRect().height;
    if (height) this.#layer.pitch = height / MEASURED;
  }

  #resized(entries) {
    const { ruler, scroll } = this.#parts;
    for (const { target, contentRect } of entries) {
      if (target !== ruler || !contentRect.height) continue;
      const pitch = contentRect.height / MEASURED;
      if (pitch === this.#layer.pitch) continue;
      this.#layer.pitch = pitch;
      this.#size();
    }
    this.#layer.see(scroll.scrollTop, scroll.clientHeight);
  }

  #scrolled() {
    const { scroll } = this.#parts;
    this.#layer.see(scroll.scrollTop, scroll.clientHeight);
  }

  /** The textarea itself must not scroll: when a line is wider than was reckoned, the sheet grows. */
  #wider() {
    const { area, sheet } = this.#parts;
    if (area.scrollLeft || area.scrollTop) {
      sheet.style.setProperty("--editor-more", `${area.scrollWidth - area.clientWidth + 40}px`);
      area.scrollLeft = 0;
      area.scrollTop = 0;
    }
  }

  /** Brings a column into sight, where the caret was not moved by a key. */
  #sideways(offset) {
    const { scroll, ruler, gutter } = this.#parts;
    const range = document.createRange();
    range.setStart(ruler.firstChild, 0);
    range.setEnd(ruler.firstChild, 100);
    const wide = range.getBoundingClientRect().width / 100;
    const x = (offset - this.#lines.start(this.#lines.lineOf(offset))) * wide;
    const room = scroll.clientWidth - gutter.offsetWidth - 4 * wide;
    if (x > room) scroll.scrollLeft = x - room / 2;
  }
}
