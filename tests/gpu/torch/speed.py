"""How fast PyTorch runs: a chain of tiny operators at a depth of Python frames, and steps of
training. With --profiler plain or full PyTorch's own profiler watches."""

import statistics
import time

import torch
from model import Training, arguments, device, tell, wait

given = arguments(profiler="none", ops=20000, depth=30, steps=20, size="large")


def at_depth(depth, function):
    return function() if depth == 0 else at_depth(depth - 1, function)


def small_ops():
    """Ns per operator; the least of some rounds, the middle one of all."""
    value = torch.zeros(1, device=device())

    def run():
        begin = time.perf_counter()
        for _ in range(given.ops):
            value.add_(1)
        wait()
        return (time.perf_counter() - begin) / given.ops * 1e9

    return statistics.median(at_depth(given.depth, run) for _ in range(5))


def profiler():
    full = given.profiler == "full"
    return torch.profiler.profile(record_shapes=full, with_stack=full)


def measure(function):
    if given.profiler == "none":
        return function()
    with profiler():
        return function()


sizes = ["small", given.size] if given.size != "tiny" else ["tiny"]
facts = {"ns_per_op": measure(small_ops)}
for size in sizes:
    training = Training(size)
    training.steps(5)
    seconds = measure(lambda: training.steps(given.steps))
    facts[size + "_step_ms"] = statistics.median(seconds) * 1e3
tell(**facts)
