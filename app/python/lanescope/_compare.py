"""What changed between two runs."""

from __future__ import annotations

import os
import warnings
from typing import Callable, Iterable, Iterator, Literal, Optional, Union

from . import _arguments, _html_comparison, _native
from ._arguments import Path
from ._record import read
from ._records import _Told, shows, tell
from ._open import open
from ._ranks import Ranks
from ._trace import Trace
from ._words import in_python, reworded
from .types import ComparisonFields, Gate

Level = Literal["kernel", "op", "module"]
Run = Union[Trace, Ranks, Path, Iterable[Path]]


@shows(Gate)
class GateResult(Gate):
    """A limit, and whether run B stays within it.

    ``state`` is "passed" (within the limit, or above it without being significant), "failed" (above it,
    and significant), "not_tested" (above it, but too few steps for a test) or "missing" (cannot be
    evaluated; ``why`` says why).
    """

    @property
    def passed(self) -> bool:
        """Whether the state is "passed"; neither untested nor missing is."""
        return self.state == "passed"


@shows(ComparisonFields)
class Comparison(_Told, ComparisonFields):
    """What changed from run A to run B, as ``lanescope compare`` prints it.

    Means are per step, in ns. ``headline`` is about the step time, ``rows`` about kernels, operators
    or modules, most changed first; ``environment`` has what else differs.
    """

    _ask: Optional[Callable[[Iterable[str], bool], str]] = None

    def _repr_html_(self) -> str:
        return _html_comparison.comparison(self)

    @property
    def sentence(self) -> str:
        """The result in one sentence."""
        return self.headline.sentence

    def gate(self, limit: str) -> GateResult:
        """Whether run B stays within a limit, such as "step_time=3%" or "peak_memory=64MiB".

        ``passed`` of the result says so; ``state`` tells "failed" from "not_tested" and "missing", which
        are not passed either. :func:`assert_gates` only warns of what was not tested. Raises Error if the
        limit cannot be read.

            >>> assert comparison.gate("step_time=3%").passed
        """
        if self._ask is None:
            raise _native.Error("this comparison is a copy; gates need the one that compare() returned")
        _arguments.text(limit, "gate", "a limit such as 'step_time=3%'")
        result = read(self._ask([limit], True), Comparison).gates[0]
        assert isinstance(result, GateResult)
        if result.why is not None:
            result.why = in_python(result.why)
        return result


def compare(
    a: Run,
    b: Run,
    by: Level = "kernel",
    *,
    annotation: str = "",
    step: Optional[int] = None,
    by_start: bool = False,
    gates: Iterable[str] = (),
) -> Comparison:
    """Compares two traces, which are given as such or by their files.

    ``by`` is what rows are about: "kernel", "op" or "module". Runs are compared step by step, or by
    the ranges called ``annotation``, by the ``step`` of that number, or as a whole (``by_start``).

    Of a run with several ranks (a folder, files or :class:`Ranks`), one is compared: the first that is
    also in the other run. A UserWarning names it.

    Raises Error if a file cannot be read or the runs cannot be aligned.

        >>> lanescope.compare("before.json.gz", "after.json.gz").sentence
        >>> lanescope.compare(ranks_before[2], ranks_after[2])
    """
    limits = _arguments.names(gates, "gates", "limits such as 'step_time=3%'")
    level = _arguments.text(by, "by", '"kernel", "op" or "module"')
    named = _arguments.text(annotation, "annotation", "the name of ranges")
    number = _arguments.step(step)
    runs = _traces(_opened(a, "a"), _opened(b, "b"))

    def ask(wanted: Iterable[str], json: bool) -> str:
        first, second = (run._native for run in runs)
        with reworded():
            return _native.compare(
                first, second, level, named, number, bool(by_start), list(wanted), json
            )

    comparison = read(ask(limits, True), Comparison)
    object.__setattr__(comparison, "_ask", ask)
    return tell(comparison, lambda: ask(limits, False))


def _opened(run: Run, what: str) -> Union[Trace, Ranks]:
    if isinstance(run, (Trace, Ranks)):
        return run
    opened: Union[Trace, Ranks] = open(_arguments.paths(run, what))
    return opened


def _traces(a: Union[Trace, Ranks], b: Union[Trace, Ranks]) -> tuple[Trace, Trace]:
    """The traces to compare: of runs with several, those of the first rank that is in both."""
    if isinstance(a, Trace) and isinstance(b, Trace):
        return a, b
    seen: dict[str, Optional[int]] = {}  # the ranks of B, so that none is loaded twice for nothing
    for first in _each(a, {}, None):
        rank = _rank(first)
        if rank is None:
            continue
        for second in _each(b, seen, rank):
            seen[second.path] = _rank(second)
            if seen[second.path] == rank:
                _tell_rank(rank, first, second)
                return first, second
    raise _native.Error("compare: no rank is in both runs; name two traces, such as ranks[0] of each")


def _each(
    run: Union[Trace, Ranks], seen: dict[str, Optional[int]], rank: Optional[int]
) -> Iterator[Trace]:
    """Those that may be of that rank, as far as they were seen."""
    if isinstance(run, Trace):
        yield run
        return
    for at, path in enumerate(run.paths):
        if seen.get(path, rank) == rank:
            yield run[at]


def _rank(trace: Trace) -> Optional[int]:
    distributed = trace.info.distributed
    return None if distributed is None else distributed.rank


def _tell_rank(rank: int, first: Trace, second: Trace) -> None:
    files = f"{os.path.normpath(first.path)} and {os.path.normpath(second.path)}"
    warnings.warn(
        f"compare: rank {rank} of both runs: {files}; name two traces to compare another rank",
        stacklevel=4,
    )
