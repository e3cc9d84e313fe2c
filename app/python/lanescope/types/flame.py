# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class FlameFrame(Record):
    """A frame; ``parent`` is the index of the enclosing one.

    In ns: total_ns, self_ns.
    """

    name: str
    parent: Optional[int]
    depth: int
    total_ns: int
    self_ns: int
    calls: int
    longest_event_id: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class Flame(Record):
    """A flame graph of operators and Python frames.

    In ns: total_ns.
    """

    weight: str
    stack: str
    total_ns: int
    smallest_part: float
    frames: list[FlameFrame]
    why: Optional[str] = None

    _held = {
        "frames": FlameFrame,
    }
