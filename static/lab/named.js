// Rows with names that are made from their content, so that the same row arriving twice is the same row.
//
// In: a row of an export without an `id`. Out: the same row with the `id` that `course progress import` gives it, and its time as it is kept
// there. The rule is the terminal's (`Row::identified` in src/store/rows.rs); tests/standing/names.json holds both to one table.

import { stamp } from "./attempt.js";
import { blake3 } from "./blake3.js";

/** The fields of a row in the terminal's order, with what a missing one is. */
const FIELDS = {
  log: { id: "", entry: "", at: "", kind: "own", date: "", module: "", progress: "", insight: "", challenge: "", next: "" },
  review: { id: "", at: "", item: "", grade: 0, due: "" },
};

/** A row of the log or a review by its name; one that has a name keeps it. */
export function named(kind, row) {
  if (row.id) return row;
  const at = stamp(new Date(row.at));
  const content = Object.fromEntries(Object.entries({ ...FIELDS[kind], ...row, id: "", at }).filter(([name]) => name in FIELDS[kind]));
  const id = blake3(JSON.stringify({ [kind]: content })).slice(0, 32);
  // The first of an entry's revisions is the entry.
  return { ...row, at, id, ...(kind === "log" && { entry: row.entry || id }) };
}

/** The rows of an export that a browser may have kept without names, with them. */
export const withNames = (value) => ({
  ...value,
  ...(value.log && { log: value.log.map((row) => named("log", row)) }),
  ...(value.reviews && { reviews: value.reviews.map((row) => named("review", row)) }),
});
