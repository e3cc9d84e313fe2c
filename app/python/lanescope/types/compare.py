# Made by contract/generate.py from contract/schema.json: change that.
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Optional

from .._record import Record


@dataclass(init=False, repr=False, eq=False)
class ComparedSteps(Record):
    """How many steps were compared."""

    a: int
    b: int


@dataclass(init=False, repr=False, eq=False)
class ComparedGpus(Record):
    """The number of GPUs in each run."""

    a: int
    b: int


@dataclass(init=False, repr=False, eq=False)
class SampledStep(Record):
    """A step that was compared.

    In ns: start_ns, dur_ns.
    """

    name: Optional[str]
    start_ns: int
    dur_ns: int


@dataclass(init=False, repr=False, eq=False)
class StepSample(Record):
    """The steps that were compared, and how many were left out for each reason."""

    timing: str
    compared: list[SampledStep]
    warm_up: int
    incomplete: int
    inside_others: int
    other_threads: int
    paused: int
    lossy: int
    thinned: int

    _held = {
        "compared": SampledStep,
    }


@dataclass(init=False, repr=False, eq=False)
class ComparedSamples(Record):
    """Which steps of each run were compared."""

    a: StepSample
    b: StepSample

    _held = {
        "a": StepSample,
        "b": StepSample,
    }


@dataclass(init=False, repr=False, eq=False)
class Headline(Record):
    """The change of the step time, and whether it is significant.

    ci_ns: [low, high] of shift_ns
    p: of the test for a difference
    significant: whether p is below the limit
    ci_of: what ci_ns is of: shift_ns
    In ns: a_ns, b_ns, delta_ns, ci_ns, shift_ns.
    In %: delta_pct.
    """

    metric: str
    statistic: str
    a_ns: int
    b_ns: int
    delta_ns: int
    delta_pct: float
    ci_ns: Optional[list[int]]
    shift_ns: Optional[int]
    p: Optional[float]
    significant: bool
    sentence: str
    why: Optional[str] = None
    ci_of: Optional[str] = None


@dataclass(init=False, repr=False, eq=False)
class MetricChange(Record):
    """The change of a duration per step.

    ci_of: what ci_ns is of: shift_ns
    In ns: a_ns, b_ns, delta_ns, ci_ns, shift_ns.
    In %: delta_pct.
    """

    a_ns: int
    b_ns: int
    delta_ns: int
    delta_pct: Optional[float]
    ci_ns: Optional[list[int]]
    shift_ns: Optional[int]
    p: Optional[float]
    significant: bool
    ci_of: Optional[str] = None


@dataclass(init=False, repr=False, eq=False)
class MemoryChange(Record):
    """The peaks of both runs.

    In bytes: a_bytes, b_bytes.
    """

    a_bytes: Optional[int]
    b_bytes: Optional[int]


@dataclass(init=False, repr=False, eq=False)
class Metrics(Record):
    """Other figures per step."""

    gpu_busy: Optional[MetricChange]
    idle: MetricChange
    paused: MetricChange
    peak_memory: MemoryChange

    _held = {
        "gpu_busy": MetricChange,
        "idle": MetricChange,
        "paused": MetricChange,
        "peak_memory": MemoryChange,
    }


@dataclass(init=False, repr=False, eq=False)
class SignificanceTest(Record):
    """How significance was tested."""

    significant: int
    labelings: int
    exact: bool


@dataclass(init=False, repr=False, eq=False)
class Setting(Record):
    """What differs in the environment of both runs."""

    key: str
    a: Optional[str]
    b: Optional[str]


@dataclass(init=False, repr=False, eq=False)
class IdleChange(Record):
    """The change of one class of idle time.

    ci_of: what ci_ns is of: shift_ns
    In ns: a_ns, b_ns, delta_ns, ci_ns, shift_ns.
    In %: delta_pct, share_pct.
    """

    class_: str
    a_ns: int
    b_ns: int
    delta_ns: int
    delta_pct: Optional[float]
    ci_ns: Optional[list[int]]
    shift_ns: Optional[int]
    p: Optional[float]
    significant: bool
    share_pct: Optional[float]
    ci_of: Optional[str] = None


