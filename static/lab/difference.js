// Two texts as one listing: what only the first has struck, what only the second has added. The listing looks as those of lessons do.
//
// In: two texts. Out: lines `[kind, text]` (" ", "-", "+"), and a figure of them. The rule: what is compared is bounded, so that no text holds the
// page: common beginnings and ends are taken off, lines that stand once in each part what is left, and only short stretches are compared line
// by line. A stretch that is too long for that is told as a whole.

/** Pairs of lines that are compared, in one stretch and in all. */
const STRETCH = 40_000;
const MOST = 400_000;
/** Lines that are put into the page at a time. */
const SLICE = 200;

/** The lines of both in order. */
export function difference(before, after) {
  const [a, b] = [before, after].map((text) => text.replace(/\n$/, "").split("\n"));
  return between(a, b, { left: MOST });
}

function between(a, b, room) {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const same = (lines) => lines.map((line) => [" ", line]);
  const [mine, theirs] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const middle = mine.length && theirs.length ? unlike(mine, theirs, room) : whole(mine, theirs);
  return [...same(a.slice(0, start)), ...middle, ...same(a.slice(a.length - end))];
}

const whole = (a, b) => [...a.map((line) => ["-", line]), ...b.map((line) => ["+", line])];

/** Lines that begin and end with others. */
function unlike(a, b, room) {
  const pairs = a.length * b.length;
  if (pairs <= STRETCH && pairs <= room.left) {
    room.left -= pairs;
    return compared(a, b);
  }
  const anchors = rising(uniques(a, b));
  if (!anchors.length) return whole(a, b);
  const lines = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...anchors, [a.length, b.length]]) {
    // One at a time: a call takes no more arguments than its stack has room for.
    for (const line of between(a.slice(i, x), b.slice(j, y), room)) lines.push(line);
    if (x < a.length) lines.push([" ", a[x]]);
    [i, j] = [x + 1, y + 1];
  }
  return lines;
}

/** Where each line stands that there is once in both: `[in a, in b]`, in the order of `a`. */
function uniques(a, b) {
  const places = (lines) => {
    const at = new Map();
    lines.forEach((line, k) => at.set(line, at.has(line) ? -1 : k));
    return at;
  };
  const theirs = places(b);
  return [...places(a)].filter(([line, k]) => k >= 0 && theirs.get(line) >= 0).map(([line, k]) => [k, theirs.get(line)]);
}

/** The longest run of pairs whose second rises, too. */
function rising(pairs) {
  const [tops, before] = [[], new Map()];
  for (const pair of pairs) {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tops[middle][1] < pair[1]) low = middle + 1;
      else high = middle;
    }
    before.set(pair, tops[low - 1]);
    tops[low] = pair;
  }
  const run = [];
  for (let pair = tops.at(-1); pair; pair = before.get(pair)) run.push(pair);
  return run.reverse();
}

/** Line by line: the longest common sequence, from the end. */
function compared(a, b) {
  const wide = b.length + 1;
  const long = new Uint16Array((a.length + 1) * wide);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) long[i * wide + j] = a[i] === b[j] ? long[(i + 1) * wide + j + 1] + 1 : Math.max(long[(i + 1) * wide + j], long[i * wide + j + 1]);
  }
  const lines = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push([" ", a[i]]);
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || long[(i + 1) * wide + j] >= long[i * wide + j + 1])) {
      lines.push(["-", a[i]]);
      i += 1;
    } else {
      lines.push(["+", b[j]]);
      j += 1;
    }
  }
  return lines;
}

/** Some lines, in a box of their own: what is out of sight is not laid out. */
function slice(lines) {
  const box = document.createElement("span");
  box.className = "lines";
  box.style.setProperty("--lines", lines.length);
  box.append(
    ...lines.map(([kind, text]) => {
      const line = document.createElement({ " ": "span", "-": "del", "+": "ins" }[kind]);
      line.className = "line";
      line.textContent = `${text}\n`;
      return line;
    }),
  );
  return box;
}

/** A listing of a difference; a long one comes a slice after the other. */
export function listing(title, lines) {
  const code = document.createElement("code");
  let at = 0;
  const more = () => {
    code.append(slice(lines.slice(at, at + SLICE)));
    at += SLICE;
    if (at < lines.length) requestAnimationFrame(more);
  };
  more();
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  pre.append(code);
  const name = document.createElement("span");
  name.className = "code-title";
  name.textContent = title;
  const caption = document.createElement("figcaption");
  caption.append(name);
  const figure = document.createElement("figure");
  figure.className = "code difference";
  figure.append(caption, pre);
  return figure;
}
