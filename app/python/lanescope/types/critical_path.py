# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class CriticalClasses(Record):
    """Time (ns) on the critical path by kind."""

    gpu_compute: int
    gpu_comm: int
    gpu_memory: int
    kernel_gap: int
    launch_latency: int
    cpu_op: int
    python: int
    runtime: int
    sync_return: int
    data_loading: int
    host_comm: int
    untraced: int


@dataclass(init=False, repr=False, eq=False)
class CriticalCost(Record):
    """Time on the critical path of one name.

    In ns: total_ns.
    """

    class_: str
    name: Optional[str]
    total_ns: int
    count: int
    event_id: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class CriticalSegment(Record):
    """A part of the critical path.

    In ns: start_ns, dur_ns.
    """

    start_ns: int
    dur_ns: int
    class_: str
    name: Optional[str]
    event_id: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class CriticalPath(Record):
    """The chain of work that determined how long the window took.

    In ns: start_ns, window_ns, classes_ns.
    """

    window_ns: Optional[int]
    start_ns: Optional[int] = None
    classes_ns: Optional[CriticalClasses] = None
    costs: Optional[list[CriticalCost]] = None
    segment_count: Optional[int] = None
    segments: Optional[list[CriticalSegment]] = None
    segments_left_out: Optional[int] = None
    costs_left_out: Optional[int] = None
    why: Optional[str] = None

    _held = {
        "classes_ns": CriticalClasses,
        "costs": CriticalCost,
        "segments": CriticalSegment,
    }
