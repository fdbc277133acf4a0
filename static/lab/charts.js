// Two drawings of a run: how many lanes were at work over time, and where the kernel stands under the roofline.
//
// In: a `Run`, devices. Out: an SVG, a sentence and the rows of a table each. The rule: a drawing of a hundred thousand steps is as large as one of ten.

import { shape } from "./access.js";
import { count } from "./trace.js";
import { locale, word } from "./words.js";

const WIDTH = 480;
const [LEFT, RIGHT, TOP, BOTTOM] = [34, 8, 10, 24];
const HIGH = 120;
const COLUMNS = WIDTH - LEFT - RIGHT;

const short = (value) => value.toLocaleString(locale, { maximumSignificantDigits: 3 });

/** Lanes and instructions by step, and their sums. */
function work(run) {
  const { lanes, issued, line } = run.trace.steps;
  const counts = Uint8Array.from(lanes, count);
  let instructions = 0;
  let active = 0;
  const byLine = new Map();
  for (let at = 0; at < counts.length; at += 1) {
    instructions += issued[at];
    active += issued[at] * counts[at];
    const sum = byLine.get(line[at]) ?? { steps: 0, instructions: 0, active: 0 };
    sum.steps += 1;
    sum.instructions += issued[at];
    sum.active += issued[at] * counts[at];
    byLine.set(line[at], sum);
  }
  return { counts, issued, instructions, active, byLine };
}

/** For each column of the drawing the mean and the least number of lanes. */
function columns({ counts, issued, instructions }) {
  const all = Math.max(instructions, 1);
  const wide = Math.min(COLUMNS, all);
  const made = Array.from({ length: wide }, () => ({ sum: 0, of: 0, least: 33 }));
  let before = 0;
  for (let at = 0; at < counts.length; at += 1) {
    const first = Math.min(Math.floor((before * wide) / all), wide - 1);
    before += issued[at];
    const last = Math.max(first, Math.min(Math.ceil((before * wide) / all) - 1, wide - 1));
    for (let k = first; k <= last; k += 1) {
      made[k].sum += counts[at];
      made[k].of += 1;
      made[k].least = Math.min(made[k].least, counts[at]);
    }
  }
  return made.map(({ sum, of, least }) => ({ mean: of ? sum / of : 0, least: of ? least : 0 }));
}

/** Active lanes over the warp's instructions. */
export function lanesOverTime(run) {
  const of = work(run);
  const made = columns(of);
  const [inner, wide] = [HIGH - TOP - BOTTOM, COLUMNS / made.length];
  const y = (lanes) => TOP + inner * (1 - lanes / 32);
  const x = (k) => LEFT + k * wide;
  const svg = shape("svg", { class: "see-chart", viewBox: `0 0 ${WIDTH} ${HIGH}`, role: "img" });
  for (const lanes of [0, 16, 32]) {
    svg.append(shape("path", { d: `M${LEFT} ${y(lanes)}H${WIDTH - RIGHT}`, class: "see-grid" }));
    svg.append(shape("text", { x: LEFT - 6, y: y(lanes) + 4, class: "see-soft", "text-anchor": "end" }, String(lanes)));
  }
  const path = (key) => made.map((one, k) => `${k ? "L" : "M"}${x(k).toFixed(1)} ${y(one[key]).toFixed(1)}H${x(k + 1).toFixed(1)}`).join("");
  svg.append(shape("path", { d: `${path("mean")}V${y(0)}H${LEFT}Z`, class: "see-area" }));
  svg.append(shape("path", { d: path("least"), class: "see-curve" }));
  svg.append(shape("text", { x: LEFT, y: HIGH - 6, class: "see-soft" }, word("first instruction")));
  svg.append(shape("text", { x: WIDTH - RIGHT, y: HIGH - 6, class: "see-soft", "text-anchor": "end" }, of.instructions === 1 ? word("1 instruction") : word("{} instructions", of.instructions.toLocaleString(locale))));
  const mean = of.instructions ? of.active / of.instructions : 0;
  const lost = [...of.byLine].map(([line, sum]) => ({ line, ...sum, lost: 32 * sum.instructions - sum.active })).sort((a, b) => b.lost - a.lost);
  const worst = lost[0]?.lost > 0 ? ` ${word("Most are idle in line {}: {} of 32 work there.", lost[0].line, short(lost[0].active / Math.max(lost[0].instructions, 1)))}` : "";
  const said = `${word("On average {} of 32 lanes are at work.", short(mean))}${worst}`;
  svg.setAttribute("aria-label", said);
  const rows = lost.map(({ line, steps, instructions, active }) => [String(line), steps.toLocaleString(locale), instructions.toLocaleString(locale), short(active / Math.max(instructions, 1))]);
  return { svg, said, table: { heads: [word("Line"), word("Steps"), word("Instructions"), word("Lanes at work")], rows } };
}

const KINDS = [
  ["single", "fp32", word("float arithmetic")],
  ["half", "fp16", word("half arithmetic")],
  ["double", "fp64", word("double arithmetic")],
  ["tensor", "tensor", word("tensor cores")],
];

