// What the program's own judge says of a text: the records that a page's module has to tell byte for byte.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "course-web-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

/** The records that the program's own judge writes for a text, as lines of JSON. */
export function natively(program, lab, text, select) {
  const [kernel, report] = [path.join(folder, `${lab}.cu`), path.join(folder, `${lab}.jsonl`)];
  fs.writeFileSync(kernel, text);
  fs.rmSync(report, { force: true });
  const env = { ...process.env, COURSE_KERNEL: kernel, COURSE_REPORT: report, COURSE_NONCE: "n" };
  const ended = spawnSync(program, ["judge-kernel", lab, ...(select ? [select] : [])], { env, encoding: "utf8" });
  assert.ok([0, 101].includes(ended.status), `${program} ended with ${ended.status}: ${ended.stderr}`);
  const head = '{"nonce":"n","event":"finish",';
  const all = fs.readFileSync(report, "utf8").trim().split("\n");
  return all.filter((one) => one.startsWith(head)).map((one) => `{${one.slice(head.length)}`);
}
