"""Searching by the length of events: the core lists them by time."""

from __future__ import annotations

from typing import Any, Callable, Optional

from ._record import read
from ._records import Found

# As many matches are listed at once when the longest are asked for; of more, only those.
_FOUND_AT_ONCE = 5000
_LONGEST_NS = 1 << 62

Ask = Callable[[str, Optional[int], int], str]  # a search by time: expression, limit, offset


def longest(ask: Ask, expression: str, limit: Optional[int], offset: int) -> Found:
    """What a search finds, longest first, and equally long ones by time."""
    found = read(ask(expression, 0, 0), Found)
    wanted = found["count"] if limit is None else min(offset + limit, found["count"])
    rows = _longest(ask, expression, found["count"], wanted)
    rows.sort(key=lambda row: -int(row["dur_ns"]))
    found["events"] = type(rows)(rows[offset:wanted])
    return found


def _longest(ask: Ask, expression: str, count: int, wanted: int) -> list[Any]:
    """Events among which the longest `wanted` are, without listing all where that would be too many."""

    def listed(narrower: str, limit: Optional[int] = None) -> list[Any]:
        return read(ask(narrower, limit, 0), Found)["events"]  # type: ignore[no-any-return]

    if count <= _FOUND_AT_ONCE or wanted == count:
        return listed(expression)
    if wanted == 0:
        return []
    least = _least_duration(ask, expression, wanted)
    longer = listed(f"dur>={least + 1} {expression}")
    as_long = f"dur>={least} " if least else ""  # instants have no duration
    tied = listed(f"{as_long}-dur>={least + 1} {expression}", wanted - len(longer))
    return type(longer)([*longer, *tied])


def _least_duration(ask: Ask, expression: str, wanted: int) -> int:
    """The highest duration in ns that at least `wanted` of the events have."""

    def enough(duration: int) -> bool:
        return int(read(ask(f"dur>={duration} {expression}", 0, 0), Found)["count"]) >= wanted

    low, high = 0, 1
    while high < _LONGEST_NS and enough(high):
        low, high = high, high * 16
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if enough(middle) else (low, middle)
    return low
