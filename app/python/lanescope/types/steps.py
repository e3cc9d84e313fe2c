# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class StepClasses(Record):
    """The time (ns) of a step by what ran, the first of these that did."""

    kernel: int
    communication: int
    memcpy: int
    memset: int
    runtime: int
    data_loader: int
    cpu_exec: int
    other: int


@dataclass(init=False, repr=False, eq=False)
class Step(Record):
    """One step.

    event_id: the event that marks it
    warmup: whether analyses of the steady state leave it out
    paused: whether the recording was paused inside
    lossy: whether records of it were lost: it may be several steps
    In ns: start_ns, dur_ns, classes_ns.
    """

    name: str
    start_ns: int
    dur_ns: int
    event_id: int
    warmup: bool
    outlier: bool
    paused: bool
    lossy: bool
    classes_ns: StepClasses

    _held = {
        "classes_ns": StepClasses,
    }


@dataclass(init=False, repr=False, eq=False)
class StepsLeftOut(Record):
    """Step marks that are not counted as steps."""

    inside_others: int
    other_threads: int


@dataclass(init=False, repr=False, eq=False)
class Steps(Record):
    """The steps of the trace and statistics over their durations.

    cv: standard deviation, as a part of the mean
    timed_on: "gpu" where steps are timed by their GPU work
    steps_named: the names of the ranges that are the steps; null where there are none
    steps_chosen: whether the user chose these steps
    In ns: mean_ns, median_ns, std_ns, min_ns, max_ns.
    """

    steps: list[Step]
    mean_ns: Optional[int]
    median_ns: Optional[int]
    std_ns: Optional[int]
    min_ns: Optional[int]
    max_ns: Optional[int]
    cv: Optional[float]
    why: Optional[str] = None
    timed_on: Optional[str] = None
    kernels_launched_before_recording: Optional[int] = None
    left_out: Optional[StepsLeftOut] = None
    steps_named: Optional[str] = None
    steps_chosen: Optional[bool] = None

    _held = {
        "steps": Step,
        "left_out": StepsLeftOut,
    }
