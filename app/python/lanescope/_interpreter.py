"""Refuses subinterpreters, such as of mod_wsgi: the core's types are those of one interpreter.

Loaded into another one, they would be broken in all of them.
"""

from __future__ import annotations

import importlib
from typing import Any


def _is_main() -> bool:
    for name in ("_interpreters", "_xxsubinterpreters"):  # Python 3.13 and newer, and older
        try:
            known: Any = importlib.import_module(name)
        except ImportError:
            continue
        return bool(known.get_current() == known.get_main())
    return True  # there are none without them, but for those of programs that embed Python


if not _is_main():
    raise ImportError("module lanescope does not support loading in subinterpreters")
