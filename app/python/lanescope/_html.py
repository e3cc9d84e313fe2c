"""Pieces of HTML for notebooks: small, without scripts, readable on light and on dark pages.

Whatever comes from a trace passes :func:`text` or :func:`name`, which make it inert.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from html import escape
from typing import Iterable, Mapping, Sequence

from . import _units

# Each has a contrast of at least 4 to a white page and to the dark ones of notebooks, whose theme a
# style within a page cannot know.
GOOD, BAD, MILD = "#1f8f4c", "#e0413d", "#b06d00"
MUTED = "opacity:.7"
_RULE = "1px solid rgba(128,128,128,.4)"
_PROSE = "padding:2px 8px;vertical-align:top;text-align:left"  # where lines may break
_CELL = "padding:2px 8px;vertical-align:top;white-space:nowrap"
_MOST_LETTERS = 60

# Control characters, marks that turn the direction of writing, and halves of surrogate pairs, which
# no notebook can store.
_CONTROLS = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)

_IDENTIFIERS = (
    "id",
    "lane",
    "device",
    "stream",
    "line",
    "rank",
    "address",
    "process",
    "thread",
    "correlation",
)
_POINTS_IN_TIME = ("ts_ns", "start_ns", "end_ns", "base_ns", "first_ns", "last_ns")


def text(value: object) -> str:
    """A text of a trace or of the program."""
    return escape(_CONTROLS.sub(" ", str(value)))


def name(value: object, most: int = _MOST_LETTERS) -> str:
    """A name, shortened in the middle if it is long; the whole one is shown on hovering."""
    whole = str(value)
    if len(whole) <= most:
        return text(whole)
    head = (most - 1) // 2
    short = f"{whole[:head]}\u2026{whole[head + 1 - most:]}"
    return f'<span title="{text(whole[:2000])}">{text(short)}</span>'


def code(html: str) -> str:
    return f'<span style="font-family:monospace">{html}</span>'


def bold(html: str) -> str:
    return f"<b>{html}</b>"


def muted(html: str) -> str:
    return f'<span style="{MUTED}">{html}</span>'


def colored(html: str, color: str) -> str:
    return f'<span style="color:{color}">{html}</span>'


def line(html: str) -> str:
    return f'<div style="margin:2px 0">{html}</div>'


def folded(summary: str, html: str, is_open: bool = False) -> str:
    """What opens by a click on its summary."""
    opened = " open" if is_open else ""
    head = f'<summary style="cursor:pointer">{summary}</summary>'
    return f'<details{opened} style="margin:2px 0">{head}<div style="margin:2px 0 6px 16px">{html}</div></details>'


def preformatted(shown: str) -> str:
    """Lines of the program, which keep their columns."""
    lines = "\n".join(text(one) for one in shown.splitlines())
    style = "margin:0;padding:0;white-space:pre;overflow-x:auto;font-family:monospace;font-size:12px;line-height:1.35;background:transparent"
    return f'<pre style="{style}">{lines}</pre>'


def page(*parts: str) -> str:
    """All that is shown of an object. Names of kernels have dollar signs, and are no formulas."""
    return (
        '<div class="tex2jax_ignore mathjax_ignore" style="font-size:13px;line-height:1.45;overflow-x:auto">'
        f'{"".join(parts)}</div>'
    )


def file(path: str) -> str:
    """The name of a file; the whole path is shown on hovering."""
    return f'<span title="{text(path)}">{text(os.path.basename(path) or path)}</span>'


@dataclass(frozen=True)
class Column:
    """The title of a column; those of numbers stand to the right."""

    title: str
    right: bool = False


def table(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> str:
    """A table whose cells are HTML already."""
    sides = ["right" if column.right else "left" for column in columns]
    heads = "".join(
        f'<th style="{_CELL};text-align:{side};border-bottom:{_RULE};font-weight:600">{text(column.title)}</th>'
        for side, column in zip(sides, columns)
    )
    body = "".join(
        f"<tr>{''.join(_cell(f'{_CELL};text-align:{side}', cell) for side, cell in zip(sides, row))}</tr>"
        for row in rows
    )
    style = "border-collapse:collapse;margin:4px 0;font-size:12px;font-variant-numeric:tabular-nums"
    return f'<table style="{style}"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>'


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """A table of two columns without a head: what, and its HTML."""
    rows = "".join(
        f"<tr>{_cell(f'{_CELL};text-align:left', muted(text(what)))}{_cell(_PROSE, html)}</tr>"
        for what, html in pairs
    )
    style = "border-collapse:collapse;margin:4px 0;font-size:12px;font-variant-numeric:tabular-nums"
    return f'<table style="{style}"><tbody>{rows}</tbody></table>'


def _cell(style: str, html: str) -> str:
    return f'<td style="{style}">{html}</td>'


def more(left: int, one: str) -> str:
    """How many are not shown; empty if none."""
    if left <= 0:
        return ""
    return line(muted(f"\u2026 {_units.count(left)} more {one}{'' if left == 1 else 's'}"))


def is_number(value: object) -> bool:
    """Whether it stands to the right."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def value(key: str, held: object) -> str:
    """A value of a document or a table, in the unit that its key tells."""
    if held is None:
        return muted("n/a")
    if isinstance(held, bool):
        return "yes" if held else "no"
    if isinstance(held, (int, float)):
        return _number(key, held)
    if isinstance(held, Mapping):
        return muted(f"{{{_units.counted(len(held), 'key')}}}") if held else "{}"
    if isinstance(held, (list, tuple)):
        return _list(held)
    return name(held)


def _number(key: str, number: float) -> str:
    if key in _IDENTIFIERS or key.endswith(("_id", "_ids")) or key in _POINTS_IN_TIME:
        return str(number)  # as it is copied into a query
    if key.endswith("_ns"):
        return _units.duration(number)
    if key.endswith("_bytes") or key == "bytes":
        return _units.size(number)
    if key.endswith("_pct"):
        return _units.percent(number)
    if isinstance(number, int):
        return _units.count(number)
    return f"{number:,.4g}".replace("-", _units.MINUS)


def _list(held: Sequence[object]) -> str:
    if held and isinstance(held[0], Mapping):
        return muted(f"[{_units.counted(len(held), 'row')}]")
    first = [str(one).replace(" ", "") if isinstance(one, list) else str(one) for one in held[:20]]
    return name(", ".join(one or '""' for one in first)) if held else "[]"
