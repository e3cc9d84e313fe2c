# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class MemoryCategories(Record):
    """The peak (bytes) of each estimated category."""

    optimizer_state: int
    input: int
    temporary: int
    activation: int
    gradient: int
    autograd_detail: int
    unknown: int


@dataclass(init=False, repr=False, eq=False)
class MemoryOp(Record):
    """What an operator allocated.

    In bytes: allocated_bytes, largest_bytes, live_at_peak_bytes.
    """

    op: Optional[str]
    allocations: int
    allocated_bytes: int
    largest_bytes: int
    live_at_peak: Optional[int]
    live_at_peak_bytes: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class MemorySpike(Record):
    """A short rise of the allocated memory.

    In ns: time_ns.
    In bytes: allocated_bytes.
    """

    time_ns: int
    allocated_bytes: int
    event_id: int
    op: str


@dataclass(init=False, repr=False, eq=False)
class MemoryDevice(Record):
    """The memory of one device.

    In ns: peak_at_ns.
    In bytes: allocated_bytes, freed_bytes, unmatched_freed_bytes, open_at_end_bytes,
        before_bytes, peak_allocated_bytes, reserved_at_peak_bytes, peak_reserved_bytes,
        other_at_peak_bytes, estimated_category_peaks_bytes.
    """

    device_type: int
    device_id: int
    events: int
    allocations: int
    frees: int
    allocated_bytes: int
    freed_bytes: int
    pairs: Optional[int]
    unmatched_frees: Optional[int]
    unmatched_freed_bytes: Optional[int]
    open_at_end: Optional[int]
    open_at_end_bytes: Optional[int]
    before_bytes: Optional[int]
    peak_at_ns: int
    peak_allocated_bytes: int
    reserved_at_peak_bytes: Optional[int]
    peak_reserved_bytes: Optional[int]
    other_at_peak_bytes: Optional[int]
    estimated_category_peaks_bytes: Optional[MemoryCategories]
    ops: list[MemoryOp]
    spikes: Optional[list[MemorySpike]]
    why: Optional[str] = None

    _held = {
        "estimated_category_peaks_bytes": MemoryCategories,
        "ops": MemoryOp,
        "spikes": MemorySpike,
    }


@dataclass(init=False, repr=False, eq=False)
class TimelineCategory(Record):
    """The memory of one category.

    In ns: peak_at_ns.
    In bytes: at_peak_bytes, peak_bytes.
    """

    category: str
    at_peak_bytes: int
    peak_bytes: int
    peak_at_ns: int


@dataclass(init=False, repr=False, eq=False)
class MemoryTimeline(Record):
    """A memory timeline: the peak of each category (bytes).

    In ns: peak_at_ns.
    In bytes: peak_bytes.
    """

    points: int
    peak_bytes: int
    peak_at_ns: int
    categories: list[TimelineCategory]

    _held = {
        "categories": TimelineCategory,
    }


@dataclass(init=False, repr=False, eq=False)
class Memory(Record):
    """Allocations and peaks."""

    devices: list[MemoryDevice]
    why: Optional[str] = None
    timeline: Optional[MemoryTimeline] = None

    _held = {
        "devices": MemoryDevice,
        "timeline": MemoryTimeline,
    }
