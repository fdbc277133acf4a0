#!/usr/bin/env python3
"""Chat against a server with OpenAI's interface: rounds of requests, timed.

    python3 bench_chat.py --model NAME --out FILE.csv
    python3 bench_chat.py --summarise BF16.csv QUANT.csv

A round sends N requests at once and ends when the last answer is complete.
The first round of a level is a warm-up: it is kept as round 0 and counted
nowhere. Needs Python 3.9 and nothing else.
"""
import argparse
import csv
import http.client
import json
import os
import sys
import threading
import time
from urllib.parse import urlsplit

COLUMNS = ["source", "level", "round", "request", "prompt_tokens", "tokens",
           "ttft_ms", "latency_ms", "round_ms", "error"]
NONE = float("nan")
TOPICS = ["a tide", "a lock on a canal", "yeast", "a fuse", "an echo",
          "a rainbow", "a compass", "rust", "a seesaw", "frost", "a kite"]


def chat_prompt(number):
    """Number first: no two prompts share a beginning that can be cached."""
    topic = TOPICS[number % len(TOPICS)]
    return (f"{number}. Somebody asks how {topic} works. Explain it to a "
            "child of ten, then to an engineer, with an example for each.")


# The measuring loop, as the page shows it.
def ask(url, model, prompt, tokens, extra):
    """One streamed answer: times in ms, counts, text, and what went wrong."""
    body = {"model": model, "stream": True, "max_tokens": tokens,
            "messages": [{"role": "user", "content": prompt}],
            "temperature": 0, "stream_options": {"include_usage": True}}
    body.update(extra)
    row = {"ttft_ms": "", "latency_ms": "", "tokens": 0, "prompt_tokens": "",
           "text": "", "error": ""}
    ended = False
    start = time.perf_counter()
    try:
        for event in events(url, body):
            now = (time.perf_counter() - start) * 1000
            if event == "[DONE]":
                ended = True
                break
            part = json.loads(event)
            if part.get("error"):
                raise OSError(f"in the stream: {part['error']}")
            for choice in part.get("choices") or []:
                piece = choice["delta"].get("content")
                row["latency_ms"] = now         # the last piece ends it
                if piece:                       # the first is often empty
                    row["ttft_ms"] = row["ttft_ms"] or now
                    row["text"] += piece
            usage = part.get("usage")
            if usage:
                row["tokens"] = usage["completion_tokens"]
                row["prompt_tokens"] = usage["prompt_tokens"]
        if not ended:
            raise OSError("the stream broke off")
        if not row["ttft_ms"]:
            raise OSError("an empty answer")
    except (OSError, http.client.HTTPException, ValueError, KeyError,
            TypeError, AttributeError) as error:
        row["error"] = f"{type(error).__name__}: {error}"[:200]
    return row


def one_round(count, work):
    """So many requests at once, and how long until the last is complete."""
    rows = [None] * count
    gate = threading.Barrier(count + 1)

    def client(at):
        gate.wait()
        rows[at] = work(at)

    threads = [threading.Thread(target=client, args=(at,))
               for at in range(count)]
    for thread in threads:
        thread.start()
    gate.wait()                                 # all leave at this moment
    start = time.perf_counter()
    for thread in threads:
        thread.join()
    return rows, (time.perf_counter() - start) * 1000


