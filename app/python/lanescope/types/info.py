# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional

from .._record import Each, Record


@dataclass(init=False, repr=False, eq=False)
class EventCounts(Record):
    """The events of the file, as spelled there; every event object counts once."""

    total: int
    by_ph: dict[str, int]
    by_cat: dict[str, int]


@dataclass(init=False, repr=False, eq=False)
class StoredCounts(Record):
    """What of the events was kept, by how it is stored."""

    slices: int
    instants: int
    counters: int
    flows: int
    async_: int
    metadata: int


@dataclass(init=False, repr=False, eq=False)
class TimeRange(Record):
    """When events with a duration ran; ``base_ns`` is the Unix time to which relative times
    count.

    span_ns: from start to end
    In ns: base_ns, start_ns, end_ns, span_ns, first_ns, last_ns.
    """

    base_ns: Optional[int]
    start_ns: Optional[int]
    end_ns: Optional[int]
    span_ns: Optional[int]
    first_ns: int
    last_ns: int
    why: Optional[str] = None


@dataclass(init=False, repr=False, eq=False)
class Lane(Record):
    """A thread or stream: a row of the timeline.

    kind: "cpu_thread", "gpu_stream", "memory", "counter", "annotation" or "other"
    depth: the deepest nesting
    crossings: events that end outside the one in which they began
    """

    id: int
    process: Optional[str]
    thread: Optional[str]
    name: Optional[str]
    process_name: Optional[str]
    kind: Literal["cpu_thread", "gpu_stream", "memory", "counter", "annotation", "other"]
    device: Optional[int]
    stream: Optional[int]
    slices: int
    depth: int
    crossings: int
    samples: Optional[int] = None


@dataclass(init=False, repr=False, eq=False)
class Device(Record):
    """A GPU.

    In bytes: total_memory_bytes.
    """

    id: int
    name: str
    total_memory_bytes: Optional[int]
    sms: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class Distributed(Record):
    """The rank of the process in its run."""

    rank: int
    world_size: Optional[int]
    backend: Optional[str]


@dataclass(init=False, repr=False, eq=False)
class InfoStep(Record):
    """A step that the trace marks.

    In ns: start_ns, dur_ns.
    """

    name: str
    start_ns: int
    dur_ns: int
    id: int


@dataclass(init=False, repr=False, eq=False)
class LinkCounts(Record):
    """How many events have a link of each kind."""

    count: int
    with_launch: int
    with_op: int
    with_python: int


@dataclass(init=False, repr=False, eq=False)
class Links(Record):
    """How many GPU events could be linked to their launch, operator and Python stack."""

    kernels: LinkCounts
    gpu_events: LinkCounts
    device_work: LinkCounts

    _held = {
        "kernels": LinkCounts,
        "gpu_events": LinkCounts,
        "device_work": LinkCounts,
    }


@dataclass(init=False, repr=False, eq=False)
class FlowCounts(Record):
    """How many ends of flow arrows there are, and how many were paired."""

    starts: int
    steps: int
    ends: int
    paired: int


@dataclass(init=False, repr=False, eq=False)
class MemoryTotals(Record):
    """The allocations of one device.

    In bytes: peak_allocated_bytes, peak_reserved_bytes, peak_growth_bytes.
    """

    device_type: int
    device_id: int
    events: int
    peak_allocated_bytes: Optional[int]
    peak_reserved_bytes: Optional[int]
    why: Optional[str] = None
    peak_growth_bytes: Optional[int] = None


@dataclass(init=False, repr=False, eq=False)
class LoadIssue(Record):
    """A kind of problem with the file, and one example.

    first_offset: the byte of the file where it first occurred
    """

    kind: str
    what: str
    count: int
    first_offset: int
    example: str
    lost: bool
    first_row: Optional[int] = None


@dataclass(init=False, repr=False, eq=False)
class LoadReportFields(Record):
    """What of a file could not be used: ``kept`` and ``listed`` add up to its events.

    kept: events without a problem
    listed: events with one
    """

    kept: int
    listed: int
    set_aside: int
    issues: list[LoadIssue]

    _held = {
        "issues": LoadIssue,
    }


@dataclass(init=False, repr=False, eq=False)
class LoadCost(Record):
    """What the load took; the memory is that of the whole process.

    In bytes: peak_rss_bytes, store_bytes.
    In ms: wall_ms.
    In MB/s: mb_per_s.
    """

    wall_ms: float
    mb_per_s: float
    peak_rss_bytes: int
    store_bytes: int


@dataclass(init=False, repr=False, eq=False)
class InfoPause(Record):
    """A pause of the recording: nothing is known of this time.

    In ns: start_ns, dur_ns.
    """

    start_ns: int
    dur_ns: int


@dataclass(init=False, repr=False, eq=False)
class Info(Record):
    """What a file holds, as ``lanescope info`` prints it.

    damaged: whether parts inside the file cannot be read
    steps_named: the names of the ranges that are the steps; null where there are none
    steps_chosen: whether the user chose these steps
    pauses: when the recording was paused; absent where it never was
    In bytes: bytes, text_bytes.
    """

    file: str
    format: str
    bytes: int
    text_bytes: int
    complete: bool
    events: EventCounts
    stored: StoredCounts
    time: TimeRange
    lanes: list[Lane]
    devices: list[Device]
    distributed: Optional[Distributed]
    steps: list[InfoStep]
    links: Links
    flows: dict[str, FlowCounts]
    memory: list[MemoryTotals]
    report: LoadReportFields
    load: LoadCost
    damaged: Optional[bool] = None
    steps_named: Optional[str] = None
    steps_chosen: Optional[bool] = None
    pauses: Optional[list[InfoPause]] = None

    _held = {
        "events": EventCounts,
        "stored": StoredCounts,
        "time": TimeRange,
        "lanes": Lane,
        "devices": Device,
        "distributed": Distributed,
        "steps": InfoStep,
        "links": Links,
        "flows": Each(FlowCounts),
        "memory": MemoryTotals,
        "report": LoadReportFields,
        "load": LoadCost,
        "pauses": InfoPause,
    }
