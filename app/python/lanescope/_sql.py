"""Tables of a trace as those of a connection of DuckDB."""

from __future__ import annotations

import re
import weakref
from typing import TYPE_CHECKING

from . import _native
from ._table import need

if TYPE_CHECKING:
    import duckdb

    from ._trace import Trace

# Queries about which tables there are.
_LISTS = re.compile(
    r"\bshow\s+(all\s+)?tables\b|\binformation_schema\b|\bduckdb_(tables|views|columns)\b|\bshow\s*;?\s*$",
    re.IGNORECASE,
)


def ask(trace: Trace, query: str) -> duckdb.DuckDBPyRelation:
    """The answer, which is computed when it is read. Raises Error if duckdb is not installed."""
    connection = need("duckdb", "sql").connect()
    register_tables(connection, trace, query)
    answer: duckdb.DuckDBPyRelation = connection.sql(query)
    weakref.finalize(answer, _keep, connection)  # DuckDB 1 closes it with the last reference
    return answer


def register_tables(connection: duckdb.DuckDBPyConnection, trace: Trace, query: str) -> None:
    """Makes those of the trace's tables that the query names known to a connection."""
    lists = _LISTS.search(query) is not None
    for name in _native.table_names().split(", "):
        # Others would be made for nothing.
        if lists or re.search(rf"\b{name}\b", query, re.IGNORECASE):
            # DuckDB 1 reads a stream once, and a query may name its table twice.
            connection.register(name, need("pyarrow", "sql").table(trace.table(name)))


def _keep(connection: duckdb.DuckDBPyConnection) -> None:
    """Holds it until then."""
