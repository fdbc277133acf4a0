#!/usr/bin/env python3
"""Writes the sample data of this day. Nothing in them is measured.

    python3 sample_model.py [FOLDER]

The times are a model's. It is put together from floors (bytes over the
card's bandwidth) and from the sweep of the lesson on batches, which the
example serve.cu has too: 12.1 ms a step at batch 1, 19.4 ms at batch 64,
30 ms for a prompt, for Qwen2.5 3B on an RTX 5080. The answers of the
quality file are written by hand.
"""
import os
import sys

import bench_chat
import quality

# The model, as the page shows it.
BANDWIDTH, PEAK = 224.0, 48.0           # RTX 2000 Ada: GB/s, BF16 TFLOPS
LAYERS, PARAMS = 28, 1.5437             # Qwen2.5 1.5B: layers, 10^9 weights
KV_TOKEN = 2 * 28 * 2 * 128 * 2         # bytes that a token keeps
READ = {"bf16": 3.0874, "quant": 1.1480}            # GB a step
# The sweep was a 3.0859 billion model of 36 layers at 112.6 TFLOPS.
WORK = (PARAMS / 3.0859) * (112.6 / PEAK)           # 1.173 times its time
REST = (12.1 - 6.43) * LAYERS / 36                  # ms above the floor
ROW = (19.4 - 12.1) / 63 * WORK                     # ms a further request
PROMPT = 30.0 / 512 * WORK                          # ms a token of a prompt


def step_ms(kind, count, kept):
    """A step of so many requests that keep so many tokens in all."""
    read = READ[kind] + kept * KV_TOKEN / 1e9
    return read / BANDWIDTH * 1000 + REST + ROW * (count - 1)


def round_ms(kind, prompts, tokens):
    """All prompts join in one step; then each step is a token for all."""
    count, kept = len(prompts), sum(prompts)
    now = first = step_ms(kind, count, kept) + kept * PROMPT
    for made in range(1, tokens):
        now += step_ms(kind, count, kept + made * count)
    return first, now
# The end of what the page shows.


LABEL = "a model, not measured (sample_model.py)"


def rows(kind, levels, tokens, length):
    out, number = [], 0
    for level in levels:
        for n in range(1, max(5, -(-20 // level)) + 1):
            prompts = [length + (number + at) % 17 for at in range(level)]
            number += level
            first, last = round_ms(kind, prompts, tokens)
            for at, prompt in enumerate(prompts):
                out.append({
                    "source": LABEL, "level": level, "round": n,
                    "request": at, "prompt_tokens": prompt, "tokens": tokens,
                    "ttft_ms": f"{first:.3f}", "latency_ms": f"{last:.3f}",
                    "round_ms": f"{last:.3f}", "error": ""})
    return out


ANSWERS = {
    "f1": ("Canberra", "Canberra"),
    "f2": ("Jupiter", "Jupiter"),
    "f3": ("The symbol of sodium is Na.", "Sodium has the symbol Na."),
    "r1": ("From 14:35 to 17:10 it is 2 h 45 min, so 165",
           "From 14:35 to 17:10 it is 2 h 45 min, so 165"),
    "r2": ("17 times 20 is 340, 17 times 3 is 51, together 391",
           "17 times 20 is 340, 17 times 3 is 41, together 381"),
    "r3": ("Cleo", "Cleo"),
    "c1": ("[3, 2, 1]", "[3, 2, 1]"),
    "c2": ("16", "16"),
    "c3": ("[0, 3, 6, 9]", "[0, 3, 6, 9]"),
    "s1": ("Mill Street's bridge closed on Monday with cracks in two beams; "
           "buses use Park Road until Friday.",
           "The bridge closed on Monday with cracked beams, and buses take "
           "Park Road until Friday."),
    "s2": ("The library lent 41,000 books, 12 % more than before, and opens "
           "at nine from May on.",
           "The library lent 41,000 books and opens at nine from May on."),
    "s3": ("Pump 4 failed at 03:20 on a dry seal, since replaced, after "
           "30 cm of flooding; a spare is ordered.",
           "A dry seal stopped pump 4 at 03:20, the cellar flooded to 30 cm, "
           "and the seal was replaced."),
}


def answers():
    told = quality.blank()
    label = "written by hand for practice; no language model answered"
    told["source"] = {"bf16": label, "quant": label}
    for row in told["answers"]:
        for name, text in zip(("bf16", "quant"), ANSWERS[row["id"]]):
            row[name] = {"text": text, "error": "",
                         "right": quality.right(text, row["expect"])}
    quality.compare(told)
    return told


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    folder = sys.argv[1] if len(sys.argv) > 1 else here
    for kind in ("bf16", "quant"):
        chat = rows(kind, [1, 8, 16], 128, 48)
        bench_chat.write(os.path.join(folder, f"sample-chat-{kind}.csv"), chat)
        batch = rows(kind, [16, 32], 256, 400)
        path = os.path.join(folder, f"sample-batch-{kind}.csv")
        bench_chat.write(path, batch)
    quality.save(os.path.join(folder, "sample-quality.json"), answers())


if __name__ == "__main__":
    main()
