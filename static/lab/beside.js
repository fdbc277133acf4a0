// Words beside the lines of an editor: what a run cost there.
//
// In: the counts of lines (`trace.js` names them). Out: words by line, for `Editor.margin`.

import { locale, word } from "./words.js";

export const short = (value) => value.toLocaleString(locale, { maximumFractionDigits: 1 });

/** What a request costs, in words, of a number as it is shown. */
export const sectorsOf = (shown) => (shown === "1" ? word("1 sector a request") : word("{} sectors a request", shown));
export const passesOf = (shown) => (shown === "1" ? word("1 pass a request") : word("{} passes a request", shown));

/** Words beside the lines of a run, by line. */
export function besideLines(lines) {
  const words = new Map();
  for (const { line, requests, sectors, idealSectors, shared, passes, idealPasses, divergent, branches } of lines) {
    const told = [];
    const beside = (made, ideal) => (made.of > ideal ? word("{} ({} would do)", made.told, short(ideal / made.by)) : made.told);
    if (requests) told.push(beside({ of: sectors, by: requests, told: sectorsOf(short(sectors / requests)) }, idealSectors));
    if (shared) told.push(beside({ of: passes, by: shared, told: passesOf(short(passes / shared)) }, idealPasses));
    if (divergent) told.push(word("{} of {} branches split a warp", divergent.toLocaleString(locale), branches.toLocaleString(locale)));
    if (told.length) words.set(line, told.join(" · "));
  }
  return words;
}
