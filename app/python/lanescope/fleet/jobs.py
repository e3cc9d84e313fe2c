"""Traces: fetched if they are elsewhere, summarized by a process of their own, the summaries put in their
place.

It is a process so that a trace that needs more memory than there is, or that crashes a reader, is a row
of the result and not the end of the run. It does several traces, as its start takes longer than a small one.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from typing import Any, Iterator, Optional, Sequence

from .._native import Error
from . import places
from .sources import Source

_INTERRUPTED = 130  # what process.py ends with; the package must not import what it runs
_MOST_IN_BATCH, _BATCH_BYTES = 64, 64 << 20  # of one process; as many bytes take seconds
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.5, 8.0  # before another try


@dataclass(frozen=True)
class Job:
    """What to do: everything in it can be sent to another machine."""

    source: Source
    out: str  # the folder of the summaries
    name: str  # of the summary in it
    memory_bytes: Optional[int]
    alike: bool = False  # the trace is called like others of the run


@dataclass(frozen=True)
class Outcome:
    """What became of it. ``problem`` is empty, or why there is no summary, or nothing in it; ``left_out``
    is why the file is no trace."""

    name: str
    summarized: bool
    problem: str
    seconds: float
    may_succeed_later: bool = False
    left_out: str = ""


def batches(tasks: Sequence[Job], workers: int) -> list[list[Job]]:
    """Tasks for a process each: several small traces, but so few that all workers have something to do."""
    out: list[list[Job]] = []
    most = max(1, min(_MOST_IN_BATCH, -(-len(tasks) // workers)))
    size, is_closed = 0, True
    for job in tasks:
        # What the limit of memory holds for is one trace, and what is fetched takes disk.
        alone = job.memory_bytes is not None or places.is_remote(job.source.path)
        size += job.source.bytes
        if is_closed or alone or len(out[-1]) == most or size > _BATCH_BYTES:
            out.append([])
            size = job.source.bytes
        is_closed = alone
        out[-1].append(job)
    return out


def run_batch(batch: Sequence[Job], retries: int) -> Iterator[Outcome]:
    """The outcome of each. If the process ends before it has done all, the rest have one each."""
    first, *others = batch
    if others:
        yield from _run_together(batch, retries)
    else:
        yield run_until_done(first, retries)


def _run_together(batch: Sequence[Job], retries: int) -> Iterator[Outcome]:
    left, was_interrupted = list(batch), False
    try:
        with tempfile.TemporaryDirectory(prefix="lanescope-fleet-") as scratch:
            orders = [_order(job, *_places(job, scratch, number)) for number, job in enumerate(batch)]
            with _started(orders, scratch) as process:
                yield from _told_by(process, orders, left)
                was_interrupted = process.wait() in (_INTERRUPTED, -signal.SIGINT)
    except Exception:  # of a disk, a process or what it says: each tells for itself what is wrong
        pass
    for job in left:
        if was_interrupted:
            yield Outcome(job.name, False, f"{job.source.path}: was interrupted", 0.0)
        else:
            yield run_until_done(job, retries)


def _places(job: Job, scratch: str, number: int) -> tuple[str, str, str]:
    """Of the trace, of its summary, and for what lasts as long as the process."""
    summary = places.Folder(job.out).local(job.name) or os.path.join(scratch, f"{number}.rank")
    return job.source.path, summary, scratch


def _told_by(
    process: subprocess.Popen[bytes], orders: Sequence[dict[str, Any]], left: list[Job]
) -> Iterator[Outcome]:
    """The outcomes that are final, taken out of ``left``."""
    assert process.stdout is not None
    try:
        for order in orders:
            begun_s = time.monotonic()
            said = process.stdout.readline()
            if not said.endswith(b"\n"):
                return
            answer = json.loads(said)
            job = next(job for job in left if job.source.path == order["named"])
            if answer["summarized"]:
                places.Folder(job.out).put(order["output"], job.name)
            left.remove(job)
            seconds = time.monotonic() - begun_s
            yield _outcome(job, answer, seconds)
    except BaseException:
        process.kill()
        raise


def run_until_done(job: Job, retries: int) -> Outcome:
    """As :func:`run`, tried again so often at most where that may help, after longer and longer pauses."""
    pause_s = _FIRST_PAUSE_S
    outcome = run(job)
    while outcome.may_succeed_later and retries > 0:
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
        retries -= 1
        outcome = run(job)
    return outcome


def run(job: Job) -> Outcome:
    """Does it. Never raises for what is wrong with the trace or with where it lies."""
    begun_s = time.monotonic()
    answer, later = _failed(""), False
    try:
        with tempfile.TemporaryDirectory(prefix="lanescope-fleet-") as folder:
            out = places.Folder(job.out)
            summary = out.local(job.name) or os.path.join(folder, "made.rank")
            trace = _fetched(job.source.path, folder)
            answer, later = _summarize(job, trace, summary, folder)
            if answer["summarized"]:
                out.put(summary, job.name)
    except Error as error:
        answer = _failed(str(error))
    except Exception as error:  # of whatever file system it is; the next try may do
        answer, later = _failed(places.told(job.source.path, error)), True
    return _outcome(job, answer, time.monotonic() - begun_s, later)


def _outcome(job: Job, answer: dict[str, Any], seconds: float, later: bool = False) -> Outcome:
    return Outcome(job.name, answer["summarized"], answer["problem"], seconds, later, answer["left_out"])


def _failed(problem: str) -> dict[str, Any]:
    """As process.py answers."""
    return {"summarized": False, "problem": problem, "left_out": ""}


def _fetched(path: str, folder: str) -> str:
    """A local file of that name."""
    if not places.is_remote(path):
        return path
    system, inside = places.file_system(path)
    local = os.path.join(folder, os.path.basename(inside))
    system.get_file(inside, local)
    return local


def _summarize(job: Job, trace: str, summary: str, scratch: str) -> tuple[dict[str, Any], bool]:
    """What its process answers, and whether another try may do."""
    with _started([_order(job, trace, summary, scratch)], scratch) as process:
        assert process.stdout is not None
        try:
            said = process.stdout.read()
            code = process.wait()
        except BaseException:
            process.kill()
            raise
    if code == 0:
        answer: dict[str, Any] = json.loads(said)
        return answer, False
    if code in (_INTERRUPTED, -signal.SIGINT):  # the latter before it could catch it
        return _failed(f"{job.source.path}: was interrupted"), False
    how = f"signal {-code}" if code < 0 else f"exit code {code}"
    return _failed(f"{job.source.path}: the process that summarized it ended with {how}"), True


def _order(job: Job, trace: str, summary: str, scratch: str) -> dict[str, Any]:
    return {
        "trace": trace,
        "output": summary,
        "named": job.source.path,
        "memory_bytes": job.memory_bytes,
        "is_sure": job.source.is_sure,
        "alike": job.alike,
        "scratch": scratch,
    }


def _started(orders: Sequence[dict[str, Any]], scratch: str) -> subprocess.Popen[bytes]:
    # Many orders are longer than an argument may be.
    with tempfile.NamedTemporaryFile("w", dir=scratch, suffix=".orders", delete=False) as file:
        json.dump(orders, file)
    return subprocess.Popen(
        [sys.executable, "-m", "lanescope.fleet.process", file.name],
        stdin=subprocess.PIPE,  # whose end tells that this process is gone
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
