"""The notebook around us, if there is one."""

from __future__ import annotations

import importlib
import sys


def is_here() -> bool:
    """Whether this is the Python of a notebook: IPython is there already, and talks to a frontend."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None


def display(shown: object) -> None:
    """Shows it below the cell."""
    importlib.import_module("IPython.display").display(shown)
