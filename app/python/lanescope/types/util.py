# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class LowUtilRange(Record):
    """A period of low use.

    In ns: start_ns, dur_ns.
    In %: gpu_util_pct.
    """

    start_ns: int
    dur_ns: int
    gpu_util_pct: float


@dataclass(init=False, repr=False, eq=False)
class UtilDevice(Record):
    """The use of one GPU. Occupancy and SM efficiency are estimated from launch shapes.

    In ns: start_ns, window_ns, bucket_ns.
    In %: gpu_util_pct, busy_pct, sm_efficiency_pct, occupancy_pct, tensor_core_pct,
        tensor_core_eligible_pct.
    """

    device: int
    start_ns: int
    window_ns: int
    gpu_util_pct: float
    busy_pct: float
    sm_efficiency_pct: Optional[float]
    occupancy_pct: Optional[float]
    tensor_core_pct: Optional[float]
    tensor_core_eligible_pct: Optional[float]
    kernels: int
    kernels_with_shape: int
    bucket_ns: int
    gpu_util_pct_of_buckets: list[float]
    sm_efficiency_pct_of_buckets: Optional[list[float]]
    low_ranges: list[LowUtilRange]

    _held = {
        "low_ranges": LowUtilRange,
    }


@dataclass(init=False, repr=False, eq=False)
class Util(Record):
    """How well GPUs were used.

    In %: low_gpu_util_pct.
    """

    low_gpu_util_pct: float
    note: str
    devices: list[UtilDevice]
    why: Optional[str] = None

    _held = {
        "devices": UtilDevice,
    }
