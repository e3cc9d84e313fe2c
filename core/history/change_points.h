// Where the level of a series of measurements changes for good: E-divisive with means.
//
// The statistic is the scaled energy distance between two neighboring pieces of the series, and the
// series is divided again and again where it is largest: Matteson and James, "A Nonparametric
// Approach for Multiple Change Point Analysis of Multivariate Data", JASA 109 (2014). Performance
// tests are watched with it at MongoDB (Daly et al., "The Use of Change Point Detection to Identify
// Software Performance Regressions in a Continuous Integration System", ICPE 2020) and by Hunter
// (Fleming et al., "Hunter: Using Change Point Detection to Hunt for Performance Regressions", ICPE
// 2023). As in the first two, significance is that of a permutation test. Outliers are clipped
// first, as these are about lasting changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanescope {

/// What counts as a change.
struct ChangeSearch {
  /// The false-alarm rate: of series that vary around one level, this share is given a change. It
  /// holds if the order of the measurements, or of blocks of them where neighbors resemble each
  /// other, says nothing; slow drift of the machine that is larger than `least` is a change, too.
  double level = 0.01;
  double least = 0;  // smaller changes of the median are left out; in the measurements' unit
  std::uint64_t seed = 1;
};

/// A piece on either side of a change has at least so many measurements: a change is known only
/// after this many, and an outlier is none.
inline constexpr std::size_t kLeastPiece = 4;
/// No p-value is below 1 / (1 + kPermutations), or that of few measurements.
inline constexpr std::size_t kPermutations = 999, kPermutationsOfFew = 9999;
/// Of fewer measurements, a few permutations more or less decide.
inline constexpr std::size_t kFewMeasurements = 24;
/// Of longer series, only the last ones are looked at.
inline constexpr std::size_t kMostMeasurements = 1000;

struct ChangePoint {
  std::size_t at = 0;            // the first measurement after the change
  std::size_t begin = 0;         // of the piece before it, after the change before
  std::size_t end = 0;           // of the piece that begins with it
  double before = 0, after = 0;  // medians of the two pieces
  double p = 1;                  // of the permutation test between them
};

/// How many measurements it takes for a change in their middle to reach a level, however large it
/// is: of the ways to divide them, two are as good. At least 2 * kLeastPiece.
std::size_t least_measurements(double level);

/// In order. The same measurements give the same changes. Pure. Cost: permutations * measurements²
/// for each change, and much less where there is none.
std::vector<ChangePoint> find_changes(std::span<const double> measurements,
                                      const ChangeSearch& search);

}  // namespace lanescope
