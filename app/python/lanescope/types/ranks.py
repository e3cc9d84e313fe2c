# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class RankWindow(Record):
    """The part of its trace that is compared."""

    kind: str
    steps: Optional[int] = None
    warm_up_steps: Optional[int] = None


@dataclass(init=False, repr=False, eq=False)
class ClockLag(Record):
    """How its clock was compared to that of another rank.

    In ns: mad_ns.
    """

    group: str
    lag: int
    pairs: int
    mad_ns: int


@dataclass(init=False, repr=False, eq=False)
class RankClock(Record):
    """How far its clock is apart from the reference rank's.

    In ns: offset_ns, mad_ns, error_ns, limit_ns.
    """

    state: str
    offset_ns: int
    mad_ns: Optional[int]
    error_ns: int
    limit_ns: Optional[int]
    pairs: Optional[int]
    agreeing_pairs: Optional[int]
    compared_with_rank: Optional[int]
    drift_ppm: Optional[float]
    lags: list[ClockLag]
    why: str

    _held = {
        "lags": ClockLag,
    }


@dataclass(init=False, repr=False, eq=False)
class RankTimes(Record):
    """Its times in the window.

    In ns: span_ns, busy_ns, idle_ns, compute_ns, exposed_comm_ns, exposed_memory_ns,
        total_comm_ns, total_memory_ns, concurrent_comm_ns.
    In %: overlap_pct.
    """

    span_ns: int
    busy_ns: int
    idle_ns: int
    compute_ns: int
    exposed_comm_ns: int
    exposed_memory_ns: int
    total_comm_ns: int
    total_memory_ns: int
    concurrent_comm_ns: int
    overlap_pct: float


@dataclass(init=False, repr=False, eq=False)
class RankRow(Record):
    """One rank: its clock and times."""

    rank: int
    rank_source: str
    file: str
    file_ends_early: bool
    window: RankWindow
    collectives: int
    unmatched_collectives: int
    missing_collectives: int
    clock: RankClock
    times: RankTimes

    _held = {
        "window": RankWindow,
        "clock": RankClock,
        "times": RankTimes,
    }


@dataclass(init=False, repr=False, eq=False)
class RankSpread(Record):
    """The spread of one time over the ranks.

    In ns: mean_ns, min_ns, max_ns.
    """

    mean_ns: int
    min_ns: int
    min_rank: int
    max_ns: int
    max_rank: int


@dataclass(init=False, repr=False, eq=False)
class RankSpreads(Record):
    """How times differ between ranks.

    In ns: span_ns, busy_ns, idle_ns, compute_ns, exposed_comm_ns, exposed_memory_ns,
        total_comm_ns, total_memory_ns, concurrent_comm_ns.
    """

    span_ns: RankSpread
    busy_ns: RankSpread
    idle_ns: RankSpread
    compute_ns: RankSpread
    exposed_comm_ns: RankSpread
    exposed_memory_ns: RankSpread
    total_comm_ns: RankSpread
    total_memory_ns: RankSpread
    concurrent_comm_ns: RankSpread

    _held = {
        "span_ns": RankSpread,
        "busy_ns": RankSpread,
        "idle_ns": RankSpread,
        "compute_ns": RankSpread,
        "exposed_comm_ns": RankSpread,
        "exposed_memory_ns": RankSpread,
        "total_comm_ns": RankSpread,
        "total_memory_ns": RankSpread,
        "concurrent_comm_ns": RankSpread,
    }


@dataclass(init=False, repr=False, eq=False)
class MatchedCollectives(Record):
    """How many collectives were matched between ranks.

    In ns: wait_ns, transfer_ns, max_skew_ns.
    """

    collectives: int
    wait_ns: int
    transfer_ns: int
    max_skew_ns: int


@dataclass(init=False, repr=False, eq=False)
class StragglerStep(Record):
    """What waiting for it cost in one step.

    wait_caused_ns: waiting of the other ranks that it is the cause of and that no
        computation hides, summed over them
    In ns: wait_caused_ns.
    """

    step: Optional[str]
    times_last: int
    wait_caused_ns: int


@dataclass(init=False, repr=False, eq=False)
class CauseTimes(Record):
    """Time (ns) by kind of work."""

    compute: int
    memory: int
    comm: int
    sync: int
    allocation: int
    runtime: int
    data_loading: int
    cpu_op: int
    python: int
    annotation_only: int
    untraced: int
    launch_latency: int
    device_wait: int
    unlinked: int


