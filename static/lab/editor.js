// An editor of one text: a real textarea, with its text in colour under it.
//
// In: a place, a name, a text; then colours and diagnostics for a text (`paint`) and words beside lines (`margin`). Out: `text`,
// and `change` whenever it changed. Undo, selection, input methods and what a screen reader says are the browser's. The box
// around both layers scrolls, not the textarea, so that they cannot drift apart; and nothing that runs on a key asks for the
// page's layout, so that a long text can be typed into.

import { erased, pairAt, typed } from "./brackets.js";
import { FindBar } from "./find.js";
import { build, measured } from "./frame.js";
import { command } from "./keys.js";
import { Layer } from "./layer.js";
import { difference, Lines } from "./lines.js";
import { Problems } from "./problems.js";
import { hovering, keepInSight } from "./sight.js";
import { Spans } from "./spans.js";
import { closing, comment, indent, newline, outdent, paged, unindented } from "./typing.js";
import { focused, write } from "./undoable.js";
import { word } from "./words.js";

/** How long nothing is typed before the words for a line are said, in milliseconds. */
const QUIET = 500;
/** Columns by which the sheet grows. */
const STEP = 32;
const LEAVING = word("Press Tab to leave the editor.");
const STEPS = { indent, outdent, comment };

export class Editor extends EventTarget {
  #parts;
  #lines;
  #spans = new Spans();
  #layer;
  #problems;
  #find;
  #margin = new Map();
  /** What the editor itself writes is not typed. */
  #own = false;
  #selected = [0, 0];
  /** Closing brackets that were put for the reader, which typing passes over. */
  #put = [];
  #composed = null;
  #typed = -QUIET;
  #later = 0;
  #leaving = false;
  #wide = 8;
  /** What the widest line takes beyond what was reckoned, in pixels. */
  #more = 0;
  #sizes = {};
  #keep;
  #closed = new AbortController();