/** Where a kernel stands on a device: operations a byte, and what it can reach at most. */
export function standingOf({ flops, bytes, ...by }, device) {
  const times = KINDS.filter(([kind, rate]) => by[kind] > 0 && device[rate] > 0).map(([kind, rate, words]) => ({ words, peak: device[rate] * 1e12, time: by[kind] / (device[rate] * 1e12) }));
  const most = times.sort((a, b) => b.time - a.time)[0] ?? { words: word("float arithmetic"), peak: device.fp32 * 1e12, time: 0 };
  const bandwidth = device.bandwidth * 1e9;
  const memory = bytes / bandwidth;
  const intensity = bytes ? flops / bytes : null;
  const attainable = intensity === null ? most.peak : Math.min(intensity * bandwidth, most.peak);
  return { peak: most.peak, words: most.words, bandwidth, intensity, attainable, time: Math.max(memory, most.time), bound: memory >= most.time ? word("device memory") : most.words };
}

function seconds(time) {
  const [factor, unit] = time >= 1e-3 ? [1e3, "ms"] : time >= 1e-6 ? [1e6, "µs"] : [1e9, "ns"];
  return `${short(time * factor)} ${unit}`;
}

/** The roofline of a device with the points of kernels: `[name, work]`. */
export function roofline(kernels, device) {
  const points = kernels.map(([name, work]) => ({ name, work, ...standingOf(work, device) }));
  const { peak, bandwidth } = points[0];
  const ridge = peak / bandwidth;
  const [low, high] = [Math.log10(ridge) - 3, Math.log10(ridge) + 2];
  const [least, most] = [Math.log10(peak) - 3.2, Math.log10(peak) + 0.2];
  const tall = 220;
  const x = (intensity) => LEFT + 24 + (COLUMNS - 24) * ((Math.log10(intensity) - low) / (high - low));
  const y = (rate) => TOP + (tall - TOP - BOTTOM) * (1 - (Math.log10(rate) - least) / (most - least));
  const svg = shape("svg", { class: "see-chart", viewBox: `0 0 ${WIDTH} ${tall}`, role: "img" });
  for (let power = Math.ceil(low); power <= high; power += 1) {
    svg.append(shape("path", { d: `M${x(10 ** power)} ${TOP}V${tall - BOTTOM}`, class: "see-grid" }));
    svg.append(shape("text", { x: x(10 ** power), y: tall - 6, class: "see-soft", "text-anchor": "middle" }, String(Number((10 ** power).toPrecision(1)))));
  }
  for (let power = Math.ceil(least); power <= most; power += 1) {
    svg.append(shape("path", { d: `M${LEFT + 24} ${y(10 ** power)}H${WIDTH - RIGHT}`, class: "see-grid" }));
    svg.append(shape("text", { x: LEFT + 18, y: y(10 ** power) + 4, class: "see-soft", "text-anchor": "end" }, power >= 12 ? `${10 ** (power - 12)} T` : `${10 ** (power - 9)} G`));
  }
  svg.append(shape("text", { x: LEFT + 30, y: TOP + 12, class: "see-soft" }, "FLOP/s"));
  svg.append(shape("text", { x: WIDTH - RIGHT, y: tall - BOTTOM - 8, class: "see-soft", "text-anchor": "end" }, word("FLOP a byte")));
  const start = 10 ** Math.max(low, least - Math.log10(bandwidth));
  svg.append(shape("path", { d: `M${x(start)} ${y(start * bandwidth)}L${x(ridge)} ${y(peak)}H${WIDTH - RIGHT}`, class: "see-roof" }));
  points.forEach((point, k) => {
    if (!point.intensity) return;
    const [px, py] = [Math.min(Math.max(x(point.intensity), LEFT + 24), WIDTH - RIGHT), Math.min(y(point.attainable), tall - BOTTOM)];
    svg.append(shape("path", { d: `M${px} ${py}V${tall - BOTTOM}`, class: "see-drop" }));
    svg.append(k ? shape("rect", { x: px - 5, y: py - 5, width: 10, height: 10, class: "see-point other" }) : shape("circle", { cx: px, cy: py, r: 6, class: "see-point" }));
    svg.append(shape("text", { x: px + (px > 330 ? -10 : 10), y: py + (k ? -8 : 20), class: "see-name", "text-anchor": px > 330 ? "end" : "start" }, point.name));
  });
  const said = points.map((point) => toldOf(point, device)).join(" ");
  svg.setAttribute("aria-label", said);
  const rows = points.map(({ name, work, intensity, attainable, time, bound }) => [name, work.flops.toLocaleString(locale), work.bytes.toLocaleString(locale), intensity === null ? "–" : short(intensity), `${short(attainable / 1e9)}`, seconds(time), bound]);
  return { svg, said, table: { heads: [word("Kernel"), "FLOP", word("Bytes at least"), word("FLOP a byte"), word("GFLOP/s at most"), word("Time at least"), word("Set by")], rows } };
}

function toldOf({ name, intensity, time, bound, attainable }, device) {
  if (intensity === null) return word("{}: nothing moves between memory and chip.", name);
  const moves = word("{} floating-point operations a byte that must move", short(intensity));
  const reach = intensity > 0 ? word("{}, so at most {} GFLOP/s", moves, short(attainable / 1e9)) : moves;
  return word("{}: {}; on {} this launch takes {} at least, set by {}.", name, reach, device.name, seconds(time), bound);
}
