#!/usr/bin/env python3
"""Programs with their expected output, on a GPU: what `simt` says they print against what they do.

    WHOLE_PROGRAMS=DIR cargo test -p simt --test run_corpus --test agree   # here: the kernels of the tests, as programs
    python3 benches/gpu/compare.py DIR                                     # there: beside a GPU, with nvcc on the path

Compared are DIR/*.cu with DIR/*.want, and crates/simt/tests/corpora/host/*.cu with the comment inside that says what they print.
Each is compiled (`nvcc -O3`, all processors at once) and run; one line a difference goes to the standard output, then the sum.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HOST = "crates/simt/tests/corpora/host/*.cu"
FLAGS = ["-O3", "-w", "-std=c++20", "--expt-relaxed-constexpr", "--extended-lambda"]
LIBRARIES = ["-lcublas", "-lcurand", "-lcufft", "-lcuda"]
COMPILE_S, RUN_S = 300, 30


def build(source, exe, flags=()):
    """Compiles; the empty text, or the first lines that say why not."""
    for libraries in ([], LIBRARIES):
        command = ["nvcc", "-arch=native", *FLAGS, *flags, "-o", exe, source, *libraries]
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=COMPILE_S)
        except subprocess.TimeoutExpired:
            return "the compiler takes too long"
        if done.returncode == 0:
            return ""
        if "undefined reference" not in done.stderr:
            break
    return "\n".join(line for line in done.stderr.splitlines() if "error" in line or "undefined" in line)[:600] or done.stderr[:600]


def run(exe, args=(), stdin=b"", cwd=None):
    """Runs; exit status and standard output."""
    try:
        done = subprocess.run([exe, *args], input=stdin, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=cwd, timeout=RUN_S)
    except subprocess.TimeoutExpired as late:
        return "late", late.stdout or b""
    # As a shell gives it: 128 and the signal's number.
    return done.returncode if done.returncode >= 0 else 128 - done.returncode, done.stdout


def told(text, key):
    """The values of `//@ KEY VALUE` lines."""
    return [m.strip() for m in re.findall(r"//@ *" + key + r"( [^\n]*|)", text)]


def cases(folder):
    """(source, arguments, stdin, exit status, output) of every program that is to end without a word of ours."""
    for source in sorted(glob.glob(os.path.join(folder, "*.cu"))):
        with open(source[:-3] + ".want", "rb") as want:
            yield source, [], b"", 0, want.read()
    for source in sorted(glob.glob(HOST)):
        with open(source, encoding="utf-8") as file:
            text = file.read()
        if any(told(text, key) for key in ("compile-error", "finding", "ends", "refused", "memory", "fuel")):
            continue
        args = " ".join(told(text, "args")).split()
        stdin = "".join(line + "\n" for line in told(text, "stdin")).encode()
        status = int((told(text, "exit") or ["0"])[0])
        want = text.split("/* expect\n")[1].split("*/")[0] if "/* expect\n" in text else ""
        yield source, args, stdin, status, want.encode()


def differs(case, built):
    """A line that says what is not the same; nothing where all is."""
    source, args, stdin, status, want = case
    exe, said = built
    name = os.path.basename(source)
    if said:
        return f"{name}: does not compile: {said}"
    got_status, got = run(exe, args, stdin)
    if got == want and got_status == status:
        return ""
    wanted, had = want.decode(errors="replace").splitlines(), got.decode(errors="replace").splitlines()
    lines = [(n, w, h) for n, (w, h) in enumerate(zip(wanted, had), 1) if w != h]
    out = [f"{name}: status {got_status}, ours {status}; lines {len(had)}, ours {len(wanted)}; {len(lines)} differ"]
    out += [f"    line {n}: {h!r}, ours {w!r}" for n, w, h in lines[:6]]
    return "\n".join(out)


def main():
    todo = list(cases(sys.argv[1]))
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(os.cpu_count()) as pool:
        exes = [os.path.join(place, str(n)) for n in range(len(todo))]
        built = list(pool.map(lambda pair: (pair[1], build(pair[0][0], pair[1])), zip(todo, exes)))
        with ThreadPoolExecutor(4) as few:
            said = [line for line in few.map(differs, todo, built) if line]
    print("\n".join(said))
    print(f"{len(todo)} programs, {len(said)} not as ours")


if __name__ == "__main__":
    main()
