"""Answers as objects: what the command line prints with ``--json``, with attributes for keys."""

from __future__ import annotations

from typing import Any, Callable, Optional, SupportsIndex, Type, TypeVar, Union, overload

from . import _html_documents, _html_event, _html_findings, _native
from ._record import Record
from ._units import counted
from ._words import in_python
from .types import EventFields, FindingFields, FoundFields, LoadReportFields, ReportFields
from .types import FindingsJudged, NotJudged

_Class = TypeVar("_Class", bound=Type[Record])


def shows(kind: Type[Record]) -> Callable[[_Class], _Class]:
    """Has objects of a class of ``types`` read as the decorated one, which adds how they are shown."""

    def decorate(shown: _Class) -> _Class:
        kind._read_as = shown
        return shown

    return decorate


class _Told(Record):
    """A document that is shown as the command line prints it for people."""

    _text: Optional[Callable[[], str]] = None

    def __repr__(self) -> str:
        text = self._shown_text()
        return super().__repr__() if text is None else text

    def _shown_text(self) -> Optional[str]:
        """What the command line prints; None if that cannot be told any more."""
        return _told(self._text)

    def __reduce__(self) -> Any:  # without the trace that the text comes from
        return (_told_again, (type(self), dict(self), self._shown_text()))


def _told(text: Optional[Callable[[], str]]) -> Optional[str]:
    """The text; None if there is none or no more, as the file has changed."""
    try:
        return None if text is None else in_python(text().rstrip("\n"))
    except _native.Error:
        return None


@shows(LoadReportFields)
class LoadReport(LoadReportFields):
    """What of a file could not be used.

    ``kept`` and ``listed`` add up to the events of the file; ``issues`` has a row for each kind of
    problem with its ``count`` and an ``example``.
    """

    def __repr__(self) -> str:
        lines = [f"{counted(self.kept, 'event')} kept, {self.listed:,} with problems"]
        lines += [f"{issue.count:,} × {issue.what}" for issue in self.issues]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return _html_documents.load_report(self)


@shows(EventFields)
class Event(_Told, EventFields):
    """Everything that is known about one event, as ``lanescope event`` prints it.

    ``start_ns`` is absolute where the trace's base time is known; ``args`` are as in the file, ``ops``
    and ``python`` from the innermost outward, ``kernels`` are ids; ``missing`` is what is not known.
    """

    def _repr_html_(self) -> str:
        return _html_event.event(self)


@shows(FoundFields)
class Found(FoundFields):
    """The events that match an expression.

    ``count`` and the sums (ns) are over all of them; ``events`` has those that were asked for, by time
    or longest first, which may be fewer.
    """

    _order: str = "time"
    _offset: int = 0

    @property
    def _listed(self) -> str:
        """Which of the events are listed; empty if all are."""
        if len(self.events) == self.count:
            return ""
        order = "by time" if self._order == "time" else "longest first"
        first, last = self._offset + 1, self._offset + len(self.events)
        numbers = f"{first:,}\u2013{last:,}" if last >= first else "none"
        return f"events lists {numbers}, {order}"

    def __repr__(self) -> str:
        head = f"{counted(self.count, 'event')}, {self.total_dur_ns / 1e6:,.3f} ms summed"
        head += f"; {self._listed}" if self._listed else ""
        shown = [
            f"{event.id:>10}  {event.dur_ns / 1e3:>14,.3f} µs  {event.name}"
            for event in self.events[:20]
        ]
        more = [f"and {self.count - len(shown):,} more"] if self.count > len(shown) else []
        return "\n".join([head, *shown, *more])

    def _repr_html_(self) -> str:
        return _html_documents.found(self)


@shows(ReportFields)
class Report(_Told, ReportFields):
    """Results of analyses, each under its key: ``gpu_time``, ``idle``, ``ops``, ``kernels`` …

    ``window`` says what part of the trace they are about.
    """

    _section: Optional[Callable[[str], str]] = None

    def _repr_html_(self) -> str:
        return _html_documents.report(self, self._section, _native.analysis_names().split(", "))


@shows(FindingFields)
class Finding(FindingFields):
    """Something to change, what it could gain, and how to verify it.

    ``severity_pct`` is [low, high] in percent of what ``severity_of`` names; ``evidence`` has texts
    with the id of an event each; ``where`` is the place in the code, ``fix`` what to do.
    """

    def _repr_html_(self) -> str:
        return _html_findings.finding(self)


class Findings(list[Finding]):
    """The findings of a trace, most important first.

    ``judged`` says over what time and device they were judged, ``not_judged`` which rules could not
    be applied and why.
    """

    judged: FindingsJudged
    not_judged: list[NotJudged]
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
        return (_findings, (list(self), self.judged, self.not_judged, _told(self._text)))


def _findings(
    rows: list[Finding], judged: FindingsJudged, not_judged: list[NotJudged], text: Optional[str] = None
) -> Findings:
    findings = Findings(rows)
    findings.judged, findings.not_judged = judged, not_judged
    return findings if text is None else tell(findings, lambda: text)


def _told_again(kind: Type[_Told], document: dict[str, Any], text: Optional[str]) -> _Told:
    record = kind(document)
    return record if text is None else tell(record, lambda: text)


_Shown = TypeVar("_Shown", bound=Union[_Told, Findings])


def tell(record: _Shown, text: Callable[[], str]) -> _Shown:
    """The record, which from now on is shown as that text."""
    object.__setattr__(record, "_text", text)
    return record
