# Made by contract/generate.py from contract/schema.json: change that.
"""The classes of the objects in answers: their keys, units and what they are.

Objects of these classes are dicts, too, and equal to the JSON of the command line. A key that is
not always there is None as an attribute; ``class`` and ``from`` are written ``class_`` and ``from_``.
"""

from .allocator import (
    Allocator, AllocatorCall, AllocatorCalls, AllocatorDevice, AllocatorPeak, CacheFlush,
    CallSum, Churn,
)
from .annotations import AnnotatedRange, AnnotatedWork, Annotations, WorkClasses
from .bound import Bound, BoundDevice, BoundParts, BoundStep
from .comm import (
    CollectiveCall, CollectiveSum, Comm, CommDevice, CommOverlap, CommStep, SlowedKernel,
)
from .compare import (
    Change, ComparedGpus, ComparedSamples, ComparedSteps, ComparisonFields, ComparisonTables,
    Gate, Headline, HostChange, IdleChange, MemoryChange, MetricChange, Metrics, SampledChange,
    SampledChanges, SampledStep, Setting, SignificanceTest, StepSample,
)
from .compile import (
    Compile, CompileShare, CompiledRegion, CudaGraphs, GraphBreak, KernelOrigins, Recompile,
)
from .copies import Copies, CopyDevice, CopyKind, CopyOp, RateChanges, RepeatedCopy, RoundTrip
from .counters import CounterKernel, CounterOp, HardwareCounters
from .critical_path import CriticalClasses, CriticalCost, CriticalPath, CriticalSegment
from .data_loading import BatchCopies, DataLoading, DataLoadingStep, FirstBatches
from .event import (
    CapturedLaunch, EventCollective, EventCopy, EventFields, EventOp, Frame, GraphNode,
    GraphOrigin, Launch, MemoryBlock, MemoryEvent, Missing, SameName, TritonKernel, Twin,
)
from .findings import Evidence, FindingFields
from .flame import Flame, FlameFrame
from .gpu_time import GpuAtoms, GpuDurations, GpuTime, GpuTimeDevice
from .host_time import HostTime, SampledFunction, SampledLine, SampledThread, SampledWait
from .idle import Culprit, DeviceWaits, GapSum, Idle, IdleClasses, IdleDevice, IdleGap
from .info import (
    Device, Distributed, EventCounts, FlowCounts, Info, InfoPause, InfoStep, Lane, LinkCounts,
    Links, LoadCost, LoadIssue, LoadReportFields, MemoryTotals, StoredCounts, TimeRange,
)
from .kernels import Kernel, Kernels
from .launches import (
    HistogramBin, LaunchGroup, LaunchThresholds, LaunchTimes, Launches, LongDelay, Queue,
    QueueLane,
)
from .leaks import GrowingLine, LeakDevice, LeakSuspect, Leaks
from .memory import (
    Memory, MemoryCategories, MemoryDevice, MemoryOp, MemorySpike, MemoryTimeline,
    TimelineCategory,
)
from .modules import Module, ModuleClass, Modules
from .ops import Op, Ops
from .patterns import Pattern, Patterns, UncheckedPattern
from .ranks import (
    CauseTimes, ClockLag, CollectivePart, MatchedCollective, MatchedCollectives, RankClock,
    RankFinding, RankRow, RankSpread, RankSpreads, RankTimes, RankTransfer, RankWindow,
    RanksComparison, Straggler, StragglerCause, StragglerStep,
)
from .report import FindingsJudged, LostEvents, NotJudged, ReportFields, SetAside, Window
from .roofline import PeakRates, Roofline, RooflineBounds, RooflineDevice, RooflineRow
from .run import RunReportFields
from .search import FoundEvent, FoundFields
from .sequences import FusionHint, OpSequence, Period, RepeatedSequence, Sequences
from .steps import Step, StepClasses, Steps, StepsLeftOut
from .sync import Polling, SyncSite, Syncs
from .util import LowUtilRange, Util, UtilDevice
from .warmup import Warmup, WarmupSign, WarmupStep