def percentile(values, p):
    """The value at place ceil(p * n / 100), counted from the smallest."""
    return sorted(values)[-(-p * len(values) // 100) - 1]
# The end of what the page shows.


def events(url, body):
    """What stands behind `data:` in each event of a streamed answer."""
    at = urlsplit(url)
    if at.scheme not in ("http", "https"):
        raise OSError(f"{url} does not begin with http:// or https://")
    secure = at.scheme == "https"
    kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    link = kind(at.hostname, at.port, timeout=300)
    head = {"Content-Type": "application/json"}
    if os.environ.get("OPENAI_API_KEY"):
        head["Authorization"] = "Bearer " + os.environ["OPENAI_API_KEY"]
    try:
        path = at.path.rstrip("/").removesuffix("/v1") + "/v1/chat/completions"
        link.request("POST", path, json.dumps(body), head)
        answer = link.getresponse()
        if answer.status != 200:
            said = answer.read(300).decode("utf-8", "replace")
            raise OSError(f"status {answer.status}: {' '.join(said.split())}")
        for line in answer:
            line = line.decode("utf-8").strip()
            if line.startswith("data:"):
                yield line[len("data:"):].strip()
    finally:
        link.close()


def run(args, prompt, levels, tokens):
    """All levels, warm-ups included: rows as they go into the file."""
    extra = {} if args.plain else {"ignore_eos": True}
    source = f"measured: {args.model} at {args.url}"
    rows, number = [], 0
    for level in levels:
        rounds = max(args.rounds, -(-args.at_least // level))
        for n in range(rounds + 1):
            first = number
            number += level
            made, took = one_round(level, lambda at: ask(
                args.url, args.model, prompt(first + at), tokens, extra))
            for at, row in enumerate(made):
                short = not row["error"] and row["tokens"] != tokens
                if short:
                    row["error"] = f"{row['tokens']} of {tokens} tokens"
                row.update(source=source, level=level, round=n, request=at,
                           round_ms=took)
                rows.append({key: tidy(row[key]) for key in COLUMNS})
            print(f"{level} at once, round {n}: {took:.0f} ms",
                  file=sys.stderr)
            if n == 0 and all(row["error"] for row in made):
                print(f"no answer: {made[0]['error']}", file=sys.stderr)
                return rows
    return rows


def tidy(value):
    return f"{value:.3f}" if isinstance(value, float) else value


def summary(rows):
    """Of each level: rates, percentiles, and how many requests failed."""
    levels = {}
    for row in rows:
        if int(row["round"]) > 0 or row["error"]:
            levels.setdefault(int(row["level"]), []).append(row)
    told = {}
    for level, of in sorted(levels.items()):
        good = [row for row in of if not row["error"]]
        spans = {row["round"]: float(row["round_ms"]) for row in of
                 if int(row["round"]) > 0}
        made = sum(int(row["tokens"]) for row in good)
        waits = [float(row["latency_ms"]) for row in good]
        first = [float(row["ttft_ms"]) for row in good]
        gaps = [(w - f) / (int(row["tokens"]) - 1)
                for w, f, row in zip(waits, first, good)
                if int(row["tokens"]) > 1]
        told[level] = {
            "n": len(good), "failed": len(of) - len(good),
            "rate": made / sum(spans.values()) * 1000 if spans else NONE,
            "ttft50": percentile(first, 50) if good else NONE,
            "ttft95": percentile(first, 95) if good else NONE,
            "p50": percentile(waits, 50) if good else NONE,
            "p95": percentile(waits, 95) if good else NONE,
            "tpot": sum(gaps) / len(gaps) if gaps else NONE,
        }
    return told


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(path, rows):
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        out.writeheader()
        out.writerows(rows)


def change(old, new):
    return f"{(new / old - 1) * 100:+.0f} %" if old else "nan"


def show(paths):
    """One file: its levels. Two files: the rows of the case study."""
    files = [read(path) for path in paths]
    for path, rows in zip(paths, files):
        print(f"{path}: {rows[0]['source'] if rows else 'empty'}")
    told = [summary(rows) for rows in files]
    if len(told) == 1:
        print("| At once | n | failed | tokens/s | TTFT p50 | TTFT p95 "
              "| TPOT | p50 | p95 |")
        print("|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
        for level, a in told[0].items():
            print(f"| {level} | {a['n']} | {a['failed']} | {a['rate']:.0f} "
                  f"| {a['ttft50']:.0f} ms | {a['ttft95']:.0f} ms "
                  f"| {a['tpot']:.1f} ms | {a['p50']:.0f} ms "
                  f"| {a['p95']:.0f} ms |")
    else:
        print("| Requests at once | BF16, tokens/s | Quantised, tokens/s "
              "| Change | BF16, p95 | Quantised, p95 | Change |")
        print("|--:|--:|--:|--:|--:|--:|--:|")
        for level in sorted(set(told[0]) & set(told[1])):
            a, b = told[0][level], told[1][level]
            print(f"| {level} | {a['rate']:.0f} | {b['rate']:.0f} "
                  f"| {change(a['rate'], b['rate'])} "
                  f"| {a['p95']:.0f} ms | {b['p95']:.0f} ms "
                  f"| {change(a['p95'], b['p95'])} |")
    failed = sum(a["failed"] for of in told for a in of.values())
    if failed:
        print(f"{failed} requests failed; the column `error` says why")
    return 1 if failed else 0


def main(words, prompt, levels, tokens):
    asks = argparse.ArgumentParser(description=words)
    asks.add_argument("--url", default="http://localhost:8000")
    asks.add_argument("--model", help="as the server calls it")
    asks.add_argument("--out", help="the CSV to write")
    asks.add_argument("--rounds", type=int, default=5,
                      help="timed rounds of a level, at least")
    asks.add_argument("--at-least", type=int, default=20,
                      help="timed requests of a level, at least")
    asks.add_argument("--plain", action="store_true",
                      help="send no ignore_eos, which not all servers know")
    asks.add_argument("--levels", type=int, nargs="+", default=levels)
    asks.add_argument("--tokens", type=int, default=tokens)
    asks.add_argument("--summarise", nargs="+", metavar="CSV",
                      help="read one file or two, and ask no server")
    args = asks.parse_args()
    if args.summarise:
        if len(args.summarise) > 2:
            asks.error("--summarise takes one file or two")
        return show(args.summarise)
    if not args.model or not args.out:
        asks.error("--model and --out are needed")
    if args.rounds < 5:
        asks.error("fewer than 5 rounds are no measurement")
    write(args.out, run(args, prompt, args.levels, args.tokens))
    return show([args.out])


if __name__ == "__main__":
    sys.exit(main("Chat: 1, 8 and 16 requests at once, 128 tokens each.",
                  chat_prompt, [1, 8, 16], 128))
