// The known mistakes of a lab in CUDA: the texts of its folder `wrong`, each with the check that its first line names.

import fs from "node:fs";
import path from "node:path";

const repository = path.resolve(import.meta.dirname, "../..");

/** As `{name, part, check, text}`, of a course's folder; without those of hidden cases, which only grading runs. */
export function mistakes(lab, course = repository) {
  const folder = path.join(course, "labs", lab, "wrong");
  const all = fs.readdirSync(folder).map((name) => {
    const text = fs.readFileSync(path.join(folder, name), "utf8");
    const [, part, check] = text.match(/^\/\/ must fail: ([\w-]+)\/([\w-]+)/);
    return { name, part, check, text };
  });
  return all.filter(({ check }) => check !== "hidden");
}
