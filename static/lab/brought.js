// What comes from outside: an export of progress, looked through before anything of it is taken.
//
// In: the text of a file. Out: its value, of which all can be taken. The rule: what cannot be taken whole is not taken at all, and an error says
// in a sentence why.

import { blake3 } from "./blake3.js";

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
const ONE = { attempts: "an attempt", events: "an event", marks: "a mark", log: "a log entry", reviews: "a review" };

/** An export that came from outside, looked through: all of it can be taken, or an error says in a sentence why nothing is. */
export function checked(text) {
  let taken = null;
  try {
    taken = JSON.parse(text);
  } catch {
    throw new Error("this file is no JSON, so it is no export of progress");
  }
  if (!isRow(taken) || taken.format !== FORMAT) throw new Error(`this is no export of progress: it does not say "format": "${FORMAT}"`);
  if (taken.version !== VERSION) throw new Error(`its version is ${taken.version}, and this course reads version ${VERSION}`);
  for (const [name, holds] of Object.entries(KIND)) {
    const rows = taken[name] ?? [];
    if (!Array.isArray(rows)) throw new Error(`its “${name}” is no list, so nothing was taken`);
    const at = rows.findIndex((row) => !isRow(row) || !holds(row));
    if (at >= 0) throw new Error(`${ONE[name]} in it (number ${at + 1}) cannot be read, so nothing was taken`);
  }
  for (const name of ["kernels", "texts"]) if (!isRow(taken[name] ?? {})) throw new Error(`its “${name}” is no table, so nothing was taken`);
  for (const [hash, kernel] of Object.entries(taken.kernels ?? {})) {
    if (typeof kernel !== "string" || blake3(kernel) !== hash) throw new Error(`a kernel in it is not that of its hash ${hash.slice(0, 12)}, so nothing was taken`);
  }
  for (const [lab, row] of Object.entries(taken.texts ?? {})) {
    if (!isRow(row) || typeof row.text !== "string" || row.text.length > LONGEST || !isTime(row.saved)) throw new Error(`the text of ${lab} in it cannot be read, so nothing was taken`);
  }
  return taken;
}
