# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class WarmupStep(Record):
    """A step of the warm-up.

    In ns: start_ns, dur_ns.
    """

    name: str
    start_ns: int
    dur_ns: int
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class WarmupSign(Record):
    """Something that happens in warm-up steps, such as an allocation by the driver."""

    step: str
    warmup: bool
    kind: str
    name: str
    count: int
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class Warmup(Record):
    """How many steps at the beginning are warm-up, and how that is known.

    In ns: warmup_mean_ns, warmup_median_ns, steady_mean_ns, steady_median_ns.
    """

    count: Optional[int]
    of: int
    steps: list[WarmupStep]
    signs: list[WarmupSign]
    warmup_mean_ns: Optional[int]
    warmup_median_ns: Optional[int]
    steady_mean_ns: Optional[int]
    steady_median_ns: Optional[int]
    outlier_deviations: float
    why: str

    _held = {
        "steps": WarmupStep,
        "signs": WarmupSign,
    }
