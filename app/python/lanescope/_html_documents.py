"""How answers without a form of their own look in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Sequence

from . import _html, _native, _units

if TYPE_CHECKING:
    from ._records import Found, LoadReport, Report

_MOST_KEYS = 40
_MOST_ROWS = 10
_MOST_COLUMNS = 16
_MOST_EVENTS = 20
_MOST_ISSUES = 10
_MOST_OPEN = 3  # parts of something that are open from the start


def record(document: Mapping[str, Any]) -> str:
    """Keys and values; what holds others is folded away, and what that holds is counted."""
    is_open = len(document) <= _MOST_OPEN
    return _html.page(keys(document, lambda key, held: _inside(key, held, is_open)))


def rows(records: Sequence[Mapping[str, Any]]) -> str:
    return _html.page(_html.line(_html.muted(_units.counted(len(records), "row"))), _rows(records))


def keys(document: Mapping[str, Any], show: Callable[[str, Any], str]) -> str:
    pairs = [(key, show(key, held)) for key, held in list(document.items())[:_MOST_KEYS]]
    return _html.facts(pairs) + _html.more(len(document) - len(pairs), "key")


def _inside(key: str, held: Any, is_open: bool) -> str:
    shown = _html.value(key, held)
    if isinstance(held, Mapping) and held:
        return _html.folded(shown, keys(held, _html.value), is_open)
    if isinstance(held, list) and held and all(isinstance(one, Mapping) for one in held):
        return _html.folded(shown, _rows(held), is_open)
    return shown


def _rows(records: Sequence[Mapping[str, Any]]) -> str:
    if not records:
        return ""
    first = records[:_MOST_ROWS]
    known = list(dict.fromkeys(key for row in first for key in row))
    names = known[:_MOST_COLUMNS]
    columns = [
        _html.Column(name, right=any(_html.is_number(row.get(name)) for row in first)) for name in names
    ]
    cells = [[_html.value(name, row.get(name)) for name in names] for row in first]
    left = _html.more(len(records) - len(first), "row") + _html.more(len(known) - len(names), "column")
    return _html.table(columns, cells) + left


def load_report(report: LoadReport) -> str:
    head = f"{_units.counted(report.kept, 'event')} kept, {_units.count(report.listed)} with problems"
    issues = report.issues
    columns = [
        _html.Column("count", right=True),
        _html.Column("problem"),
        _html.Column("first at byte", right=True),
    ]
    rows = [
        (_units.count(issue.count), _html.text(issue.what), _html.value("", issue.get("first_offset")))
        for issue in issues[:_MOST_ISSUES]
    ]
    return _html.page(
        _html.line(head),
        _html.table(columns, rows) if rows else "",
        _html.more(len(issues) - len(rows), "kind"),
    )


def found(events: Found) -> str:
    head = f"{_units.counted(events.count, 'event')}, {_units.duration(events.total_dur_ns)} summed"
    head += f"; {events._listed}" if events._listed else ""
    columns = [
        _html.Column("id", right=True),
        _html.Column("name"),
        _html.Column("category"),
        _html.Column("lane"),
        _html.Column("duration", right=True),
    ]
    rows = [
        (
            str(event["id"]),
            _html.name(event["name"]),
            _html.value("cat", event["cat"]),
            _html.name(event.get("lane_name", event["lane"]), 40),
            _html.value("dur_ns", event["dur_ns"]),
        )
        for event in events.events[:_MOST_EVENTS]
    ]
    return _html.page(
        _html.line(head),
        _html.table(columns, rows) if rows else "",
        _html.more(events.count - len(rows), "event"),
    )


def compared_ranks(document: Mapping[str, Any], text: Optional[str]) -> str:
    """Who was late, and below it all that the command line prints."""
    if text is None:
        return record(document)
    summary = _html.line(_html.bold(_html.text(document.get("summary") or "")))
    return _html.page(summary, _html.folded("ranks", _html.preformatted(text), is_open=True))


def report(document: Report, section: Optional[Callable[[str], str]], names: list[str]) -> str:
    """Each analysis as the command line prints it, to be folded away."""
    if section is None:
        return record(document)
    try:
        shown = [(key, section(key).partition("\n")[2].strip("\n")) for key in names if key in document]
    except _native.Error:  # the file has changed since
        return record(document)
    head = _html.line(
        _html.bold(_html.file(document["file"])) + _html.muted(f" \u00b7 {_window(document)}")
    )
    is_open = len(shown) <= _MOST_OPEN
    parts = [
        _html.folded(_html.bold(_html.text(key)), _html.preformatted(lines), is_open)
        for key, lines in shown
    ]
    return _html.page(head, *parts)


def _window(document: Report) -> str:
    window = document["window"]
    begin_ns, end_ns = window["start_ns"], window["end_ns"]
    kind = {"steps": "steady-state steps", "whole": "whole trace"}.get(
        window["kind"], f"window {window['kind']}"
    )
    if begin_ns is None or end_ns is None:
        return _html.text(kind)
    return _html.text(f"{kind}, {_units.duration(end_ns - begin_ns)}")
