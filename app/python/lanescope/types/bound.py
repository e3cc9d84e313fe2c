# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class BoundParts(Record):
    """Time (ns) by what set the pace."""

    input: int
    allocation: int
    sync: int
    host: int
    comm: int
    copy: int  # type: ignore[assignment]
    device_wait: int
    gpu: int


@dataclass(init=False, repr=False, eq=False)
class BoundStep(Record):
    """What bounds one step.

    In ns: start_ns, dur_ns, parts_ns.
    In %: confidence_pct.
    """

    name: str
    start_ns: int
    dur_ns: int
    class_: str
    confidence_pct: float
    host_sets_pace: bool
    parts_ns: BoundParts

    _held = {
        "parts_ns": BoundParts,
    }


@dataclass(init=False, repr=False, eq=False)
class BoundDevice(Record):
    """What bounds one GPU.

    In ns: start_ns, window_ns, parts_ns, median_kernel_ns.
    In %: confidence_pct, modelled_pct.
    """

    device: int
    start_ns: int
    window_ns: int
    class_: str
    confidence_pct: float
    host_sets_pace: bool
    parts_ns: BoundParts
    steps: list[BoundStep]
    queue_p50: Optional[float]
    median_kernel_ns: Optional[int]
    modelled_pct: Optional[float]

    _held = {
        "parts_ns": BoundParts,
        "steps": BoundStep,
    }


@dataclass(init=False, repr=False, eq=False)
class Bound(Record):
    """Whether the CPU, the GPU or the input sets the pace.

    In ns: tiny_kernel_ns.
    In %: least_host_pct, least_modelled_pct.
    """

    least_host_pct: float
    least_modelled_pct: float
    tiny_kernel_ns: int
    devices: list[BoundDevice]
    why: Optional[str] = None

    _held = {
        "devices": BoundDevice,
    }
