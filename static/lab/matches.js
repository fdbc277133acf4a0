// Finding in a text: an expression from what the reader asks for, its matches, and what takes their place.
//
// In: a text and a query `{query, matchCase, word, regex}`. Out: ranges. An expression of the reader's own may take for ever
// (`(a+)+b`), so those run in a worker that can be ended (`find.js`); plain words cannot.

import { word } from "./words.js";

/** More are not shown, nor replaced one by one. */
export const MOST = 10_000;

/** The expression of a query; what is wrong with the reader's own comes as an Error with a sentence. */
export function expression({ query, matchCase, word: whole, regex }) {
  let source = regex ? query : query.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  if (whole) source = `(?<![\\w$])(?:${source})(?![\\w$])`;
  try {
    return new RegExp(source, matchCase ? "gm" : "gim");
  } catch (error) {
    const why = error.message.replace(/^Invalid regular expression: /, "").replace(/^\/[^]*\/[a-z]*: /, "");
    throw new Error(word("Not a regular expression: {}.", `${why.charAt(0).toLowerCase()}${why.slice(1)}`));
  }
}

/** All matches in order, `[from, to]` each, `MOST` at the most; empty ones are left out. */
export function matches(text, asked) {
  const found = [];
  asked.lastIndex = 0;
  for (let match = asked.exec(text); match && found.length < MOST; match = asked.exec(text)) {
    if (match[0]) found.push([match.index, match.index + match[0].length]);
    else asked.lastIndex += 1;
  }
  return found;
}

/** What takes the place of a match: `$1`, `$<name>`, `$&` and `$$` mean what they mean in JavaScript; plain words mean themselves. */
export function replacement(text, [from, to], asked, template, regex) {
  if (!regex) return template;
  const one = new RegExp(asked.source, asked.flags.replace("g", "y"));
  one.lastIndex = from;
  const match = one.exec(text);
  if (!match || match.index + match[0].length !== to) return template;
  return template.replace(/\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)/g, (whole, dollar, all, number, name) => {
    if (dollar) return "$";
    if (all) return match[0];
    if (name !== undefined) return match.groups ? (match.groups[name] ?? "") : whole;
    return Number(number) > 0 && Number(number) < match.length ? (match[Number(number)] ?? "") : whole;
  });
}
