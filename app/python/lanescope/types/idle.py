# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class IdleClasses(Record):
    """By cause of idle time: the time in ns, or the number of gaps."""

    data_loading: int
    sync: int
    allocation: int
    runtime: int
    cpu_op: int
    python: int
    annotation_only: int
    untraced: int
    launch_latency: int
    device_wait: int
    unlinked: int


@dataclass(init=False, repr=False, eq=False)
class GapSum(Record):
    """A number of gaps and their time.

    In ns: total_ns.
    """

    count: int
    total_ns: int


@dataclass(init=False, repr=False, eq=False)
class DeviceWaits(Record):
    """Idle time with work waiting, by what the GPU waited for."""

    graph: GapSum
    stream_wait: GapSum
    collective: GapSum
    kernel_delay: GapSum
    unexplained: GapSum

    _held = {
        "graph": GapSum,
        "stream_wait": GapSum,
        "collective": GapSum,
        "kernel_delay": GapSum,
        "unexplained": GapSum,
    }


@dataclass(init=False, repr=False, eq=False)
class Culprit(Record):
    """What ran on the CPU while the GPU was idle, by name.

    max_ns: of the longest gap
    In ns: total_ns, max_ns, first_ns.
    """

    name: Optional[str]
    class_: str
    total_ns: int
    count: int
    max_ns: int
    first_ns: int
    source: Optional[str]
    cause: Optional[str]
    event_id: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class IdleGap(Record):
    """A period in which a GPU had no work.

    culprit: what ran on the CPU meanwhile
    event_id: the event of the culprit
    source: the line of Python
    In ns: start_ns, dur_ns, paused_ns, classes_ns.
    """

    start_ns: int
    dur_ns: int
    paused_ns: int
    class_: str
    culprit: Optional[str]
    event_id: Optional[int]
    source: Optional[str]
    classes_ns: dict[str, int]
    kernel_event_id: Optional[int]
    launch_event_id: Optional[int]
    drained_by_event_id: Optional[int]
    text: str
    device_wait: Optional[str] = None


@dataclass(init=False, repr=False, eq=False)
class IdleDevice(Record):
    """The idle gaps of one GPU.

    In ns: total_ns, span_ns, paused_ns, recorded_ns, classes_ns.
    """

    device: int
    gaps: int
    total_ns: int
    span_ns: int
    paused_ns: int
    recorded_ns: int
    classes_ns: IdleClasses
    class_gaps: IdleClasses
    device_wait: DeviceWaits
    drained: GapSum
    culprits: list[Culprit]
    longest: list[IdleGap]
    why: Optional[str] = None

    _held = {
        "classes_ns": IdleClasses,
        "class_gaps": IdleClasses,
        "device_wait": DeviceWaits,
        "drained": GapSum,
        "culprits": Culprit,
        "longest": IdleGap,
    }


@dataclass(init=False, repr=False, eq=False)
class Idle(Record):
    """Why GPUs were idle.

    In ns: kernel_delay_ns.
    """

    devices: list[IdleDevice]
    kernel_delay_ns: int
    why: Optional[str] = None

    _held = {
        "devices": IdleDevice,
    }
