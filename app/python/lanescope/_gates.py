"""Limits for a recording, against a baseline file: for tests."""

from __future__ import annotations

import contextlib
import os
import shutil
import warnings
from typing import Optional, Union

from . import _arguments, _native
from ._compare import Comparison, compare
from ._arguments import Path
from ._trace import Trace
from ._trace_handler import compress

_UPDATE = "pytest --lanescope-update (or update=True)"
_GZIP = b"\x1f\x8b"


def assert_gates(
    recording: Union[Trace, Path],
    baseline: Path,
    limit: str,
    *limits: str,
    annotation: str = "",
    step: Optional[int] = None,
    by_start: bool = False,
    update: bool = False,
) -> Comparison:
    """Raises AssertionError if a recording exceeds limits against a baseline file.

    Limits are those of ``lanescope compare --gate``, such as "step_time=3%" or "peak_memory=64MiB";
    ``annotation``, ``step`` and ``by_start`` are those of :func:`compare`. A recording fails if it is
    above a limit and the change is significant. If it is above, but has too few steps for a test,
    there is a warning. With ``update``, it becomes the baseline instead.

    Raises AssertionError also if there is no baseline or a limit cannot be evaluated, and Error if a
    file or a limit cannot be read.

        >>> lanescope.assert_gates("run.json.gz", "baselines/run.json.gz", "step_time=3%")
    """
    __tracebackhide__ = True  # pytest then shows the line of the test
    path = _arguments.path(baseline, "baseline")
    if not update and not os.path.exists(path):
        raise AssertionError(
            f"{path}: no baseline found; to make this recording the baseline: {_UPDATE}"
        )
    comparison = compare(
        recording if update else path,  # a new baseline must be comparable at least to itself
        recording,
        annotation=annotation,
        step=step,
        by_start=by_start,
        gates=(limit, *limits),
    )
    _judge(comparison)
    if update:
        _store(comparison.b, path)
    return comparison


def _judge(comparison: Comparison) -> None:
    """Raises AssertionError or warns, in the words of the command line."""
    __tracebackhide__ = True
    gates = comparison.gates
    told = repr(comparison).splitlines()[-len(gates) :]
    above = {line: gate.state for line, gate in zip(told, gates) if gate.state != "passed"}
    notes = [f"! {warning}" for warning in comparison["warnings"]]
    if {"failed", "missing"} & set(above.values()):
        raise AssertionError("\n".join([*above, *_context(comparison, notes)]))
    if above:
        warnings.warn("\n".join([*above, *notes]), stacklevel=3)


def _context(comparison: Comparison, notes: list[str]) -> list[str]:
    """What changed, between which files, and how to accept it."""
    if comparison.a == comparison.b:  # a new baseline, which lacks what a limit is about
        return []
    runs = [f"A: {comparison.a}", f"B: {comparison.b}"]
    return [comparison.sentence, *notes, *runs, f"To make B the baseline: {_UPDATE}"]


def _store(recording: str, baseline: str) -> None:
    """Copies a recording to its place as the baseline, compressed if that is named so."""
    if os.path.isdir(recording):
        raise _native.Error(f"{recording}: is a folder; name its trace to make it the baseline")
    part = f"{baseline}.part"
    try:
        os.makedirs(os.path.dirname(baseline) or ".", exist_ok=True)
        with open(recording, "rb") as file:
            packed = file.read(len(_GZIP)) == _GZIP
        (compress if baseline.endswith(".gz") and not packed else shutil.copyfile)(recording, part)
        os.replace(part, baseline)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.remove(part)
        raise _native.Error(f"{baseline}: cannot be written: {error.strerror}") from error
