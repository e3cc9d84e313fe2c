"""What the sections of a report have, for editors and type checkers.

The objects themselves are of :class:`Record`. A key that is not always there, such as ``why``, or that
cannot follow a dot, such as ``class``, is not declared. Times are in ns and sizes in bytes.
"""

from __future__ import annotations

from typing import Any, Optional

from ._records import Record


class Window(Record):
    kind: str
    start_ns: int
    end_ns: int


class GpuAtoms(Record):
    """The time in which exactly these ran: computation C, communication M, memory X."""

    C: int
    M: int
    X: int
    CM: int
    CX: int
    MX: int
    CMX: int


class GpuDurations(Record):
    """Plain sums, in which what overlaps counts twice."""

    compute: int
    comm: int
    memcpy: int
    memset: int
    device_work: int
    total: int


class GpuTimeDevice(Record):
    device: int
    events: int
    span_ns: int
    paused_ns: int
    recorded_ns: int
    busy_ns: int
    idle_ns: int
    compute_ns: int
    exposed_comm_ns: int
    exposed_memory_ns: int
    total_comm_ns: int
    total_memory_ns: int
    overlap_pct: Optional[float]
    atoms_ns: GpuAtoms
    durations_ns: GpuDurations
    sync_ns: int


class GpuTime(Record):
    devices: list[GpuTimeDevice]


class Drained(Record):
    count: int
    total_ns: int


class Culprit(Record):
    name: Optional[str]
    total_ns: int
    count: int
    max_ns: int
    first_ns: int
    source: Optional[str]
    cause: Optional[str]
    event_id: Optional[int]


class IdleGap(Record):
    start_ns: int
    dur_ns: int
    paused_ns: int
    culprit: Optional[str]
    event_id: Optional[int]
    source: Optional[str]
    classes_ns: dict[str, int]
    kernel_event_id: Optional[int]
    launch_event_id: Optional[int]
    drained_by_event_id: Optional[int]
    text: str


class IdleDevice(Record):
    device: int
    gaps: int
    total_ns: int
    span_ns: int
    paused_ns: int
    recorded_ns: int
    classes_ns: dict[str, int]
    class_gaps: dict[str, int]
    device_wait: dict[str, Drained]
    drained: Drained
    culprits: list[Culprit]
    longest: list[IdleGap]


class Idle(Record):
    devices: list[IdleDevice]
    kernel_delay_ns: int


class Step(Record):
    name: str
    start_ns: int
    dur_ns: int
    event_id: Optional[int]
    warmup: bool
    outlier: bool
    paused: bool
    classes_ns: dict[str, int]


class Steps(Record):
    steps: list[Step]
    mean_ns: Optional[int]
    median_ns: Optional[int]
    std_ns: Optional[int]
    min_ns: Optional[int]
    max_ns: Optional[int]
    cv: Optional[float]
    steps_named: Optional[str]
    steps_chosen: bool


class Op(Record):
    name: str
    input_shapes: Optional[list[Any]]
    annotation: bool
    cat: str
    count: int
    calls: int
    self_cpu_ns: int
    self_cpu_no_runtime_ns: int
    total_cpu_ns: int
    sum_cpu_ns: int
    self_device_ns: Optional[int]
    total_device_ns: Optional[int]
    device_span_ns: Optional[int]
    self_cpu_bytes: Optional[int]
    total_cpu_bytes: Optional[int]
    self_device_bytes: Optional[int]
    total_device_bytes: Optional[int]
    kernels: Optional[int]


class Ops(Record):
    group_by: str
    rows: list[Op]


class Kernel(Record):
    name: str
    count: int
    total_ns: int
    mean_ns: int
    min_ns: int
    max_ns: int
    std_ns: int
    median_ns: int
    p90_ns: int
    p99_ns: int
    blocks_per_sm: Optional[float]
    occupancy_pct: Optional[float]
    registers_per_thread: Optional[float]
    shared_memory_bytes: Optional[int]
    tensor_core: bool
    ops: list[str]


class Kernels(Record):
    gpu_total_ns: int
    rows: list[Kernel]
