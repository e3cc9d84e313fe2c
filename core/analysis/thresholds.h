// The limits analyses judge by, in one place.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope::thresholds {

/// A step is an outlier that is longer than the median by so many deviations: 3 times the median
/// absolute deviation, scaled to the standard deviation of a normal distribution.
inline constexpr double kOutlierDeviations = 3 * 1.4826;

/// So many steps at most are taken for a warm-up, besides those that show signs of it.
inline constexpr std::size_t kMostWarmUpSteps = 100;

/// TensorBoard leaves the last step out when it launched less than this share of the one before.
inline constexpr double kLastStepShare = 0.8;

/// Idle: a gap before work that was launched in time is how long kernels take to follow each other
/// when it is shorter than this.
inline constexpr std::int64_t kKernelDelayNs = 30'000;

/// Waits: so many questions in a row whether an event is over are a loop.
inline constexpr std::uint64_t kLeastPolls = 3;

/// Launches: a kernel is short that takes less time than its launch call, when that takes no longer
/// than this; a call that does is an outlier.
inline constexpr std::int64_t kLongLaunchNs = 50'000;
/// … and work that starts so long after its launch call is delayed.
inline constexpr std::int64_t kLongDelayNs = 100'000;
/// The queue of a device is full at 1024 launches; from here on it counts as full.
inline constexpr std::int64_t kQueueNearlyFull = 1000;

/// Data loading: a batch that takes so many times the median is the first of an epoch.
inline constexpr double kFirstBatchFactor = 5;
/// … and this share of the steps spent waiting for data is worth advice.
inline constexpr double kDataLoadingShare = 0.05;

/// Memory: a peak stands out that is above the median of the steps' peaks by this factor.
inline constexpr double kSpikeFactor = 1.2;

/// Leaks: growth per step must exceed both, and so many steps must be seen.
inline constexpr std::int64_t kLeastGrowthBytes = std::int64_t{1} << 20U;
inline constexpr double kLeastGrowthOfPeak = 0.001;
inline constexpr std::size_t kLeastLeakSteps = 3;
/// A suspect leaves a survivor in at least this share of the steps.
inline constexpr double kLeakStepShare = 0.8;
/// … that lives on past so many ends of steps after its own.
inline constexpr std::size_t kLeakAgeSteps = 2;

/// Rows of a table whose Python source is looked up.
inline constexpr std::size_t kMostSources = 200;

/// Copies: small ones, and more of them in a step than this are worth a word.
inline constexpr std::int64_t kSmallCopyBytes = std::int64_t{64} << 10U;
inline constexpr double kManySmallCopiesPerStep = 100;

/// Communication: runs of a kernel beside collectives, and alone, below which they are not
/// compared.
inline constexpr std::uint64_t kLeastRunsToCompare = 5;

/// Allocator: blocks that live shorter are churn.
inline constexpr std::int64_t kChurnLifetimeNs = 100'000;
/// … and so many frees in a row before an allocation empty the cache.
inline constexpr std::uint64_t kLeastFlushFrees = 2;

/// Utilisation: stretches of time in which kernels run less than this share.
inline constexpr double kLowGpuUtil = 0.5;

/// Kernels that are shorter are tiny.
inline constexpr std::int64_t kTinyKernelNs = 10'000;

/// Roofline: work that reaches less of its ceiling is bound by neither arithmetic nor memory.
inline constexpr double kLeastOfCeiling = 0.3;
/// … and products of matrices with no more rows or columns are those of decoding.
inline constexpr double kThinProduct = 16;

/// Sequences: so many tiny elementwise kernels in a row could be one.
inline constexpr std::size_t kLeastFusible = 3;
/// … an operator has a sequence of at least so many kernels.
inline constexpr std::size_t kLeastOpSequence = 3;
/// … and operators have a period when this share of them comes again after it, so many times.
inline constexpr double kLeastPeriodMatch = 0.8;
inline constexpr std::size_t kLeastPeriods = 3;

/// Workload class: overhead-bound needs this share of host time in the step.
inline constexpr double kLeastHostShare = 0.2;
/// … and telling compute-bound from memory-bound this share of modelled time.
inline constexpr double kLeastModelled = 0.6;

/// torch.compile: a region that takes so many times its median and launches nothing recompiles.
inline constexpr double kRecompileFactor = 10;

/// Patterns: runs of selects, and launches of one kernel, that a loop makes.
inline constexpr std::uint64_t kLeastLoopSelects = 10;
inline constexpr std::uint64_t kLeastLoopLaunches = 32;
/// … selects also take this share of a step.
inline constexpr double kLeastLoopShare = 0.01;
/// … and sizes of half-precision products should be multiples of this.
inline constexpr std::int64_t kProductAlignment = 8;

/// Findings: nothing is said below this share of a step.
inline constexpr double kLeastFindingPct = 1;
/// A finding is dropped when others that say more explain this share of its time.
inline constexpr double kExplainedShare = 0.8;
/// Memory: nearly full, and much of it reserved without use.
inline constexpr double kFullMemoryPct = 90;
inline constexpr double kWastedMemoryPct = 30;
inline constexpr std::int64_t kLeastWasteBytes = std::int64_t{1} << 30U;
/// Idle time, of the GPU: as such, because the host does other things, because of data, because
/// launching is slow, behind waits for values, and without a reason on the host.
inline constexpr double kIdlePct = 15;
inline constexpr double kHostBetweenOpsPct = 5;
inline constexpr double kLaunchBoundPct = 10;
inline constexpr double kDrainedPct = 2;
inline constexpr double kUnexplainedWaitPct = 5;
/// Host work of this length is more than the way to the next launch.
inline constexpr std::int64_t kLongHostPieceNs = 200'000;
/// Launch-bound programs have more tiny kernels than this.
inline constexpr double kTinyKernelsPct = 30;
/// Time with a full queue.
inline constexpr double kFullQueuePct = 5;
/// Memory that is taken from the driver after warm-up.
inline constexpr double kDriverAllocationsPct = 1;
/// Kernels: those that make up so much of the time, estimated occupancy that is low, and the share
/// of a step that must be left empty.
inline constexpr double kMostKernelTime = 0.8;
inline constexpr double kLowOccupancyPct = 25;
inline constexpr double kEmptyKernelsPct = 5;
/// Products in plain float32, and how much faster tensor cores are at least where arithmetic is the
/// limit.
inline constexpr double kPlainFloatPct = 10;
inline constexpr double kTensorCoreGain = 1.5;
/// Operators that are limited by memory bandwidth, of the GPU's computing.
inline constexpr double kMemoryBoundPct = 50;
/// Kernels outside of compiled code, where there is some.
inline constexpr double kEagerKernelsPct = 30;
/// … and how much of all that must be.
inline constexpr double kLeastCompiledPct = 5;
/// A collective is slow below this share of the best rate of its kind and size.
inline constexpr double kSlowCollective = 0.5;
/// Communication that nothing hides.
inline constexpr double kExposedCommunicationPct = 10;

}  // namespace lanescope::thresholds
