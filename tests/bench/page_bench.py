#!/usr/bin/env python3
"""How long the page takes to load traces, with threads and without, beside the native program in the
same run; the memory of the program afterwards; and what a frame costs while the mouse wheel zooms.

usage: page_bench.py --page build/web --program build/release/lanescope TRACE...
"""
import argparse
import pathlib
import re
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "web"))
import browser as browsers
from page_test import Page, Server

RUNS = 3


def native_seconds(program, trace):
    def once():
        begin = time.monotonic()
        subprocess.run([program, "info", trace], check=True, stdout=subprocess.DEVNULL)
        return time.monotonic() - begin
    return min(once() for _ in range(RUNS))


def load_seconds(page, trace):
    """As the window shows them: "loaded in 1.2 s"."""
    number, unit = re.search(r"loaded in ([\d.]+) (ms|s)", page.choose(trace, 600)[1]).groups()
    return float(number) * {"ms": 1e-3, "s": 1}[unit]


def zoom(page):
    """The frames of three seconds in which a hand zooms in and out."""
    page.browser.evaluate("ask('frames')")
    for i in range(60):
        page.browser.call("Input.dispatchMouseEvent", type="mouseWheel", x=600, y=350, deltaX=0,
                          deltaY=-100 if i % 20 < 10 else 100)
        time.sleep(0.05)
    drawn = [ms for ms in page.browser.evaluate("ask('frames')") if ms > 0.2]
    return statistics.median(drawn), max(drawn)


def measure(browser, options, trace, isolated):
    with Server(options.page, isolated) as server:
        page = Page(browser, server.origin, pathlib.Path("."))
        seconds = []
        for _ in range(RUNS):
            page.start()
            seconds.append(load_seconds(page, trace))
        memory = page.browser.evaluate("ask('memory')")
        time.sleep(2)
        return min(seconds), memory, *zoom(page)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", type=pathlib.Path, required=True)
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("traces", type=pathlib.Path, nargs="+")
    options = parser.parse_args()
    with browsers.Browser(browsers.find_chromium()) as browser:
        for trace in options.traces:
            native = native_seconds(options.program, trace)
            print(f"{trace.name}, {trace.stat().st_size / 1e6:.0f} MB: native {native:.2f} s", flush=True)
            for isolated in (True, False):
                seconds, memory, median, worst = measure(browser, options, trace, isolated)
                print(f"  {'threads' if isolated else 'alone'}: {seconds:.2f} s = {seconds / native:.1f} "
                      f"times native, {memory / 1e9:.2f} GB, frames {median:.1f} ms, at most {worst:.1f} ms",
                      flush=True)


main()
