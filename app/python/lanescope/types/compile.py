# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class CompiledRegion(Record):
    """A compiled graph or a part of its compilation.

    In ns: total_ns, median_ns, max_ns, gpu_ns.
    """

    part: str
    name: str
    count: int
    total_ns: int
    median_ns: int
    max_ns: int
    kernels: int
    gpu_ns: int
    event_id: int


@dataclass(init=False, repr=False, eq=False)
class GraphBreak(Record):
    """Where a compiled graph called code that was compiled apart."""

    outer: str
    inner: str
    count: int
    source: Optional[str]
    event_id: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class Recompile(Record):
    """A compilation after the warm-up; ``sign`` is "new_id" or "long_region"."""

    name: Optional[str]
    sign: str
    event_id: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class CompileShare(Record):
    """Kernels and their time.

    In ns: gpu_ns.
    """

    kernels: int
    kernels_per_step: Optional[float]
    gpu_ns: int


@dataclass(init=False, repr=False, eq=False)
class KernelOrigins(Record):
    """Kernels by who made them."""

    inductor: CompileShare
    user_triton: CompileShare
    library: CompileShare

    _held = {
        "inductor": CompileShare,
        "user_triton": CompileShare,
        "library": CompileShare,
    }


@dataclass(init=False, repr=False, eq=False)
class CudaGraphs(Record):
    """Launches of CUDA graphs.

    In ns: gpu_ns, idle_inside_ns.
    """

    launches: int
    gpu_events: int
    launches_saved: int
    gpu_ns: int
    idle_inside_ns: int


@dataclass(init=False, repr=False, eq=False)
class Compile(Record):
    """What torch.compile and CUDA graphs cover.

    In ns: guards_ns.
    """

    steps: int
    regions: Optional[list[CompiledRegion]]
    compiled_graphs: Optional[int]
    graph_breaks: Optional[list[GraphBreak]]
    recompiles: Optional[list[Recompile]]
    guards_ns: Optional[int]
    inside: CompileShare
    eager: CompileShare
    origins: KernelOrigins
    cuda_graphs: CudaGraphs
    why: Optional[str] = None

    _held = {
        "regions": CompiledRegion,
        "graph_breaks": GraphBreak,
        "recompiles": Recompile,
        "inside": CompileShare,
        "eager": CompileShare,
        "origins": KernelOrigins,
        "cuda_graphs": CudaGraphs,
    }
