"""What each tool answers: a document of the core, in the form and size that a model can use."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

from .. import _compare
from . import sql
from .answers import answer, rows_answer
from .folders import File, Folders
from .lists import Page
from .ranks import RankComparisons
from .summary import by_source, of_step, summary, window_of
from .traces import Traces
from .text import shorten
from .._arguments import Grouping, Order
from .._native import Error
from .._picture import Picture, Tab
from .._records import Finding
from .._trace import Trace

Answer = Union[str, Picture]

_LONGEST_SENTENCE = 1000
_PICTURE = (1280, 800)  # more would be made smaller for a model
_FINDING = (
    "id", "title", "severity_pct", "severity_of", "confidence", "where", "where_event_id", "fix",
)  # fmt: skip
_LONG_TEXTS = (300, 100, 60, 24)  # of one event, names are wanted as a whole
_WHOLE_TEXTS = (4096,)  # names by which traces are opened
_EVENT = ("id", "name", "cat", "lane_name", "start_ns", "dur_ns")
_COMPARED = (
    "key", "kind", "status", "count_a", "count_b", "total_a_ns", "total_b_ns", "delta_ns", "share_pct",
    "significant", "event_a", "event_b",
)  # fmt: skip


class Asks:
    """The tools: arguments as their schemas have them, answers as JSON. Wrong ones raise Error."""

    def __init__(self, folders: Folders) -> None:
        self._folders = folders
        self._traces = Traces(folders)
        self._ranks = RankComparisons(folders)

    def list_traces(
        self, offset: int = 0, limit: int = 100, sort: str = "trace", contains: str = ""
    ) -> str:
        """The traces in the folders."""
        found, complete = self._folders.traces()
        rows = [file for file in found if contains.lower() in file.trace.lower()]
        if sort != "trace":
            rows.sort(key=lambda file: getattr(file, sort), reverse=True)
        loaded = self._traces.loaded()
        cells = [(*file, file.trace in loaded) for file in rows[offset : offset + limit]]
        head = {} if complete else {"why": "too many files; not all are listed"}
        return rows_answer(head, [*File._fields, "loaded"], cells, offset, len(rows), _WHOLE_TEXTS)

    def open_trace(self, trace: str, **page: Any) -> str:
        """What the trace is, and its summary."""
        opened = self._traces.get(trace)
        info = opened.info
        kept = ("format", "bytes", "complete", "devices", "distributed")
        document = {key: info[key] for key in kept}
        document["events"] = info["events"]["total"]
        document["time"] = {key: info["time"][key] for key in ("start_ns", "span_ns")}
        document["problems"] = info["report"]["issues"]
        document.update(summary(opened, None, None, None))
        return answer(document, Page(**page), self._head(opened))

    def info(self, trace: str, **page: Any) -> str:
        """What is in the file."""
        opened = self._traces.get(trace)
        document = {key: value for key, value in opened.info.items() if key not in ("file", "load")}
        return answer(document, Page(**page), self._head(opened))

    def report(
        self,
        trace: str,
        analysis: str = "summary",
        window: Optional[str] = None,
        step: Optional[int] = None,
        device: Optional[int] = None,
        group_by: Grouping = "name",
        **page: Any,
    ) -> str:
        """One analysis, of all of the steady steps, of a window or of a step."""
        opened = self._traces.get(trace)
        _one_of(window, step)
        if analysis == "summary":
            return answer(summary(opened, window, device, step), Page(**page), self._head(opened))
        if step is not None:
            window = window_of(of_step(opened, step))
        report = opened.report(analysis, window, device, group_by)
        for gpu in report[analysis]["devices"] if analysis == "idle" else ():
            gpu["by_source"] = by_source(gpu["culprits"])
        head = {**self._head(opened), "window": report["window"]}
        return answer({analysis: report[analysis]}, Page(**page), head)

    def findings(
        self,
        trace: str,
        id: str = "",
        window: Optional[str] = None,
        step: Optional[int] = None,
        device: Optional[int] = None,
        **page: Any,
    ) -> str:
        """What to change: all findings in short, or one of them with its evidence."""
        opened = self._traces.get(trace)
        _one_of(window, step)
        if step is not None:
            window = window_of(of_step(opened, step))
        found = opened.findings(window, device)
        document: dict[str, Any] = {"judged": found.judged, "not_judged": found.not_judged}
        if id:
            return answer(_finding(found, id), Page(**page), self._head(opened))
        document["findings"] = [_in_short(finding) for finding in found]
        if not found:
            document["why"] = "no issues found"
        return answer(document, Page(**page), self._head(opened))

    def event(
        self,
        trace: str,
        id: Optional[int] = None,
        find: Optional[str] = None,
        nth: int = 0,
        order: Order = "time",
        **page: Any,
    ) -> str:
        """Everything about one event."""
        opened = self._traces.get(trace)
        if (id is None) == (find is None):
            raise Error("event: give an id, or an expression to find")
        if id is None:
            events = opened.search(find or "", 1, nth, order)["events"]
            if not events:
                raise Error(f"find: {'no event' if not nth else f'no event number {nth}'} matches")
            id = events[0]["id"]
        event = opened.event(id)
        called = [frame for frame in event["python"] if frame["user"]]
        document = {"called_from": called[0] if called else None, **event}
        return answer(document, Page(**page), self._head(opened), _LONG_TEXTS)

    def search(
        self, trace: str, expression: str, order: Order = "time", offset: int = 0, limit: int = 50
    ) -> str:
        """The events that match."""
        opened = self._traces.get(trace)
        found = dict(opened.search(expression, limit, offset, order))
        events = [[row.get(key) for key in _EVENT] for row in found.pop("events")]
        return rows_answer(
            {**self._head(opened), **found}, [*_EVENT], events, offset, found["count"]
        )

    def sql(self, trace: str, query: str, offset: int = 0, limit: int = 100) -> str:
        """The answer of a query."""
        return sql.ask(self._traces.get(trace), query, offset, limit)

    def picture(
        self,
        trace: str,
        range: Optional[str] = None,
        step: Optional[int] = None,
        select: Optional[str] = None,
        tab: Optional[Tab] = None,
    ) -> Picture:
        """What the window shows."""
        opened = self._traces.get(trace)
        if range is not None and step is not None:
            raise Error("step: give a step or a range, not both")
        part = of_step(opened, step) if step is not None else range
        if select is not None and not opened.search(select, 0)["count"]:
            raise Error("select: no event matches")
        picture = opened.picture(range=part, select=select, tab=tab, size=_PICTURE)
        opened.checked.confirm()  # the program has read it again
        return picture

    def compare(
        self,
        a: str,
        b: str,
        by: _compare.Level = "kernel",
        step: Optional[int] = None,
        annotation: str = "",
        **page: Any,
    ) -> str:
        """What changed from A to B."""
        first, second = self._traces.get(a), self._traces.get(b)
        compared = _compare.compare(first, second, by, step=step, annotation=annotation)
        kept = ("aligned_by", "steps", "environment", "warnings")
        document = {
            **{key: compared[key] for key in kept},
            "metrics": _changes(
                [{"metric": key, **(row or {})} for key, row in compared["metrics"].items()]
            ),
            "classes": _changes(compared["classes"]),
            "rows": [{key: row.get(key) for key in _COMPARED} for row in compared["rows"]],
        }
        names = {"a": self._traces.name_of(first), "b": self._traces.name_of(second)}
        return answer(
            document,
            Page(**page),
            {**names, "sentence": shorten(compared.sentence, _LONGEST_SENTENCE)},
        )

    def ranks(
        self,
        traces: Sequence[str] = (),
        folder: str = "",
        window: Optional[str] = None,
        **page: Any,
    ) -> str:
        """Who makes the other ranks of a run wait, and why."""
        document = self._ranks.compare(list(traces), folder, window)
        summary = shorten(document.pop("summary"), _LONGEST_SENTENCE)
        return answer(document, Page(**page), {"summary": summary})

    def _head(self, trace: Trace) -> dict[str, Any]:
        return {"trace": self._traces.name_of(trace)}


def _changes(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Most changed first, without what is nothing in both runs, and without interval and shift."""
    there = [
        row
        for row in rows
        if any(row.get(f"{run}_{unit}") for run in "ab" for unit in ("ns", "bytes"))
    ]
    there.sort(key=lambda row: -abs(row.get("delta_ns") or 0))
    return [
        {key: value for key, value in row.items() if key not in ("ci_ns", "shift_ns")}
        for row in there
    ]


def _one_of(window: Optional[str], step: Optional[int]) -> None:
    if window is not None and step is not None:
        raise Error("step: give a step or a window, not both")


def _in_short(finding: Finding) -> dict[str, Any]:
    evidence = finding["evidence"]
    return {
        **{key: finding.get(key) for key in _FINDING},
        "evidence": evidence[0]["text"] if evidence else None,
    }


def _finding(found: list[Finding], id: str) -> dict[str, Any]:
    for finding in found:
        if finding["id"] == id:
            return dict(finding)
    known = ", ".join(finding["id"] for finding in found) or "none"
    raise Error(f"id: there is no finding '{shorten(id, 20)}' here; there are {known}")
