// A launch as CUDA writes it, `scale<<<4, 256>>>(x[1024] = iota, 2.0, n = 1000)`: read into its pieces, and written from them.
//
// In: a line. Out: `{kernel, grid, block, shared, args}` with pieces as they are written, or `{wrong}` with a sentence. The rule: this looks at the
// form alone; what runs the launch says what does not fit a kernel (`crates/view/src/play`).

import { word } from "./words.js";

const CLOSES = { "(": ")", "[": "]", "{": "}" };

/** Pieces of a list, parted at commas outside of brackets; null where brackets do not match. */
function pieces(text) {
  const open = [];
  const found = [""];
  for (const letter of text) {
    if (letter in CLOSES) open.push(CLOSES[letter]);
    else if (")]}".includes(letter) && open.pop() !== letter) return null;
    if (letter === "," && !open.length) found.push("");
    else found[found.length - 1] += letter;
  }
  if (open.length) return null;
  const all = found.map((piece) => piece.trim());
  return all.length === 1 && !all[0] ? [] : all;
}

/** One argument: a buffer `name[length] = fill`, or a number with or without a name. */
function argument(piece) {
  const buffer = piece.match(/^([A-Za-z_]\w*)\s*\[([^\]]*)\]\s*(?:=\s*(.+))?$/s);
  if (buffer) return { name: buffer[1], length: buffer[2].trim(), fill: (buffer[3] ?? "zeros").trim() };
  const [, name = "", value] = piece.match(/^(?:([A-Za-z_]\w*)\s*=\s*)?(.*)$/s);
  return { name, value: value.trim() };
}

export function readLaunch(line) {
  const found = line.trim().replace(/;$/, "").match(/^([A-Za-z_][\w:]*(?:<(?!<)[^()]*?>)?)\s*<<<(.*)>>>\s*\((.*)\)$/s);
  if (!found) return { wrong: word("A launch is written {}.", "kernel<<<grid, block>>>(arguments)") };
  const [, kernel, shape, list] = found;
  const sizes = pieces(shape);
  const args = pieces(list);
  if (!sizes || !args) return { wrong: word("The brackets of the launch do not match.") };
  if (sizes.length < 2 || sizes.length > 3 || sizes.some((size) => !size)) return { wrong: word("Between {} and {} stand grid and block, and the bytes of dynamic shared memory if there are any.", "<<<", ">>>") };
  if (args.some((piece) => !piece)) return { wrong: word("An argument is missing between two commas.") };
  return { kernel, grid: sizes[0], block: sizes[1], shared: sizes[2] ?? "0", args: args.map(argument) };
}

export function writeLaunch({ kernel, grid, block, shared, args }) {
  const sizes = [grid, block, ...(shared && shared !== "0" ? [shared] : [])];
  const written = args.map(({ name, length, fill, value }) => {
    if (length !== undefined) return `${name}[${length}]${fill && fill !== "zeros" ? ` = ${fill}` : ""}`;
    return name ? `${name} = ${value}` : value;
  });
  return `${kernel}<<<${sizes.join(", ")}>>>(${written.join(", ")})`;
}

/** A launch to begin with, for a kernel as `outline` tells it. */
export function firstLaunch({ name, params }) {
  const counts = /^(n|len|length|size|count|total|elements|num\w*)$/i;
  const args = params.map((param) => {
    if (param.pointer) return { name: param.name, length: "1024", fill: param.const ? "iota" : "zeros" };
    if (counts.test(param.name)) return { name: param.name, value: "1024" };
    const isFloat = /float|double|half|bfloat/.test(param.type);
    return { name: param.name, value: isFloat ? "2.0" : /bool/.test(param.type) ? "1" : "32" };
  });
  return { kernel: name, grid: "4", block: "256", shared: "0", args };
}
