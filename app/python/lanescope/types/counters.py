# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class CounterKernel(Record):
    """Counters summed over a kernel."""

    count: int
    flops: float
    event_id: int
    kernel: str
    ops: list[str]


@dataclass(init=False, repr=False, eq=False)
class CounterOp(Record):
    """Counters summed over an operator."""

    count: int
    flops: Optional[float]
    event_id: int
    op: Optional[str]


@dataclass(init=False, repr=False, eq=False)
class HardwareCounters(Record):
    """Hardware counters of the profiler, by kernel and operator."""

    count: Optional[int]
    why: Optional[str] = None
    flops: Optional[float] = None
    event_id: Optional[int] = None
    kernels: Optional[list[CounterKernel]] = None
    ops: Optional[list[CounterOp]] = None

    _held = {
        "kernels": CounterKernel,
        "ops": CounterOp,
    }
