#!/bin/sh
# Everything that a GPU can say of the labs, in one table of one device, in at most so many seconds (570 unless said):
#
#     benches/gpu/all.sh [SECONDS]        # writes benches/gpu/DEVICE.md; OUT=FOLDER writes it elsewhere
#
# Builds, where there is a cargo, or takes what lies in target/debug; proves the labs (`course verify --device gpu`); times every
# measured check of the solutions; holds our counters against Nsight Compute's and our findings against compute-sanitizer's, where
# `ncu` and `compute-sanitizer` are on the path. What there was no tool or no time for is "not yet measured". COURSE_FAKE_GPU=fine
# rehearses it on the pretended GPU. The status is 1 where something is not as it should be; the table is written all the same.
set -u
cd "$(dirname "$0")/../.." || exit 2
limit=${1:-570}
began=$(date +%s)
left() { echo $((limit - ($(date +%s) - began))); }
note() { echo "$(($(date +%s) - began)) s: $*" >&2; }

if command -v cargo >/dev/null; then
    note "building"
    cargo build --quiet -p course && cargo build --quiet -p gpu --example table || exit 2
fi
course=target/debug/course
table=target/debug/examples/table
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

name=$("$table" device) || exit 2
slug=$(echo "$name" | tr 'A-Z' 'a-z' | sed 's/^nvidia //; s/ .*//; s/[^a-z0-9]/-/g')
file=${OUT:-benches/gpu}/$slug.md

note "proving the labs on the $name"
timeout "$(left)" "$course" verify --device gpu --colour never > "$work/verify" || status=1

note "timing the solutions"
if ! timeout "$(left)" "$table" solutions > "$work/solutions" 2> "$work/amiss"; then
    status=1
fi
cat "$work/amiss" >&2

note "counting and sanitizing"
python3 benches/gpu/tools.py "$table" "$(left)" > "$work/tools" || status=1

{
    echo "# The labs on the $name"
    echo
    echo '```sh'
    echo "benches/gpu/all.sh    # beside a GPU: all of this page"
    echo '```'
    echo
    echo "Measured $(date -u +%Y-%m-%d). Of each kernel up to 30 runs after a warm-up, by events, buffers beyond the second-level cache."
    echo
    cat "$work/solutions"
    echo
    echo "## Proof"
    echo
    echo "Starters fail, solutions pass, known mistakes with wrong results have them here, too; the others may come out right."
    echo
    echo '```'
    cat "$work/verify"
    echo '```'
    echo
    cat "$work/tools"
} > "$file"
note "wrote $file"
exit $status
