"""The core's words in Python: what it says of the command line, said of this package."""

from __future__ import annotations

import contextlib
import re
from typing import Iterator

from ._native import Error

_INSTEAD = (
    (re.compile(r"run this again"), "open it again"),
    (re.compile(r"; see `lanescope search`"), "; search() finds events"),
    (re.compile(r"; see `lanescope info`"), "; see load_report"),
    (re.compile(r"; see `lanescope [^`]*`"), ""),
    (re.compile(r"use --window (\w+)"), r'use window="\1"'),
    (re.compile(r"see the rows of --json"), "see rows of compare()"),
    (re.compile(r"see --json\b"), "see the keys of this object"),
)


def in_python(said: str) -> str:
    """The same for people who call functions instead of typing commands."""
    for words, instead in _INSTEAD:
        said = words.sub(instead, said)
    return said


@contextlib.contextmanager
def reworded() -> Iterator[None]:
    """Errors of the core that are raised meanwhile say it so."""
    try:
        yield
    except Error as error:
        if type(error) is not Error or (said := in_python(str(error))) == str(error):
            raise
        raise Error(said) from None
