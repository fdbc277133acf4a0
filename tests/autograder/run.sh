#!/usr/bin/env bash
# Gradescope's autograder.zip, unpacked and run as there, without a network: what is right, wrong, or means harm has its results.json.
#
#   tests/autograder/run.sh PROGRAM
#
#   target/debug/course                                      linked to this system's libraries: it is put where a static one belongs
#   target/x86_64-unknown-linux-musl/release/course          static (docs/class.md says how it is built): it runs in a folder that holds
#                                                            only the archive and a shell, as root with Debian's busybox-static
#
# Nothing of it stays.
set -euo pipefail
program=$(realpath "${1:?the program, such as target/debug/course}")
root=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "$1" >&2; exit 1; }

# No interface but the loopback of a network of its own.
alone=(unshare --net)
[ "$(id -u)" = 0 ] || alone=(unshare --user --map-root-user --net)
"${alone[@]}" true 2>/dev/null || { echo "unshare cannot take the network away here" >&2; exit 2; }

# The archive, and where Gradescope unpacks it.
cd "$root"
here=$dir/bare/autograder
mkdir -p "$here"
if "$program" grade autograder --lab vector-add --binary "$program" --out "$dir/a.zip" > "$dir/made.txt" 2>&1; then
  static=yes
  python3 -m zipfile -e "$dir/a.zip" "$here/source"
else
  static=no
  grep -q 'is linked to libraries of this system' "$dir/made.txt" || { cat "$dir/made.txt" >&2; exit 1; }
  # The head of a static program, for which this one is put into its place.
  { printf '\177ELF\2\1' && head -c 12 /dev/zero && printf '\76' && head -c 13 /dev/zero && printf '\100' && head -c 21 /dev/zero &&
    printf '\70\0\1' && head -c 7 /dev/zero && printf '\1' && head -c 55 /dev/zero; } > "$dir/static"
  "$program" grade autograder --lab vector-add --binary "$dir/static" --out "$dir/a.zip" > /dev/null
  python3 -m zipfile -e "$dir/a.zip" "$here/source"
  cp "$program" "$here/source/course"
fi
chmod +x "$here/source/setup.sh" "$here/source/run_autograder" # as Gradescope does

# Where it runs: a static program among nothing but a shell, where that can be.
shell=$(command -v busybox || true)
if [ "$static" = yes ] && [ "$(id -u)" = 0 ] && [ -n "$shell" ] && ! ldd "$shell" > /dev/null 2>&1; then
  where="in a folder with nothing but a shell"
  mkdir -p "$dir/bare/bin" "$dir/bare/tmp" "$dir/bare/proc" "$dir/bare/dev"
  cp "$shell" "$dir/bare/bin/busybox"
  chroot "$dir/bare" /bin/busybox --install -s /bin
  chroot "$dir/bare" /autograder/source/setup.sh
  : > "$dir/bare/dev/null"
  grade() {
    "${alone[@]}" --mount --pid --fork sh -c 'mount -t proc proc "$1/proc" && exec chroot "$1" /bin/sh -c "cd /autograder && exec source/run_autograder"' sh "$dir/bare"
  }
else
  where="beside this system's libraries"
  grade() { AUTOGRADER=$here "${alone[@]}" "$here/source/run_autograder"; }
fi

# Grades what lies in submission/: `judged NAME SCORE STATUS…`, the score of the starter's 12 points, or `some`; the words that must be in it.
judged() {
  local name=$1 least=$2 most=$3
  shift 3
  rm -rf "$here/results"
  mkdir "$here/results"
  grade > "$dir/said.txt" 2>&1 || { cat "$dir/said.txt" >&2; fail "$name: run_autograder failed"; }
  [ -s "$here/results/results.json" ] || fail "$name: there is no results.json"
  python3 - "$here/results/results.json" "$name" "$least" "$most" "$@" <<'PY' || { cat "$here/results/results.json" >&2; exit 1; }
import json, sys
path, name, least, most, *words = sys.argv[1:]
text = open(path).read()
results = json.loads(text)
has = sum(test["score"] for test in results["tests"])
of = sum(test["max_score"] for test in results["tests"])
share = has / of if of else 0.0
assert float(least) <= share <= float(most), f"{name}: {has} of {of} points"
for word in words:
    assert word in text, f"{name}: results.json does not say `{word}`"
print(f"{name}: {has:g} of {of:g} points, {results['execution_time']} s")
PY
}

# What is right, what computes something else, what does not compile.
hand_in() { rm -rf "$here/submission" && mkdir -p "$here/submission" && cat > "$here/submission/vector-add.cu"; }
right=$(sed -e '/^ *\/\/@starter/,/^ *\/\/@end/d' -e '/^ *\/\/@/d' kernels/vector-add.cu)
hand_in <<< "$right"
judged right 1 1 '"status": "passed"'
sed 's/a\[i\] + b\[i\]/a[i] - b[i]/' <<< "$right" | hand_in
judged wrong 0.01 0.99 '"status": "passed"' '"status": "failed"'
hand_in <<< 'int x'
judged "no kernel" 0 0 '"status": "failed"'

# What means harm: a loop without end, a flood of text, another's file, more than a file may hold, nothing at all.
sed 's/i += stride/i += 0/' <<< "$right" | hand_in
judged "endless loop" 0 0.99 '"status": "failed"'
sed 's/^\(.*__global__ void fill_index.*{\)$/#include <cstdio>\n\1 for (;;) printf("a flood of text %d\\n", n);/' <<< "$right" | hand_in
grep -q 'a flood' "$here/submission/vector-add.cu" || fail "the solution is not written as this script takes it"
judged flood 0 0.99 '"status": "failed"'
[ "$(stat -c %s "$here/results/results.json")" -lt 200000 ] || fail "the flood is in results.json"
hand_in <<< ''
ln -sf /etc/passwd "$here/submission/vector-add.cu"
judged "a link" 0 0 'is a link'
grep -q 'root:' "$here/results/results.json" && fail "the link was followed"
hand_in <<< ''
truncate -s 1G "$here/submission/vector-add.cu"
judged "1 GiB" 0 0 '1073741824 bytes'
rm "$here/submission/vector-add.cu"
judged nothing 0 0 'has no'

size=$(stat -c %s "$dir/a.zip")
[ "$static" = no ] && size="with a program in its place" || size="$((size / 1000000)) MB"
echo "autograder.zip ($size), without a network, $where: 8 submissions have their results"
