"""Answers that a model can afford: documents of the core within a number of bytes.

Rows become tables with their columns named once; of lists that are too long come the first rows, with
how many there are and how to ask for the others. Values are never cut; names of a trace are shortened.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from typing import Any, Callable, Optional, Sequence

from .lists import SHORT_LIST, Lists, Page, is_rows, lists_of, turn
from .text import shorten
from .._native import Error

# 2,000 tokens of 2 bytes each: of JSON with many numbers, tokens are that small.
MOST_BYTES = 4000
_TEXTS = (100, 60, 24)  # how long names are, from what is wanted to what is possible
_SENTENCES = frozenset((
    "title", "fix", "confirm", "evidence", "text", "why", "advice", "verdict", "note", "no_gpu_time",
))  # fmt: skip
_OF_A_SENTENCE = 4  # times as long
_OF_A_SUM = ("_ns", "_gaps")
_AMOUNTS = ("_ns", "_bytes", "_pct", "_tflops", "count", "gaps", "gap")
_IN_A_CELL = 4
_MOST_VALUES = 24  # such as ids, of which nobody reads hundreds
_NOTHING: tuple[Any, ...] = (None, "", [])


def dump(document: Any) -> str:
    """The document as JSON, on one line."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def answer(
    document: dict[str, Any],
    page: Page = Page(),
    head: Optional[dict[str, Any]] = None,
    texts: tuple[int, ...] = _TEXTS,
) -> str:
    """The document as JSON of at most MOST_BYTES, after `head`, which is always there as a whole.

    `texts` are the lengths of names to try, longest first. Raises Error if the page names a list or a
    column that is not there.
    """
    shown = turn(document, lists_of(document, 1), page)
    wanted = {} if shown is document else shown
    for short in (SHORT_LIST, 1):
        lists = {**lists_of(shown, short), **wanted}
        most = max((len(rows) for rows in lists.values()), default=0)
        rows = most if page.limit is None else min(most, page.limit)
        room = _Room(rows, texts[0], lists, next(iter(wanted), ""), page.offset)
        text = _fit(shown, head or {}, room, texts)
        if text is not None:
            return text
    return _without_the_largest(shown, head or {}, replace(room, rows=1, text=texts[-1]))


@dataclass(frozen=True)
class _Room:
    """How much of everything is shown: rows of a list, characters of a text.

    `wanted` is the list that was asked for by its name, which begins with row `first`.
    """

    rows: int
    text: int
    lists: Lists
    wanted: str = ""
    first: int = 0


def _fit(
    document: dict[str, Any], head: dict[str, Any], room: _Room, texts: tuple[int, ...]
) -> Optional[str]:
    for text in texts:
        shown = _largest(
            room.rows, lambda count: _laid(document, head, replace(room, rows=count, text=text))
        )
        if shown is not None:
            return shown
    return None


def _laid(document: dict[str, Any], head: dict[str, Any], room: _Room) -> Optional[str]:
    """None if it does not fit."""
    text = dump({**head, **_object(document, "", room)})
    return text if len(text.encode()) <= MOST_BYTES else None


def _largest(rows: int, lay: Callable[[int], Optional[str]]) -> Optional[str]:
    """The answer with as many rows as fit; with one at least, unless none are there or wanted."""
    best = lay(rows)
    low, high = 1, rows - 1 if best is None else 0
    while low <= high:
        count = (low + high) // 2
        shown = lay(count)
        if shown is None:
            high = count - 1
        else:
            best, low = shown, count + 1
    return best


def _without_the_largest(document: dict[str, Any], head: dict[str, Any], room: _Room) -> str:
    """For documents of another kind: leaves out whole members, and names them."""
    left = dict(document)
    out: list[str] = []
    while True:
        more = {"not_shown": out} if out else {}
        text = _laid(left, {**head, **more}, room)
        if text is not None or not left:
            return text or dump({**head, "not_shown": len(out)})
        largest = max(left, key=lambda key: len(dump(_any(left[key], key, room))))
        out.append(shorten(largest, _TEXTS[-1]))
        del left[largest]


def _object(value: dict[str, Any], path: str, room: _Room) -> dict[str, Any]:
    """Without what is not known, and without the parts of a sum that are nothing."""
    prefix = path + "." if path else ""
    parts = path.endswith(_OF_A_SUM)
    return {
        shorten(key, room.text): _any(member, prefix + key, room)
        for key, member in value.items()
        if member is not None and not (parts and member == 0)
    }


