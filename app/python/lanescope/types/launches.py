# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class HistogramBin(Record):
    """How many durations are in a range.

    In ns: from_ns, to_ns.
    """

    from_ns: Optional[int]
    to_ns: int
    count: int


@dataclass(init=False, repr=False, eq=False)
class LaunchTimes(Record):
    """The distribution of a duration of launches.

    In ns: sum_ns, mean_ns, median_ns, p95_ns, min_ns, max_ns.
    """

    count: int
    sum_ns: Optional[int]
    mean_ns: Optional[int]
    median_ns: Optional[int]
    p95_ns: Optional[int]
    min_ns: Optional[int]
    max_ns: Optional[int]
    histogram: list[HistogramBin]

    _held = {
        "histogram": HistogramBin,
    }


@dataclass(init=False, repr=False, eq=False)
class LaunchGroup(Record):
    """Launches of one API, operator or step, summed.

    In ns: cpu_ns, gpu_ns, delay_ns, queue_ns, total_ns, skew_ns, cpu_per_call_ns.
    """

    name: Optional[str]
    calls: int
    events: int
    cpu_ns: int
    gpu_ns: int
    delay_ns: int
    queue_ns: int
    queue_count: int
    total_ns: int
    skewed_count: int
    skew_ns: int
    cpu_per_call_ns: int
    gpu_cpu_ratio: Optional[float]


@dataclass(init=False, repr=False, eq=False)
class LongDelay(Record):
    """A kernel that started long after its launch.

    In ns: delay_ns, cpu_ns, gpu_ns.
    """

    event_id: int
    launch_event_id: int
    delay_ns: int
    cpu_ns: int
    gpu_ns: int


@dataclass(init=False, repr=False, eq=False)
class QueueLane(Record):
    """The queue of one stream: starved when empty, full when launches block.

    In ns: span_ns, launching_ns, starved_ns, full_ns.
    In %: starved_pct, full_pct.
    """

    device: int
    stream: int
    events: int
    before_launch: int
    span_ns: int
    mean: float
    p50: int
    p95: int
    max: int
    launching_ns: int
    starved_ns: int
    starved_pct: Optional[float]
    full_ns: int
    full_pct: Optional[float]
    why: Optional[str] = None


@dataclass(init=False, repr=False, eq=False)
class Queue(Record):
    """How many launches wait in the queue of each stream."""

    lanes: list[QueueLane]
    full_from: int
    why: Optional[str] = None

    _held = {
        "lanes": QueueLane,
    }


@dataclass(init=False, repr=False, eq=False)
class LaunchThresholds(Record):
    """The limits that counts of outliers and short kernels use.

    In ns: short_kernel_cpu_ns, runtime_outlier_ns, delay_outlier_ns.
    """

    short_kernel_cpu_ns: int
    runtime_outlier_ns: int
    delay_outlier_ns: int


@dataclass(init=False, repr=False, eq=False)
class Launches(Record):
    """What launches cost the CPU, and how long kernels wait to start.

    In ns: skew_ns, floor_ns, cpu_per_launch_ns.
    """

    calls: Optional[int]
    events: Optional[int]
    orphans: Optional[int]
    before_launch: Optional[int]
    skew_ns: Optional[int]
    short_kernels: Optional[int]
    runtime_outliers: Optional[int]
    delay_outliers: Optional[int]
    floor_ns: Optional[int]
    cpu_per_launch_ns: Optional[int]
    kernels_per_step: Optional[float]
    launches_per_step: Optional[float]
    cpu: LaunchTimes
    gpu: LaunchTimes
    delay: LaunchTimes
    apis: list[LaunchGroup]
    ops: list[LaunchGroup]
    steps: list[LaunchGroup]
    longest_delays: list[LongDelay]
    queue: Queue
    thresholds: LaunchThresholds
    why: Optional[str] = None

    _held = {
        "cpu": LaunchTimes,
        "gpu": LaunchTimes,
        "delay": LaunchTimes,
        "apis": LaunchGroup,
        "ops": LaunchGroup,
        "steps": LaunchGroup,
        "longest_delays": LongDelay,
        "queue": Queue,
        "thresholds": LaunchThresholds,
    }
