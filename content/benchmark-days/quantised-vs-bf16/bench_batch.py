#!/usr/bin/env python3
"""Summaries in a batch: the harness of bench_chat.py with another workload.

    python3 bench_batch.py --model NAME --out FILE.csv
    python3 bench_batch.py --summarise BF16.csv QUANT.csv

Keep this file beside bench_chat.py.
"""
import sys

import bench_chat

# The workload, as the page shows it.
FACTS = [
    "Section {n} of the canal was inspected on day {d}.",
    "Gate {d} leaks {n} litres a minute, and its paddle was replaced.",
    "The towpath is closed for {d} days, because {n} metres are washed out.",
    "Boat {n} waited {d} hours at the lower lock.",
    "The keeper notes a water level of {d} centimetres below mark {n}.",
    "Pump {d} ran for {n} minutes and was then switched off by hand.",
]


def batch_prompt(number):
    """A report of some hundred tokens, another one for each number."""
    lines = [FACTS[k % len(FACTS)].format(n=number * 7 + k, d=k + 3)
             for k in range(18)]
    return (f"Report {number}. {' '.join(lines)}\n\nSummarise this report "
            "for the owner of the canal, then list what must be repaired.")


if __name__ == "__main__":
    sys.exit(bench_chat.main(
        "Summaries: 16 and 32 requests at once, 256 tokens each.",
        batch_prompt, [16, 32], 256))
# The end of what the page shows.
