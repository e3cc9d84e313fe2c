# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class GpuAtoms(Record):
    """Time (ns) in which exactly these ran: computation C, communication M, memory X."""

    C: int
    M: int
    X: int
    CM: int
    CX: int
    MX: int
    CMX: int


@dataclass(init=False, repr=False, eq=False)
class GpuDurations(Record):
    """Plain sums (ns), in which overlapping work counts twice."""

    compute: int
    comm: int
    memcpy: int
    memset: int
    device_work: int
    total: int


@dataclass(init=False, repr=False, eq=False)
class GpuTimeDevice(Record):
    """One GPU. Communication and memory work count as exposed where no computation runs.

    span_ns: from the first to the last GPU event
    paused_ns: not recorded
    recorded_ns: span_ns without paused_ns
    busy_ns: with any work
    exposed_comm_ns: without computation beside it
    exposed_memory_ns: copies and fills without computation or communication beside it
    overlap_pct: of communication that computation hides
    In ns: span_ns, paused_ns, recorded_ns, busy_ns, idle_ns, compute_ns, exposed_comm_ns,
        exposed_memory_ns, total_comm_ns, total_memory_ns, atoms_ns, durations_ns, sync_ns.
    In %: overlap_pct.
    """

    device: int
    events: int
    span_ns: int
    paused_ns: int
    recorded_ns: int
    busy_ns: int
    idle_ns: int
    compute_ns: int
    exposed_comm_ns: int
    exposed_memory_ns: int
    total_comm_ns: int
    total_memory_ns: int
    overlap_pct: Optional[float]
    atoms_ns: GpuAtoms
    durations_ns: GpuDurations
    sync_ns: int
    why: Optional[str] = None

    _held = {
        "atoms_ns": GpuAtoms,
        "durations_ns": GpuDurations,
    }


@dataclass(init=False, repr=False, eq=False)
class GpuTime(Record):
    """How the time of each GPU divides into computation, communication, copies and idle
    time.
    """

    devices: list[GpuTimeDevice]
    why: Optional[str] = None

    _held = {
        "devices": GpuTimeDevice,
    }
