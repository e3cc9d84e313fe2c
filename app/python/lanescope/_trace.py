"""Opening a trace and asking it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Optional, Union

from . import _html_trace, _native, _sql
from ._handle import Handle
from ._numbers import whole, whole_or_none
from ._picture import Path
from ._progress import watched
from ._record import read
from ._records import Event, Findings, Found, LoadReport, Report, tell
from ._ranks import Ranks
from ._show import Shown
from ._table import Table
from ._units import printable
from .types import Info

if TYPE_CHECKING:
    import duckdb

Names = Union[None, str, Iterable[str]]


def open(
    path: Union[Path, Iterable[Path]],
    progress: bool = True,
    *,
    execution_trace: Path = "",
    capture_trace: Path = "",
    steps: str = "",
) -> Union[Trace, Any]:
    """Loads a trace: of torch.profiler, Nsight Systems, Perfetto, JAX … and recordings of Lanescope.

    ``path`` is a file or a folder. Several files, or a folder with several, are the :class:`Ranks` of
    one run, which are loaded when they are asked. With ``progress``, a bar is drawn on stderr if that
    is a terminal, or below the cell of a notebook. Ctrl+C stops the load, and other threads of Python run meanwhile.
    ``execution_trace``, ``capture_trace`` and ``steps`` are as on the command line: with
    ``steps="train #*"``, ranges of such names are the steps.

    Raises Error if the file cannot be read or is no trace. A damaged trace is no error: what can be
    read of it is there, and ``load_report`` tells the rest.

        >>> trace = lanescope.open("run.json.gz")
    """
    paths = [os.fsdecode(one) for one in ([path] if isinstance(path, (str, bytes, os.PathLike)) else path)]
    execution, capture = os.fsdecode(execution_trace), os.fsdecode(capture_trace)
    files = _native.list_run(paths)
    if len(paths) == 1 and len(files.paths) <= 1:
        with watched(progress) as how:
            trace = Trace(_native.open(paths[0], execution, capture, *how, steps))
        trace._beside = {"--execution-trace": execution, "--capture-trace": capture}
        trace._steps = steps
        return trace
    if not files.paths:
        raise _native.Error("path: there is no trace")
    if execution or capture:
        raise _native.Error("path: names several traces; an execution or capture trace is for one")
    if steps:
        raise _native.Error("path: names several traces; steps are chosen for one")
    return Ranks(files, bool(progress))


class Trace(Handle, Shown):
    """A loaded trace. Several threads may use it at once, and Ctrl+C ends a call that takes long.

    Most of it stays usable when its file is gone; arguments of events are read from the file.

        >>> trace = lanescope.open("run.json.gz")
        >>> trace.findings()
        >>> trace.search("cat:kernel dur>1ms").count
    """

    _instead = "open its file in the other process"

    def __init__(self, native: _native.Run) -> None:
        super().__init__(native.path)
        self._native = native

    def _first_match(self, expression: str) -> Optional[int]:
        found = self.search(expression, limit=1).events
        return int(found[0].id) if found else None

    @property
    def path(self) -> str:
        """The file, as it was named."""
        return self._native.path

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
        return _html_trace.trace(self.path, self.info)

    def report(
        self,
        names: Names = None,
        window: Optional[str] = None,
        device: Optional[int] = None,
        group_by: str = "name",
    ) -> Report:
        """Runs analyses, as ``lanescope report`` does.

        ``names`` are keys of analyses, such as "idle" or ["ops", "kernels"]; without, all are run.
        ``window`` is "steps", "whole", "hta", "tb" or a range such as "10ms:20ms"; without, the
        steady-state steps, or the whole trace if it has none. ``device`` limits GPU work to one GPU.
        ``group_by`` is what rows of ``ops`` are divided by beside the name: "shape", "dtype", "stack",
        "module", "thread", "phase" or "step".

        Raises Error if there is no such analysis, window, grouping or GPU.

            >>> trace.report("gpu_time").gpu_time.devices[0].busy_ns
        """
        chosen = _listed(names)
        query = (window, whole_or_none("device", device), group_by)
        report = read(self._native.report(chosen, *query), Report)

        def section(key: str) -> str:
            return self._native.report([key], *query, json=False)

        report._section = section
        return tell(report, lambda: self._native.report(chosen, *query, json=False))

    def findings(self, window: Optional[str] = None, device: Optional[int] = None) -> Findings:
        """What to change, most important first, with what it could gain in percent.

        ``window`` and ``device`` are those of :meth:`report`.

            >>> for finding in trace.findings():
            ...     print(finding.title, finding.severity_pct)
        """
        query = (["findings"], window, whole_or_none("device", device), "name")
        report = read(self._native.report(*query), Report)
        findings = Findings(report["findings"])
        findings.judged, findings.not_judged = report["findings_judged"], report["not_judged"]
        return tell(findings, lambda: self._native.report(*query, json=False).partition("\n")[2])

    def event(self, id: int) -> Event:
        """Everything about one event; ids are those of tables, searches and evidence of findings.

        Raises Error if there is no such event, or if the file has changed since it was loaded.

            >>> trace.event(trace.search("gemm").events[0].id).launch
        """
        number = whole("id", id)
        event = read(self._native.event(number), Event)
        return tell(event, lambda: self._native.event(number, json=False))

    def search(self, expression: str, limit: Optional[int] = 1000, offset: int = 0) -> Found:
        """The events that match an expression of the search box, in the order of time.

        At most ``limit`` events are listed, from number ``offset`` on; with None, all. ``count`` and
        the sums are over all. Raises Error if the expression cannot be read.

            >>> trace.search("cat:kernel dur>100us -memcpy").total_dur_ns
        """
        part = (whole_or_none("limit", limit), whole("offset", offset))
        return read(self._native.search(expression, *part), Found)

    def table(
        self,
        name: str,
        window: Optional[str] = None,
        device: Optional[int] = None,
        group_by: str = "name",
    ) -> Table:
        """A table by its name: "events", "lanes", "flows", "counters", "allocations",
        "kernels", "ops", "steps", "idle".

        ``window``, ``device`` and ``group_by`` are those of :meth:`report`, for the last four.

            >>> trace.table("ops", group_by="shape").to_polars()
        """
        number = whole_or_none("device", device)
        return Table(self._native.table(name, window, number, group_by), name)

    def sql(self, query: str) -> duckdb.DuckDBPyRelation:
        """Asks the tables in SQL, by DuckDB: "events", "lanes" and the others are tables of the query.

        The answer is a relation of DuckDB, with ``df()``, ``pl()``, ``fetchall()`` …; it is computed
        when it is read. Raises Error if duckdb is not installed (extra ``sql``), and an error of DuckDB
        if the query is wrong.

            >>> trace.sql("select name, sum(dur_ns) from events where cat = 'kernel' group by name")
        """
        return _sql.ask(self, query)

    @property
    def events(self) -> Table:
        """A row for each event, in the order of ``id``: lane by lane, not in the order of time.

        ``id`` (what :meth:`event` takes), ``ts_ns`` (start in ns after ``base_ns``), ``dur_ns`` (ns),
        ``name``, ``cat``, ``lane`` (``id`` in ``lanes``), ``lane_name``, ``parent_id``: of GPU work the
        call that launched it, of a launch or another call its operator, of an operator or a Python
        frame the enclosing one.
        """
        return self.table("events")

    @property
    def lanes(self) -> Table:
        """A row for each thread and stream: ``id``, ``process``, ``thread``, ``kind``, ``device``, ``stream`` …"""
        return self.table("lanes")

    @property
    def flows(self) -> Table:
        """A row for each end of an arrow between events; those of one arrow are adjacent.

        ``id`` (of the arrow, among those of its ``cat`` and ``name``), ``ts_ns`` (ns after ``base_ns``),
        ``phase`` ("start", "step" or "end"), ``cat``, ``name``, ``event_id`` (None if no event begins there).
        """
        return self.table("flows")

    @property
    def counters(self) -> Table:
        """A row for each sample: ``ts_ns`` (ns after ``base_ns``), ``value``, ``name``, ``series``, ``process``."""
        return self.table("counters")

    @property
    def allocations(self) -> Table:
        """A row for each allocation and free.

        ``event_id``, ``ts_ns`` (ns after ``base_ns``), ``device``, ``change_bytes`` (negative: freed),
        ``address`` (0: not in the file), ``allocated_bytes`` and ``reserved_bytes`` after it.
        """
        return self.table("allocations")

    @property
    def kernels(self) -> Table:
        """A row for each kernel by name, as in the report: ``count``, ``total_ns``, ``mean_ns`` …"""
        return self.table("kernels")

    @property
    def ops(self) -> Table:
        """A row for each operator by name, as in the report: ``self_cpu_ns``, ``self_device_ns`` …"""
        return self.table("ops")

    @property
    def steps(self) -> Table:
        """A row for each step: ``start_ns`` (ns, absolute if ``base_ns`` is known), ``dur_ns``, ``kernel_ns`` …"""
        return self.table("steps")

    @property
    def idle(self) -> Table:
        """A row for each period in which a GPU had no work.

        ``device``, ``start_ns`` (ns, absolute if ``base_ns`` is known), ``dur_ns``, ``class`` (why),
        ``culprit`` and its ``event_id``, ``source``, and the ns of each class.
        """
        return self.table("idle")


def _listed(names: Names) -> list[str]:
    if names is None:
        return []
    return [names] if isinstance(names, str) else list(names)
