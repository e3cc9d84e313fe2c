"""The lists of a document: by which names they can be asked for, in what order, from which row on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from .text import shorten
from .._native import Error

Lists = dict[str, list[Any]]
SHORT_LIST = 8  # so many objects with tables of their own, such as GPUs, are all shown if they fit


@dataclass(frozen=True)
class Page:
    """Which rows are wanted: of all lists, or of one from a row on."""

    list: str = ""
    offset: int = 0
    limit: Optional[int] = None
    sort: str = ""
    contains: str = ""


def is_rows(rows: list[Any]) -> bool:
    """Whether it is a table: objects without tables of their own."""
    return (
        bool(rows) and all(isinstance(row, dict) for row in rows) and not any(map(_is_deep, rows))
    )


def _is_deep(row: dict[str, Any]) -> bool:
    def holds_objects(value: Any) -> bool:
        if isinstance(value, dict):
            return any(map(holds_objects, value.values()))
        return isinstance(value, list) and any(isinstance(item, dict) for item in value)

    return any(map(holds_objects, row.values()))


def lists_of(document: Any, short: int, path: str = "") -> Lists:
    """The tables and lists of values of a document by their paths, such as "devices.0.culprits".

    Of objects with tables of their own, also the list of them if it is longer than `short`.
    """
    if isinstance(document, dict):
        below = [(f"{path}.{key}" if path else key, member) for key, member in document.items()]
    elif not isinstance(document, list) or not document:
        return {}
    elif is_rows(document) or not all(isinstance(row, dict) for row in document):
        return {path: document}
    else:
        below = [(f"{path}.{number}", row) for number, row in enumerate(document)]
    inner = (lists_of(member, short, key) for key, member in below)
    lists = {name: rows for found in inner for name, rows in found.items()}
    return (
        {path: document, **lists} if isinstance(document, list) and len(document) > short else lists
    )


def turn(document: dict[str, Any], lists: Lists, page: Page) -> dict[str, Any]:
    """Sorts and filters the lists, in the document too; answers with it, or with the wanted list alone.

    Raises Error if there is no such list or column.
    """
    named = {page.list: lists[page.list]} if page.list in lists else _meant(lists, page)
    if page.contains:
        for rows in named.values():
            rows[:] = [row for row in rows if _mentions(row, page.contains.lower())]
    if page.sort:
        _sort(named, page.sort)
    return dict(named) if page.list or page.offset else document


def _meant(lists: Lists, page: Page) -> Lists:
    """All lists, or the one whose path ends so."""
    if not page.list and (not page.offset or len(lists) == 1):
        return lists
    if page.list:
        ending = "." + page.list
        for path, rows in lists.items():
            if path.endswith(ending):
                return {path: rows}
    known = shorten(", ".join(lists) or "none", 600)
    if page.list:
        raise Error(f"list: there is no list '{shorten(page.list)}' here; there are {known}")
    raise Error(f"offset: goes with the name of a list; there are {known}")


def _mentions(row: Any, text: str) -> bool:
    if isinstance(row, dict):
        return any(_mentions(value, text) for value in row.values())
    if isinstance(row, list):
        return any(_mentions(value, text) for value in row)
    return text in str(row).lower() if isinstance(row, (str, int)) else False


def _sort(lists: Lists, column: str) -> None:
    """Largest first, texts by the alphabet, rows without a value last."""
    with_column = [
        rows for rows in lists.values() if any(_get(row, column) is not None for row in rows)
    ]
    if not with_column:
        known = dict.fromkeys(
            name for rows in lists.values() if is_rows(rows) for row in rows for name in row
        )
        names = shorten(", ".join(known) or "none", 600)
        raise Error(f"sort: there is no column '{shorten(column)}' here; there are {names}")
    for rows in with_column:
        rows.sort(key=lambda row: _place(_get(row, column)))


def _get(row: Any, column: str) -> Any:
    return row.get(column) if isinstance(row, dict) else None


def _place(value: Any) -> tuple[int, Any]:
    if isinstance(value, (int, float)):
        return (0, -value)
    return (1, value) if isinstance(value, str) else (2, 0)
