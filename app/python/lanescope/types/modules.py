# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class Module(Record):
    """A module in the tree of modules; backward work counts where its forward ran.

    In ns: forward_cpu_ns, forward_self_cpu_ns, forward_device_ns, forward_self_device_ns,
        backward_cpu_ns, backward_self_cpu_ns, backward_device_ns, backward_self_device_ns.
    In bytes: host_bytes, device_bytes.
    """

    name: str
    parent: Optional[int]
    depth: int
    calls: int
    forward_cpu_ns: int
    forward_self_cpu_ns: int
    forward_device_ns: Optional[int]
    forward_self_device_ns: Optional[int]
    backward_cpu_ns: Optional[int]
    backward_self_cpu_ns: Optional[int]
    backward_device_ns: Optional[int]
    backward_self_device_ns: Optional[int]
    kernels: Optional[int]
    host_bytes: Optional[int]
    device_bytes: Optional[int]
    longest_event_id: int


@dataclass(init=False, repr=False, eq=False)
class ModuleClass(Record):
    """All modules of one class.

    In ns: forward_self_device_ns, backward_self_device_ns, forward_device_ns,
        backward_device_ns, forward_self_cpu_ns, backward_self_cpu_ns, forward_cpu_ns,
        backward_cpu_ns.
    In bytes: host_bytes, device_bytes.
    """

    name: str
    instances: int
    calls: int
    forward_self_device_ns: Optional[int]
    backward_self_device_ns: Optional[int]
    forward_device_ns: Optional[int]
    backward_device_ns: Optional[int]
    forward_self_cpu_ns: int
    backward_self_cpu_ns: Optional[int]
    forward_cpu_ns: int
    backward_cpu_ns: Optional[int]
    kernels: Optional[int]
    host_bytes: Optional[int]
    device_bytes: Optional[int]
    longest_event_id: int


@dataclass(init=False, repr=False, eq=False)
class Modules(Record):
    """Time and memory by module of the model."""

    source: str
    rows: list[Module]
    classes: list[ModuleClass]
    why: Optional[str] = None

    _held = {
        "rows": Module,
        "classes": ModuleClass,
    }
