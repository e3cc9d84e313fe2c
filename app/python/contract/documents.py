#!/usr/bin/env python3
"""documents.py OUT TRACE…: writes documents of these traces for learn.py; of a folder, those of its ranks.
Needs the package lanescope. A trace that cannot be loaded is left out.
"""

import argparse
import collections
import itertools
import json

import lanescope
from lanescope import _native

GROUPS = ("shape", "dtype", "stack", "module", "thread", "phase", "step")
LEVELS = ("kernel", "op", "module")
GATES = ("step_time=3%", "idle=1ms", "peak_memory=1MiB")


def of_trace(trace):
    """The name and JSON of each document, of many kinds of events."""
    native = trace._native
    yield "info", native.info()
    for window in (None, "whole"):
        yield "report", native.report([], _native.Query(window))
    for group in GROUPS:
        yield "report", native.report(["ops"], _native.Query(group_by=group))
    yield "search", native.search("", 50, 0)
    for event in some_events(trace):
        yield "event", native.event(event)
    for level, by_start in itertools.product(LEVELS, (True, False)):
        try:
            yield "compare", _native.compare(native, native, level, "", None, by_start, list(GATES), True)
        except lanescope.Error:  # such as without steps
            continue


def some_events(trace, most=8):
    """The ids of events of each category."""
    ids = collections.defaultdict(list)
    for event in trace.search("", limit=20_000).events:
        ids[event.cat].append(event.id)
    for of_category in ids.values():
        yield from of_category[:: max(1, len(of_category) // most)]


def of_path(path):
    opened = lanescope.open(path, progress=False)
    if isinstance(opened, lanescope.Ranks):
        yield "run", json.dumps(opened.report())
    else:
        yield from of_trace(opened)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("traces", nargs="+")
    arguments = parser.parse_args()
    with open(arguments.out, "w") as out:
        for path in arguments.traces:
            try:
                for name, document in of_path(path):
                    print(json.dumps([name, path, json.loads(document)]), file=out)
            except lanescope.Error as error:
                print(error)


if __name__ == "__main__":
    main()
