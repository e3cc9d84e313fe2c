# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class SyncSite(Record):
    """Waits of one kind from one place. Lost time is what the GPU ran dry for.

    In ns: max_ns, wait_ns, useful_ns, exposed_ns, drained_ns, lost_lower_ns, lost_upper_ns.
    """

    call: str
    kind: str
    op: Optional[str]
    implied_by: Optional[str]
    source: Optional[str]
    count: int
    max_ns: int
    drained_gaps: int
    event_id: int
    wait_ns: int
    useful_ns: Optional[int]
    exposed_ns: Optional[int]
    drained_ns: Optional[int]
    lost_lower_ns: Optional[int]
    lost_upper_ns: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class Polling(Record):
    """Loops that poll the GPU.

    In ns: total_ns, max_ns.
    """

    call: str
    op: Optional[str]
    source: Optional[str]
    loops: int
    calls: int
    total_ns: int
    max_ns: int
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class Syncs(Record):
    """Where the CPU waited for the GPU, and what that cost.

    In ns: wait_ns, useful_ns, exposed_ns, drained_ns, lost_lower_ns, lost_upper_ns.
    """

    count: Optional[int]
    per_step: Optional[float]
    sites: list[SyncSite]
    polling: list[Polling]
    least_polls: int
    profiler_stop_event_id: Optional[int]
    why: Optional[str] = None
    wait_ns: Optional[int] = None
    useful_ns: Optional[int] = None
    exposed_ns: Optional[int] = None
    drained_ns: Optional[int] = None
    lost_lower_ns: Optional[int] = None
    lost_upper_ns: Optional[int] = None

    _held = {
        "sites": SyncSite,
        "polling": Polling,
    }
