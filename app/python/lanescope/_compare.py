"""What changed between two runs."""

from __future__ import annotations

from typing import Callable, Iterable, Optional, Union

from . import _html_comparison, _native
from ._numbers import whole_or_none
from ._picture import Path
from ._record import read
from ._records import _Told, shows, tell
from ._trace import Trace, open
from .types import ComparisonFields, Gate


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

    def gate(self, limit: str) -> Gate:
        """Whether run B stays within a limit, such as "step_time=3%" or "peak_memory=64MiB".

        ``state`` is "passed", "failed", "not_tested" (above the limit, too few steps for a test) or
        "missing". Raises Error if the limit cannot be read.

            >>> assert comparison.gate("step_time=3%").state != "failed"
        """
        if self._ask is None:
            raise _native.Error("this comparison is a copy; gates need the one that compare() returned")
        return read(self._ask([limit], True), Comparison).gates[0]


def compare(
    a: Union[Trace, Path],
    b: Union[Trace, Path],
    by: str = "kernel",
    *,
    annotation: str = "",
    step: Optional[int] = None,
    by_start: bool = False,
    gates: Iterable[str] = (),
) -> Comparison:
    """Compares two traces, which are given as such or by their files.

    ``by`` is what rows are about: "kernel", "op" or "module". Runs are compared step by step, or by
    the ranges called ``annotation``, by the ``step`` of that number, or as a whole (``by_start``).
    Raises Error if a file cannot be read or the runs cannot be aligned.

        >>> lanescope.compare("before.json.gz", "after.json.gz").sentence
    """
    number = whole_or_none("step", step)
    runs = [run if isinstance(run, Trace) else open(run) for run in (a, b)]

    def ask(limits: Iterable[str], json: bool) -> str:
        first, second = (run._native for run in runs)
        return _native.compare(first, second, by, annotation, number, by_start, list(limits), json)

    limits = list(gates)
    comparison = read(ask(limits, True), Comparison)
    object.__setattr__(comparison, "_ask", ask)
    return tell(comparison, lambda: ask(limits, False))
