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
from . import _native, fleet, types
from ._capture import capture
from ._compare import Comparison, GateResult, compare
from ._gates import assert_gates
from ._native import Error
from ._open import open as open  # not in __all__, so that a star leaves Python's own open alone
from ._open import open_ranks, open_trace
from ._page import Page
from ._picture import Picture
from ._ranks import ComparedRanks, Ranks, RunReport
from ._record import Record
from ._records import Event, Finding, Findings, Found, LoadReport, Report
from ._table import Table
from ._trace import Trace
from ._trace_handler import trace_handler

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

__version__: str = _native.version

Error.__module__ = __name__  # where people find it

__all__ = [
    "ComparedRanks",
    "Comparison",
    "Error",
    "Event",
    "Finding",
    "Findings",
    "Found",
    "GateResult",
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
    "open_ranks",
    "open_trace",
    "trace_handler",
    "types",
]


def __dir__() -> list[str]:
    return sorted([*__all__, "open", "__doc__", "__file__", "__name__", "__path__", "__version__"])


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Adds the cell magic ``%%lanescope``; ``%load_ext lanescope`` calls this."""
    from ._magic import LanescopeMagics, await_cells  # needs IPython

    shell.register_magics(LanescopeMagics)
    transforms = shell.input_transformer_manager.cleanup_transforms
    if await_cells not in transforms:
        transforms.insert(-1, await_cells)  # before the one that makes calls of magics
