# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class Pattern(Record):
    """A pattern that was found.

    In ns: host_ns, gpu_ns.
    """

    pattern: str
    title: str
    name: Optional[str]
    count: int
    host_ns: int
    gpu_ns: int
    source: Optional[str]
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class UncheckedPattern(Record):
    """A pattern that could not be looked for."""

    pattern: str
    why: str


@dataclass(init=False, repr=False, eq=False)
class Patterns(Record):
    """Known patterns that cost time."""

    steps: int
    rows: list[Pattern]
    unchecked: list[UncheckedPattern]

    _held = {
        "rows": Pattern,
        "unchecked": UncheckedPattern,
    }
