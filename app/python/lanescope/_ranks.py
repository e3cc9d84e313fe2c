"""The traces of one distributed run."""

from __future__ import annotations

import operator
import os
import re
from typing import TYPE_CHECKING, Any, Iterator, Optional, Sequence, Union, overload

from . import _arguments, _html, _html_documents, _native, _units
from ._arguments import GpuPeaks, Grouping, Names, Thresholds, Window
from ._handle import Handle
from ._progress import watched
from ._record import read
from ._records import _Told, shows, tell
from ._words import reworded
from .types import RanksComparison, RunReportFields

if TYPE_CHECKING:
    from ._trace import Trace

_MOST_FILES = 10


@shows(RanksComparison)
class ComparedRanks(_Told, RanksComparison):
    """Who was late, who waited (ns) and why: ``summary``, ``rows``, ``stragglers``, ``findings`` …"""

    def _repr_html_(self) -> str:
        return _html_documents.compared_ranks(self, self._shown_text())


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

    ``len(ranks)`` is the number of traces, in the order of ``paths``; ``ranks[0]`` and iteration open
    them, and ``ranks[0:4]`` are the Ranks of these.

        >>> ranks = lanescope.open_ranks("runs/")
        >>> ranks.compare().summary
        >>> [trace.report("gpu_time").gpu_time for trace in ranks]
    """

    _instead = "open its files in the other process"

    def __init__(self, paths: Sequence[str], left_out: Sequence[str], progress: bool) -> None:
        self._paths = list(paths)
        self._folder = os.path.abspath(os.curdir)  # where relative paths begin
        self._left_out = list(left_out)
        self._progress = progress

    @property
    def paths(self) -> list[str]:
        """The files, in the order of their names."""
        return list(self._paths)

    @property
    def left_out(self) -> list[str]:
        """A line for each other file of the folder, with what is wrong with it."""
        return list(self._left_out)

    def __len__(self) -> int:
        return len(self._paths)

    @overload
    def __getitem__(self, index: int) -> Trace: ...

    @overload
    def __getitem__(self, index: slice) -> Ranks: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Trace, Ranks]:
        from ._trace import Trace

        if isinstance(index, slice):
            return Ranks([*map(self._place, self._paths[index])], (), self._progress)
        try:
            at = operator.index(index)
        except TypeError:
            raise TypeError(
                f"ranks: {_arguments.shown(index)} is not a position; use ranks[0] or ranks[0:4]"
            ) from None
        if not -len(self) <= at < len(self):
            raise IndexError(f"ranks: there is no trace {at}; there are {len(self)}, from 0 on")
        with watched(self._progress) as how, reworded():
            return Trace(_native.open(self._place(self._paths[at]), "", "", *how))

    def __iter__(self) -> Iterator[Trace]:
        return (self[index] for index in range(len(self)))

    def _place(self, path: str) -> str:
        """Where the file is: as it is named, unless Python has changed its folder since."""
        there = self._folder == os.path.abspath(os.curdir)
        return path if there else os.path.join(self._folder, path)

    def __repr__(self) -> str:
        names = [*self._paths[:1], *(["\u2026"] if len(self) > 1 else [])]
        return f"<lanescope.Ranks: {_units.counted(len(self), 'trace')}, {_units.printable(' '.join(names))}>"

    def _repr_html_(self) -> str:
        columns = [_html.Column("", right=True), _html.Column("file"), _html.Column("size", right=True)]
        files = [
            (str(at), _html.file(path), _html.text(_size(path)))
            for at, path in enumerate(self._paths[:_MOST_FILES])
        ]
        use = " \u00b7 compare() says who was late, report() has all, [0] is the first trace"
        return _html.page(
            _html.line(_html.bold(_units.counted(len(self), "trace")) + _html.muted(use)),
            _html.table(columns, files) if files else "",
            _html.more(len(self) - len(files), "trace"),
            *(_html.line(_html.colored(_html.text(line), _html.MILD)) for line in self._left_out[:3]),
            _html.more(len(self._left_out) - 3, "file without a trace"),
        )

    def report(
        self,
        names: Names = None,
        window: Window = None,
        device: Optional[int] = None,
        group_by: Grouping = "name",
        thresholds: Thresholds = None,
        gpu_peaks: GpuPeaks = None,
    ) -> RunReport:
        """Runs analyses of each trace, and compares the ranks.

        The arguments are those of :meth:`Trace.report`; "ranks" among the names is the comparison.
        A file that cannot be read is left out, with a line in ``left_out`` of the report.

        Raises Error if no trace can be read or an argument is wrong.

            >>> lanescope.open_ranks("runs/").report(["gpu_time", "ranks"]).ranks.summary
        """
        chosen = _arguments.names(names, "names", 'keys of analyses such as "idle"')
        if not self._paths:
            raise _native.Error("ranks: there is no trace")
        with watched(self._progress) as how, reworded():
            query = _arguments.query(window, device, group_by, thresholds, gpu_peaks)
            native = _native.report_run([*map(self._place, self._paths)], chosen, query, *how)
        report = read(native.json, RunReport)
        object.__setattr__(report, "_left_out", tuple(native.left_out))
        text = native.text
        if report.get("ranks") is not None:
            of_ranks = re.split(r"^== \d+ traces\n\nranks\n", text, flags=re.MULTILINE)[-1]
            assert isinstance(report.ranks, ComparedRanks)
            tell(report.ranks, lambda: of_ranks)
        return tell(report, lambda: text)

    def compare(self, window: Window = None) -> ComparedRanks:
        """Compares the ranks: ``summary``, ``rows`` with clocks and times (ns), stragglers, findings.

        Raises Error if no trace can be read, or only one.

            >>> lanescope.open_ranks("runs/").compare().summary
        """
        report = self.report("ranks", window)
        compared: Any = report.ranks
        if compared is None:
            left = f"; {report.left_out[0]}" if report.left_out else ""
            raise _native.Error(f"ranks: a comparison needs at least two traces{left}")
        assert isinstance(compared, ComparedRanks)
        return compared


def _size(path: str) -> str:
    try:
        return _units.size(os.path.getsize(path))
    except OSError:
        return "gone"
