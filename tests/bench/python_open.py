#!/usr/bin/env python3
"""python_open.py LOAD_ONCE FILE [PAIRS]: how much longer lanescope.open() takes for a trace than a load by
the program `load_once` (at most 1.1 times), by wall time and by CPU time. Both in processes of their own,
in turn, each timing itself; needs lanescope. Median of the pairs, and quartiles.
"""

import os
import statistics
import subprocess
import sys

LIMIT = 1.1
OPEN = """
import sys, time, lanescope
lanescope.open(sys.argv[2], progress=False)  # what the first open of a process costs is no part of it
wall, cpu = time.perf_counter(), time.process_time()
trace = lanescope.open(sys.argv[1], progress=False)
print(time.perf_counter() - wall, time.process_time() - cpu)
"""
SMALL = os.path.join(os.path.dirname(__file__), "../../assets/examples/generated-gpt-slow.json.gz")


def by_python(file):
    words = subprocess.run(
        [sys.executable, "-c", OPEN, file, SMALL], check=True, capture_output=True, text=True
    ).stdout.split()
    return float(words[0]), float(words[1])


def by_load_once(program, file):
    before = os.times()
    lines = subprocess.run(
        [program, file], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return float(lines[0].split()[1]), cpu


def told(name, ratios):
    low, middle, high = statistics.quantiles(ratios, n=4)
    verdict = "ok" if middle <= LIMIT else "MISSED"
    print(f"{name}\t{middle:.3f} ({low:.3f}-{high:.3f})\t{LIMIT}\t{verdict}")


def main():
    program, file = sys.argv[1:3]
    pairs = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    by_python(file)  # the file is in memory for both
    runs = [(by_load_once(program, file), by_python(file)) for _ in range(pairs)]
    told("wall", [ours[0] / its[0] for its, ours in runs])
    told("cpu", [ours[1] / its[1] for its, ours in runs])
    print("load_once", statistics.median(its[0] for its, _ in runs), "s")


if __name__ == "__main__":
    main()
