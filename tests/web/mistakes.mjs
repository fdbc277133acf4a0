// The known mistakes of a lab in CUDA: the texts of its folder `wrong`, each with the check that its first line names.

import fs from "node:fs";
import path from "node:path";

const repository = path.resolve(import.meta.dirname, "../..");

/** All of them as `{name, part, check, text}`, of a course's folder; those with the check `hidden` fail a case that only grading runs. */
export function allMistakes(lab, course = repository) {
  const folder = path.join(course, "labs", lab, "wrong");
  return fs.readdirSync(folder).map((name) => {
    const text = fs.readFileSync(path.join(folder, name), "utf8");
    const [, part, check] = text.match(/^\/\/ must fail: ([\w-]+)\/([\w-]+)/);
    return { name, part, check, text };
  });
}

/** Those that a page finds. */
export const mistakes = (lab, course) => allMistakes(lab, course).filter(({ check }) => check !== "hidden");
