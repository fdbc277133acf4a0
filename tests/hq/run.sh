#!/usr/bin/env bash
# A class graded by HyperQueue on this one machine, beside the same class graded here: the records are the same.
#
#   tests/hq/run.sh PROGRAM     with `hq` in the path; it starts and ends a server and a worker of its own
#
# Debian has no package of it: https://it4innovations.github.io/hyperqueue/ has programs, or `cargo build` in its repository makes one.
set -euo pipefail
program=$(realpath "${1:?the program, such as target/debug/course}")
root=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d)
export HQ_SERVER_DIR=$dir/server
pids=()
finish() {
  status=$?
  hq server stop > /dev/null 2>&1 || true
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait
  [ "$status" = 0 ] || tail -n 20 "$dir"/*.log "$dir"/out/.*.txt >&2 2>/dev/null || true
  rm -rf "$dir"
  exit "$status"
}
trap finish EXIT

hq server start > "$dir/server.log" 2>&1 &
pids+=($!)
for _ in $(seq 60); do
  hq server info > /dev/null 2>&1 && break
  sleep 0.5
done
hq server info > /dev/null || { echo "HyperQueue's server did not come up" >&2; exit 1; }
hq worker start --cpus "$(nproc)" > "$dir/worker.log" 2>&1 &
pids+=($!)

. "$root/tests/cluster/class.sh"
class=$dir/"the class" # a shell would take it for two words
class_of_eight "$class"
cd "$root"
"$program" grade slurm --format hq "$class" --records "$dir/out" --per-task 2 > "$dir/grade.sh"
timeout 300 sh "$dir/grade.sh" > "$dir/said.log" 2>&1
grep -q '^8 records of 8 learners: 7 judged, 1 refused; 0 of them new' "$dir/said.log" ||
  { echo "the script says:" >&2; cat "$dir/said.log" >&2; exit 1; }
[ "$(ls "$dir"/out/.task-*.txt | wc -l)" = 4 ] || { echo "there were not four tasks" >&2; exit 1; }
cat "$dir"/out/.task-*.txt | grep -q 'records of' || { echo "the tasks said nothing" >&2; exit 1; }

"$program" grade "$class" --records "$dir/here" > /dev/null
same_records "$dir/out" "$dir/here"
echo "$(hq --version): 8 submissions in 4 tasks, the records are those of one machine"
