// What a launch cost: a sentence, and a table of its lines with each value beside the least that would do.
//
// In: a launch as a run tells it, the text it was run from, and the lines to show. Out: elements. Not by colour alone: what is above its least says
// so in words.

import { short } from "./beside.js";
import { named } from "./run.js";
import { placeOf } from "./places.js";
import { make, tableOf } from "./seen.js";
import { locale, word } from "./words.js";

const HEADS = [word("Line"), word("Source"), word("Instructions"), word("Lanes at work"), word("Sectors a request"), word("Passes a request"), word("Branches that split")];
const number = (value) => value.toLocaleString(locale);

/** A value a request, and the least where it is above it. */
function beside(requests, cost, least) {
  if (!requests) return "";
  const value = make("span", cost > least ? "cost-over" : "", short(cost / requests));
  if (cost > least) value.append(" ", make("span", "cost-least", word("({} would do)", short(least / requests))));
  return value;
}

function row(counts, source, reveal) {
  const { line, warps, lanes, requests, sectors, idealSectors, shared, passes, idealPasses, branches, divergent } = counts;
  // Where there is an editor, the line itself is beside.
  const code = reveal ? "" : make("code", "", source[line - 1]?.replace(/\/\/.*$/, "").trim() ?? "");
  const split = divergent ? word("{} of {}", number(divergent), number(branches)) : "";
  return [placeOf(`${line}`, line, reveal), code, reveal ? number(warps) : "", warps ? short(lanes / warps) : "", beside(requests, sectors, idealSectors), beside(shared, passes, idealPasses), split];
}

/** What a launch issued, in words. */
function issued({ instructions, lanes }) {
  const atWork = short(instructions ? lanes / instructions : 0);
  if (instructions === 1) return word("1 warp instruction, {} of 32 lanes at work", atWork);
  return word("{} warp instructions, {} of 32 lanes at work", number(instructions), atWork);
}

function leftOut(blocks) {
  if (blocks === 1) return word("Counts leave 1 block out, which nobody watched: the run is long.");
  return word("Counts leave {} blocks out, which nobody watched: the run is long.", number(blocks));
}

/** The launch in words: how it was launched, where, how often, what it issued. */
function sentence({ text, line, times = 1, left_out: left = 0, counts, failure }) {
  const said = make("p", "cost-said");
  said.append(make("code", "", text));
  if (line) said.append(`, ${word("line {}", line)}`);
  if (times > 1) said.append(`, ${word("{} times", number(times))}`);
  said.append(counts ? `: ${issued(counts)}.` : ".");
  if (left) said.append(` ${leftOut(left)}`);
  if (failure) said.append(" ", make("span", "cost-over", word("The launch did not end in order: {}.", failure)));
  return said;
}

/** Whether a line says more than that it was there. */
const costs = ({ requests, shared, divergent, warps, lanes }) => requests || shared || divergent || lanes < 32 * warps;

/** A launch and its lines. `shows(line)` says which; with an editor all that ran, else those that cost something. Columns that no line fills are
 * left out. */
export function costOf(launch, text, { shows = () => true, reveal = null }) {
  const box = make("div", "cost");
  box.append(sentence(launch));
  const counts = (launch.counts?.lines ?? []).map(named).filter((one) => one.warps && shows(one.line) && (reveal || costs(one))).sort((a, b) => a.line - b.line);
  if (!counts.length) return box;
  const rows = counts.map((one) => row(one, text.split("\n"), reveal));
  const filled = HEADS.map((_, at) => rows.some((cells) => cells[at] !== ""));
  const kept = (all) => all.filter((_, at) => filled[at]);
  box.classList.toggle("with-source", filled[1]);
  box.append(tableOf({ heads: kept(HEADS), rows: rows.map(kept) }, word("Counters of {} by line", launch.text)));
  return box;
}
