# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class LeakSuspect(Record):
    """What allocates memory that is not freed.

    In bytes: bytes.
    """

    op: Optional[str]
    bytes: int
    survivors: int
    steps: int
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class GrowingLine(Record):
    """A line of Python that allocates blocks that are kept.

    In bytes: kept_bytes.
    """

    function: str
    file: str
    line: int
    allocations: int
    kept: int
    kept_bytes: int
    event_id: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class LeakDevice(Record):
    """The memory of one device at the ends of steps.

    In bytes: step_end_bytes.
    """

    device_type: int
    device_id: int
    grows: bool
    bytes_per_step: Optional[float]
    step_end_bytes: list[int]
    suspects: list[LeakSuspect]
    growing_lines: list[GrowingLine]

    _held = {
        "suspects": LeakSuspect,
        "growing_lines": GrowingLine,
    }


@dataclass(init=False, repr=False, eq=False)
class Leaks(Record):
    """Whether memory grows from step to step, and what allocates it."""

    steps: int
    devices: list[LeakDevice]
    why: Optional[str] = None

    _held = {
        "devices": LeakDevice,
    }
