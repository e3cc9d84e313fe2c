"""Kineto on demand with the real PyTorch: a process that runs already writes a trace, on the GPU and
with none to be seen: bar 20."""

import json
import os
import subprocess
import time

from part import NotRun, about, end_group, parse_place

MOST_WAIT_S = 8 + 5  # beside the trace's own time: Kineto asks every 5 s, then warms up
MOST_STACKS_S = 6  # and writes 400,000 events with Python stacks


def start_training(part, size, **changes):
    environment = part.environment(KINETO_USE_DAEMON="1", **changes)
    process = subprocess.Popen(part.script("endless.py", "--size", size), stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                               env=environment, start_new_session=True)
    for line in process.stdout:
        if line.startswith("{"):
            return process, json.loads(line)
    raise RuntimeError("the program did not start")


def ask_for_trace(part, pid, name, *options):
    path = os.path.join(part.work, name + ".json")
    words = [part.lanescope, "attach", str(pid), "-o", path, *options]
    begin = time.monotonic()
    done = subprocess.run(words, capture_output=True, text=True, timeout=90)
    if done.returncode != 0:
        raise RuntimeError(f"attach: {done.stderr.strip().splitlines()[-1]}")
    return path, time.monotonic() - begin


def check_trace(part, name, path, seconds, duration, wanted, most_s=MOST_WAIT_S):
    info = part.ask("info", path)
    counts = info["events"]["by_cat"]
    missing = [category for category in wanted if not counts.get(category)]
    part.bar(20, f"{name}: the trace has what was asked for", not missing and info["complete"],
             f"missing: {missing}, {counts}")
    part.bar(20, f"{name}: within {duration + most_s} s", seconds <= duration + most_s,
             f"{seconds:.1f} s for {duration} s")


def prove(part, name, size, wanted, **changes):
    process, said = start_training(part, size, **changes)
    try:
        part.figure(20, f"{name}: the device", said["device"])
        path, seconds = ask_for_trace(part, said["pid"], name, "--duration", "1")
        check_trace(part, name + ", plain", path, seconds, 1, wanted)
        path, seconds = ask_for_trace(part, said["pid"], name + "-all", "--duration", "1",
                                      "--shapes", "--stacks", "--memory")
        check_trace(part, name + ", all keys", path, seconds, 1, wanted + ["python_function"],
                    MOST_WAIT_S + MOST_STACKS_S)
        part.bar(20, f"{name}: the program runs on", process.poll() is None, process.poll() or "")
        process.stdin.close()
        part.bar(20, f"{name}: and ends well", process.wait(30) == 0, process.returncode)
    finally:
        end_group(process)


@about(20, torch=True)
def no_gpu_to_be_seen(part):
    prove(part, "CUDA_VISIBLE_DEVICES=", "tiny", ["cpu_op"], CUDA_VISIBLE_DEVICES="")


@about(20, torch=True)
def gpu(part):
    if part.dry:
        raise NotRun("there is none")
    prove(part, "GPU", "small", ["cpu_op", "kernel", "cuda_runtime"])


if __name__ == "__main__":
    parse_place().tries([gpu, no_gpu_to_be_seen])
