"""What answers about events, findings and comparisons have, for editors and type checkers.

As in ``_report_types``: the objects themselves are of :class:`Record`, and only keys that are always
there and can follow a dot are declared. Times are in ns and sizes in bytes.
"""

from __future__ import annotations

from typing import Any, Optional

from ._records import Record


class Launch(Record):
    id: int
    name: str
    thread: str
    start_ns: int
    dur_ns: int
    delay_ns: Optional[int]
    queued_ns: Optional[int]


class EventOp(Record):
    id: int
    name: str
    input_shapes: Optional[list[Any]]
    input_types: Optional[list[Any]]
    input_strides: Optional[list[Any]]
    concrete_inputs: Optional[list[Any]]
    start_ns: int
    dur_ns: int


class Frame(Record):
    """``user`` tells code of yours from that of packages."""

    function: str
    file: Optional[str]
    line: Optional[int]
    user: bool
    id: Optional[int]


class Twin(Record):
    """The same operator in the other direction: "forward" or "backward"."""

    id: int
    name: str
    direction: str
    kernels: int
    gpu_ns: int
    dur_ns: int


class SameName(Record):
    count: int
    rank: int
    total_ns: int
    min_ns: int
    p50_ns: int
    p95_ns: int
    max_ns: int


class Missing(Record):
    rung: str
    why: str


class FoundEvent(Record):
    id: int
    name: str
    cat: Optional[str]
    lane: int
    lane_name: str
    start_ns: int
    dur_ns: int


class Evidence(Record):
    text: str
    event_id: Optional[int]


class Judged(Record):
    """Over which time and on which GPU, of how many; ``steps`` is their number."""

    start_ns: int
    end_ns: int
    span_ns: int
    steps: Optional[int]
    warmup_steps_left_out: Optional[int]
    device: Optional[int]
    devices: int


class ComparedSteps(Record):
    """How many were compared."""

    a: int
    b: int


class Headline(Record):
    metric: str
    statistic: str
    a_ns: int
    b_ns: int
    delta_ns: int
    delta_pct: Optional[float]
    ci_ns: Optional[list[int]]
    shift_ns: Optional[int]
    p: Optional[float]
    significant: bool
    sentence: str


class Setting(Record):
    """What differs in the environment of both runs."""

    key: str
    a: Optional[str]
    b: Optional[str]


class IdleChange(Record):
    """Of one class of idle time."""

    a_ns: int
    b_ns: int
    delta_ns: int
    delta_pct: Optional[float]
    ci_ns: Optional[list[int]]
    shift_ns: Optional[int]
    p: Optional[float]
    significant: bool
    share_pct: Optional[float]


class Change(Record):
    """Of a kernel, an operator or a module, per step; ``status`` is "same", "changed", "added" or "removed"."""

    key: str
    kind: str
    status: str
    count_a: float
    count_b: float
    total_a_ns: int
    total_b_ns: int
    delta_ns: int
    count_effect_ns: int
    duration_effect_ns: int
    share_pct: Optional[float]
    p: Optional[float]
    significant: bool
    sum_a_ns: int
    sum_b_ns: int
    event_a: Optional[int]
    event_b: Optional[int]
