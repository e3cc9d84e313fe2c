"""What the core holds for Python."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

_Self = TypeVar("_Self", bound="Handle")


class Handle:
    """Something that never changes, so that a copy is the thing itself, and that stays in its process."""

    _instead = ""

    def __copy__(self: _Self) -> _Self:
        return self

    def __deepcopy__(self: _Self, memo: Any) -> _Self:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} cannot be pickled; {self._instead}")