@dataclass(init=False, repr=False, eq=False)
class Change(Record):
    """The change of a kernel, an operator or a module, per step.

    status: "same", "changed", "added" or "removed"
    count_effect_ns: the part of delta_ns that is due to the number of calls
    duration_effect_ns: and to how long each takes
    share_pct: of the change of the step time
    matched_by: how that was found
    key_b: what it is called in run B
    In ns: total_a_ns, total_b_ns, delta_ns, count_effect_ns, duration_effect_ns, sum_a_ns,
        sum_b_ns.
    In %: share_pct.
    """

    key: str
    kind: str
    status: Literal["same", "changed", "added", "removed"]
    count_a: float
    count_b: float
    total_a_ns: int
    total_b_ns: int
    delta_ns: int
    count_effect_ns: int
    duration_effect_ns: int
    share_pct: Optional[float]
    p: Optional[float]
    significant: bool
    sum_a_ns: int
    sum_b_ns: int
    event_a: Optional[int]
    event_b: Optional[int]
    ops: Optional[list[str]] = None
    matched_by: Optional[str] = None
    key_b: Optional[str] = None


@dataclass(init=False, repr=False, eq=False)
class HostChange(Record):
    """The change of a function or range on the CPU.

    In ns: sum_a_ns, sum_b_ns.
    """

    name: str
    status: str
    count_a: float
    count_b: float
    sum_a_ns: int
    sum_b_ns: int


@dataclass(init=False, repr=False, eq=False)
class ComparisonTables(Record):
    """The rows by what they are about."""

    kernel: list[Change]
    op: list[Change]
    module: list[Change]
    host: list[HostChange]

    _held = {
        "kernel": Change,
        "op": Change,
        "module": Change,
        "host": HostChange,
    }


@dataclass(init=False, repr=False, eq=False)
class Gate(Record):
    """A limit and whether run B stays within it.

    gate: the limit as it was given
    state: "passed", "failed", "not_tested" or "missing"
    In ns: a_ns, b_ns.
    In bytes: a_bytes, b_bytes.
    """

    gate: str
    state: Literal["passed", "failed", "not_tested", "missing"]
    p: Optional[float]
    a_ns: Optional[int] = None
    b_ns: Optional[int] = None
    a_bytes: Optional[int] = None
    b_bytes: Optional[int] = None
    why: Optional[str] = None


@dataclass(init=False, repr=False, eq=False)
class SampledChange(Record):
    """How much longer one function or one wait takes in B; of functions also how much of it
    they run, and of waits the line that waits most.

    In ns: a_ns, b_ns, delta_ns, running_a_ns, running_b_ns, running_delta_ns.
    """

    name: str
    a_ns: int
    b_ns: int
    delta_ns: int
    event_a: Optional[int]
    event_b: Optional[int]
    running_a_ns: Optional[int] = None
    running_b_ns: Optional[int] = None
    running_delta_ns: Optional[int] = None
    line: Optional[str] = None


@dataclass(init=False, repr=False, eq=False)
class SampledChanges(Record):
    """What recordings differ in, by their samples of threads."""

    functions: list[SampledChange]
    waits: list[SampledChange]

    _held = {
        "functions": SampledChange,
        "waits": SampledChange,
    }


@dataclass(init=False, repr=False, eq=False)
class ComparisonFields(Record):
    """What changed from run A to run B; means are per step."""

    a: str
    b: str
    aligned_by: str
    steps: ComparedSteps
    gpus: ComparedGpus
    samples: ComparedSamples
    headline: Headline
    metrics: Metrics
    test: SignificanceTest
    environment: list[Setting]
    warnings: list[str]
    classes: list[IdleChange]
    rows_by: str
    rows: list[Change]
    tables: ComparisonTables
    gates: list[Gate]
    sampled: Optional[SampledChanges] = None

    _held = {
        "steps": ComparedSteps,
        "gpus": ComparedGpus,
        "samples": ComparedSamples,
        "headline": Headline,
        "metrics": Metrics,
        "test": SignificanceTest,
        "environment": Setting,
        "classes": IdleChange,
        "rows": Change,
        "tables": ComparisonTables,
        "gates": Gate,
        "sampled": SampledChanges,
    }
