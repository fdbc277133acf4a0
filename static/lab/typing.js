// Indents and comments: what Enter, Tab, `}` and the comment key do to a text.
//
// In: the lines, and what is selected. Out: a step (`{from, to, words, select}`), where `from` to `to` gets `words` and `select`
// is selected then; null where there is nothing to do.

import { opener } from "./brackets.js";

const SAMPLE = 20_000;
const OPENS = { "{": "}", "(": ")", "[": "]" };

/** One indent of this text: a tab, two spaces or four. */
export function unit(text) {
  const sample = text.slice(0, SAMPLE);
  if (/^\t/m.test(sample)) return "\t";
  return /^ {2}\S/m.test(sample) ? "  " : "    ";
}

const lead = (line) => line.match(/^[ \t]*/)[0];

/** The lines that a selection touches; one that ends at a line's start leaves that line out. */
function touched(lines, [from, to]) {
  const first = lines.lineOf(from);
  const last = lines.lineOf(to);
  return [first, last > first && to === lines.start(last) ? last - 1 : last];
}

/** A step that changes whole lines, each by `act`; the selection stays on what it was on. */
function block(lines, selected, act) {
  const [first, last] = touched(lines, selected);
  const before = [];
  for (let line = first; line <= last; line += 1) before.push(lines.line(line));
  const after = act(before);
  const from = lines.start(first);
  const to = lines.end(last);
  const words = after.join("\n");
  if (words === lines.text.slice(from, to)) return null;
  const behind = lines.text.length - selected[1];
  const length = lines.text.length + words.length - (to - from);
  const head = Math.max(from, selected[0] + after[0].length - before[0].length);
  const start = selected[0] === from && selected[0] !== selected[1] ? from : head;
  return { from, to, words, select: [start, Math.max(start, length - behind)], apart: true };
}

/** Tab: an indent at the caret, or before each of several lines. */
export function indent(lines, [from, to]) {
  const one = unit(lines.text);
  if (lines.lineOf(from) !== lines.lineOf(to)) return block(lines, [from, to], (all) => all.map((line) => (line ? one + line : line)));
  const column = from - lines.start(lines.lineOf(from));
  const words = one === "\t" ? one : " ".repeat(one.length - (column % one.length));
  return { from, to, words, select: [from + words.length, from + words.length], apart: true };
}

/** Shift-Tab: an indent less for each line. */
export function outdent(lines, selected) {
  const one = unit(lines.text).length;
  return block(lines, selected, (all) => all.map((line) => (line[0] === "\t" ? line.slice(1) : line.slice(Math.min(one, line.match(/^ */)[0].length)))));
}

/** The comment key: `//` before all lines, or off all when each has it. */
export function comment(lines, selected) {
  return block(lines, selected, (all) => {
    const full = all.filter((line) => line.trim());
    if (full.length && full.every((line) => line.trimStart().startsWith("//"))) return all.map((line) => line.replace(/^([ \t]*)\/\/ ?/, "$1"));
    const column = Math.min(...(full.length ? full : all).map((line) => lead(line).length));
    return all.map((line) => (line.trim() || !full.length ? `${line.slice(0, column)}// ${line.slice(column)}` : line));
  });
}

/** Enter: the indent is kept, with one more behind an opening bracket, whose partner goes to a line of its own. */
export function newline(lines, [from, to]) {
  const { text } = lines;
  const start = lines.start(lines.lineOf(from));
  const before = text.slice(start, from);
  const kept = lead(before);
  const last = before.trimEnd().slice(-1);
  // A line of spaces alone keeps none.
  const blank = kept.length === before.length && kept.length > 0 && from === to && (from === text.length || text[from] === "\n");
  if (blank) return { from: start, to, words: `\n${kept}`, select: [start + 1 + kept.length, start + 1 + kept.length] };
  const deeper = last in OPENS ? kept + unit(text) : kept;
  const caret = from + 1 + deeper.length;
  const between = last in OPENS && text[to] === OPENS[last];
  return { from, to, words: `\n${deeper}${between ? `\n${kept}` : ""}`, select: [caret, caret] };
}

/** Backspace in an indent of spaces: back to the stop before. */
export function unindented(lines, [from, to]) {
  if (from !== to) return null;
  const start = lines.start(lines.lineOf(from));
  const before = lines.text.slice(start, from);
  const one = unit(lines.text).length;
  if (before.length < 2 || !/^ +$/.test(before)) return null;
  const less = before.length % one || one;
  return { from: from - less, to, words: "", select: [from - less, from - less] };
}

/** `}` first in its line: it stands as deep as the line of its partner. */
export function closing(lines, [from, to], quiet) {
  const line = lines.lineOf(from);
  const start = lines.start(line);
  const before = lines.text.slice(start, from);
  if (!before || before.trim() || lines.lineOf(to) !== line) return null;
  const partner = opener(lines.text, start, "}", quiet);
  if (partner < 0) return null;
  const kept = lead(lines.line(lines.lineOf(partner)));
  if (kept === before) return null;
  const caret = start + kept.length + 1;
  return { from: start, to, words: `${kept}}`, select: [caret, caret] };
}

/** One page up (`-1`) or down (`1`), by `rows` lines: the offset there, in the same column if the line has it. */
export function paged(lines, caret, way, rows) {
  const line = lines.lineOf(caret);
  const to = Math.min(Math.max(0, line + way * rows), lines.count - 1);
  if (to === line) return way < 0 ? 0 : lines.text.length;
  return Math.min(lines.start(to) + caret - lines.start(line), lines.end(to));
}
