"""SQL over one trace, by a DuckDB that sees nothing but its tables."""

from __future__ import annotations

import importlib.util
import threading
from typing import Any

from .answers import rows_answer
from .text import shorten
from .._native import Error
from .._sql import register_tables
from .._table import need
from .._trace import Trace

_SECONDS = 30
_CLOSED = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "python_enable_replacements": "false",
    "temp_directory": "",
    "memory_limit": "2GB",
    "threads": "2",
    "lock_configuration": "true",
}


def available() -> bool:
    """Whether duckdb is installed."""
    return importlib.util.find_spec("duckdb") is not None


def ask(trace: Trace, query: str, offset: int, limit: int) -> str:
    """The rows of the answer from number `offset` on, as JSON.

    Files cannot be read or written, and a query ends after 30 s. Raises Error with DuckDB's message
    on one line if the query cannot be answered.
    """
    duckdb = need("duckdb", "sql")
    connection = duckdb.connect(config=_CLOSED)
    timer = threading.Timer(_SECONDS, connection.interrupt)
    timer.start()
    try:
        _check(duckdb, query)
        register_tables(connection, trace, query)
        answer = connection.execute(query)
        columns = [str(column[0]) for column in answer.description or []]
        answer.fetchmany(offset)
        rows = [_plain(row) for row in answer.fetchmany(limit + 1)]
    except duckdb.InterruptException:
        raise Error(f"query: stopped after {_SECONDS} s") from None
    except duckdb.Error as error:
        message = str(error).partition("\n\nLINE ")[0]
        raise Error(f"query: {shorten(' '.join(message.split()), 600)}") from None
    finally:
        timer.cancel()
        connection.close()
    if len(rows) > limit:
        return rows_answer({}, columns, rows, offset)
    return rows_answer({}, columns, rows, offset, offset + len(rows))


def _check(duckdb: Any, query: str) -> None:
    kinds = {statement.type for statement in duckdb.extract_statements(query)}
    allowed = {duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN}
    if not kinds or not kinds <= allowed:
        raise Error("query: only SELECT is answered; the tables cannot be changed")


def _plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Types of SQL that JSON does not have, such as decimals and dates, as texts."""
    known = (str, int, float, list, dict, type(None))
    return tuple(value if isinstance(value, known) else str(value) for value in row)
