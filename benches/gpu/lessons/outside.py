#!/usr/bin/env python3
"""Figures that a program cannot print of itself: a profiler's counts, and what many runs of one program say.

    outside.py ncu TIMES FIRST METRIC,…=UNIT,… PROGRAM [ARGUMENT …]   a line a kernel and metric; more than once: a launch and metric
    outside.py runs NAME UNIT TIMES PATTERN PROGRAM                      the number that PATTERN finds in each run
    outside.py examples FOLDER                                           FOLDER/* beside what kernels/examples say

A line is as figure.h prints it: name, median, unit, least to most, how many.
"""

import csv
import os
import re
import statistics
import subprocess
import sys
from collections import Counter

EXAMPLES = "kernels/examples"
RUN_S = 15


def figure(name, unit, samples):
    low, high = min(samples), max(samples)
    print(f"{name}\t{statistics.median(samples):.5g}\t{unit}\t{low:.5g} to {high:.5g}\t{len(samples)}", flush=True)


def ncu(args):
    """Cold caches before each launch, clocks as the card has them."""
    times, first, wanted, *program = args
    metrics, units = (part.split(",") for part in wanted.split("="))
    command = ["ncu", "--csv", "--page", "raw", "--print-units", "base", "--clock-control", "none", "--cache-control", "all"]
    seen = {}
    for _ in range(int(times)):
        done = subprocess.run(command + ["--metrics", ",".join(metrics), *program], stdout=subprocess.PIPE, text=True, check=False)
        lines = done.stdout.splitlines()
        start = next((n for n, line in enumerate(lines) if line.startswith('"ID"')), None)
        if start is None:
            sys.exit("ncu: " + done.stdout[-600:])
        for launch, row in enumerate(list(csv.DictReader(lines[start:]))[1:]):  # its first row has the units
            kernel = re.search(r"(\w+)(<.*?>)?\(", row["Kernel Name"]).group(1)
            name = kernel if times == "1" else f"{kernel}, launch {launch + 1}"
            for metric, unit in zip(metrics, units):
                scale = {"us": 1e-3, "MB": 1e-6}.get(unit, 1)
                seen.setdefault((name, metric, unit), []).append(float(row[metric].replace(",", "")) * scale)
    for (name, metric, unit), values in seen.items():
        what = {"dram__bytes_read.sum": ", read", "dram__bytes_write.sum": ", written"}.get(metric, "")
        figure(f"{first}: {name}{what}", unit, values)


def output(program):
    try:
        done = subprocess.run(program, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=RUN_S, check=False)
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode(errors="replace") + "(late)\n"
    return done.stdout.decode(errors="replace")


def runs(args):
    name, unit, times, pattern, *program = args
    found = [int(re.search(pattern, output(program)).group(1), 0) for _ in range(int(times))]
    figure(name, unit, found)
    print("#", name + ":", ", ".join(f"{value:#x} {n} times" for value, n in sorted(Counter(found).items())))


def examples(args):
    """Lines that differ from the `//>` of each `//$ run`; those with other options are other programs."""
    cases = []
    for name in sorted(os.listdir(args[0])):
        with open(f"{EXAMPLES}/{name}.cu", encoding="utf-8") as file:
            found = re.findall(r"^//\$ run(?: --device \w+)?(?: -- (.*))?\n((?:^//[>~].*\n?)*)", file.read(), re.MULTILINE)
        for given, said in found:
            want = [line[3:].strip() for line in said.splitlines() if line.startswith("//>")]
            cases.append((name, given.split(), want))
    same = 0
    for name, given, want in cases:
        got = [line.strip() for line in output([os.path.join(args[0], name), *given]).splitlines()]
        same += got == want
        if got != want:
            print(f"# {' '.join([name, *given])}: {len(got)} lines, ours {len(want)}")
            for line in [f"#     {g!r}, ours {w!r}" for g, w in zip(got, want) if g != w][:8]:
                print(line)
            for line in got[len(want):][:4]:
                print(f"#     {line!r}, ours none")
    print(f"examples: runs as ours\t{same}\tof {len(cases)}\t\t1")


if __name__ == "__main__":
    {"ncu": ncu, "runs": runs, "examples": examples}[sys.argv[1]](sys.argv[2:])
