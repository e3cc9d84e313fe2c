"""The traces of one distributed run."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Iterator, Optional

from . import _native
from ._handle import Handle
from ._progress import watched
from ._record import read
from ._records import _Told, shows, tell
from ._units import printable
from .types import RanksComparison, RunReportFields

if TYPE_CHECKING:
    from ._trace import Names, Trace


@shows(RunReportFields)
class RunReport(_Told, RunReportFields):
    """What ``lanescope report`` prints about several traces.

    ``traces`` has a :class:`Report` for each, ``ranks`` what was compared between them: who arrived
    last at collectives, who waited (ns) and why, how far clocks are apart (ns); None without ranks
    among the names.
    """

    _left_out: tuple[str, ...] = ()

    @property
    def left_out(self) -> list[str]:
        """A line for each file that could not be read."""
        return list(self._left_out)


class Ranks(Handle):
    """The traces of the ranks of one run, loaded one at a time.

    ``len(ranks)`` is the number of traces; ``ranks[3]`` and iteration open them.

        >>> ranks = lanescope.open("runs/")
        >>> ranks.compare().summary
        >>> [trace.report("gpu_time").gpu_time for trace in ranks]
    """

    _instead = "open its files in the other process"

    def __init__(self, files: _native.RunTraces, progress: bool) -> None:
        self._files = files
        self._folder = os.path.abspath(os.curdir)  # where relative paths begin
        self._progress = progress

    @property
    def paths(self) -> list[str]:
        """The files, in the order of their names."""
        return list(self._files.paths)

    @property
    def left_out(self) -> list[str]:
        """A line for each other file of the folder, with what is wrong with it."""
        return list(self._files.left_out)

    def __len__(self) -> int:
        return len(self._files.paths)

    def __getitem__(self, index: int) -> Trace:
        from ._trace import Trace

        with watched(self._progress) as how:
            return Trace(_native.open(self._place(self._files.paths[index]), "", "", *how))

    def __iter__(self) -> Iterator[Trace]:
        return (self[index] for index in range(len(self)))

    def _place(self, path: str) -> str:
        """Where the file is: as it is named, unless Python has changed its folder since."""
        there = self._folder == os.path.abspath(os.curdir)
        return path if there else os.path.join(self._folder, path)

    def __repr__(self) -> str:
        return f"<lanescope.Ranks: {len(self)} traces, {printable(self._files.paths[0])} …>"

    def report(self, names: Names = None, window: Optional[str] = None) -> RunReport:
        """Runs analyses of each trace, and compares the ranks.

        ``names`` and ``window`` are those of :meth:`Trace.report`; "ranks" is the comparison.
        A file that cannot be read is left out, with a line in ``left_out`` of the report.

        Raises Error if no trace can be read or an argument is wrong.

            >>> lanescope.open("runs/").report(["gpu_time", "ranks"]).ranks.summary
        """
        from ._trace import _listed

        with watched(self._progress) as how:
            native = _native.report_run([*map(self._place, self.paths)], _listed(names), window, *how)
        report = read(native.json, RunReport)
        object.__setattr__(report, "_left_out", tuple(native.left_out))
        text = native.text
        return tell(report, lambda: text)

    def compare(self, window: Optional[str] = None) -> RanksComparison:
        """Compares the ranks: ``summary``, ``rows`` with clocks and times (ns), stragglers, findings.

        Raises Error if no trace can be read.

            >>> lanescope.open("runs/").compare().summary
        """
        compared = self.report("ranks", window).ranks
        assert compared is not None
        return compared
