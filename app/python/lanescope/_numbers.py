"""Numbers as the core takes them: whole ones of 64 bits."""

from __future__ import annotations

import operator
from typing import Any, Optional

from ._native import Error

_END = 1 << 63


def whole(name: str, value: Any) -> int:
    """The argument of that name as a whole number. Raises Error if it is none, or beyond 64 bits.

    >>> whole("id", 3.0)
    3
    """
    try:
        if hasattr(value, "is_integer") and value.is_integer():  # data frames make floats of ids
            value = int(value)
        number = operator.index(value)
    except TypeError:
        raise Error(f"{name}: {_shown(value)} is not a whole number") from None
    if not -_END <= number < _END:
        raise Error(f"{name}: {_shown(number)} is too large; numbers have 64 bits")
    return number


def whole_or_none(name: str, value: Any) -> Optional[int]:
    """The same, or None."""
    return None if value is None else whole(name, value)


def _shown(value: Any) -> str:
    """At most 40 characters, on one line."""
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # Python writes no more than some thousand digits
        return "the number"
    return text if len(text) <= 40 else text[:39] + "…"
