"""How a table looks in a notebook: its first rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _html, _units
from ._table_rows import first_rows

if TYPE_CHECKING:
    from ._table import Table

_MOST_ROWS = 10
_MOST_LETTERS = 40
_WHOLE = " \u00b7 to_pandas(), to_polars(), to_arrow() and sql() have all"


def table(shown: Table, title: str, part: str) -> str:
    """`part` is what of the trace it is about; empty: all."""
    rows = len(shown)
    count = _units.counted(rows, "row") + (f" of {_html.text(part)}" if part else "")
    head = _html.line(f"{_html.bold(_html.text(title))} {_html.muted(count + _WHOLE)}")
    first = first_rows(shown, _MOST_ROWS)
    if first is None:
        names = _html.line(_html.text(", ".join(shown.columns)))
        return _html.page(
            head,
            names,
            _html.line(_html.muted("rows need pyarrow or polars; pip install 'lanescope[arrow]'")),
        )
    columns = [
        _html.Column(name, right=any(_html.is_number(row[name]) for row in first))
        for name in shown.columns
    ]
    cells = [[_cell(name, row[name]) for name in shown.columns] for row in first]
    return _html.page(head, _html.table(columns, cells), _html.more(rows - len(first), "row"))


def _cell(name: str, held: Any) -> str:
    return _html.name(held, _MOST_LETTERS) if isinstance(held, str) else _html.value(name, held)
