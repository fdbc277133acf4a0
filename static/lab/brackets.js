// Brackets and quotes: which are typed in pairs, and which two belong together.
//
// In: a text, a caret, what is typed. Out: a step (`{from, to, words, select}`) or null where the key is left alone. Inside of a
// comment or a string nothing is paired: `quiet(offset)` says whether a character stands in one.

const CLOSERS = { "(": ")", "[": "]", "{": "}" };
const OPENERS = { ")": "(", "]": "[", "}": "{" };
const QUOTES = ['"', "'"];
/** How far a partner is looked for, in units. */
const REACH = 100_000;

/** Where the partner of the bracket at `at` stands, or -1. */
export function partner(text, at, quiet) {
  const mine = text[at];
  const forward = mine in CLOSERS;
  const other = forward ? CLOSERS[mine] : OPENERS[mine];
  if (!other || quiet(at)) return -1;
  const step = forward ? 1 : -1;
  let depth = 0;
  for (let here = at, far = 0; here >= 0 && here < text.length && far < REACH; here += step, far += 1) {
    const letter = text[here];
    if ((letter !== mine && letter !== other) || quiet(here)) continue;
    depth += letter === mine ? 1 : -1;
    if (depth === 0) return here;
  }
  return -1;
}

/** The two brackets of which one touches the caret, or null. */
export function pairAt(text, caret, quiet) {
  for (const at of [caret - 1, caret]) {
    const other = text[at] in CLOSERS || text[at] in OPENERS ? partner(text, at, quiet) : -1;
    if (other >= 0) return [at, other];
  }
  return null;
}

/** The bracket that a closing one typed at `caret` would close, or -1. */
export function opener(text, caret, closing, quiet) {
  let depth = 1;
  for (let at = caret - 1; at >= 0 && caret - at < REACH; at -= 1) {
    if ((text[at] !== closing && text[at] !== OPENERS[closing]) || quiet(at)) continue;
    depth += text[at] === closing ? 1 : -1;
    if (depth === 0) return at;
  }
  return -1;
}

/**
 * What a typed bracket or quote does. `put` holds the offsets of those that were put for the reader, which typing passes over;
 * a step with `closer` puts one there.
 */
export function typed(text, [from, to], key, put, quiet) {
  const closer = CLOSERS[key] ?? (QUOTES.includes(key) ? key : null);
  if (from === to && text[from] === key && put.includes(from)) return { from, to, words: "", select: [from + 1, from + 1] };
  if (!closer) return null;
  if (from < to) {
    const held = text.slice(from, to);
    // A quote over one letter or over lines is more likely to take their place.
    if (QUOTES.includes(key) && held.includes("\n")) return null;
    return { from, to, words: key + held + closer, select: [from + 1, to + 1] };
  }
  const free = from === text.length || /[\s)\]};,]/.test(text[from]);
  const inside = quiet(from - 1) && (quiet(from) || from === text.length || text[from] === "\n");
  if (!free || inside) return null;
  if (QUOTES.includes(key) && /[\w"']/.test(text[from - 1] ?? "")) return null;
  return { from, to, words: key + closer, select: [from + 1, from + 1], closer: from + 1 };
}

/** What Backspace does between two that were put as a pair: both go. */
export function erased(text, [from, to], put) {
  if (from !== to || from === 0 || !put.includes(from)) return null;
  const before = text[from - 1];
  if ((CLOSERS[before] ?? before) !== text[from]) return null;
  return { from: from - 1, to: from + 1, words: "", select: [from - 1, from - 1] };
}
