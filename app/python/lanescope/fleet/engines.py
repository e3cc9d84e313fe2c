"""Who does the jobs: processes of this machine, or the workers of a Ray cluster."""

from __future__ import annotations

import concurrent.futures
import os
import queue
import threading
from typing import Any, Callable, Iterator, Optional, Sequence

from .._native import Error
from .._table import need
from . import jobs

# Waiting in the cluster, for each worker: enough that none is idle, few enough to end at once.
_WAITING = 2


def run(
    engine: str, tasks: Sequence[jobs.Job], workers: Optional[int], retries: int
) -> Iterator[jobs.Outcome]:
    """The outcomes, in the order in which they come. Raises Error if there is no such engine."""
    engines: dict[str, Callable[..., Iterator[jobs.Outcome]]] = {"local": _local, "ray": _ray}
    if engine not in engines:
        raise Error(f"engine: '{engine}' is not an engine; use {' or '.join(engines)}")
    return engines[engine](tasks, workers, retries)


def _local(tasks: Sequence[jobs.Job], workers: Optional[int], retries: int) -> Iterator[jobs.Outcome]:
    """Threads that wait for a process each, which does a batch of traces."""
    cores = _cores()
    count = min(workers or max(1, cores // 2), cores)  # a load uses two
    done: queue.Queue[Optional[jobs.Outcome]] = queue.Queue()  # None: a batch has ended
    stopped = threading.Event()

    def work(batch: Sequence[jobs.Job]) -> None:
        try:
            for outcome in jobs.run_batch(batch, retries):
                done.put(outcome)
                if stopped.is_set():
                    return
        finally:
            done.put(None)

    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        futures = [pool.submit(work, batch) for batch in jobs.batches(tasks, count)]
        left = len(futures)
        try:
            while left:
                outcome = done.get()
                if outcome is None:
                    left -= 1
                else:
                    yield outcome
            for future in futures:
                future.result()  # raises what it raised
        finally:
            stopped.set()
            for future in futures:
                future.cancel()


def _cores() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def _ray(tasks: Sequence[jobs.Job], workers: Optional[int], retries: int) -> Iterator[jobs.Outcome]:
    """Tasks of the cluster that this Python is connected to, else of one of this machine."""
    ray = need("ray", "ray")
    if not tasks:
        return
    is_own = not ray.is_initialized()
    if is_own:
        ray.init(log_to_driver=False)
    try:
        if is_own and tasks[0].memory_bytes is not None:
            _check_memory(ray, tasks[0].memory_bytes)
        yield from _of_cluster(ray, tasks, workers, retries)
    finally:
        if is_own:
            ray.shutdown()


def _of_cluster(
    ray: Any, tasks: Sequence[jobs.Job], workers: Optional[int], retries: int
) -> Iterator[jobs.Outcome]:
    options: dict[str, Any] = {"num_cpus": 1, "max_retries": retries}
    memory_bytes = tasks[0].memory_bytes
    if memory_bytes is not None:
        options["memory"] = memory_bytes  # of the worker's machine, which others then do not get
    remote = ray.remote(**options)(jobs.run_until_done)
    left = list(reversed(tasks))
    waiting: dict[Any, jobs.Job] = {}
    try:
        while left or waiting:
            # Asked each time, as a cluster grows and shrinks.
            most = workers or _WAITING * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while left and len(waiting) < most:
                job = left.pop()
                waiting[remote.remote(job, retries)] = job
            (done, *_), _ = ray.wait(list(waiting), num_returns=1)
            yield _outcome_of(ray, done, waiting.pop(done))
    finally:
        for task in waiting:
            ray.cancel(task)


def _check_memory(ray: Any, memory_bytes: int) -> None:
    """Of a cluster that does not grow: Ray would wait for ever for a machine that has more.

    Raises Error if none has that much.
    """
    most = int(max(node["Resources"].get("memory", 0) for node in ray.nodes()))
    if memory_bytes > most:
        raise Error(f"memory_bytes: {memory_bytes:,} is more than Ray has for tasks here, {most:,} bytes")


def _outcome_of(ray: Any, done: Any, job: jobs.Job) -> jobs.Outcome:
    """A worker that was lost more often than it is tried again is a row of the result, too."""
    try:
        outcome: jobs.Outcome = ray.get(done)
        return outcome
    except ray.exceptions.RayTaskError as error:  # such as a worker that has no lanescope
        why = (str(error).strip().splitlines() or [type(error).__name__])[-1]
    except ray.exceptions.RayError as error:
        why = f"the worker that summarized it was lost ({type(error).__name__})"
    return jobs.Outcome(job.name, False, f"{job.source.path}: {why}", 0.0)
