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

}  // namespace lanescope::thresholds
