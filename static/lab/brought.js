// What comes from outside: an export of progress, looked through before anything of it is taken.
//
// In: the text of a file. Out: its value, of which all can be taken. The rule: what cannot be taken whole is not taken at all, and an error says
// in a sentence why.

import { blake3 } from "./blake3.js";
import { word } from "./words.js";

const FORMAT = "course-progress";
const VERSION = 1;

/** The longest text of a lab that is kept, in UTF-16 units: the compiler takes none that is longer. */
export const LONGEST = 1 << 20;

const isText = (value) => typeof value === "string" && value !== "";
const isTime = (value) => isText(value) && !Number.isNaN(Date.parse(value));
// A row without a name gets one; a name that is no text is none that a database takes.
const isName = (value) => value === undefined || typeof value === "string";
const isRow = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isList = Array.isArray;
const KIND = {
  attempts: (row) => isName(row.id) && isText(row.lab) && isTime(row.started) && isText(row.outcome) && isList(row.checks ?? []) && (row.checks ?? []).every((check) => isRow(check) && isText(check.part) && isText(check.check) && isText(check.status)),
  events: (row) => isName(row.id) && isText(row.lab) && isTime(row.at) && isText(row.kind),
  marks: (row) => isText(row.item) && typeof row.on === "boolean" && isTime(row.at),
  log: (row) => isName(row.id) && isTime(row.at) && isText(row.date),
  reviews: (row) => isName(row.id) && isText(row.item) && isTime(row.at) && Number.isInteger(row.grade) && isText(row.due),
};
const ONE = { attempts: word("an attempt"), events: word("an event"), marks: word("a mark"), log: word("a log entry"), reviews: word("a review") };

/** An export that came from outside, looked through: all of it can be taken, or an error says in a sentence why nothing is. */
export function checked(text) {
  let taken = null;
  try {
    taken = JSON.parse(text);
  } catch {
    throw new Error(word("this file is no JSON, so it is no export of progress"));
  }
  if (!isRow(taken) || taken.format !== FORMAT) throw new Error(word("this is no export of progress: it does not say that its format is {}", FORMAT));
  if (taken.version !== VERSION) throw new Error(word("its version is {}, and this course reads version {}", taken.version, VERSION));
  for (const [name, holds] of Object.entries(KIND)) {
    const rows = taken[name] ?? [];
    if (!Array.isArray(rows)) throw new Error(word("its “{}” is no list, so nothing was taken", name));
    const at = rows.findIndex((row) => !isRow(row) || !holds(row));
    if (at >= 0) throw new Error(word("{} in it (number {}) cannot be read, so nothing was taken", ONE[name], at + 1));
  }
  for (const name of ["kernels", "texts"]) if (!isRow(taken[name] ?? {})) throw new Error(word("its “{}” is no table, so nothing was taken", name));
  for (const [hash, kernel] of Object.entries(taken.kernels ?? {})) {
    if (typeof kernel !== "string" || blake3(kernel) !== hash) throw new Error(word("a kernel in it is not that of its hash {}, so nothing was taken", hash.slice(0, 12)));
  }
  for (const [lab, row] of Object.entries(taken.texts ?? {})) {
    if (!isRow(row) || typeof row.text !== "string" || row.text.length > LONGEST || !isTime(row.saved)) throw new Error(word("the text of {} in it cannot be read, so nothing was taken", lab));
  }
  return taken;
}
