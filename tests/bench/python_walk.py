#!/usr/bin/env python3
"""python_walk.py BUILD [DEPTH]: what the Python stack costs at a launch. Records this very script with
the fake driver of BUILD, with stacks and without, in turn; the difference of their medians is the walk
and its record. The calls go through ctypes, which costs the same both times.
"""

import os
import statistics
import subprocess
import sys
import tempfile

LAUNCHES, ROUNDS = 100_000, 5


def launches(depth):
    """In the recorded program: nanoseconds of the processor a launch, from a function that lies so deep."""
    import ctypes
    import time

    driver = ctypes.CDLL(os.environ["LANESCOPE_CUPTI"])
    driver.fake_call.argtypes = [ctypes.c_uint, ctypes.c_char_p, ctypes.c_uint64, ctypes.c_uint64]
    ctypes.CDLL(os.environ["CUDA_INJECTION64_PATH"]).InitializeInjection()

    def deep(levels):
        if levels > 0:
            return deep(levels - 1)
        begin = time.thread_time_ns()
        for _ in range(LAUNCHES):
            driver.fake_call(0, b"kernel", 7, 1)
        return (time.thread_time_ns() - begin) / LAUNCHES

    # This function and the script itself are frames, too.
    print(deep(depth - 3))


def recorded(build, depth, stacks):
    with tempfile.TemporaryDirectory() as folder:
        command = [os.path.join(build, "lanescope"), "record", stacks, "--sample", "off",
                   "-o", folder + "/run.lanes", "--",
                   sys.executable, os.path.abspath(__file__), "--launches", str(depth)]
        environment = {"LANESCOPE_CUPTI": build + "/tests/capture/fake/libfake_cupti.so"}
        ran = subprocess.run(command, env=os.environ | environment, check=True, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return float(ran.stdout)


def main(build, depth):
    times = {"--stacks": [], "--no-stacks": []}
    for _ in range(ROUNDS):
        for stacks, all_times in times.items():
            all_times.append(recorded(build, depth, stacks))
    with_stacks, without = (statistics.median(each) for each in times.values())
    print(f"{depth} frames: {with_stacks:.0f} ns a launch with stacks, {without:.0f} ns without: "
          f"{with_stacks - without:.0f} ns for the stack")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--launches"]:
        launches(int(sys.argv[2]))
    elif len(sys.argv) > 1:
        main(os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 30)
    else:
        sys.exit(__doc__)
