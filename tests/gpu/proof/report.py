"""Gathers what the parts have told: report.json, and a table by bar."""

import json
import os
import sys

import part

# What can only be seen on a GPU, of the bars that a capture must meet.
BARS = {
    1: "an unmodified program is seen within 2 s", 2: "a million launches, all joined",
    3: "8 threads x 8 streams, 10 million records", 4: "cost of empty kernels",
    5: "cost of a training step", 6: "Python stacks: cost, lines", 7: "kill -9",
    8: "every kind of end", 9: "workers by fork, spawn, forkserver",
    10: "torch.profiler in the program", 12: "recorder killed, recorder stopped",
    13: "no kernel before its launch", 15: "how soon records are there", 16: "memory",
    20: "Kineto on demand", 21: "torchrun with 2 ranks", 22: "the way back from a kernel",
}


def result_of(bars):
    results = [bar["result"] for bar in bars]
    for result in (part.FAIL, part.PASS):
        if result in results:
            return result
    return part.NOT_RUN


def reason(bars, result):
    """Why it failed or was not run; what was measured where it passed."""
    shown = [bar for bar in bars if bar["result"] == result]
    text = "; ".join(f"{bar['text']}: {bar['figure']}" for bar in shown[:3])
    return text + (f"; and {len(shown) - 3} more" if len(shown) > 3 else "")


def main(work, output, machine, dry, names):
    parts = []
    for name in names:
        path = os.path.join(work, name + ".json")
        with open(path + ".end") as file:
            end = json.load(file)
        told = {"part": name, "bars": [], "seconds": 0}
        if os.path.exists(path):
            with open(path) as file:
                told = json.load(file)
        told.update(end)
        if end["ended"] != 0:
            why = "its time was over" if end["ended"] in (124, 137) else f"ended with {end['ended']}"
            told["bars"].append({"bar": 0, "text": f"part {name}", "result": part.FAIL,
                                 "figure": why})
        parts.append(told)
    everything = [bar for told in parts for bar in told["bars"]]
    summary = {}
    print("\nbar  result   what")
    for number, text in BARS.items():
        bars = [bar for bar in everything if bar["bar"] == number]
        result = result_of(bars)
        summary[number] = {"bar": text, "result": result, "figure": reason(bars, result)}
        print(f"{number:>3}  {result:<7}  {text}\n              {summary[number]['figure'][:240]}")
    other = [bar for bar in everything if bar["bar"] not in BARS and bar["result"] == part.FAIL]
    for bar in other:
        print(f"  -  fail     {bar['text']}: {bar['figure']}")
    with open(output, "w") as file:
        json.dump({"machine": json.loads(machine), "dry": bool(dry), "bars": summary,
                   "parts": parts}, file, indent=1)
    failed = sum(bar["result"] == part.FAIL for bar in everything)
    count = {result: sum(s["result"] == result for s in summary.values())
             for result in (part.PASS, part.FAIL, part.NOT_RUN)}
    print(f"\n{count['pass']} bars pass, {count['fail']} fail, {count['not run']} were not run; "
          f"{failed} of {len(everything)} single results failed")
    if dry:
        print("a dry run against the fake driver: it proves the script, nothing about a GPU")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:5], sys.argv[5:]))
