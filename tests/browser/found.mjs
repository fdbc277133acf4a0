// Where what the page tests need lies: the course binary, the browser, and the packages of npm. Each is null or undefined where there is none.

import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
export const repository = path.resolve(here, "../..");

/** A package or a file of one, by `act`, from the first place that has it; null when none has. */
function first(name, act) {
  const places = [process.env.NODE_PATH, path.join(repository, "node_modules"), path.join(here, "node_modules")];
  for (const place of places.filter(Boolean).flatMap((list) => list.split(path.delimiter))) {
    try {
      return act(createRequire(path.join(place, "x")), name);
    } catch {
      // The next place, then.
    }
  }
  return null;
}

export const need = (name) => first(name, (require) => require(name));
export const place = (name) => first(name, (require) => require.resolve(name));

export function browserPath() {
  const places = [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];
  return places.find((place) => place && fs.existsSync(place));
}

export function binaryPath(given) {
  const places = [given, process.env.COURSE_BIN, path.join(repository, "target/debug/course"), path.join(repository, "target/release/course")];
  return places.find((place) => place && fs.existsSync(place));
}
