# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional

from .._record import Record
from .allocator import Allocator
from .annotations import Annotations
from .bound import Bound
from .comm import Comm
from .compile import Compile
from .copies import Copies
from .counters import HardwareCounters
from .critical_path import CriticalPath
from .data_loading import DataLoading
from .findings import FindingFields
from .flame import Flame
from .gpu_time import GpuTime
from .host_time import HostTime
from .idle import Idle
from .kernels import Kernels
from .launches import Launches, Queue
from .leaks import Leaks
from .memory import Memory
from .modules import Modules
from .ops import Ops
from .patterns import Patterns
from .roofline import Roofline
from .sequences import Sequences
from .steps import Steps
from .sync import Syncs
from .util import Util
from .warmup import Warmup


@dataclass(init=False, repr=False, eq=False)
class Window(Record):
    """The part of the trace that the analyses are about.

    kind: "steps", "whole", "hta", "tb" or "range"
    In ns: start_ns, end_ns.
    """

    kind: Literal["steps", "whole", "hta", "tb", "range"]
    start_ns: Optional[int]
    end_ns: Optional[int]
    warm_up_steps: Optional[int] = None
    why: Optional[str] = None


@dataclass(init=False, repr=False, eq=False)
class FindingsJudged(Record):
    """Over which time and on which GPU, of how many, findings were judged.

    In ns: start_ns, end_ns, span_ns.
    """

    start_ns: Optional[int]
    end_ns: Optional[int]
    span_ns: Optional[int]
    steps: int
    warmup_steps_left_out: int
    device: Optional[int]
    devices: int
    why: Optional[str] = None


@dataclass(init=False, repr=False, eq=False)
class NotJudged(Record):
    """A rule that could not be judged."""

    id: str
    looks_for: str
    why: str


@dataclass(init=False, repr=False, eq=False)
class LostEvents(Record):
    """What the recording could not keep."""

    events: int
    missing_records: int
    text: str


@dataclass(init=False, repr=False, eq=False)
class SetAside(Record):
    """Sampled threads that are not part of the results."""

    events: int
    text: str


@dataclass(init=False, repr=False, eq=False)
class ReportFields(Record):
    """Results of analyses, each under its key.

    thresholds: those that were changed, with their values
    """

    file: str
    rank: Optional[int]
    window: Window
    gpu_time: GpuTime
    idle: Idle
    steps: Steps
    ops: Ops
    kernels: Kernels
    annotations: Annotations
    modules: Modules
    flame: Flame
    memory: Memory
    leaks: Leaks
    sync: Syncs
    launches: Launches
    queue: Queue
    data_loading: DataLoading
    warmup: Warmup
    copies: Copies
    comm: Comm
    allocator: Allocator
    util: Util
    critical_path: CriticalPath
    sequences: Sequences
    roofline: Roofline
    compile: Compile
    bound: Bound
    counters: HardwareCounters
    patterns: Patterns
    findings: list[FindingFields]
    findings_judged: FindingsJudged
    not_judged: list[NotJudged]
    host_time: HostTime
    why: Optional[str] = None
    lost_events: Optional[LostEvents] = None
    set_aside: Optional[SetAside] = None
    thresholds: Optional[dict[str, float]] = None

    _held = {
        "window": Window,
        "gpu_time": GpuTime,
        "idle": Idle,
        "steps": Steps,
        "ops": Ops,
        "kernels": Kernels,
        "annotations": Annotations,
        "modules": Modules,
        "flame": Flame,
        "memory": Memory,
        "leaks": Leaks,
        "sync": Syncs,
        "launches": Launches,
        "queue": Queue,
        "data_loading": DataLoading,
        "warmup": Warmup,
        "copies": Copies,
        "comm": Comm,
        "allocator": Allocator,
        "util": Util,
        "critical_path": CriticalPath,
        "sequences": Sequences,
        "roofline": Roofline,
        "compile": Compile,
        "bound": Bound,
        "counters": HardwareCounters,
        "patterns": Patterns,
        "findings": FindingFields,
        "findings_judged": FindingsJudged,
        "not_judged": NotJudged,
        "host_time": HostTime,
        "lost_events": LostEvents,
        "set_aside": SetAside,
    }
