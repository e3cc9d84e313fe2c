# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class CommOverlap(Record):
    """Time (ns) of communication beside other work."""

    compute: int
    memory: int
    other_comm: int


@dataclass(init=False, repr=False, eq=False)
class CollectiveSum(Record):
    """Collectives of one kind, group and size.

    In ns: total_ns, exposed_ns, min_ns, max_ns.
    In bytes: message_bytes.
    In GB/s: algorithm_gb_per_s, bus_gb_per_s, best_bus_gb_per_s.
    """

    name: str
    collective: Optional[str]
    group: Optional[str]
    group_size: Optional[int]
    ranks: Optional[str]
    dtype: Optional[str]
    in_elements: Optional[int]
    out_elements: Optional[int]
    message_bytes: Optional[int]
    count: int
    total_ns: int
    exposed_ns: int
    min_ns: int
    max_ns: int
    algorithm_gb_per_s: Optional[float]
    bus_gb_per_s: Optional[float]
    best_bus_gb_per_s: Optional[float]
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class CollectiveCall(Record):
    """One collective.

    In ns: start_ns, dur_ns, exposed_ns.
    In bytes: message_bytes.
    """

    name: Optional[str]
    kernel: str
    message_bytes: Optional[int]
    start_ns: int
    dur_ns: int
    exposed_ns: int
    call_event_id: Optional[int]
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class CommStep(Record):
    """The communication of one step.

    In ns: start_ns, dur_ns, comm_ns, exposed_ns.
    """

    name: str
    start_ns: int
    dur_ns: int
    comm_ns: int
    exposed_ns: int


@dataclass(init=False, repr=False, eq=False)
class SlowedKernel(Record):
    """A kernel that runs longer beside communication.

    In ns: mean_beside_comm_ns, mean_alone_ns, extra_ns.
    """

    name: str
    beside_comm: int
    alone: int
    mean_beside_comm_ns: int
    mean_alone_ns: int
    extra_ns: int


@dataclass(init=False, repr=False, eq=False)
class CommDevice(Record):
    """The communication of one GPU; exposed where no computation runs.

    In ns: window_ns, total_ns, exposed_ns, overlap_ns.
    In %: overlap_pct.
    """

    device: int
    window_ns: int
    kernels: int
    total_ns: int
    exposed_ns: int
    overlap_pct: float
    overlap_ns: CommOverlap
    collectives: list[CollectiveSum]
    calls: list[CollectiveCall]
    steps: list[CommStep]
    slowed_kernels: list[SlowedKernel]

    _held = {
        "overlap_ns": CommOverlap,
        "collectives": CollectiveSum,
        "calls": CollectiveCall,
        "steps": CommStep,
        "slowed_kernels": SlowedKernel,
    }


@dataclass(init=False, repr=False, eq=False)
class Comm(Record):
    """Communication between GPUs."""

    devices: list[CommDevice]
    why: Optional[str] = None

    _held = {
        "devices": CommDevice,
    }
