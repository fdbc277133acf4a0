// A run of the judge, as a page sees it: results as they come, a frame at a time.
//
// In: an engine, the request, the checks that are asked for as `part/check`. Out: a result for each of them, and why the run ended early, if it did.
// Two rules: a check that no record came for has a result all the same, which says so. And a run that is over at once is drawn once, as a verdict:
// that it is under way is shown where somebody would wait.

import { missing } from "./attempt.js";
import { word } from "./words.js";

/** How long the judge may go without a word, in seconds. */
const PATIENCE = 60;

/** What is answered within so many milliseconds is felt to be at once (Miller 1968), so that no word is needed that it was asked. */
const AT_ONCE = 100;

/** Why a run ended before it was over. */
const early = (error) => (error.stopped ? { stopped: true } : error.late ? { late: true, seconds: PATIENCE } : { broke: error.message });

/** `begin` is called once, before `show` gets each result once. */
export async function run(engine, request, { ids, signal, begin, show }) {
  const results = [];
  const queue = [];
  let frame = 0;
  let isShown = false;
  const flush = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    queue.splice(0).forEach(show);
  };
  const later = () => {
    if (isShown && queue.length) frame ||= requestAnimationFrame(flush);
  };
  const open = () => {
    if (!isShown) begin();
    isShown = true;
    later();
  };
  const waiting = setTimeout(open, AT_ONCE);
  const hear = (line) => {
    const result = JSON.parse(line);
    if (!ids.includes(`${result.part}/${result.check}`)) return;
    results.push(result);
    queue.push(result);
    later();
  };
  let why = null;
  try {
    const given = await engine.call("check", request, hear, { signal, seconds: PATIENCE });
    if (given) why = { broke: word("this site’s judge has no lab {}: the site is of another version; build it again", request.slice(0, request.indexOf("\n"))) };
  } catch (error) {
    why = early(error);
  }
  clearTimeout(waiting);
  open();
  const known = new Set(results.map(({ part, check }) => `${part}/${check}`));
  const rest = missing(ids.filter((id) => !known.has(id)), why);
  queue.push(...rest);
  flush();
  return { results: [...results, ...rest], why };
}
