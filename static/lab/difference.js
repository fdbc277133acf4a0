// Two texts as one listing: what only the first has struck, what only the second has added. The listing looks as those of lessons do.
//
// In: two texts. Out: lines `[kind, text]` (" ", "-", "+"), and a figure of them. The rule: common beginnings and ends are taken off first; what
// is left is compared line by line, and is told as a whole where it is too long for that.

const MOST = 2000;

/** The lines of both in order. */
export function difference(before, after) {
  const [a, b] = [before, after].map((text) => text.replace(/\n$/, "").split("\n"));
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const same = (lines) => lines.map((line) => [" ", line]);
  const [mine, theirs] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return [...same(a.slice(0, start)), ...between(mine, theirs), ...same(a.slice(a.length - end))];
}

function between(a, b) {
  if (a.length > MOST || b.length > MOST) return [...a.map((line) => ["-", line]), ...b.map((line) => ["+", line])];
  // The longest common sequence of what is left, from the end.
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

/** A listing of a difference. */
export function listing(title, lines) {
  const code = document.createElement("code");
  for (const [kind, text] of lines) {
    const line = document.createElement({ " ": "span", "-": "del", "+": "ins" }[kind]);
    line.className = "line";
    line.textContent = `${text}\n`;
    code.append(line);
  }
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
