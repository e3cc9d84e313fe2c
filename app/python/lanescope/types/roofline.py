# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class PeakRates(Record):
    """The peak rates of a GPU.

    In GB/s: gb_per_s.
    In TFLOP/s: float32_tflops, tf32_tflops, float16_tflops, bfloat16_tflops, float8_tflops.
    """

    gpu: str
    float32_tflops: float
    tf32_tflops: Optional[float]
    float16_tflops: float
    bfloat16_tflops: Optional[float]
    float8_tflops: Optional[float]
    gb_per_s: float
    source: str


@dataclass(init=False, repr=False, eq=False)
class RooflineBounds(Record):
    """GPU time (ns) by which limit applies."""

    compute: int
    memory: int
    neither: int
    unknown: int


@dataclass(init=False, repr=False, eq=False)
class RooflineDevice(Record):
    """One GPU, and the share of its peak that is used.

    In ns: device_ns, modelled_ns, bound_ns.
    In %: mfu_pct.
    """

    device: int
    name: Optional[str]
    peaks: Optional[PeakRates]
    device_ns: int
    modelled_ns: int
    flops: float
    bound_ns: RooflineBounds
    mfu_pct: Optional[float]

    _held = {
        "peaks": PeakRates,
        "bound_ns": RooflineBounds,
    }


@dataclass(init=False, repr=False, eq=False)
class RooflineRow(Record):
    """An operator with one shape and type.

    In ns: device_ns.
    In bytes: call_bytes.
    In GB/s: gb_per_s.
    In TFLOP/s: tflops, ceiling_tflops.
    """

    op: str
    device: int
    family: str
    input_shapes: Optional[str]
    dtype: Optional[str]
    count: int
    device_ns: int
    call_flops: float
    call_bytes: Optional[float]
    flops_per_byte: Optional[float]
    tflops: float
    gb_per_s: Optional[float]
    ceiling_tflops: Optional[float]
    tensor_core: bool
    bound: Optional[str]
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class Roofline(Record):
    """How close operators come to the limits of the GPU.

    In %: least_of_ceiling_pct, thin_product_pct.
    """

    least_of_ceiling_pct: float
    thin_product: int
    devices: list[RooflineDevice]
    decoding: Optional[bool]
    thin_product_pct: Optional[float]
    rows: Optional[list[RooflineRow]]
    why: Optional[str] = None

    _held = {
        "devices": RooflineDevice,
        "rows": RooflineRow,
    }