@dataclass(init=False, repr=False, eq=False)
class StragglerCause(Record):
    """What it does more than others before it arrives.

    In ns: culprit_more_ns, stretch_ns, median_stretch_ns, own_ns, more_than_median_ns,
        median_while_waiting_ns.
    """

    class_: str
    culprit: str
    culprit_more_ns: int
    event_id: int
    stretch_ns: int
    median_stretch_ns: int
    own_ns: CauseTimes
    more_than_median_ns: CauseTimes
    median_while_waiting_ns: CauseTimes
    kernels: int
    more_kernels_than_median: float

    _held = {
        "own_ns": CauseTimes,
        "more_than_median_ns": CauseTimes,
        "median_while_waiting_ns": CauseTimes,
    }


@dataclass(init=False, repr=False, eq=False)
class Straggler(Record):
    """A rank that arrives last.

    wait_caused_ns: waiting of the other ranks that it is the cause of and that no
        computation hides, summed over them
    waited_ns: its own waiting for others, also what computation hides
    In ns: wait_caused_ns, waited_ns, mean_lateness_ns.
    """

    rank: int
    collectives: int
    times_last: int
    times_last_together: int
    wait_caused_ns: int
    waited_ns: int
    mean_lateness_ns: int
    steps: list[StragglerStep]
    cause: Optional[StragglerCause]

    _held = {
        "steps": StragglerStep,
        "cause": StragglerCause,
    }


@dataclass(init=False, repr=False, eq=False)
class RankFinding(Record):
    """Something to change about a run of several ranks.

    wait_caused_ns: waiting of the other ranks that it is the cause of and that no
        computation hides, summed over them
    In ns: wait_caused_ns.
    In %: severity_pct.
    """

    id: str
    title: str
    rank: int
    wait_caused_ns: int
    cause: str
    severity_pct: list[float]
    severity_of: str
    evidence: list[str]
    fix: str
    confidence: Literal["high", "medium", "low"]
    confirm: str
    thresholds: dict[str, float]


@dataclass(init=False, repr=False, eq=False)
class RankTransfer(Record):
    """Data sent from rank to rank.

    In ns: transfer_ns, wait_ns, max_skew_ns.
    In bytes: message_bytes.
    In GB/s: algorithm_gb_per_s, bus_gb_per_s.
    """

    name: str
    group: str
    message_bytes: Optional[int]
    count: int
    transfer_ns: int
    wait_ns: int
    max_skew_ns: int
    algorithm_gb_per_s: Optional[float]
    bus_gb_per_s: Optional[float]


@dataclass(init=False, repr=False, eq=False)
class CollectivePart(Record):
    """The part of one rank in it.

    In ns: arrival_ns, end_ns, dur_ns, wait_ns.
    """

    rank: int
    event_id: int
    arrival_ns: int
    end_ns: int
    dur_ns: int
    wait_ns: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class MatchedCollective(Record):
    """A collective of all ranks of a group.

    In ns: skew_ns, transfer_ns.
    In bytes: message_bytes.
    """

    name: str
    group: str
    index: int
    step: Optional[str]
    message_bytes: Optional[int]
    counts: bool
    last_rank: Optional[int]
    last_ranks: Optional[list[int]]
    skew_ns: Optional[int]
    transfer_ns: Optional[int]
    missing_ranks: list[int]
    parts: list[CollectivePart]
    why: Optional[str] = None

    _held = {
        "parts": CollectivePart,
    }


@dataclass(init=False, repr=False, eq=False)
class RanksComparison(Record):
    """The ranks of a run compared: who arrives late at collectives, and why."""

    summary: str
    world_size: int
    missing_ranks: list[int]
    missing_ranks_count: int
    duplicate_ranks: list[int]
    unrelated: Optional[str]
    rows: list[RankRow]
    times: RankSpreads
    matched: MatchedCollectives
    stragglers: list[Straggler]
    findings: list[RankFinding]
    transfers: list[RankTransfer]
    collectives: list[MatchedCollective]

    _held = {
        "rows": RankRow,
        "times": RankSpreads,
        "matched": MatchedCollectives,
        "stragglers": Straggler,
        "findings": RankFinding,
        "transfers": RankTransfer,
        "collectives": MatchedCollective,
    }
