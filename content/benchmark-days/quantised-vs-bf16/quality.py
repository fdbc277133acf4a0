#!/usr/bin/env python3
"""Twelve prompts of four kinds, put to both models and compared.

    python3 quality.py --model NAME --as bf16 --out FILE.json
    python3 quality.py --model NAME --as quant --out FILE.json
    python3 quality.py --summarise FILE.json

The second call adds its answers to the file of the first. Keep this file
beside bench_chat.py.
"""
import argparse
import difflib
import json
import os
import re
import sys

import bench_chat

BRIDGE = ("The bridge on Mill Street was closed on Monday after an inspection "
          "found cracks in two beams. Buses go through Park Road until Friday.")
LIBRARY = ("The library lent 41,000 books last year, 12 % more than the year "
           "before. From May on it opens at nine, an hour earlier than now.")
PUMP = ("Pump 4 failed at 03:20 because a seal had dried out. The cellar was "
        "flooded to 30 cm. The seal was replaced, and a spare was ordered.")
PRINT = "Say only what this line of Python prints: "
SHORT = "Summarise in one sentence, and keep every number and day: "

# The prompts and the judge, as the page shows them. Every pattern of a
# prompt must be found in its answer.
PROMPTS = [
    ("f1", "facts", "What is the capital of Australia? One word.",
     [r"\bCanberra\b"]),
    ("f2", "facts", "Which planet of the Solar System is largest? One word.",
     [r"\bJupiter\b"]),
    ("f3", "facts", "What is the chemical symbol of sodium?", [r"\bNa\b"]),
    ("r1", "reasoning", "A train leaves at 14:35 and arrives at 17:10. For "
     "how many minutes does it travel? End with the number.", [r"\b155\b"]),
    ("r2", "reasoning", "What is 17 times 23? End with the number.",
     [r"\b391\b"]),
    ("r3", "reasoning", "Anna is older than Ben, and Ben is older than Cleo. "
     "Who is the youngest? One word.", [r"\bCleo\b"]),
    ("c1", "code", PRINT + "print(sorted([3, 1, 2])[::-1])",
     [r"\[3, 2, 1\]"]),
    ("c2", "code", PRINT + "print(len('quantise') * 2)", [r"\b16\b"]),
    ("c3", "code", PRINT + "print([n for n in range(10) if n % 3 == 0])",
     [r"\[0, 3, 6, 9\]"]),
    ("s1", "summaries", SHORT + BRIDGE,
     [r"\b(clos|shut)", r"\bMonday\b", r"\bFriday\b"]),
    ("s2", "summaries", SHORT + LIBRARY,
     [r"\b41[, ]?000\b", r"\b12\s?(%|per ?cent)"]),
    ("s3", "summaries", SHORT + PUMP, [r"\bseal\b", r"\b30\s?cm"]),
]


def right(text, patterns):
    return all(re.search(of, text) for of in patterns)


def likeness(one, other):
    """1 for equal answers, 0 for answers without a common word."""
    pair = one.split(), other.split()
    return difflib.SequenceMatcher(None, *pair, autojunk=False).ratio()
# The end of what the page shows.


def blank():
    rows = [{"id": name, "kind": kind, "prompt": prompt, "expect": patterns}
            for name, kind, prompt, patterns in PROMPTS]
    return {"source": {}, "answers": rows}


def load(path):
    if not os.path.exists(path):
        return blank()
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def save(path, told):
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(told, file, indent=1, ensure_ascii=False)
        file.write("\n")


def compare(told):
    """Where both models have answered: how alike the two texts are."""
    for row in told["answers"]:
        if "bf16" in row and "quant" in row:
            both = row["bf16"]["text"], row["quant"]["text"]
            row["likeness"] = round(likeness(*both), 3)


def show(told):
    for name, source in told["source"].items():
        print(f"{name}: {source}")
    print("| Kind of prompt | Prompts | BF16, right | Quantised, right |")
    print("|---|--:|--:|--:|")
    for kind in dict.fromkeys(row["kind"] for row in told["answers"]):
        of = [row for row in told["answers"] if row["kind"] == kind]
        count = {name: sum(row.get(name, {}).get("right", False)
                           for row in of) for name in ("bf16", "quant")}
        print(f"| {kind} | {len(of)} | {count['bf16']} | {count['quant']} |")
    for row in told["answers"]:
        wrong = [name for name in ("bf16", "quant")
                 if name in row and not row[name]["right"]]
        if wrong:
            alike = row.get("likeness", "unknown")
            print(f"{row['id']}: wrong in {', '.join(wrong)}; "
                  f"likeness {alike}")
    failed = [row["id"] for row in told["answers"]
              for name in ("bf16", "quant")
              if row.get(name, {}).get("error")]
    if failed:
        print(f"no answer: {', '.join(failed)}")
    return 1 if failed else 0


def main():
    asks = argparse.ArgumentParser(description="Quality, on twelve prompts.")
    asks.add_argument("--url", default="http://localhost:8000")
    asks.add_argument("--model", help="as the server calls it")
    asks.add_argument("--as", dest="name", choices=["bf16", "quant"])
    asks.add_argument("--out", help="the JSON to write, or to add to")
    asks.add_argument("--tokens", type=int, default=200)
    asks.add_argument("--summarise", metavar="JSON",
                      help="read a file, and ask no server")
    args = asks.parse_args()
    if args.summarise:
        return show(load(args.summarise))
    if not (args.model and args.name and args.out):
        asks.error("--model, --as and --out are needed")
    told = load(args.out)
    told["source"][args.name] = f"measured: {args.model} at {args.url}"
    for row in told["answers"]:
        made = bench_chat.ask(args.url, args.model, row["prompt"],
                              args.tokens, {})
        row[args.name] = {"text": made["text"], "error": made["error"],
                          "right": not made["error"]
                          and right(made["text"], row["expect"])}
    compare(told)
    save(args.out, told)
    return show(told)


if __name__ == "__main__":
    sys.exit(main())
