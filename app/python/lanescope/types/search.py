# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class FoundEvent(Record):
    """An event that matches.

    In ns: start_ns, dur_ns.
    """

    id: int
    name: str
    cat: Optional[str]
    lane: int
    lane_name: str
    start_ns: int
    dur_ns: int


@dataclass(init=False, repr=False, eq=False)
class FoundFields(Record):
    """The events that match an expression; counts and sums are over all of them.

    events: those asked for, by time
    In ns: total_dur_ns, gpu_dur_ns, host_dur_ns.
    """

    count: int
    total_dur_ns: int
    gpu_dur_ns: int
    host_dur_ns: int
    events: list[FoundEvent]

    _held = {
        "events": FoundEvent,
    }