  /** `place` gets the editor; `label` is its accessible name (`vector-add.cu`). */
  constructor(place, { label, text = "" }) {
    super();
    const parts = build(label);
    this.#parts = parts;
    const { area, root, foot } = parts;
    area.value = text;
    area.setSelectionRange(0, 0);
    this.#lines = new Lines(area.value);
    this.#layer = new Layer(this.#lines, this.#spans, parts.under, parts.gutter);
    this.#problems = new Problems(this.#lines, label, (line, column) => this.reveal(line, column));
    this.#problems.sum.id = `${parts.id}-problems`;
    foot.prepend(this.#problems.sum);
    foot.append(this.#problems.list);
    area.setAttribute("aria-describedby", `${parts.keys.id} ${this.#problems.sum.id}`);
    this.#find = new FindBar(this.#host(), label);
    root.prepend(this.#find.box);
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
    const caret = Math.min(this.#selected[0], wanted.length);
    this.#write({ from, to, words: wanted.slice(from, end), apart: true, select: [caret, caret] });
  }

  /** Draws what the module says of `forText`; says false when that is no longer the text: the answer came too late. */
  paint({ classes, colours, diagnostics = [] }, forText) {
    if (forText !== this.text) return false;
    const { area, id } = this.#parts;
    this.#spans.take(classes, colours);
    this.#problems.take(diagnostics, id);
    if (this.#problems.errors) area.setAttribute("aria-invalid", "true");
    else area.removeAttribute("aria-invalid");
    this.#layer.keep("problems", this.#problems.marks);
    this.#layer.beside(this.#margin, this.#problems.severities);
    this.#layer.repaint();
    this.#tell();
    return true;
  }

  /** Brings a place into sight, with the caret at it; line and column count from 1. */
  reveal(line, column = 1) {
    const offset = this.#lines.offset(line, column);
    // It may have come into sight just now.
    this.#measure();
    this.#select(offset, offset);
    this.#show(offset, offset);
    const node = this.#layer.node(this.#lines.lineOf(offset));
    node?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.#sideways(offset);
    this.#keep();
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) node?.animate?.([{ background: "var(--mark)" }, {}], 1200);
  }

  /** Words beside lines (counts of a run), by line from 1; the next ones take their place, an empty map takes them away. */
  margin(words) {
    this.#margin = new Map([...words].map(([line, said]) => [line - 1, String(said)]));
    this.#size();
    this.#layer.beside(this.#margin, this.#problems.severities);
    this.#layer.repaint();
    this.#tell();
  }

  focus() {
    this.#parts.area.focus();
  }

  /** Takes the editor out of the page. */
  remove() {
    this.#closed.abort();
    clearTimeout(this.#later);
    this.#parts.root.remove();
  }

  #hear() {
    const parts = this.#parts;
    const { area, scroll, ruler, tools } = parts;
    const { signal } = this.#closed;
    const on = (target, name, act, more = {}) => target.addEventListener(name, act, { signal, ...more });
    on(area, "input", () => this.#edited());
    on(area, "beforeinput", (event) => this.#before(event));
    on(area, "keydown", (event) => this.#key(event));
    on(document, "selectionchange", () => document.activeElement === area && this.#moved());
    on(area, "focus", () => this.#moved());
    on(area, "blur", () => this.#leave(false));
    on(area, "pointerdown", () => this.#leave(false));
    on(area, "scroll", () => this.#wider());
    on(area, "compositionstart", () => (this.#composed = { from: area.selectionStart, length: 0 }));
    on(area, "compositionupdate", (event) => (this.#composed.length = event.data.length));
    on(area, "compositionend", () => this.#composedNow(true));
    on(scroll, "scroll", () => this.#layer.see(scroll.scrollTop, scroll.clientHeight), { passive: true });
    // A button leaves the focus, and with it a phone's keyboard, where it is.
    on(tools, "pointerdown", (event) => event.preventDefault());
    on(tools, "click", (event) => event.target instanceof Element && this.#run(event.target.closest("button")?.dataset.command));
    on(window, "resize", () => this.#measure());
    const watch = new ResizeObserver((entries) => this.#resized(entries));
    watch.observe(ruler);
    watch.observe(scroll);
    signal.addEventListener("abort", () => watch.disconnect());
    this.#keep = keepInSight(parts, () => this.#layer.node(this.#line), signal);
    hovering(parts, (row, before) => this.#hovered(row, before), signal);
  }

  /** The editor as the find bar sees it. */
  #host() {
    const editor = this;
    return {
      get text() {
        return editor.text;
      },
      get selected() {
        return editor.#selected;
      },
      show: (from, to) => this.#show(from, to),
      select: (from, to) => this.#select(from, to),
      write: (step) => this.#write(step),
      set: (text) => this.set(text),
      mark: (ranges) => this.#layer.mark("found", ranges),
      go: (line, column) => this.reveal(line, column),
      focus: () => this.focus(),
    };
  }

  // Keys

  #quiet = (offset) => {
    const name = offset < 0 ? "" : this.#spans.at(offset);
    return name === "c" || name === "s";
  };

  #key(event) {
    if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
    const asked = command(event);
    const leaving = this.#leaving;
    if (!["Shift", "Control", "Alt", "Meta"].includes(event.key)) this.#leave(asked === "leave");
    if (!asked || asked === "leave") return;
    if (leaving && event.key === "Tab") return;
    if ((asked === "next" || asked === "previous") && !this.#find.open) return;
    event.preventDefault();
    this.#run(asked, event.shiftKey);
  }

  #run(name, shift = false) {
    const { area } = this.#parts;
    this.#moved();
    if (name in STEPS) {
      const step = STEPS[name](this.#lines, this.#selected);
      if (step) this.#write(step);
    } else if (name === "undo" || name === "redo") {
      focused(area, () => document.execCommand(name));
    } else if (name === "next" || name === "previous") {
      this.#find.step(name === "next" ? 1 : -1);
    } else if (name === "up" || name === "down") {
      this.#page(name === "up" ? -1 : 1, shift);
    } else if (name) {
      this.#find.show(name);
    }
  }

  /** What is typed goes through here: on phones there are no keys to hear. */
  #before(event) {
    const { inputType, data, isComposing, cancelable } = event;
    if (this.#own || isComposing || this.#composed !== null || !cancelable) return;
    const { area } = this.#parts;
    const selected = [area.selectionStart, area.selectionEnd];
    let step = null;
    if (inputType === "insertLineBreak" || (inputType === "insertText" && data === "\n")) step = newline(this.#lines, selected);
    else if (inputType === "deleteContentBackward") step = erased(this.text, selected, this.#put) ?? unindented(this.#lines, selected);
    else if (inputType === "insertText" && data?.length === 1) step = this.#pair(selected, data);
    if (!step) return;
    event.preventDefault();
    this.#write(step);
    if (step.closer !== undefined) this.#put.push(step.closer);
  }

  #pair(selected, letter) {
    const step = typed(this.text, selected, letter, this.#put, this.#quiet);
    return step ?? (letter === "}" ? closing(this.#lines, selected, this.#quiet) : null);
  }

  #leave(leaving) {
    if (leaving === this.#leaving) return;
    this.#leaving = leaving;
    this.#typed = -QUIET;
    this.#tell();
  }

  // Text

  #edited() {
    const { area } = this.#parts;
    const change = this.#lines.edit(area.value, area.selectionEnd);
    if (!change) return;
    const { from, to, end } = change;
    this.#typed = performance.now();
    this.#put = this.#put.filter((at) => at < from || at >= to).map((at) => (at < from ? at : at + end - to));
    this.#spans.shift(change, this.text);
    this.#problems.shift(change);
    this.#shiftMargin(change);
    this.#layer.beside(this.#margin, this.#problems.severities);
    this.#layer.edited(change);
    this.#composedNow();
    this.#size();
    this.#find.changed();
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

  /** Draws the line under what is being composed: the textarea's own is as clear as its text. */
  #composedNow(ended = false) {
    if (ended) this.#composed = null;
    const { from, length } = this.#composed ?? { length: 0 };
    this.#layer.mark("composed", length ? [{ from, to: from + length, className: "composed" }] : []);
  }

  // Place

  get #caret() {
    const [from, to] = this.#selected;
    return Math.min(this.#parts.area.selectionDirection === "backward" ? from : to, this.text.length);
  }

  get #line() {
    return this.#lines.lineOf(this.#caret);
  }

  #moved() {
    const { area, where } = this.#parts;
    const selected = [area.selectionStart, area.selectionEnd];
    const still = selected[0] === this.#selected[0] && selected[1] === this.#selected[1];
    this.#selected = selected;
    const caret = this.#caret;
    const line = this.#line;
    this.#put = this.#put.filter((at) => at >= caret && at <= this.#lines.end(line));
    const pair = selected[0] === selected[1] ? pairAt(this.text, caret, this.#quiet) : null;
    this.#layer.mark("pair", (pair ?? []).sort((a, b) => a - b).map((from) => ({ from, to: from + 1, className: "pair" })));
    this.#layer.current(line);
    const said = word("Line {}, column {}", line + 1, caret - this.#lines.start(line) + 1);
    if (where.textContent !== said) where.textContent = said;
    if (!still) this.#find.moved(selected[0]);
    // While a selection is drawn, nothing is moved under the finger.
    if (selected[0] === selected[1]) this.#keep?.();
    this.#tell();
  }

  #select(from, to) {
    const { area } = this.#parts;
    area.focus({ preventScroll: true });
    area.setSelectionRange(from, to);
    this.#moved();
  }

  #page(way, extend) {
    const { area, scroll } = this.#parts;
    const { pitch } = this.#layer;
    const rows = Math.max(1, Math.floor(scroll.clientHeight / pitch) - 1);
    const caret = paged(this.#lines, this.#caret, way, rows);
    const [from, to] = this.#selected;
    const fixed = !extend ? caret : area.selectionDirection === "backward" ? to : from;
    area.setSelectionRange(Math.min(caret, fixed), Math.max(caret, fixed), caret < fixed ? "backward" : "forward");
    scroll.scrollTop += way * rows * pitch;
    this.#show(caret, caret);
    this.#moved();
  }

  /** Brings a range into sight, without a caret. */
  #show(from, to) {
    const { scroll } = this.#parts;
    const { pitch } = this.#layer;
    const top = this.#lines.lineOf(from) * pitch;
    const { scrollTop, clientHeight } = scroll;
    if (top < scrollTop || top + 2 * pitch > scrollTop + clientHeight) scroll.scrollTop = Math.max(0, top - clientHeight / 2);
    this.#sideways(from, to);
    this.#layer.see(scroll.scrollTop, clientHeight);
  }

  /** Brings columns into sight; the browser does so for keys alone. */
  #sideways(from, to = from) {
    const { scroll, gutter } = this.#parts;
    const start = this.#lines.start(this.#lines.lineOf(from));
    const left = (from - start) * this.#wide;
    const right = (Math.min(to, this.#lines.end(this.#lines.lineOf(from))) - start + 4) * this.#wide;
    const room = scroll.clientWidth - gutter.offsetWidth;
    if (left < scroll.scrollLeft || right > scroll.scrollLeft + room) scroll.scrollLeft = right <= room ? 0 : left - room / 3;
  }

  // Words

  #hovered(row, before) {
    const line = this.#layer.lineOf(row);
    return line < 0 ? "" : this.#problems.said(line, this.#lines.start(line) + before);
  }

  /** Says what is wrong in the caret's line; while one types, only when there is a pause. */
  #tell() {
    clearTimeout(this.#later);
    const wait = this.#typed + QUIET - performance.now();
    if (wait > 0) {
      this.#later = setTimeout(() => this.#tell(), wait);
      return;
    }
    const line = this.#line;
    const here = [this.#problems.said(line), this.#margin.get(line) ?? ""].filter(Boolean).join(" ");
    const said = this.#leaving ? LEAVING : here;
    const { state } = this.#parts;
    if (state.textContent === said) return;
    state.textContent = said;
    state.title = said;
  }

  // Size

  /** How high and wide the sheet is: all lines, and a little room. */
  #size() {
    const { sheet, gutter } = this.#parts;
    let { columns } = this.#lines;
    for (const [line, said] of this.#margin) {
      if (line < this.#lines.count) columns = Math.max(columns, this.#lines.columnsOf(line) + said.length + 4);
    }
    const digits = Math.max(2, String(this.#lines.count).length);
    // In steps: another width has the browser lay every line of the textarea out again.
    const wide = Math.ceil((columns + 4) / STEP) * STEP;
    const sizes = { width: `calc(${wide + digits + 3} * var(--editor-letter, 1ch) + ${this.#more}px)`, minHeight: `calc(${this.#lines.count * this.#layer.pitch}px + 2 * var(--editor-pad))` };
    for (const [name, value] of Object.entries(sizes)) {
      if (this.#sizes[name] !== value) sheet.style[name] = value;
    }
    this.#sizes = sizes;
    const across = `calc(${digits + 3} * var(--editor-letter, 1ch))`;
    if (gutter.style.width !== across) gutter.style.width = across;
  }

  /** Out of sight nothing has a size; it is measured again when it has one, and when the reader zooms. */
  #measure() {
    const { scroll } = this.#parts;
    const { pitch, wide } = measured(this.#parts);
    if (!pitch || !wide) return;
    this.#wide = wide;
    if (pitch === this.#layer.pitch) return;
    this.#layer.pitch = pitch;
    this.#size();
    this.#layer.see(scroll.scrollTop, scroll.clientHeight);
  }

  #resized(entries) {
    const { ruler, scroll } = this.#parts;
    if (entries.some(({ target }) => target === ruler)) this.#measure();
    this.#layer.see(scroll.scrollTop, scroll.clientHeight);
  }

  /** The textarea itself must not scroll: when a line is wider than was reckoned, the sheet grows. */
  #wider() {
    const { area } = this.#parts;
    if (!area.scrollLeft && !area.scrollTop) return;
    this.#more += area.scrollWidth - area.clientWidth + 40;
    this.#size();
    area.scrollLeft = 0;
    area.scrollTop = 0;
  }
}