def _any(value: Any, path: str, room: _Room) -> Any:
    if isinstance(value, str):
        name = path.rpartition(".")[2]
        return shorten(value, room.text * (_OF_A_SENTENCE if name in _SENTENCES else 1))
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, dict):
        return _object(value, path, room)
    if isinstance(value, list):
        return _list(value, path, room)
    return value


def _number(value: float) -> Any:
    """As precise as anybody needs it: four digits, or a tenth."""
    if not math.isfinite(value):
        return str(value)
    return round(value, 1) if abs(value) >= 1000 else float(f"{value:.4g}")


def _list(rows: list[Any], path: str, room: _Room) -> Any:
    if path in room.lists:
        return _part(rows, path, room)
    return [_any(row, f"{path}.{number}", room) for number, row in enumerate(rows)]


def _part(rows: list[Any], path: str, room: _Room) -> Any:
    """The first rows of a list that can be asked for by its path, and how to go on."""
    first = room.first if path == room.wanted else 0
    count = room.rows if is_rows(rows) or path == room.wanted else min(room.rows, _MOST_VALUES)
    part = rows[first : first + count]
    if is_rows(rows):
        shown = _table(part, path, room)
    elif len(part) == len(rows) <= SHORT_LIST:
        return [_cell(row, room) for row in part]
    else:
        shown = {
            "values": [
                _any(row, f"{path}.{first + number}", room) for number, row in enumerate(part)
            ]
        }
    if len(part) < len(rows):
        shown["shown"] = f"{first}-{first + len(part) - 1}" if part else "none"
        shown["of"] = len(rows)
    if first + len(part) < len(rows):
        shown["more"] = {"list": path, "offset": first + len(part)}
    return shown


def _table(rows: list[dict[str, Any]], path: str, room: _Room) -> dict[str, Any]:
    """Columns named once, without those that say nothing in any of the rows."""
    names = [
        name
        for name in dict.fromkeys(key for row in rows for key in row)
        if any(row.get(name) not in _NOTHING for row in rows)
        and not (name.endswith(_AMOUNTS) and not any(row.get(name) for row in rows))
    ]
    cells = [[_cell(row.get(name), room, name) for name in names] for row in rows]
    return {"columns": [shorten(name, room.text) for name in names], "rows": cells}


def _cell(value: Any, room: _Room, name: str = "") -> Any:
    """A value in a table: lists in it are short."""
    if isinstance(value, list):
        more = [f"and {len(value) - _IN_A_CELL} more"] if len(value) > _IN_A_CELL else []
        return [_cell(item, room) for item in value[:_IN_A_CELL]] + more
    if isinstance(value, dict):
        members = {key: _cell(member, room) for key, member in value.items() if member is not None}
        return {
            key: member for key, member in members.items() if member or not name.endswith(_OF_A_SUM)
        }
    return _any(value, name, room)


def rows_answer(
    head: dict[str, Any],
    columns: list[str],
    rows: Sequence[Sequence[Any]],
    offset: int,
    total: Optional[int] = None,
    texts: tuple[int, ...] = _TEXTS,
) -> str:
    """An answer of rows from number `offset` on, all columns shown.

    Without `total`, the last of the rows only says that there are more. Raises Error if not even one
    row fits.
    """
    there = rows if total is not None else rows[:-1]

    def lay(count: int, text: int) -> Optional[str]:
        room = _Room(count, text, {})
        cells = [[_cell(value, room) for value in row] for row in there[:count]]
        shown = {**head, "columns": [shorten(name, text) for name in columns], "rows": cells}
        if total is not None and (offset or count < total):
            shown["shown"] = f"{offset}-{offset + count - 1}" if count else "none"
            shown["of"] = total
        if count < len(rows) or (total is not None and offset + count < total):
            shown["more"] = {"offset": offset + count}
        written = dump(shown)
        return written if len(written.encode()) <= MOST_BYTES else None

    for text in texts:
        written = _largest(len(there), lambda count: lay(count, text))
        if written is not None:
            return written
    raise Error("one row is too large for an answer; ask for fewer columns")
