"""How a table looks in a notebook: its first rows."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Optional

from . import _html, _units

if TYPE_CHECKING:
    from ._table import Table

_MOST_ROWS = 10
_MOST_LETTERS = 40
_WHOLE = " \u00b7 to_pandas(), to_polars(), to_arrow() and sql() have all"


def table(shown: Table, title: str) -> str:
    rows = len(shown)
    head = _html.line(
        f"{_html.bold(_html.text(title))} {_html.muted(_units.counted(rows, 'row') + _WHOLE)}"
    )
    first = _first_rows(shown) if rows else []
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


def _first_rows(shown: Table) -> Optional[list[dict[str, Any]]]:
    """None if no package is there that reads tables. Only the first batch is made for pyarrow."""
    if find_spec("pyarrow") is not None:
        batches = import_module("pyarrow").RecordBatchReader.from_stream(shown)
        batch = next(batch for batch in batches if batch.num_rows)
        rows: list[dict[str, Any]] = batch.slice(0, _MOST_ROWS).to_pylist()
        return rows
    if find_spec("polars") is not None:
        return shown.to_polars().head(_MOST_ROWS).to_dicts()
    return None
