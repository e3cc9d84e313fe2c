# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class RepeatedSequence(Record):
    """Kernels that run one after another, again and again.

    In ns: total_ns, saved_ns.
    """

    kernels: list[str]
    count: int
    total_ns: int
    saved_ns: int
    variants: int
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class OpSequence(Record):
    """The kernels that an operator launches.

    In ns: gpu_ns, cpu_ns.
    """

    op: str
    kernels: list[str]
    count: int
    gpu_ns: int
    cpu_ns: int
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class FusionHint(Record):
    """Tiny kernels in a row that could be one.

    In ns: total_ns.
    """

    kernels: list[str]
    count: int
    total_ns: int
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class Period(Record):
    """What repeats on a thread, where no steps are marked.

    In ns: median_ns.
    In %: match_pct.
    """

    thread: str
    ops: int
    match_pct: float
    periods: int
    median_ns: int
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class Sequences(Record):
    """Sequences of kernels that repeat.

    In ns: tiny_kernel_ns.
    """

    kernels: int
    tiny_kernel_ns: int
    repeats: list[RepeatedSequence]
    op_sequences: list[OpSequence]
    fusion_hints: list[FusionHint]
    period: Optional[Period]
    why: Optional[str] = None

    _held = {
        "repeats": RepeatedSequence,
        "op_sequences": OpSequence,
        "fusion_hints": FusionHint,
        "period": Period,
    }
