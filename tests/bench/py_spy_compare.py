#!/usr/bin/env python3
"""py_spy_compare.py LANESCOPE PY_SPY [PAIRS]: the same program of Python, of a known amount of work on
each of 24 lines, seen by `lanescope record` and by py-spy. Prints, tab-separated, the shares of the top
20 lines with their difference in standard errors, then what each costs the program: the ratio of its
CPU time and of its wall time to those of the program left alone, run in turn (A B B A). The Python that
runs this script runs the program, too. Exits with 1 if the shares differ by more than chance.
"""

import collections
import json
import os
import statistics
import subprocess
import sys
import tempfile

LINES, ROUNDS = 24, 250
SHARES_HZ = 200
MODES = [("lanescope", 200), ("lanescope", 1000), ("py-spy", 100), ("py-spy", 200), ("py-spy", 1000)]


def program():
    """Calls as many loops in C as the number of the line, so that shares differ."""
    work = "".join(f"    sum(range({4000 + 400 * line}))\n" for line in range(LINES))
    return ("import sys, time\n\ndef work():\n" + work +
            "\nbegin, cpu = time.perf_counter(), time.process_time()\n"
            "for _ in range(int(sys.argv[1])):\n    work()\n"
            "print(time.process_time() - cpu, time.perf_counter() - begin, file=open(sys.argv[2], 'w'))\n")


class Bench:
    def __init__(self, lanescope, py_spy, folder):
        self.tools = {"lanescope": lanescope, "py-spy": py_spy}
        self.folder = folder
        self.script = os.path.join(folder, "program.py")
        with open(self.script, "w", encoding="utf-8") as file:
            file.write(program())

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, tool=None, rate=0, rounds=ROUNDS):
        """CPU and wall seconds of the program's work, as it measures them."""
        command = [sys.executable, self.script, str(rounds), self.path("measured")]
        if tool == "lanescope":
            command = [self.tools[tool], "record", "--force", "--sample", f"{rate}Hz",
                       "-o", self.path("run.lanes"), "--"] + command
        elif tool == "py-spy":
            command = [self.tools[tool], "record", "-f", "raw", "-r", str(rate),
                       "-o", self.path("run.raw"), "--"] + command
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(self.path("measured"), encoding="utf-8") as file:
            return [float(word) for word in file.read().split()]

    def lanescope_lines(self):
        report = subprocess.run([self.tools["lanescope"], "report", self.path("run.lanes"), "--only",
                                 "host_time", "--window", "whole", "--json"],
                                check=True, capture_output=True).stdout
        lines = json.loads(report)["traces"][0]["host_time"]["lines"]
        return shares({line["name"].rpartition(":")[2]: line["total_ns"] for line in lines
                       if "program.py:" in line["name"]})

    def py_spy_lines(self):
        counts = collections.Counter()
        with open(self.path("run.raw"), encoding="utf-8") as file:
            for row in file:
                stack, _, count = row.rpartition(" ")
                leaf = stack.rpartition(";")[2]
                if "program.py:" in leaf:
                    counts[leaf.rpartition(":")[2].rstrip(")")] += int(count)
        return shares(counts)


def shares(amounts):
    whole = sum(amounts.values())
    return {name: amount / whole for name, amount in amounts.items()}


def compare_shares(bench):
    seconds = bench.run("lanescope", SHARES_HZ, 10 * ROUNDS)[1]
    ours = bench.lanescope_lines()
    seconds = min(seconds, bench.run("py-spy", SHARES_HZ, 10 * ROUNDS)[1])
    theirs = bench.py_spy_lines()
    samples = seconds * SHARES_HZ  # of each
    print("line\tlanescope %\tpy-spy %\tstandard errors apart")
    apart = []
    for line in sorted(theirs, key=theirs.get, reverse=True)[:20]:
        share = (ours.get(line, 0) + theirs[line]) / 2
        error = (2 * share * (1 - share) / samples) ** 0.5
        apart.append((ours.get(line, 0) - theirs[line]) / error)
        print(f"{line}\t{100 * ours.get(line, 0):.2f}\t{100 * theirs[line]:.2f}\t{apart[-1]:+.1f}")
    chi_squared = sum(x * x for x in apart)
    print(f"chi squared of {len(apart)} lines\t{chi_squared:.1f}\tlimit (p 0.001)\t45.3")
    return chi_squared < 45.3


def compare_cost(bench, pairs):
    print("tool\trate Hz\tCPU time / alone\tquartiles\twall time / alone\tquartiles")
    for tool, rate in MODES:
        cpu, wall = [], []
        for pair in range(pairs):
            # A B B A: a machine that gets slower meanwhile counts for both.
            order = [False, True] if pair % 2 == 0 else [True, False]
            seconds = {on: bench.run(tool, rate) if on else bench.run() for on in order}
            cpu.append(seconds[True][0] / seconds[False][0])
            wall.append(seconds[True][1] / seconds[False][1])
        print("\t".join([tool, str(rate), *spread(cpu), *spread(wall)]), flush=True)


def spread(ratios):
    low, _, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else [ratios[0]] * 3
    return [f"{statistics.median(ratios):.3f}", f"{low:.3f} to {high:.3f}"]


def main():
    lanescope, py_spy = sys.argv[1:3]
    pairs = int(sys.argv[3]) if len(sys.argv) > 3 else 9
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(lanescope, py_spy, folder)
        agree = compare_shares(bench)
        compare_cost(bench, pairs)
    sys.exit(0 if agree else 1)


if __name__ == "__main__":
    main()
