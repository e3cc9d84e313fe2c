"""GPU traces as tables and answers: the core of Lanescope, in Python.

    >>> import lanescope
    >>> trace = lanescope.open("run.json.gz")
    >>> trace.findings()                                  # what to change, and what it could gain
    >>> trace.kernels.to_pandas().head()                  # or to_polars(), to_arrow(), DuckDB
    >>> lanescope.compare("before.json.gz", "after.json.gz").sentence

Times are integers in nanoseconds and their names end in ``_ns``; sizes are in bytes and end in
``_bytes``. What cannot be used raises :class:`Error`, whose message is one line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _interpreter  # first, before the core is loaded
from . import fleet, types
from ._capture import capture
from ._compare import Comparison, compare
from ._gates import assert_gates
from ._native import Error
from ._native import version as __version__
from ._page import Page
from ._picture import Picture
from ._ranks import Ranks, RunReport
from ._record import Record
from ._records import Event, Finding, Findings, Found, LoadReport, Report
from ._table import Table
from ._trace import Trace, open
from ._trace_handler import trace_handler

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

Error.__module__ = __name__  # where people find it

__all__ = [
    "Comparison",
    "Error",
    "Event",
    "Finding",
    "Findings",
    "Found",
    "LoadReport",
    "Page",
    "Picture",
    "Ranks",
    "Record",
    "Report",
    "RunReport",
    "Table",
    "Trace",
    "assert_gates",
    "capture",
    "compare",
    "fleet",
    "open",
    "trace_handler",
    "types",
]


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Adds the cell magic ``%%lanescope``; ``%load_ext lanescope`` calls this."""
    from ._magic import LanescopeMagics  # needs IPython

    shell.register_magics(LanescopeMagics)
