# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class AllocatorPeak(Record):
    """Allocated and reserved memory at a peak.

    In ns: time_ns.
    In bytes: allocated_bytes, reserved_bytes, wasted_bytes.
    """

    time_ns: int
    allocated_bytes: int
    reserved_bytes: int
    wasted_bytes: int
    waste_ratio: float
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class Churn(Record):
    """Blocks that an operator allocates and soon frees, again and again.

    In bytes: block_bytes.
    """

    op: Optional[str]
    block_bytes: int
    pairs: int
    pairs_per_step: Optional[float]
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class AllocatorDevice(Record):
    """The allocator of one device."""

    device_type: int
    device_id: int
    at_allocated_peak: Optional[AllocatorPeak]
    at_reserved_peak: Optional[AllocatorPeak]
    churn_pairs: Optional[int]
    churn: Optional[list[Churn]]
    fragmentation: Optional[float]

    _held = {
        "at_allocated_peak": AllocatorPeak,
        "at_reserved_peak": AllocatorPeak,
        "churn": Churn,
    }


@dataclass(init=False, repr=False, eq=False)
class CallSum(Record):
    """A number of calls and their time.

    In ns: total_ns.
    """

    count: int
    total_ns: int


@dataclass(init=False, repr=False, eq=False)
class AllocatorCall(Record):
    """Calls of one function from one place.

    In ns: total_ns, max_ns.
    """

    call: str
    op: Optional[str]
    source: Optional[str]
    count: int
    total_ns: int
    max_ns: int
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class AllocatorCalls(Record):
    """Calls of the driver that allocate and free memory.

    In ns: total_ns, gpu_idle_ns.
    """

    count: int
    count_per_step: Optional[float]
    total_ns: int
    warm_up: CallSum
    gpu_idle_ns: int
    stream_ordered_count: int
    rows: list[AllocatorCall]

    _held = {
        "warm_up": CallSum,
        "rows": AllocatorCall,
    }


@dataclass(init=False, repr=False, eq=False)
class CacheFlush(Record):
    """Memory that was freed to the driver, and soon allocated again.

    In ns: time_ns.
    """

    time_ns: int
    op: str
    frees: int
    first_free_event_id: int
    malloc_event_id: int


@dataclass(init=False, repr=False, eq=False)
class Allocator(Record):
    """What the caching allocator of PyTorch costs.

    In ns: churn_lifetime_ns.
    """

    steps: int
    churn_lifetime_ns: int
    devices: list[AllocatorDevice]
    calls: Optional[AllocatorCalls]
    cache_flushes: Optional[list[CacheFlush]]
    why: str

    _held = {
        "devices": AllocatorDevice,
        "calls": AllocatorCalls,
        "cache_flushes": CacheFlush,
    }
