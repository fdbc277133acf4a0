#!/usr/bin/env bash
# In: `crates/standing` as it is. Out: the module that counts in pages, and on standard output where it lies.
#
#   tests/standing/build.sh
#
# The rule: it is made alone, in a folder of its own, by the profile of pages. It needs Rust's target wasm32-unknown-unknown.
set -euo pipefail
cd "$(dirname "$0")/../.."
# Of what `.cargo/config.toml` asks for the machine in pages it needs nothing: whoever has no vectors of 128 bits counts, too.
unset CARGO_ENCODED_RUSTFLAGS
RUSTFLAGS="" CARGO_INCREMENTAL=0 cargo rustc --quiet -p standing --features page --crate-type cdylib \
  --target wasm32-unknown-unknown --profile page --target-dir target/standing
echo target/standing/wasm32-unknown-unknown/page/standing.wasm
