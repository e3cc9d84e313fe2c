# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class Op(Record):
    """An operator. Self times leave out the operators that it calls.

    annotation: whether it is a range of record_function
    self_cpu_ns: without the operators that it calls
    self_cpu_no_runtime_ns: without calls of the CUDA runtime, too
    total_cpu_ns: of outermost calls only
    sum_cpu_ns: plain sum of durations, as key_averages prints
    self_device_ns: of the kernels that it launches itself
    total_device_ns: of all kernels inside it
    device_span_ns: from the first to the last of them
    kernels: how many it launches
    In ns: self_cpu_ns, self_cpu_no_runtime_ns, total_cpu_ns, sum_cpu_ns, self_device_ns,
        total_device_ns, device_span_ns.
    In bytes: self_cpu_bytes, total_cpu_bytes, self_device_bytes, total_device_bytes.
    """

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
    input_types: Optional[list[Any]] = None
    stack: Optional[list[str]] = None
    modules: Optional[list[str]] = None
    thread: Optional[str] = None
    phase: Optional[str] = None
    step: Optional[str] = None


@dataclass(init=False, repr=False, eq=False)
class Ops(Record):
    """Operators."""

    group_by: str
    rows: list[Op]
    why: Optional[str] = None

    _held = {
        "rows": Op,
    }
