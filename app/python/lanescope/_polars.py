"""Columns of names for polars without a copy.

A categorical of polars has numbers that say in which order its texts were met first. Texts that nobody
else has given to polars are therefore numbered as they are given, which is how the trace numbers them,
so that the trace's own numbers will do.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from . import _native

if TYPE_CHECKING:
    import polars

    from ._table import Table

_PHYSICAL = {"Int8": "UInt8", "Int16": "UInt16", "Int32": "UInt32"}


def lent(numbers: Table, texts: list[tuple[str, Table]]) -> polars.DataFrame:
    """The frame of a table: ``numbers`` has those of its texts, ``texts`` the texts of each such column.

    Raises Error if this polars has only one numbering for everybody.
    """
    package = importlib.import_module("polars")
    if not hasattr(package, "Categories"):
        raise _native.Error(
            f"polars {package.__version__} cannot take names over; pip install -U 'lanescope[polars]'"
        )
    frame: polars.DataFrame = package.DataFrame(numbers)
    columns = [
        _categorical(package, frame[name], package.DataFrame(each)["text"]) for name, each in texts
    ]
    return frame.with_columns(columns)


def _categorical(package: Any, numbers: polars.Series, texts: polars.Series) -> Any:
    physical = getattr(package, _PHYSICAL[str(numbers.dtype)])
    kind = package.Categorical(package.Categories.random("lanescope", physical))
    categories = texts.cast(kind)
    given = package.int_range(len(texts), dtype=physical, eager=True)
    if not (categories.to_physical() == given).all():
        return categories.gather(numbers.cast(package.UInt32)).alias(numbers.name)
    return numbers.reinterpret(signed=False).cat.to(kind)
