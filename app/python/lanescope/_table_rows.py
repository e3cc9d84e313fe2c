"""The first rows of a table, and how they look in a console."""

from __future__ import annotations

import shutil
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Optional, Sequence

from ._units import counted

if TYPE_CHECKING:
    from ._table import Table

_MOST_ROWS = 5
_MOST_LETTERS = 40
_GAP = "  "


def first_rows(shown: Table, most: int) -> Optional[list[dict[str, Any]]]:
    """None if no package is there that reads tables. Only the first batch is made for pyarrow."""
    if not len(shown):
        return []
    if find_spec("pyarrow") is not None:
        batches = import_module("pyarrow").RecordBatchReader.from_stream(shown)
        batch = next(batch for batch in batches if batch.num_rows)
        rows: list[dict[str, Any]] = batch.slice(0, most).to_pylist()
        return rows
    if find_spec("polars") is not None:
        rows = shown.to_polars().head(most).to_dicts()
        return rows
    return None


def lines(shown: Table) -> list[str]:
    """A line for the names of the columns and for each of the first rows, no wider than the console.

    None of them if no package is installed that reads tables, or if there are no rows.
    """
    rows = first_rows(shown, _MOST_ROWS)
    if not rows:
        return []
    columns = [_column(name, [row[name] for row in rows]) for name in shown.columns]
    width = shutil.get_terminal_size((120, 24)).columns
    fitting = _fitting([len(column[0]) for column in columns], width)
    lines = [_GAP.join(cells).rstrip() for cells in zip(*columns[:fitting])]
    if fitting < len(columns):
        lines[0] += f"{_GAP}\u2026 {counted(len(columns) - fitting, 'more column')}"
    left = len(shown) - len(rows)
    return [*lines, f"\u2026 {counted(left, 'more row')}"] if left else lines


def _column(name: str, held: Sequence[object]) -> list[str]:
    """Its cells, equally wide; numbers stand to the right."""
    cells = [_cell(value) for value in held]
    width = max(map(len, [name, *cells]))
    if any(isinstance(value, (int, float)) for value in held):
        return [cell.rjust(width) for cell in [name, *cells]]
    return [cell.ljust(width) for cell in [name, *cells]]


def _cell(held: object) -> str:
    if isinstance(held, float):
        return f"{held:.6g}"
    text = "".join(letter if letter.isprintable() else " " for letter in str(held))
    return text if len(text) <= _MOST_LETTERS else text[: _MOST_LETTERS - 1] + "\u2026"


def _fitting(widths: Sequence[int], room: int) -> int:
    """How many of the columns fit beside each other; at least one."""
    used = 0
    for at, width in enumerate(widths):
        used += width + len(_GAP)
        if used - len(_GAP) > room and at:
            return at
    return len(widths)
