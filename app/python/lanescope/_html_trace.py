"""How a trace looks in a notebook."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from . import _html, _units

if TYPE_CHECKING:
    from ._record import Record

_MOST_DEVICES = 4
_MOST_LANES = 8


def trace(path: str, info: Record) -> str:
    return _html.page(
        _html.line(_html.bold(_html.file(path))),
        _html.facts((what, html) for what, html in _facts(info) if html),
        _lanes(info["lanes"]),
    )


def closed(path: str) -> str:
    return _html.page(_html.line(_html.bold(_html.file(path)) + _html.muted(" \u00b7 closed")))


def _facts(info: Record) -> list[tuple[str, str]]:
    span_ns = info["time"]["span_ns"]
    return [
        ("format", _format(info)),
        ("time span", "" if span_ns is None else _units.duration(span_ns)),
        ("events", _events(info)),
        ("steps", _steps(info["steps"])),
        ("GPUs", _devices(info["devices"])),
        ("rank", _rank(info["distributed"])),
        ("peak memory", _memory(info["memory"])),
    ]


def _format(info: Record) -> str:
    words = f"{info['format']}, {_units.size(info['bytes'])}"
    return _html.text(words if info["complete"] else f"{words}, truncated")


def _events(info: Record) -> str:
    total, listed = info["events"]["total"], info["report"]["listed"]
    if not listed:
        return _units.count(total)
    problems = f"{_units.count(listed)} with problems; see load_report"
    return f"{_units.count(total)}, {_html.colored(problems, _html.MILD)}"


def _steps(steps: list[Record]) -> str:
    if not steps:
        return ""
    lengths = [step["dur_ns"] for step in steps if step["dur_ns"] is not None]
    middle = f", median {_units.duration(statistics.median(lengths))} on the host" if lengths else ""
    return f"{_units.count(len(steps))}{middle}"


def _devices(devices: list[Record]) -> str:
    shown = [f"{device['id']} {_html.name(device['name'])}" for device in devices[:_MOST_DEVICES]]
    left = len(devices) - len(shown)
    return ", ".join(shown) + (f", {left} more" if left else "")


def _rank(distributed: object) -> str:
    if not isinstance(distributed, dict):
        return ""
    rank, world, backend = (distributed.get(key) for key in ("rank", "world_size", "backend"))
    return _html.name(f"{rank} of {world}" + (f", {backend}" if backend else ""))


def _memory(memory: list[Record]) -> str:
    peaks = [one["peak_allocated_bytes"] for one in memory if one["peak_allocated_bytes"]]
    return _units.size(max(peaks)) if peaks else ""


def _lanes(lanes: list[Record]) -> str:
    busiest = sorted(lanes, key=lambda lane: -lane["slices"])[:_MOST_LANES]
    if not busiest:
        return ""
    columns = [
        _html.Column("process"),
        _html.Column("lane"),
        _html.Column("kind"),
        _html.Column("slices", right=True),
    ]
    rows = [
        (
            _html.name(lane["process_name"] or lane["process"] or "", 40),
            _html.name(lane["name"] or lane["thread"] or ""),
            _html.text(str(lane["kind"]).replace("_", " ").replace("cpu", "CPU").replace("gpu", "GPU")),
            _units.count(lane["slices"]),
        )
        for lane in busiest
    ]
    return _html.table(columns, rows) + _html.more(len(lanes) - len(rows), "lane")
