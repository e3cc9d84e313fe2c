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
