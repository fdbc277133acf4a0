// What a reader expected of a run beside what the run has.
//
// In: the predictions that a listing asks for, as its page names them (`src/site/predict.rs`), and a run as `result.js` gathers it. Out: for
// each the value, or null where the run has none, and whether what was typed is it.

import { passesOf, sectorsOf } from "./beside.js";
import { locale, word } from "./words.js";

/** What is asked, in words, of a number as it is shown. */
const COUNTED = {
  sectors: sectorsOf,
  passes: passesOf,
  lanes: (number) => (number === "1" ? word("1 lane at work") : word("{} lanes at work", number)),
  instructions: (number) => (number === "1" ? word("1 warp instruction") : word("{} warp instructions", number)),
  findings: (number) => (number === "1" ? word("1 kind of finding") : word("{} kinds of finding", number)),
  output: (text) => `${text}`,
};

/** Values in a line of a launch's counts, by their places. */
const PLACE = { line: 0, warps: 1, lanes: 2, requests: 3, sectors: 4, shared: 6, passes: 7 };

const share = (all, of) => (of ? all / of : null);
/** A kernel's name without what a template makes of it. */
const plain = (kernel) => kernel.replace(/<.*$/s, "");

/** The accesses of a line that are the words themselves, as one: requests and what they cost. */
function access(launch, { line, words, what }) {
  const exact = (launch.accesses ?? []).filter((one) => one.line === line && one.text === words && what in one);
  const sum = (key) => exact.reduce((all, one) => all + one[key], 0);
  return exact.length ? share(sum(what), sum("requests")) : undefined;
}

function ofLine(launch, asked) {
  const row = launch.counts?.lines.find((row) => row[PLACE.line] === asked.line);
  if (asked.what === "lanes") return row ? share(row[PLACE.lanes], row[PLACE.warps]) : null;
  const exact = access(launch, asked);
  if (exact !== undefined || !row) return exact ?? null;
  const requests = asked.what === "sectors" ? PLACE.requests : PLACE.shared;
  return share(row[PLACE[asked.what]], row[requests]);
}

/** The launch of a kernel with this number, from 1; launches that were told as one count as often as they were made. */
function launchOf({ launches }, { kernel, number }) {
  let left = number;
  return launches.filter((launch) => plain(launch.kernel) === kernel).find((launch) => (left -= launch.times ?? 1) <= 0);
}

/** A line of the output, or of its words the one with this number, without the comma behind it; a number where it is one. */
function printed(line, at) {
  const said = at ? line?.trim().split(/\s+/)[at - 1]?.replace(/[,;:]$/, "") : line?.trim();
  if (!said) return null;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(said) ? Number(said) : said;
}

/** What answers a prediction: a number, a line of the output, or null. */
export function measured(run, asked) {
  if (asked.what === "findings") return run.findings.length + run.findingsMore;
  if (asked.what === "output") return printed(run.out.split("\n")[asked.number - 1], asked.word);
  const launch = launchOf(run, asked);
  if (!launch) return null;
  return asked.what === "instructions" ? (launch.counts?.instructions ?? null) : ofLine(launch, asked);
}

/** A value as it is shown. */
export const shown = (value) => (typeof value === "number" ? value.toLocaleString(locale, { maximumFractionDigits: Math.abs(value) < 1 ? 6 : 2 }) : value);

/** Whether numbers are shown with a comma before the fraction, and a point between thousands. */
const isComma = (1.5).toLocaleString(locale).includes(",");

/** A number that a reader typed; NaN for what is none. What parts thousands where numbers are shown does so before three figures; else a comma or
 * a point begins a fraction. */
export function typedNumber(text) {
  const typed = text.trim().replace(/[\s_]/g, "").replace("−", "-");
  const english = isComma ? typed.replace(/[.,]/g, (sign) => (sign === "," ? "." : ",")) : typed;
  // Nothing stands in thousands behind a nought.
  const whole = /^[+-]?0,/.test(english) ? english : english.replace(/,(?=\d{3}(?:\D|$))/g, "");
  const plainly = whole.replace(",", ".");
  return plainly ? Number(plainly.replace(/[^\d.eE+-].*$/, "")) : NaN;
}

/** Whether what was typed is the value: to the number where it is whole, else to half a per cent. */
export function isRight(typed, value) {
  if (typeof value !== "number") return typed.trim().replace(/\s+/g, " ") === String(value).trim().replace(/\s+/g, " ");
  // Whole numbers are counted; others as exactly as they are shown.
  const slack = Number.isInteger(value) ? 0 : Math.max(Math.abs(value) * 0.005, 1e-9);
  return Math.abs(typedNumber(typed) - value) <= slack;
}

/** What is said of a prediction: what was typed, what the run has, whether they are the same. */
export function answer(run, asked, typed) {
  const value = measured(run, asked);
  if (value === null) return { right: null, words: word("This run has no number for it.") };
  const found = COUNTED[asked.what](shown(value));
  if (!typed.trim()) return { right: null, words: word("It is {}.", found) };
  const right = isRight(typed, value);
  return { right, words: right ? word("As you said: {}.", found) : word("You said {}; it is {}.", typed.trim(), found) };
}
