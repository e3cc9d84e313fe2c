"""A loaded trace, and asking it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, TypeVar, Union

from . import _arguments, _html_trace, _native, _search, _sql
from ._arguments import GpuPeaks, Grouping, Names, Order, Thresholds, Window
from ._handle import Handle
from ._record import read
from ._records import Event, Findings, Found, LoadReport, Report, tell
from ._show import Shown
from ._table import Table
from ._trace_tables import Tables
from ._units import printable
from ._words import in_python, reworded
from .types import Info

if TYPE_CHECKING:
    import duckdb

_Answer = TypeVar("_Answer")
_OF_WINDOW = ("kernels", "ops", "idle")  # tables


class Trace(Handle, Tables, Shown):
    """A loaded trace. Several threads may use it at once, and Ctrl+C ends a call that takes long.

    Most of it stays usable when its file is gone; arguments of events are read from the file. ``close()``
    or the end of ``with lanescope.open_trace(path) as trace:`` frees its memory.

        >>> trace = lanescope.open("run.json.gz")
        >>> trace.findings()
        >>> trace.search("cat:kernel dur>1ms").count
    """

    _instead = "open its file in the other process"

    def __init__(self, native: _native.Run) -> None:
        super().__init__(native.path)
        self._held: Optional[_native.Run] = native

    @property
    def _native(self) -> _native.Run:
        held = self._held
        if held is None:
            raise _native.Error(f"{self._named}: the trace is closed; open it again")
        return held

    def close(self) -> None:
        """Frees the memory of the trace. Tables that were taken from it keep what they need.

        Whatever asks the trace afterwards raises Error; closing it twice is no error.
        """
        self._held = None

    def __enter__(self) -> Trace:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def _ask(self, work: Callable[[], _Answer]) -> _Answer:
        """What the core answers; its errors are in the words of Python."""
        with reworded():
            return work()

    def _first_match(self, expression: str) -> Optional[int]:
        found = self.search(expression, limit=1).events
        return int(found[0].id) if found else None

    @property
    def path(self) -> str:
        """The file, as it was named."""
        return self._named

    @property
    def base_ns(self) -> Optional[int]:
        """Unix time in ns to which ``ts_ns`` of tables counts; None if the file does not tell.

        ``start_ns`` of events, reports and tables of results is ``base_ns + ts_ns``.
        """
        return self._native.base_ns

    @property
    def info(self) -> Info:
        """What is in the file, as ``lanescope info`` prints it: events, lanes, devices, steps …"""
        return read(self._native.info(), Info)

    @property
    def load_report(self) -> LoadReport:
        """What of the file could not be used.

        >>> trace.load_report.listed  # events with a problem
        0
        """
        report = self.info.report
        assert isinstance(report, LoadReport)
        return report

    def __repr__(self) -> str:
        if self._held is None:
            return f"<lanescope.Trace {printable(self.path)}: closed>"
        info = self.info
        span_ns = info.time.span_ns
        facts = [f"{info.events.total:,} events"]
        if span_ns is not None:
            facts.append(f"{span_ns / 1e6:,.3f} ms")
        facts += [f"GPU {device.id} {device.name}" for device in info.devices[:2]]
        if len(info.devices) > 2:
            facts.append(f"{len(info.devices) - 2} more GPUs")
        return f"<lanescope.Trace {printable(self.path)}: {', '.join(facts)}>"

    def _repr_html_(self) -> str:
        if self._held is None:
            return _html_trace.closed(self.path)
        return _html_trace.trace(self.path, self.info)

    def report(
        self,
        names: Names = None,
        window: Window = None,
        device: Optional[int] = None,
        group_by: Grouping = "name",
        thresholds: Thresholds = None,
        gpu_peaks: GpuPeaks = None,
    ) -> Report:
        """Runs analyses, as ``lanescope report`` does.

        ``names`` are keys of analyses, such as "idle" or ["ops", "kernels"]; without, all are run.
        ``window`` is "steps", "whole", "hta", "tb", two times in ns such as ``start_ns`` of events
        (or from 0, the start of the trace),
        something with ``start_ns`` and ``dur_ns`` such as a step, or "10ms:20ms" from the start of the
        trace; without, the steady-state steps, or the whole trace if it has none. ``device`` limits GPU
        work to one GPU. ``group_by`` is what rows of ``ops`` are divided by beside the name: "shape",
        "dtype", "stack", "module", "thread", "phase" or "step".

        ``thresholds`` changes what is judged by, such as ``{"tiny_kernel": "8us"}``;
        ``lanescope report --thresholds`` lists the names, and numbers are in ns, bytes or percent.
        ``gpu_peaks`` has the peak rates of your GPUs (TFLOP/s, GB/s) where the built-in ones are wrong or
        missing: the file of ``lanescope report --gpu-peaks``, or its entries, with part of the GPU's name;
        what they leave out is as built in.

        Raises Error if there is no such analysis, window, grouping, GPU or threshold.

            >>> trace.report("gpu_time").gpu_time.devices[0].busy_ns
            >>> trace.report("idle", window=trace.info.steps[3])
            >>> trace.report("roofline", gpu_peaks=[{"gpu": "H200", "gb_per_s": 4800}])
        """
        chosen = _arguments.names(names, "names", 'keys of analyses such as "idle"')
        query = self._query(window, device, group_by, thresholds, gpu_peaks)
        report = read(self._ask(lambda: self._native.report(chosen, query)), Report)

        def section(key: str) -> str:
            return in_python(self._native.report([key], query, json=False))

        def text() -> str:
            return self._native.report_head(query) + self._native.report(chosen, query, json=False)

        report._section = section
        return tell(report, text)

    def findings(
        self,
        window: Window = None,
        device: Optional[int] = None,
        thresholds: Thresholds = None,
        gpu_peaks: GpuPeaks = None,
    ) -> Findings:
        """What to change, most important first, with what it could gain in percent.

        The arguments are those of :meth:`report`.

            >>> for finding in trace.findings(thresholds={"tiny_kernel": "8us"}):
            ...     print(finding.title, finding.severity_pct)
        """
        query = self._query(window, device, "name", thresholds, gpu_peaks)
        report = read(self._ask(lambda: self._native.report(["findings"], query)), Report)
        findings = Findings(report["findings"])
        findings.judged, findings.not_judged = report["findings_judged"], report["not_judged"]

        def text() -> str:
            return self._native.report(["findings"], query, json=False).partition("\n")[2]

        return tell(findings, text)

    def event(self, id: Union[int, Mapping[str, Any]]) -> Event:
        """Everything about one event; ids are those of tables, searches and evidence of findings.

        ``id`` may also be the event that :meth:`search` found, or a row with an ``event_id``. Raises
        Error if there is no such event, or if the file has changed since it was loaded.

            >>> trace.event(trace.search("gemm").events[0]).launch
        """
        number = _arguments.event(id)
        event = read(self._ask(lambda: self._native.event(number)), Event)
        return tell(event, lambda: self._native.event(number, json=False))

    def search(
        self,
        expression: str,
        limit: Optional[int] = 1000,
        offset: int = 0,
        order: Order = "time",
    ) -> Found:
        """The events that match an expression of the search box, by time or longest first.

        ``events`` lists at most ``limit`` of them, from number ``offset`` on; with None, all. ``order``
        is "time" or "duration": the longest first. ``count`` and the sums are over all that match,
        listed or not. Raises Error if the expression cannot be read.

            >>> trace.search("cat:kernel dur>100us -memcpy").total_dur_ns
            >>> trace.search("cat:kernel", order="duration", limit=10).events  # the ten longest
        """
        _arguments.text(expression, "expression", "one such as 'cat:kernel dur>1ms'")
        most = None if limit is None else _arguments.count(limit, "limit")
        first = _arguments.count(offset, "offset")
        if order not in ("time", "duration"):
            raise _native.Error(f"order: {_arguments.shown(order)} is unknown; use time or duration")
        if order == "time":
            found = read(self._ask(lambda: self._native.search(expression, most, first)), Found)
        else:
            found = self._ask(lambda: _search.longest(self._native.search, expression, most, first))
        found._order, found._offset = order, first
        return found

    def table(
        self,
        name: str,
        window: Window = None,
        device: Optional[int] = None,
        group_by: Grouping = "name",
    ) -> Table:
        """A table by its name: "events", "lanes", "flows", "counters", "allocations",
        "kernels", "ops", "steps", "idle".

        ``window``, ``device`` and ``group_by`` are those of :meth:`report`, for the last four. Without
        a window, "kernels", "ops" and "idle" are about the steady-state steps alone, if there are any.

            >>> trace.table("ops", group_by="shape").to_polars()
            >>> trace.table("kernels", window="whole").to_pandas()
        """
        chosen = _arguments.text(name, "table", 'a name such as "events"')
        query = self._query(window, device, group_by)
        native = self._ask(lambda: self._native.table(chosen, query))
        return Table(
            native, chosen, (lambda: self._part(query.window)) if chosen in _OF_WINDOW else None
        )

    def _part(self, window: Optional[str]) -> str:
        """What part of the trace a window is, for people."""
        if window is None:
            window = str(read(self._native.report(["steps"], _native.Query()), Report).window.kind)
            if window == "steps":
                return 'the steady-state steps; window="whole" is all'
        parts = {"steps": "the steady-state steps", "whole": "the whole trace"}
        return parts.get(window, f"window {window}")

    def sql(self, query: str) -> duckdb.DuckDBPyRelation:
        """Asks the tables in SQL, by DuckDB: "events", "lanes" and the others are tables of the query.

        "show tables" lists them, and "describe events" the columns of one.

        The answer is a relation of DuckDB, with ``df()``, ``pl()``, ``fetchall()`` …; it is computed
        when it is read. Raises Error if duckdb is not installed (extra ``sql``), and an error of DuckDB
        if the query is wrong.

            >>> trace.sql("select name, sum(dur_ns) from events where cat = 'kernel' group by name")
        """
        return _sql.ask(self, _arguments.text(query, "query", "SQL such as 'select * from kernels'"))

    def _query(
        self,
        window: Window,
        device: Optional[int],
        group_by: Grouping,
        thresholds: Thresholds = None,
        gpu_peaks: GpuPeaks = None,
    ) -> _native.Query:
        """What is asked of analyses."""
        is_absolute = self.base_ns is not None
        return self._ask(
            lambda: _arguments.query(window, device, group_by, thresholds, gpu_peaks, is_absolute)
        )
