// The colours of a text, and what is wrong with it, kept in step while it is edited.
//
// In: flat lists as the module tells them (`offset, length, class, …`), and edits. Out: the spans of a stretch of text. An edit
// moves what lies behind it at once; what the edit itself is gets its colour with the next answer. Spans are in order and do
// not overlap.

const WORD = /[\w$]/;

export class Spans {
  #from = new Int32Array(0);
  #to = new Int32Array(0);
  #kind = new Uint8Array(0);
  #names = [];

  take(classes, colours) {
    const count = Math.floor(colours.length / 3);
    this.#names = classes.map((name) => (/^[a-z]$/.test(name) ? name : ""));
    this.#from = new Int32Array(count);
    this.#to = new Int32Array(count);
    this.#kind = new Uint8Array(count);
    for (let at = 0, next = 0; at < count; at += 1, next += 3) {
      this.#from[at] = colours[next];
      this.#to[at] = colours[next] + colours[next + 1];
      this.#kind[at] = colours[next + 2];
    }
  }

  /** The first span that ends behind an offset. */
  #first(offset) {
    let [first, last] = [0, this.#to.length];
    while (first < last) {
      const middle = (first + last) >> 1;
      if (this.#to[middle] > offset) last = middle;
      else first = middle + 1;
    }
    return first;
  }

  #name(at) {
    return this.#names[this.#kind[at]] ?? "";
  }

  /** Moves the spans by an edit that led to `text`. */
  shift({ from, to, end }, text) {
    const moved = end - to;
    let at = this.#first(from - 1);
    // A word or a comment that is typed on keeps its colour until the answer comes.
    if (at < this.#to.length && this.#to[at] === from) {
      const same = this.#name(at) === "c" || (WORD.test(text[from - 1] ?? "") && WORD.test(text[from] ?? ""));
      if (from === to && same && !text.slice(from, end).includes("\n")) this.#to[at] = end;
      at += 1;
    }
    const held = (offset) => (offset >= to ? offset + moved : Math.min(offset, from));
    for (; at < this.#to.length && this.#from[at] < to; at += 1) {
      this.#from[at] = held(this.#from[at]);
      this.#to[at] = held(this.#to[at]);
    }
    if (!moved) return;
    for (; at < this.#to.length; at += 1) {
      this.#from[at] += moved;
      this.#to[at] += moved;
    }
  }

  /** The spans of a stretch, cut to it: `[from, to, class]`. */
  within(from, to) {
    const found = [];
    for (let at = this.#first(from); at < this.#to.length && this.#from[at] < to; at += 1) {
      const [start, end] = [Math.max(from, this.#from[at]), Math.min(to, this.#to[at])];
      if (start < end) found.push([start, end, this.#name(at)]);
    }
    return found;
  }

  /** The class at an offset, "" where there is none. */
  at(offset) {
    const at = this.#first(offset);
    return at < this.#to.length && this.#from[at] <= offset ? this.#name(at) : "";
  }
}

/** Ranges (`{from, to, …}`) moved by an edit. */
export function shifted(ranges, { from, to, end }) {
  const held = (offset) => (offset >= to ? offset + end - to : Math.min(offset, from));
  return ranges.map((range) => ({ ...range, from: held(range.from), to: held(range.to) }));
}
