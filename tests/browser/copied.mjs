// A copy of the shipped course in a temporary folder: its command line, and its server. A test may change what is in it.

import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { repository } from "./found.mjs";
import { PATIENCE } from "./patience.mjs";

const settings = (root) => ({ ...process.env, COURSE_ROOT: root, COURSE_WORKSPACE: repository });

/** Copies the course; gives the folder. */
export function copy() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "course-pages-"));
  for (const folder of ["content", "kernels", "templates", "static"]) {
    fs.cpSync(path.join(repository, folder), path.join(root, folder), { recursive: true });
  }
  return root;
}

/** Serves a course; resolves when pages are answered. A port that is taken makes the server take the next free one. */
export function serve(binary, root) {
  const child = spawn(binary, ["serve", "--port", String(20000 + (process.pid % 20000))], { env: settings(root), stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let told = "";
    const hear = (chunk) => {
      told += chunk;
      const url = told.match(/http:\/\/\S+/);
      if (url) resolve({ child, url: url[0] });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("exit", (code) => reject(new Error(`serve ended with ${code}: ${told}`)));
    setTimeout(() => reject(new Error(`serve said nothing useful: ${told}`)), PATIENCE).unref();
  });
}

/** The course's command line in that course, as a learner's terminal has it: gives its exit status and all that it said. */
export const commands = (binary, root) => (args, env = {}) =>
  new Promise((resolve) => {
    const child = spawn(binary, args, { env: { ...settings(root), ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let told = "";
    child.stdout.on("data", (chunk) => (told += chunk));
    child.stderr.on("data", (chunk) => (told += chunk));
    child.on("exit", (code) => resolve({ code, told }));
  });
