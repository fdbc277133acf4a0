// A judged text as an attempt: the row that `course progress export` writes, so that page and terminal count the same.
//
// In: the records of a run, and how it ended. Out: a result for each check that was asked for, and the row. The rule is the runner's
// (`src/runner/ending.rs`): a pass needs a record that says so; what has none is named by how the run ended, the first of them as its cause.

const GRAVE = ["interrupted", "checker-problem", "crashed", "timed-out", "no-evidence"];

/** `pass`, `did not compile`: a status as people read it. */
export const words = (status) => status.replaceAll("-", " ");

/** Whether a check is one that did not pass and should have. */
export const isBad = ({ status }) => !["pass", "not-measured", "skipped", "interrupted"].includes(status);

/** A result that the page names itself. */
function named([part, check], status, message) {
  return { part, check, status, value: null, unit: null, bound: null, device: "", message, detail: "", hint: null, places: [] };
}

/** The results of checks (`part/check`) that no record came for: `why` is `{stopped}`, `{late, seconds}`, `{broke}` with a sentence, or null. */
export function missing(ids, why) {
  return ids.map((id, at) => {
    const name = id.split("/");
    if (why?.stopped) return named(name, "interrupted", at ? "ended before it began" : "ended before it was finished");
    if (why?.late) return at ? named(name, "skipped", "not run: an earlier check did not end") : named(name, "timed-out", `not finished after ${why.seconds} s; ended`);
    if (why?.broke) return at ? named(name, "skipped", "not run: the judge broke off") : named(name, "crashed", why.broke);
    return named(name, "no-evidence", "the judge ended without saying that this check was finished");
  });
}

/** The whole's ending: the gravest of its checks. */
export function outcome(results) {
  const has = (status) => results.some((result) => result.status === status);
  const grave = GRAVE.find(has);
  if (grave) return grave;
  if (results.some(({ status, check }) => status === "fail" && check === "compiles")) return "did-not-compile";
  if (!results.length) return "checker-problem";
  if (has("fail") || has("skipped")) return "fail";
  return has("pass") ? "pass" : "not-measured";
}

/** A time with microseconds, as rows keep it. */
export const stamp = (time = new Date()) => time.toISOString().replace("Z", "000Z");

/** What is kept of a check: no more than the terminal keeps. */
function row({ part, check, status, value, unit, bound, message, places = [] }) {
  const kept = { part, check, status };
  if (typeof value === "number") kept.value = value;
  for (const [name, text] of [["unit", unit], ["bound", bound], ["message", message]]) if (text) kept[name] = text;
  return { ...kept, line: places[0]?.line ?? 0 };
}

/** The attempt as a row without its names (`id`, `source_hash`), which follow from its content. */
export function attemptOf(lab, results, { started, ms }) {
  const device = results.find((result) => result.device)?.device ?? "";
  return { lab, device, started: stamp(started), ms: Math.round(ms), outcome: outcome(results), checks: results.map(row) };
}
