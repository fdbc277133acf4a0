#!/usr/bin/env bash
# In: `crates/standing` and the module that is committed, `static/standing.wasm`. Out: nothing, or what differs.
#
#   tests/standing/module.sh
#
# The rule: the module made anew is the committed one, byte for byte, where the compiler is the one that made that (`module.json`); whatever
# compiler it is, the new one counts as the table says.
set -euo pipefail
cd "$(dirname "$0")/../.."
fresh=$(tests/standing/build.sh)
if grep -qF "\"$(rustc --version)\"" tests/standing/module.json; then
  cmp "$fresh" static/standing.wasm || {
    echo "static/standing.wasm is not what crates/standing makes: BLESS=1 cargo test --test tidy standing renews it" >&2
    exit 1
  }
else
  echo "another compiler made static/standing.wasm: not compared byte for byte"
fi
node tests/standing/run.mjs "$fresh"