__all__ = [
    "Allocator", "AllocatorCall", "AllocatorCalls", "AllocatorDevice", "AllocatorPeak",
    "AnnotatedRange", "AnnotatedWork", "Annotations", "BatchCopies", "Bound", "BoundDevice",
    "BoundParts", "BoundStep", "CacheFlush", "CallSum", "CapturedLaunch", "CauseTimes",
    "Change", "Churn", "ClockLag", "CollectiveCall", "CollectivePart", "CollectiveSum", "Comm",
    "CommDevice", "CommOverlap", "CommStep", "ComparedGpus", "ComparedSamples", "ComparedSteps",
    "ComparisonFields", "ComparisonTables", "Compile", "CompileShare", "CompiledRegion",
    "Copies", "CopyDevice", "CopyKind", "CopyOp", "CounterKernel", "CounterOp",
    "CriticalClasses", "CriticalCost", "CriticalPath", "CriticalSegment", "CudaGraphs",
    "Culprit", "DataLoading", "DataLoadingStep", "Device", "DeviceWaits", "Distributed",
    "EventCollective", "EventCopy", "EventCounts", "EventFields", "EventOp", "Evidence",
    "FindingFields", "FindingsJudged", "FirstBatches", "Flame", "FlameFrame", "FlowCounts",
    "FoundEvent", "FoundFields", "Frame", "FusionHint", "GapSum", "Gate", "GpuAtoms",
    "GpuDurations", "GpuTime", "GpuTimeDevice", "GraphBreak", "GraphNode", "GraphOrigin",
    "GrowingLine", "HardwareCounters", "Headline", "HistogramBin", "HostChange", "HostTime",
    "Idle", "IdleChange", "IdleClasses", "IdleDevice", "IdleGap", "Info", "InfoPause",
    "InfoStep", "Kernel", "KernelOrigins", "Kernels", "Lane", "Launch", "LaunchGroup",
    "LaunchThresholds", "LaunchTimes", "Launches", "LeakDevice", "LeakSuspect", "Leaks",
    "LinkCounts", "Links", "LoadCost", "LoadIssue", "LoadReportFields", "LongDelay",
    "LostEvents", "LowUtilRange", "MatchedCollective", "MatchedCollectives", "Memory",
    "MemoryBlock", "MemoryCategories", "MemoryChange", "MemoryDevice", "MemoryEvent",
    "MemoryOp", "MemorySpike", "MemoryTimeline", "MemoryTotals", "MetricChange", "Metrics",
    "Missing", "Module", "ModuleClass", "Modules", "NotJudged", "Op", "OpSequence", "Ops",
    "Pattern", "Patterns", "PeakRates", "Period", "Polling", "Queue", "QueueLane", "RankClock",
    "RankFinding", "RankRow", "RankSpread", "RankSpreads", "RankTimes", "RankTransfer",
    "RankWindow", "RanksComparison", "RateChanges", "Recompile", "RepeatedCopy",
    "RepeatedSequence", "ReportFields", "Roofline", "RooflineBounds", "RooflineDevice",
    "RooflineRow", "RoundTrip", "RunReportFields", "SameName", "SampledChange",
    "SampledChanges", "SampledFunction", "SampledLine", "SampledStep", "SampledThread",
    "SampledWait", "Sequences", "SetAside", "Setting", "SignificanceTest", "SlowedKernel",
    "Step", "StepClasses", "StepSample", "Steps", "StepsLeftOut", "StoredCounts", "Straggler",
    "StragglerCause", "StragglerStep", "SyncSite", "Syncs", "TimeRange", "TimelineCategory",
    "TritonKernel", "Twin", "UncheckedPattern", "Util", "UtilDevice", "Warmup", "WarmupSign",
    "WarmupStep", "Window", "WorkClasses",
]
