# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class Kernel(Record):
    """All runs of a kernel.

    occupancy_pct: estimated from the launch shape
    class: "compute", "comm" or "memory"
    ops: the operators that launch it
    graph_count: how many ran in CUDA graphs
    In ns: total_ns, mean_ns, min_ns, max_ns, std_ns, median_ns, p90_ns, p99_ns.
    In bytes: shared_memory_bytes.
    In %: occupancy_pct.
    """

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
    class_: str
    ops: list[str]
    graph_count: Optional[int] = None


@dataclass(init=False, repr=False, eq=False)
class Kernels(Record):
    """Kernels by name.

    In ns: gpu_total_ns.
    """

    gpu_total_ns: int
    rows: list[Kernel]
    why: Optional[str] = None

    _held = {
        "rows": Kernel,
    }
