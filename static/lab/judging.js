// A run of the judge, as a page sees it: results as they come, a frame at a time.
//
// In: an engine, the request, the checks that are asked for as `part/check`. Out: a result for each of them, and why the run ended early, if it did.
// The rule: a check that no record came for has a result all the same, which says so.

import { missing } from "./attempt.js";
import { word } from "./words.js";

/** How long the judge may go without a word, in seconds. */
const PATIENCE = 60;

/** Why a run ended before it was over. */
const early = (error) => (error.stopped ? { stopped: true } : error.late ? { late: true, seconds: PATIENCE } : { broke: error.message });

/** `show` gets each result once. */
export async function run(engine, request, { ids, signal, show }) {
  const results = [];
  const queue = [];
  let frame = 0;
  const flush = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    queue.splice(0).forEach(show);
  };
  const hear = (line) => {
    const result = JSON.parse(line);
    if (!ids.includes(`${result.part}/${result.check}`)) return;
    results.push(result);
    queue.push(result);
    frame ||= requestAnimationFrame(flush);
  };
  let why = null;
  try {
    const given = await engine.call("check", request, hear, { signal, seconds: PATIENCE });
    if (given) why = { broke: word("this site’s judge has no lab {}: the site is of another version; build it again", request.slice(0, request.indexOf("\n"))) };
  } catch (error) {
    why = early(error);
  }
  const known = new Set(results.map(({ part, check }) => `${part}/${check}`));
  const rest = missing(ids.filter((id) => !known.has(id)), why);
  queue.push(...rest);
  flush();
  return { results: [...results, ...rest], why };
}
