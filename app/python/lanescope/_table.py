"""Tables, which other packages take over by Arrow's C data interface."""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
from typing import TYPE_CHECKING, Any, Callable, Iterable, Optional, Union

from . import _arguments, _html_table, _native, _polars, _table_rows
from ._handle import Handle

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class MissingPackage(_native.Error, ImportError):
    """A package that a method needs is not installed."""


def need(package: str, extra: str) -> Any:
    """The package, which the extra of that name installs."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        if error.name is not None and error.name.split(".")[0] != package.split(".")[0]:
            raise
    name = package.split(".")[0]
    raise MissingPackage(f"{name} is not installed; pip install 'lanescope[{extra}]'")


class Table(Handle):
    """A table of a trace.

    Libraries that speak Arrow take it as it is: ``polars.DataFrame(table)``,
    ``pyarrow.table(table)``, ``duckdb.sql("select * from table")``. Columns that the trace holds in
    memory are not copied; a table keeps them alive, also when its trace is gone.

    Durations and times are int64 nanoseconds, and their names end in ``_ns``; sizes end in
    ``_bytes``. Names of events are dictionary-encoded.

        >>> events = trace.events.select("name", "dur_ns")
        >>> events.to_pandas().groupby("name").dur_ns.sum()
    """

    _instead = "to_arrow(), to_pandas() and to_polars() give what can"

    def __init__(
        self, native: _native.Table, name: str, part: Optional[Callable[[], str]] = None
    ) -> None:
        self._native = native
        self._name = name
        self._part = part  # what of the trace it is about; None: all

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._native.columns

    def __len__(self) -> int:
        return self._native.rows

    def __repr__(self) -> str:
        part = self._shown_part()
        of = f"{', '.join(self.columns)}" + (f"; of {part}" if part else "")
        head = f"<lanescope.Table {self._name}: {len(self):,} rows of {of}>"
        return "\n".join([head, *_table_rows.lines(self)])

    def _repr_html_(self) -> str:
        return _html_table.table(self, self._name, self._shown_part())

    def _shown_part(self) -> str:
        """What of the trace it is about, if that is known; the trace may be closed by now."""
        try:
            return self._part() if self._part is not None else ""
        except _native.Error:
            return ""

    def select(self, *columns: Union[str, Iterable[str]]) -> Table:
        """The table with these columns alone, in this order; a list of names may be given, too.

        Columns that are left out cost nothing. Raises Error if there is no such column, or none is named.

            >>> trace.events.select("name", "dur_ns")
        """
        use = 'names such as "dur_ns"; see Table.columns'
        chosen = [name for one in columns for name in _arguments.names(one, "columns", use)]
        if not chosen:
            raise _native.Error(f"columns: none given; use {use}")
        return Table(self._native.select(chosen), self._name, self._part)

    def __arrow_c_schema__(self) -> object:
        """The columns, for libraries: a capsule of an ``ArrowSchema``."""
        return self._native.arrow_schema()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows, for libraries: a capsule of an ``ArrowArrayStream``, always of this schema."""
        return self._native.arrow_stream()

    def to_arrow(self) -> pyarrow.Table:
        """The table of pyarrow. Raises Error if pyarrow is not installed (extra ``arrow``)."""
        table: pyarrow.Table = need("pyarrow", "arrow").table(self)
        return table

    def to_polars(self, lend_names: bool = False) -> polars.DataFrame:
        """The data frame of polars. Raises Error if polars 1.11 is not installed (extra ``polars``).

        polars makes numbers of its own for columns of names. With ``lend_names`` it takes those of the
        trace, without a copy: these columns are then categoricals of this frame alone, which polars
        combines with names of other frames only after ``cast(pl.String)``. Raises Error if polars cannot
        do that; 1.32 and newer can.
        """
        package = need("polars", "polars")
        if tuple(map(int, package.__version__.split(".")[:2])) < (1, 11):
            raise _native.Error(
                f"polars {package.__version__} reads only the first rows; pip install -U 'lanescope[polars]'"
            )
        if lend_names:
            texts = [(name, Table(each, name)) for name, each in self._native.dictionaries()]
            return _polars.lent(Table(self._native.numbers(), self._name), texts)
        frame: polars.DataFrame = package.DataFrame(self)
        return frame

    def to_pandas(self) -> pandas.DataFrame:
        """The data frame of pandas, with names as categories.

        Whole numbers that are missing in some rows get a nullable type, so that no nanosecond is lost.
        Raises Error if pandas or pyarrow is not installed (extra ``pandas``).
        """
        frames = need("pandas", "pandas")
        arrow = need("pyarrow", "pandas")
        table = arrow.table(self)
        nullable = {arrow.int64(): frames.Int64Dtype(), arrow.uint32(): frames.UInt32Dtype()}
        frame: pandas.DataFrame = table.to_pandas()
        for name, column in zip(table.column_names, table.columns):
            if column.null_count and column.type in nullable:
                frame[name] = column.to_pandas(types_mapper=nullable.get)
        return frame

    def to_parquet(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the table as a Parquet file; one that is there stays until the new one is complete.

        Raises Error if pyarrow is not installed (extra ``arrow``), OSError if it cannot be written.
        """
        write = need("pyarrow.parquet", "arrow").write_table
        table, name = self.to_arrow(), _arguments.path(path, "path")
        if os.path.exists(name) and not os.path.isfile(name):
            with open(name, "wb") as device:  # named as a path, pyarrow would delete it where that fails
                write(table, device)
            return
        if not os.path.isdir(os.path.dirname(name) or os.curdir):  # of which pyarrow tells another name
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
        part = f"{name}.part"
        try:
            write(table, part)
            os.replace(part, name)
        except BaseException:
            with contextlib.suppress(OSError):
                os.remove(part)
            raise
