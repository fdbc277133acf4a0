#!/usr/bin/env python3
"""The labs beside NVIDIA's tools, as Markdown: our counters beside Nsight Compute's, our findings beside compute-sanitizer's.

    cargo build -p gpu --example table
    python3 benches/gpu/tools.py target/debug/examples/table [SECONDS]    # beside a GPU, with ncu and compute-sanitizer on the path

What there is no tool for, and what there was no time for in so many seconds, is "not yet measured". Solutions are counted launch by launch, in the order of each part's cases; known mistakes are given to each of the sanitizer's tools.
"""

import csv
import io
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

L1 = "l1tex__"
METRICS = {
    "requests ld": [(1, L1 + "t_requests_pipe_lsu_mem_global_op_ld.sum")],
    "sectors ld": [(1, L1 + "t_sectors_pipe_lsu_mem_global_op_ld.sum")],
    "requests st": [(1, L1 + "t_requests_pipe_lsu_mem_global_op_st.sum")],
    "sectors st": [(1, L1 + "t_sectors_pipe_lsu_mem_global_op_st.sum")],
    "wavefronts ld": [(1, L1 + "data_pipe_lsu_wavefronts_mem_shared_op_ld.sum")],
    "wavefronts st": [(1, L1 + "data_pipe_lsu_wavefronts_mem_shared_op_st.sum")],
    "conflicts ld": [(1, L1 + "data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum")],
    "conflicts st": [(1, L1 + "data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum")],
    "flops": [
        (1, "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum"),
        (1, "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum"),
        (2, "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"),
    ],
}
TOOLS = ["memcheck", "racecheck", "initcheck", "synccheck"]
AT_ONCE, LIMIT_S = 8, 40
NOT_YET = "not yet measured"


def said(command):
    """Both streams of a command; what came until its limit, if it takes longer."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT_S)
        return done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode(errors="replace") + "\nended after %d s\n" % LIMIT_S


def theirs(table, lab, part):
    """A row a launch: shape, and the counters by our names."""
    names = ",".join(name for terms in METRICS.values() for _, name in terms)
    text = said(["ncu", "--csv", "--page", "raw", "--print-units", "base", "--metrics", names, table, "alone", lab, "solution", part])
    lines = [line for line in text.splitlines() if line.startswith('"')]
    rows = list(csv.DictReader(lines))
    number = lambda text: float((text or "0").replace(",", "") or 0)
    out = []
    # The row below the names has the units.
    for row in rows[1:]:
        shape = (row["Grid Size"].replace(",", ""), row["Block Size"].replace(",", ""))
        out.append((shape, {ours: sum(n * number(row.get(name)) for n, name in terms) for ours, terms in METRICS.items()}))
    return out


def counted(table, lab, part):
    rows = csv.DictReader(io.StringIO(said([table, "counts", lab, "solution", part])))
    return [((row["grid"], row["block"]), {name: float(row[name]) for name in METRICS}) for row in rows]


def cell(name, pairs):
    same = sum(a[name] == b[name] for a, b in pairs)
    ours, other = (sum(side[name] for side in sides) for sides in zip(*pairs))
    return "%d" % ours if same == len(pairs) else "%d, ncu %d (%d of %d launches)" % (ours, other, same, len(pairs))


def counters(table, parts, until):
    print("## Counters beside Nsight Compute's\n")
    print("Sums over the launches of each part's cases. One number: every launch has the same count in both.\n")
    print("| lab | part | launches | " + " | ".join(METRICS) + " |\n|---|---|--:|" + "--:|" * len(METRICS))
    for lab, part in parts:
        if time.time() > until:
            print("| `%s` | %s | %s |" % (lab, part, NOT_YET) + " |" * len(METRICS))
            continue
        ours, other = counted(table, lab, part), theirs(table, lab, part)
        pairs = [(a, b) for (sa, a), (sb, b) in zip(ours, other) if sa == sb]
        if len(pairs) != len(ours) or not pairs:
            print("| `%s` | %s | %d, ncu %d |%s" % (lab, part, len(ours), len(other), " |" * len(METRICS)))
            continue
        print("| `%s` | %s | %d | " % (lab, part, len(pairs)) + " | ".join(cell(name, pairs) for name in METRICS) + " |", flush=True)


def found(text):
    """What a tool of compute-sanitizer found: its first words, or a dash."""
    lines = [line[10:].strip() for line in text.splitlines() if line.startswith("========= ")]
    words = [line for line in lines if re.match(r"(Error|Warning|Invalid|Misaligned|Uninitialized|Barrier|Program hit|Divergent|Race)", line)]
    late = "; ended after %d s" % LIMIT_S if "ended after %d s" % LIMIT_S in text else ""
    first = re.sub(r" at .*|\+0x.*| to 0x[0-9a-f]+| on access by.*", "", words[0]) if words else "–"
    return first.replace("|", "/")[:70] + late


def findings(table, mistakes, until):
    print("\n## Findings beside compute-sanitizer's\n")
    print("What each tool says first of the part that the mistake is in; a dash: nothing.\n")
    print("| lab | mistake | our check | " + " | ".join(TOOLS) + " |\n|---|---|---|" + "---|" * len(TOOLS))
    todo = [(m, tool) for m in mistakes for tool in TOOLS]

    def ask(pair):
        (lab, text, part, _), tool = pair
        if time.time() > until:
            return NOT_YET
        return found(said(["compute-sanitizer", "--tool", tool, "--print-limit", "2", table, "alone", lab, text, part]))

    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(ask, todo))
    for n, (lab, text, _, check) in enumerate(mistakes):
        told = answers[n * len(TOOLS) : (n + 1) * len(TOOLS)]
        print("| `%s` | %s | `%s` | " % (lab, text.removesuffix(".cu"), check) + " | ".join(told) + " |")


def main():
    table = sys.argv[1]
    now = time.time()
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 1e9
    rows = [line.split("\t") for line in said([table, "list"]).splitlines() if line.count("\t") == 3]
    parts = [(lab, part) for lab, text, part, _ in rows if text == "solution"]
    # Half of the time for each.
    if shutil.which("ncu"):
        counters(table, parts, now + 0.5 * seconds)
    else:
        print("## Counters beside Nsight Compute's\n\nNot yet measured: `ncu` was not on the path.")
    # A tool that began may take until its own limit.
    if shutil.which("compute-sanitizer"):
        findings(table, [row for row in rows if row[1] != "solution"], now + seconds - LIMIT_S)
    else:
        print("\n## Findings beside compute-sanitizer's\n\nNot yet measured: `compute-sanitizer` was not on the path.")


if __name__ == "__main__":
    main()
