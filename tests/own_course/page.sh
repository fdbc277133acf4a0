#!/usr/bin/env bash
# A course from a repository's address, as an instructor has it: what `course new course` writes builds the module of its pages, and its lab is
# judged in that.
#
#   tests/own_course/page.sh PROGRAM     with git, node and the target wasm32-unknown-unknown; what is committed here is what is built
#
# The repository is a clone of this one, named by an address as any other. It is kept in target/own-page, so that a second time is short. The
# module is built to be tried, with nothing optimised, for what makes a module small is tried on this course's own.
set -euo pipefail
program=$(realpath "${1:?the program, such as target/debug/course}")
root=$(cd "$(dirname "$0")/../.." && pwd)
kept=$root/target/own-page
mkdir -p "$kept"
rm -rf "$kept/platform" "$kept/my-course"
git clone --quiet "$root" "$kept/platform"
(cd "$kept" && "$program" new course my-course --from "file://$kept/platform#$(git -C "$root" rev-parse HEAD)")
cd "$kept/my-course"
grep -q '^web = { git = "file://' Cargo.toml || { echo "the course does not name the repository" >&2; exit 1; }
awk '/^\[profile\.dev\]/ { within = 1 } /^\[package\]/ { within = 0 } !within' Cargo.toml >plain.toml
printf '\n[profile.page]\ninherits = "dev"\nopt-level = 0\ndebug = false\npanic = "abort"\nstrip = true\n' >>plain.toml
mv plain.toml Cargo.toml
CARGO_TARGET_DIR=$kept/target cargo build --quiet --target wasm32-unknown-unknown --profile page --package page
node "$root/tests/web/own_course.mjs" "$kept/target/wasm32-unknown-unknown/page/page.wasm" . first-kernel
