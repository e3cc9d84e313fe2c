"""Answers as objects: what the command line prints with ``--json``, with attributes for keys."""

from __future__ import annotations

import copy
import json
import keyword
from typing import TYPE_CHECKING, Any, Callable, Optional, SupportsIndex, Type, TypeVar, Union, overload

from . import _html_documents, _html_event, _html_findings, _native
from ._units import counted

if TYPE_CHECKING:
    from ._answer_types import Evidence, EventOp, FoundEvent, Frame
    from ._answer_types import Judged, Launch, Missing, SameName, Twin
    from ._report_types import GpuTime, Idle, Kernels, Ops, Steps, Window

# A key of a document is never hidden by a method of the same name, such as "copy" of an event, but for
# those by which everybody reads a dict.
_METHODS = frozenset(("get", "items", "keys", "values"))
_MOST_SHOWN = 60


class Record(dict[str, Any]):
    """An object of a document: a dict whose keys are attributes as well.

    It equals the JSON that the command line prints, and ``json.dumps`` writes it so. ``None`` means
    that something does not apply or is not known; ``why`` beside it then says why.

        >>> row = trace.report("kernels").kernels.rows[0]
        >>> row.total_ns == row["total_ns"]
        True
    """

    def __getattribute__(self, name: str) -> Any:
        if name in _METHODS or name.startswith("_") or name not in self:
            return super().__getattribute__(name)
        return self[name]

    def __getattr__(self, name: str) -> Any:
        known = ", ".join(self)
        raise AttributeError(f"there is no '{name}' here; there are {known}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            super().__setattr__(name, value)
        elif name in _METHODS:
            raise AttributeError(f"'{name}' is a method here; use record['{name}'] = value")
        else:
            self[name] = value

    def __delattr__(self, name: str) -> None:
        if name not in self:
            super().__delattr__(name)
        else:
            del self[name]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *filter(_is_attribute, self)})

    def copy(self) -> Record:
        """A shallow copy, whose keys are attributes too."""
        return copy.copy(self)

    def _repr_html_(self) -> str:
        return _html_documents.record(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={_short(value)}' for key, value in self.items())})"


class Rows(list[Record]):
    """A list of records, which notebooks show as a table."""

    @overload
    def __getitem__(self, index: SupportsIndex) -> Record: ...

    @overload
    def __getitem__(self, index: slice) -> Rows: ...

    def __getitem__(self, index: Union[SupportsIndex, slice]) -> Union[Record, Rows]:
        if isinstance(index, slice):
            return Rows(super().__getitem__(index))
        return super().__getitem__(index)

    def _repr_html_(self) -> str:
        return _html_documents.rows(self)


def _record(read: dict[str, Any]) -> Record:
    """What JSON has read, with its lists of records as such."""
    for key, held in read.items():
        if type(held) is list and held and all(isinstance(one, Record) for one in held):
            read[key] = Rows(held)
    return Record(read)


def _is_attribute(key: str) -> bool:
    """Whether it can be written behind a dot: "External id" and "class" cannot."""
    if key.startswith("_") or key in _METHODS:
        return False
    return key.isidentifier() and not keyword.iskeyword(key)


def _short(value: Any) -> str:
    """A value on little room: of what holds others, how many."""
    if isinstance(value, dict):
        return "{}" if not value else f"{{{counted(len(value), 'key')}}}"
    if isinstance(value, list) and value and isinstance(value[0], (dict, list)):
        return f"[{counted(len(value), 'row')}]"
    text = f"{value:_}" if type(value) is int else repr(value)
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…"


class _Told(Record):
    """A document that is shown as the command line prints it for people."""

    _text: Optional[Callable[[], str]] = None

    def __repr__(self) -> str:
        text = _told(self._text)
        return super().__repr__() if text is None else text

    def __reduce__(self) -> Any:  # without the trace that the text comes from
        return (type(self), (dict(self),))


def _told(text: Optional[Callable[[], str]]) -> Optional[str]:
    """The text; None if there is none or no more, as the file has changed."""
    try:
        return None if text is None else text().rstrip("\n")
    except _native.Error:
        return None


class LoadReport(Record):
    """What of a file could not be used.

    ``kept`` and ``listed`` add up to the events of the file; ``issues`` has a row for each kind of
    problem with its ``count`` and an ``example``.
    """

    kept: int
    listed: int
    issues: list[Record]

    def __repr__(self) -> str:
        lines = [f"{counted(self.kept, 'event')} kept, {self.listed:,} with problems"]
        lines += [f"{issue.count:,} × {issue.what}" for issue in self.issues]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return _html_documents.load_report(self)


class Event(_Told):
    """Everything that is known about one event, as ``lanescope event`` prints it.

    ``start_ns`` is absolute where the trace's base time is known; ``args`` are as in the file, ``ops``
    and ``python`` from the innermost outward, ``kernels`` are ids; ``missing`` is what is not known.
    """

    id: int
    name: str
    cat: Optional[str]
    lane: int
    lane_name: str
    start_ns: int
    dur_ns: int
    self_ns: Optional[int]
    args: Record
    launch: Optional[Launch]
    ops: list[EventOp]
    modules: list[str]
    python: list[Frame]
    twin: Optional[Twin]
    step: Optional[str]
    kernels: list[int]
    kernel_count: int
    gpu_ns: int
    same_name: Optional[SameName]
    missing: list[Missing]

    def _repr_html_(self) -> str:
        return _html_event.event(self)


class Found(Record):
    """The events that match an expression.

    ``count`` and the sums (ns) are over all of them; ``events`` has the requested ones by time.
    """

    count: int
    total_dur_ns: int
    gpu_dur_ns: int
    host_dur_ns: int
    events: list[FoundEvent]

    def __repr__(self) -> str:
        head = f"{counted(self.count, 'event')}, {self.total_dur_ns / 1e6:,.3f} ms summed"
        shown = [f"{event.id:>10}  {event.dur_ns / 1e3:>14,.3f} µs  {event.name}" for event in self.events[:20]]
        more = [f"and {self.count - len(shown):,} more"] if self.count > len(shown) else []
        return "\n".join([head, *shown, *more])

    def _repr_html_(self) -> str:
        return _html_documents.found(self)


class Report(_Told):
    """Results of analyses, each under its key: ``gpu_time``, ``idle``, ``ops``, ``kernels`` …

    ``window`` says what part of the trace they are about.
    """

    file: str
    rank: Optional[int]
    window: Window
    gpu_time: GpuTime
    idle: Idle
    steps: Steps
    ops: Ops
    kernels: Kernels
    _section: Optional[Callable[[str], str]] = None

    def _repr_html_(self) -> str:
        return _html_documents.report(self, self._section, _native.analysis_names().split(", "))


class Finding(Record):
    """Something to change, what it could gain, and how to verify it.

    ``severity_pct`` is [low, high] in percent of what ``severity_of`` names; ``evidence`` has texts
    with the id of an event each; ``where`` is the place in the code, ``fix`` what to do.
    """

    id: str
    title: str
    severity_pct: list[Optional[float]]
    expected_pct: Optional[float]
    severity_of: str
    informational: bool
    evidence: list[Evidence]
    where: Optional[str]
    where_event_id: Optional[int]
    fix: str
    confidence: str
    confirm: str

    def _repr_html_(self) -> str:
        return _html_findings.finding(self)


class Findings(list[Finding]):
    """The findings of a trace, most important first.

    ``judged`` says over what time and device they were judged, ``not_judged`` which rules could not
    be applied and why.
    """

    judged: Judged
    not_judged: list[Record]
    _text: Optional[Callable[[], str]] = None

    def __repr__(self) -> str:
        text = _told(self._text)
        return super().__repr__() if text is None else text

    def _repr_html_(self) -> str:
        text = _told(self._text)
        return _html_findings.findings(self, None if text is None else text.partition("\n")[0])

    @overload
    def __getitem__(self, index: SupportsIndex) -> Finding: ...

    @overload
    def __getitem__(self, index: slice) -> Findings: ...

    def __getitem__(self, index: Union[SupportsIndex, slice]) -> Union[Finding, Findings]:
        if isinstance(index, slice):
            return _findings(super().__getitem__(index), self.judged, self.not_judged)
        return super().__getitem__(index)

    def __reduce__(self) -> Any:
        return (_findings, (list(self), self.judged, self.not_judged))


def _findings(rows: list[Finding], judged: Judged, not_judged: list[Record]) -> Findings:
    findings = Findings(rows)
    findings.judged, findings.not_judged = judged, not_judged
    return findings


_Kind = TypeVar("_Kind", bound=Record)


def read(document: str, kind: Type[_Kind]) -> _Kind:
    """A document of the core as an object."""
    return kind(json.loads(document, object_hook=_record))


_Shown = TypeVar("_Shown", bound=Union[_Told, Findings])


def tell(record: _Shown, text: Callable[[], str]) -> _Shown:
    """The record, which from now on is shown as that text."""
    object.__setattr__(record, "_text", text)
    return record
