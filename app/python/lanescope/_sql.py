"""Tables of a trace as those of a connection of DuckDB."""

from __future__ import annotations

import re
import weakref
from typing import TYPE_CHECKING, Optional

from . import _native
from ._table import need

if TYPE_CHECKING:
    import duckdb

    from ._trace import Trace

# Queries about what tables there are, which name none of them.
_ABOUT_TABLES = re.compile(
    r"\b(show(_\w+)?|information_schema|duckdb_\w+|sqlite_master|pg_\w+)\b|^\s*(describe|desc)\s*;?\s*$",
    re.IGNORECASE,
)


def ask(trace: Trace, query: str) -> duckdb.DuckDBPyRelation:
    """The answer, which is computed when it is read. Raises Error if duckdb is not installed, or if there is none."""
    connection = need("duckdb", "sql").connect()
    register_tables(connection, trace, query)
    answer: Optional[duckdb.DuckDBPyRelation] = connection.sql(query)
    if answer is None:
        raise _native.Error("query: it has no rows to answer with; use SELECT")
    weakref.finalize(answer, _keep, connection)  # DuckDB 1 closes it with the last reference
    return answer


def register_tables(connection: duckdb.DuckDBPyConnection, trace: Trace, query: str) -> None:
    """Makes those of the trace's tables that the query names known to a connection.

    All of them, if it asks what tables there are.
    """
    every = _ABOUT_TABLES.search(query) is not None
    for name in _native.table_names().split(", "):
        if every or re.search(rf"\b{name}\b", query, re.IGNORECASE):  # others would be made for nothing
            # DuckDB 1 reads a stream once, and a query may name its table twice.
            connection.register(name, need("pyarrow", "sql").table(trace.table(name)))


def _keep(connection: duckdb.DuckDBPyConnection) -> None:
    """Holds it until then."""
