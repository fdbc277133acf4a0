// A text as lines, kept in step with each edit.
//
// In: the text after an edit. Out: what changed, as offsets and as lines. Offsets and columns count UTF-16 units, as strings
// of JavaScript do; lines are counted from 0 here. An edit costs a comparison of two strings and a copy of the lines' offsets,
// so that a megabyte can be typed into.

const STEP = 4096;
const TAB = 4;

/** How many units both strings begin with, `most` at the most. */
function sameStart(a, b, most) {
  let at = 0;
  while (at + STEP <= most && a.slice(at, at + STEP) === b.slice(at, at + STEP)) at += STEP;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

/** How many units both strings end with, `most` at the most, where `known` are the same already. */
function sameEnd(a, b, most, known = 0) {
  const end = (text, at) => text.slice(text.length - at - STEP, text.length - at);
  let at = known;
  while (at + STEP <= most && end(a, at) === end(b, at)) at += STEP;
  while (at < most && a.charCodeAt(a.length - at - 1) === b.charCodeAt(b.length - at - 1)) at += 1;
  return at;
}

const low = (code) => code >= 0xdc00 && code <= 0xdfff;

/**
 * The one change between two texts: `from` to `to` of `before` became `from` to `end` of `after`. Where several would do
 * (an `a` typed among others), the one that ends at the caret is meant.
 */
export function difference(before, after, caret = after.length) {
  const shorter = Math.min(before.length, after.length);
  let tail = sameEnd(before, after, Math.min(shorter, after.length - caret));
  let from = sameStart(before, after, shorter - tail);
  tail = sameEnd(before, after, shorter - from, tail);
  // Both halves of a character outside the first plane change together.
  if (from > 0 && (low(before.charCodeAt(from)) || low(after.charCodeAt(from)))) from -= 1;
  if (tail > 0 && low(after.charCodeAt(after.length - tail))) tail -= 1;
  return { from, to: before.length - tail, end: after.length - tail };
}

/** How many columns a line takes at the most: tabs to the next stop, and room for letters of other scripts. */
function columns(line) {
  if (!/[^\x20-\x7e]/.test(line)) return line.length;
  let wide = 0;
  for (const letter of line) {
    if (letter === "\t") wide = (Math.floor(wide / TAB) + 1) * TAB;
    else wide += letter < "\u0300" ? 1 : 2.5;
  }
  return wide;
}

function breaks(text, from, to) {
  const found = [];
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) found.push(at + 1);
  return found;
}

export class Lines {
  #starts = [0];
  #widths = [0];
  text = "";

  constructor(text) {
    this.edit(text);
  }

  get count() {
    return this.#starts.length;
  }

  /** The widest line, in columns. */
  get columns() {
    let most = 0;
    for (const wide of this.#widths) if (wide > most) most = wide;
    return most;
  }

  start(line) {
    return this.#starts[line];
  }

  /** Where a line ends, before its line break. */
  end(line) {
    return line + 1 < this.count ? this.#starts[line + 1] - 1 : this.text.length;
  }

  line(line) {
    return this.text.slice(this.start(line), this.end(line));
  }

  columnsOf(line) {
    return this.#widths[line];
  }

  /** The line in which an offset lies. */
  lineOf(offset) {
    let [first, last] = [0, this.count - 1];
    while (first < last) {
      const middle = (first + last + 1) >> 1;
      if (this.#starts[middle] <= offset) first = middle;
      else last = middle - 1;
    }
    return first;
  }

  /** The offset of a line and a column, both from 1 and both held to what there is. */
  offset(line, column) {
    const at = Math.min(Math.max(1, line), this.count) - 1;
    return Math.min(this.start(at) + Math.max(1, column) - 1, this.end(at));
  }

  /**
   * Takes the text after an edit. Returns what changed, or null when nothing did: `from`, `to` and `end` as `difference` tells
   * them, and the `line` from which on `removed` line breaks went and `added` came.
   */
  edit(after, caret) {
    const change = difference(this.text, after, caret);
    const { from, to, end } = change;
    if (from === to && from === end) return null;
    const line = this.lineOf(from);
    const last = this.lineOf(to);
    const added = breaks(after, from, end);
    const moved = end - to;
    const behind = this.#starts.slice(last + 1);
    if (moved) for (let at = 0; at < behind.length; at += 1) behind[at] += moved;
    this.text = after;
    this.#starts = this.#starts.slice(0, line + 1).concat(added, behind);
    const widths = [line, ...added.keys()].map((_, at) => columns(this.line(line + at)));
    this.#widths = this.#widths.slice(0, line).concat(widths, this.#widths.slice(last + 1));
    return { ...change, line, removed: last - line, added: added.length };
  }
}
