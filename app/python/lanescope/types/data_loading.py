# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class DataLoadingStep(Record):
    """The data loading of one step.

    In ns: start_ns, dur_ns, loader_ns, hidden_ns, gpu_idle_due_ns.
    """

    name: str
    start_ns: int
    dur_ns: int
    batches: int
    loader_ns: int
    hidden_ns: Optional[int]
    gpu_idle_due_ns: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class FirstBatches(Record):
    """Batches with which an iterator started.

    In ns: total_ns.
    """

    count: int
    total_ns: int
    above_median: float


@dataclass(init=False, repr=False, eq=False)
class BatchCopies(Record):
    """How many copies of batches to the GPU came from pinned and pageable memory."""

    pageable: int
    pinned: int


@dataclass(init=False, repr=False, eq=False)
class DataLoading(Record):
    """How long the training waited for its data.

    In ns: span_ns, loader_ns, hidden_ns, gpu_idle_due_ns, median_batch_ns,
        longest_batch_ns.
    In %: gpu_idle_due_pct, advice_above_pct.
    """

    verdict: str
    steps: list[DataLoadingStep]
    why: Optional[str] = None
    advice: Optional[str] = None
    span_ns: Optional[int] = None
    batches: Optional[int] = None
    loader_ns: Optional[int] = None
    hidden_ns: Optional[int] = None
    gpu_idle_due_ns: Optional[int] = None
    gpu_idle_due_pct: Optional[float] = None
    advice_above_pct: Optional[float] = None
    workers: Optional[str] = None
    known_by: Optional[str] = None
    median_batch_ns: Optional[int] = None
    longest_batch_ns: Optional[int] = None
    longest_batch_event_id: Optional[int] = None
    first_batches: Optional[FirstBatches] = None
    pin_memory: Optional[bool] = None
    batch_copies: Optional[BatchCopies] = None
    pageable_copy_event_id: Optional[int] = None

    _held = {
        "steps": DataLoadingStep,
        "first_batches": FirstBatches,
        "batch_copies": BatchCopies,
    }
