# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class Launch(Record):
    """The call that launched GPU work; the delay is from its start to that of the work.

    thread: that called
    delay_ns: from its start to the start of the work; negative if clocks disagree
    In ns: start_ns, dur_ns, delay_ns, queued_ns.
    """

    id: int
    name: str
    thread: str
    start_ns: int
    dur_ns: int
    delay_ns: Optional[int]
    queued_ns: Optional[int]
    why: Optional[str] = None


@dataclass(init=False, repr=False, eq=False)
class EventOp(Record):
    """An operator around the event.

    In ns: start_ns, dur_ns.
    """

    id: int
    name: str
    input_shapes: Optional[list[Any]]
    input_types: Optional[list[Any]]
    input_strides: Optional[list[Any]]
    concrete_inputs: Optional[list[Any]]
    start_ns: int
    dur_ns: int


@dataclass(init=False, repr=False, eq=False)
class GraphOrigin(Record):
    """The launch that recorded the node of the graph."""

    id: int
    name: str
    source: str
    certain: bool


@dataclass(init=False, repr=False, eq=False)
class CapturedLaunch(Record):
    """The launch of the same node in a trace of the capture phase."""

    trace: str
    name: str
    by: str
    certain: bool


@dataclass(init=False, repr=False, eq=False)
class GraphNode(Record):
    """Which replay and node of a CUDA graph the event is."""

    replay: int
    replays: int
    node: Optional[int]
    nodes: int
    origin: Optional[GraphOrigin]
    captured: Optional[CapturedLaunch]

    _held = {
        "origin": GraphOrigin,
        "captured": CapturedLaunch,
    }


@dataclass(init=False, repr=False, eq=False)
class EventCopy(Record):
    """What a copy moves.

    In bytes: size_bytes.
    In GB/s: gb_per_s.
    """

    from_: Optional[str]
    to: Optional[str]
    size_bytes: Optional[int]
    gb_per_s: Optional[float]


@dataclass(init=False, repr=False, eq=False)
class EventCollective(Record):
    """The collective that the event is.

    In bytes: message_bytes.
    In GB/s: algorithm_gb_per_s, bus_gb_per_s.
    """

    name: str
    group: Optional[str]
    group_size: int
    ranks: Optional[str]
    in_elements: int
    out_elements: Optional[int]
    dtype: str
    message_bytes: int
    algorithm_gb_per_s: Optional[float]
    bus_gb_per_s: Optional[float]


@dataclass(init=False, repr=False, eq=False)
class TritonKernel(Record):
    """How a kernel of Triton was compiled."""

    file: Optional[str]
    hash: Optional[str]
    backend: Optional[str]
    arguments: Optional[str]
    grid: Optional[str]
    num_warps: Optional[int]
    num_stages: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class MemoryEvent(Record):
    """When and by which operator.

    In ns: time_ns.
    """

    id: int
    time_ns: int
    op: Optional[str]
    op_id: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class MemoryBlock(Record):
    """The block that was allocated or freed.

    In ns: alive_ns.
    In bytes: size_bytes.
    """

    device_type: int
    device_id: int
    size_bytes: int
    address: int
    allocated: Optional[MemoryEvent]
    freed: Optional[MemoryEvent]
    alive_ns: Optional[int]

    _held = {
        "allocated": MemoryEvent,
        "freed": MemoryEvent,
    }


@dataclass(init=False, repr=False, eq=False)
class Frame(Record):
    """A frame of Python; ``user`` tells code of yours from that of packages."""

    function: str
    file: Optional[str]
    line: Optional[int]
    user: bool
    id: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class Twin(Record):
    """The same operator in the other direction.

    In ns: gpu_ns, dur_ns.
    """

    id: int
    name: str
    direction: str
    kernels: int
    gpu_ns: int
    dur_ns: int


@dataclass(init=False, repr=False, eq=False)
class SameName(Record):
    """How the event stands among those with its name; rank 1 is the longest.

    In ns: total_ns, min_ns, p50_ns, p95_ns, max_ns.
    """

    count: int
    rank: int
    total_ns: int
    min_ns: int
    p50_ns: int
    p95_ns: int
    max_ns: int


@dataclass(init=False, repr=False, eq=False)
class Missing(Record):
    """What is not known about the event, and why."""

    rung: str
    why: str


@dataclass(init=False, repr=False, eq=False)
class EventFields(Record):
    """Everything about one event: operators and frames are from the innermost outward.

    cat: None if the file has none
    args: as in the file
    self_ns: without what it encloses
    ops: innermost first
    modules: outermost first
    python: innermost first
    step: the step that it is in
    kernels: ids of the kernels that it launches; at most the first
    kernel_count: how many these are
    gpu_ns: of these kernels
    In ns: start_ns, dur_ns, self_ns, self_cpu_ns, gpu_ns.
    """

    id: int
    name: str
    cat: Optional[str]
    lane: int
    lane_name: str
    start_ns: int
    dur_ns: int
    args: Record
    self_ns: Optional[int]
    self_cpu_ns: Optional[int]
    launch: Optional[Launch]
    ops: list[EventOp]
    graph: Optional[GraphNode]
    copy: Optional[EventCopy]  # type: ignore[assignment]
    collective: Optional[EventCollective]
    triton: Optional[TritonKernel]
    memory_block: Optional[MemoryBlock]
    modules: list[str]
    module_ids: list[int]
    python: list[Frame]
    annotations: list[str]
    twin: Optional[Twin]
    step: Optional[str]
    kernels: list[int]
    kernel_count: int
    gpu_ns: int
    same_name: Optional[SameName]
    missing: list[Missing]
    why: Optional[str] = None

    _held = {
        "launch": Launch,
        "ops": EventOp,
        "graph": GraphNode,
        "copy": EventCopy,
        "collective": EventCollective,
        "triton": TritonKernel,
        "memory_block": MemoryBlock,
        "python": Frame,
        "twin": Twin,
        "same_name": SameName,
        "missing": Missing,
    }
