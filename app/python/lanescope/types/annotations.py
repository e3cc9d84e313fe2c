# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class WorkClasses(Record):
    """GPU time (ns) by kind of work."""

    compute: int
    comm: int
    memory: int


@dataclass(init=False, repr=False, eq=False)
class AnnotatedWork(Record):
    """The GPU work launched in a range: by itself or with the ranges inside it.

    In ns: device_ns, classes_ns.
    """

    gpu_events: int
    kernels: int
    device_ns: int
    classes_ns: WorkClasses

    _held = {
        "classes_ns": WorkClasses,
    }


@dataclass(init=False, repr=False, eq=False)
class AnnotatedRange(Record):
    """All ranges with one name.

    In ns: device_span_ns.
    """

    name: Optional[str]
    count: Optional[int]
    event_id: Optional[int]
    device_span_ns: int
    self: AnnotatedWork
    total: AnnotatedWork

    _held = {
        "self": AnnotatedWork,
        "total": AnnotatedWork,
    }


@dataclass(init=False, repr=False, eq=False)
class Annotations(Record):
    """Annotated ranges, such as those of record_function and NVTX."""

    source: str
    rows: list[AnnotatedRange]
    why: Optional[str] = None

    _held = {
        "rows": AnnotatedRange,
    }
