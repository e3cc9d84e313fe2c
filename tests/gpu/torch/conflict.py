"""Launches before, while and after the program's own profiler records, and how many kernels its
trace must have."""

import time

import torch
from model import arguments, device, tell, wait

given = arguments(trace="", ops=2000, seconds=4.0)
value = torch.zeros(1, device=device())


def launch(seconds):
    """For about so long, so that whoever watches can notice what is missing."""
    count, end = 0, time.monotonic() + seconds
    while time.monotonic() < end or count < given.ops:
        value.add_(1)
        count += 1
        if count % 100 == 0:
            wait()
            time.sleep(0.02)
    wait()
    return count


before = launch(1)
with torch.profiler.profile() as profile:
    began = time.time_ns()
    within = launch(given.seconds)
ended = time.time_ns()
profile.export_chrome_trace(given.trace)
time.sleep(0.5)
after_begin = time.time_ns()
after = launch(2)
tell(before=before, within=within, after=after, began_ns=began, ended_ns=ended, after_ns=after_begin)
