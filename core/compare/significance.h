// Is the difference between two sets of measurements significant? Uses permutation tests, which
// assume no distribution of step times and are exact for the few steps of a trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace lanescope {

/// Runs with fewer samples are not tested: for 3 against 3, no p-value is below 0.1.
inline constexpr std::size_t kLeastSamples = 4;
/// Up to this many ways of dividing the samples, all are tried; beyond, kRandomLabelings random
/// ones, with a fixed seed.
inline constexpr std::size_t kMostExactLabelings = 20'000;
inline constexpr std::size_t kRandomLabelings = 10'000;

/// 0 if there are none.
double mean_of(std::span<const double> values);

/// The ways to divide the samples of both runs into two groups of the original sizes. The first is
/// the one that was observed. With the runs in the other order they are the same ways, so that a
/// test of B against A finds what that of A against B does.
class Labelings {
 public:
  Labelings(std::size_t a, std::size_t b);

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] bool exact() const { return exact_; }
  /// The samples that a labeling assigns to the first run; the second run's samples are numbered
  /// after the first's.
  [[nodiscard]] std::span<const std::uint32_t> first_of(std::size_t labeling) const {
    return std::span(chosen_).subspan(labeling * a_, a_);
  }

 private:
  void enumerate(std::size_t all);
  void draw(std::size_t all);
  void add(std::span<const std::uint32_t> first);

  std::size_t a_ = 0;
  std::size_t count_ = 0;
  bool exact_ = true;
  std::vector<std::uint32_t> chosen_;  // a_ numbers per labeling
};

/// The share of labelings whose means differ at least as much, in either direction. nullopt if a
/// run has fewer than kLeastSamples. Cost: labelings * a.
std::optional<double> permutation_p(std::span<const double> a, std::span<const double> b,
                                    const Labelings& labelings);

/// How much larger the second is: the median of all pairwise differences (Hodges and Lehmann 1963),
/// and an interval that contains the shift with at least 95 % confidence (from the distribution of
/// the rank sum; with few samples, the widest possible).
struct ShiftEstimate {
  double shift = 0, low = 0, high = 0;
};
std::optional<ShiftEstimate> estimate_shift(std::span<const double> a, std::span<const double> b);

/// A measurement that is tested together with others: its samples in both runs.
struct TestedKey {
  std::vector<double> a, b;
};

/// p-values corrected for multiple tests by the single-step max-T method of Westfall and Young: per
/// key, the share of labelings in which any key's statistic is at least as large as the observed
/// one of this key. nullopt if a run has fewer than kLeastSamples. `quantum` is the clock's
/// resolution; it keeps equal readings from counting as certainty. Cost: labelings * keys *
/// samples. A stop returns nullopt.
std::optional<std::vector<double>> max_t_p(const std::vector<TestedKey>& keys, double quantum,
                                           const Labelings& labelings,
                                           const std::stop_token& stop = {});

}  // namespace lanescope
