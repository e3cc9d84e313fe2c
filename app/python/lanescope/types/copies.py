# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class RateChanges(Record):
    """Copies at another rate than most.

    In GB/s: mean_gb_per_s, max_gb_per_s.
    """

    count: Optional[int]
    mean_gb_per_s: Optional[float]
    max_gb_per_s: Optional[float]


@dataclass(init=False, repr=False, eq=False)
class CopyOp(Record):
    """The operator that copied.

    In ns: total_ns.
    In bytes: copied_bytes.
    """

    op: Optional[str]
    count: int
    total_ns: int
    copied_bytes: Optional[int]
    source: Optional[str]
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class CopyKind(Record):
    """Copies in one direction between one pair of memories.

    In ns: total_ns, exposed_ns.
    In bytes: copied_bytes.
    In GB/s: min_gb_per_s, median_gb_per_s, max_gb_per_s, mean_gb_per_s,
        mean_over_time_gb_per_s.
    """

    kind: Optional[str]
    from_: Optional[str]
    to: Optional[str]
    count: int
    total_ns: int
    exposed_ns: int
    copied_bytes: Optional[int]
    min_gb_per_s: Optional[float]
    median_gb_per_s: Optional[float]
    max_gb_per_s: Optional[float]
    mean_gb_per_s: Optional[float]
    mean_over_time_gb_per_s: Optional[float]
    rate_changes: RateChanges
    small_copies: Optional[int]
    small_copies_per_step: Optional[float]
    many_small_copies: Optional[bool]
    ops: list[CopyOp]

    _held = {
        "rate_changes": RateChanges,
        "ops": CopyOp,
    }


@dataclass(init=False, repr=False, eq=False)
class RepeatedCopy(Record):
    """Copies of the same size by the same operator.

    In ns: total_ns.
    In bytes: copy_bytes.
    """

    kind: str
    from_: str
    to: str
    op: Optional[str]
    copy_bytes: int
    count: int
    total_ns: int
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class RoundTrip(Record):
    """Data of one size that went to the CPU and back within a step.

    In bytes: copy_bytes.
    """

    copy_bytes: int
    count: int
    out_event_id: Optional[int]
    back_event_id: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class CopyDevice(Record):
    """The copies of one GPU.

    In ns: window_ns, exposed_ns.
    """

    device: int
    window_ns: int
    exposed_ns: int
    kinds: list[CopyKind]
    repeated: Optional[list[RepeatedCopy]]
    round_trips: Optional[list[RoundTrip]]

    _held = {
        "kinds": CopyKind,
        "repeated": RepeatedCopy,
        "round_trips": RoundTrip,
    }


@dataclass(init=False, repr=False, eq=False)
class Copies(Record):
    """Copies between CPU and GPU, and between GPUs.

    In bytes: small_copy_bytes.
    """

    steps: int
    small_copy_bytes: int
    many_small_copies_per_step: float
    devices: list[CopyDevice]
    why: Optional[str] = None

    _held = {
        "devices": CopyDevice,
    }
