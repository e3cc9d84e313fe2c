"""SQL over one trace, by a DuckDB that sees nothing but its tables."""

from __future__ import annotations

import importlib.util
import re
import threading
from typing import Any

from .answers import rows_answer
from .cancel import interrupted_by
from .text import shorten
from .._native import Error
from .._sql import register_tables
from .._table import need
from .._trace import Trace

_SECONDS = 30
# Of a value: an answer shows far less of it, and Python holds those of all its rows.
_MOST_LETTERS = 4096
_MOST_NESTED = 32_000_000  # of all rows together, as texts
_TEXTS = ("VARCHAR", "JSON")
_SMALL = re.compile(
    r"(BOOLEAN|U?(TINY|SMALL|BIG|HUGE)?INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\([\d,]+\)|DATE|TIME|TIMESTAMP(_\w+)?"
    r"|TIMESTAMP WITH TIME ZONE|TIME WITH TIME ZONE|INTERVAL|UUID|ENUM\(.*\))"
)
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
        with interrupted_by(connection.interrupt):
            register_tables(connection, trace, query)
            answer = connection.sql(query)
            columns = [str(name) for name in answer.columns]
            rows = [_plain(row) for row in _part(answer, offset, limit + 1).fetchall()]
    except duckdb.InterruptException:
        raise Error(f"query: stopped after {_SECONDS} s") from None
    except duckdb.Error as error:
        message = str(error).partition("\n\nLINE ")[0].removeprefix("Invalid Input Error: ")
        raise Error(f"query: {shorten(' '.join(message.split()), 600)}") from None
    finally:
        timer.cancel()
        connection.close()
    if len(rows) > limit:
        return rows_answer({}, columns, rows, offset)
    return rows_answer({}, columns, rows, offset, offset + len(rows))


def _part(answer: Any, offset: int, count: int) -> Any:
    """Some rows of the answer, with values that Python can hold; DuckDB makes no others."""
    # By position, since names may repeat; without a view, which the answer of "show tables" would list.
    shown = ", ".join(
        _bounded(f"#{number}", str(kind), _MOST_NESTED // count)
        for number, kind in enumerate(answer.types, 1)
    )
    return answer.project(shown).limit(count, offset)


def _bounded(name: str, kind: str, most_nested: int) -> str:
    if _SMALL.fullmatch(kind):
        return name
    if kind in _TEXTS:
        half = _MOST_LETTERS // 2
        return f"if(length({name}) > {_MOST_LETTERS}, left({name}, {half}) || right({name}, {half}), {name})"
    why = "a value is too large; ask for a part of it"
    return f"if(strlen({name}::varchar) > {most_nested}, error('{why}'), {name})"


def _check(duckdb: Any, query: str) -> None:
    statements = duckdb.extract_statements(query)
    if len(statements) > 1:
        raise Error(f"query: {len(statements)} statements; ask one at a time")
    kinds = {statement.type for statement in statements}
    allowed = {duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN}
    if not kinds or not kinds <= allowed:
        raise Error("query: only SELECT is answered; the tables cannot be changed")


def _plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Types of SQL that JSON does not have, such as decimals and dates, as texts."""
    known = (str, int, float, list, dict, type(None))
    return tuple(value if isinstance(value, known) else str(value) for value in row)
