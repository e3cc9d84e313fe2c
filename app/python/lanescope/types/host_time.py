# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class SampledThread(Record):
    """What a sampled thread did: it ran, could run, or waited.

    In ns: sampled_ns, running_ns, runnable_ns, gil_wait_ns, other_wait_ns, gil_held_ns.
    In %: running_pct.
    """

    pid: str
    process_name: str
    tid: str
    name: str
    sampled_ns: int
    running_ns: int
    running_pct: float
    runnable_ns: Optional[int]
    gil_wait_ns: int
    other_wait_ns: int
    gil_held_ns: int


@dataclass(init=False, repr=False, eq=False)
class SampledWait(Record):
    """What a thread waited for.

    In ns: total_ns, gil_held_ns, longest_ns.
    """

    reason: str
    tid: str
    total_ns: int
    gil_held_ns: int
    count: int
    longest_ns: int
    longest_event_id: int


@dataclass(init=False, repr=False, eq=False)
class SampledFunction(Record):
    """The samples in one function; running is time on a CPU.

    In ns: self_ns, self_running_ns, total_ns, running_ns.
    """

    name: str
    self_ns: int
    self_running_ns: int
    total_ns: int
    running_ns: int
    threads: int
    longest_event_id: int


@dataclass(init=False, repr=False, eq=False)
class SampledLine(Record):
    """The samples in one line of Python.

    In ns: total_ns, running_ns.
    """

    name: str
    total_ns: int
    running_ns: int
    threads: int
    longest_event_id: int


@dataclass(init=False, repr=False, eq=False)
class HostTime(Record):
    """Where the threads of sampled programs spent their time.

    unsampled_ns: time that no sample covers, where it is much
    In ns: unsampled_ns.
    """

    threads: list[SampledThread]
    waits: list[SampledWait]
    functions: list[SampledFunction]
    lines: list[SampledLine]
    native_functions: list[SampledFunction]
    why: Optional[str] = None
    unsampled_ns: Optional[int] = None

    _held = {
        "threads": SampledThread,
        "waits": SampledWait,
        "functions": SampledFunction,
        "lines": SampledLine,
        "native_functions": SampledFunction,
    }
