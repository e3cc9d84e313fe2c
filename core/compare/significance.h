// Is a difference between two sets of measurements real? Permutation tests: no assumption about how
// step times are spread, exact for the few steps a trace has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace lanescope {

/// A run with fewer samples is not tested: of three against three no p-value is below 0.1.
inline constexpr std::size_t kLeastSamples = 4;
/// All ways to part the samples are tried up to so many, else kRandomLabelings random ones, always
/// the same.
inline constexpr std::size_t kMostExactLabelings = 20'000;
inline constexpr std::size_t kRandomLabelings = 10'000;

/// 0 of none.
double mean_of(std::span<const double> values);

/// The ways the samples of both runs can be parted into two of the same sizes. The first is the one
/// that was seen.
class Labelings {
 public:
  Labelings(std::size_t a, std::size_t b);

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] bool exact() const { return exact_; }
  /// The samples that a labeling gives to the first run, of both runs' numbered through.
  [[nodiscard]] std::span<const std::uint32_t> first_of(std::size_t labeling) const {
    return std::span(chosen_).subspan(labeling * a_, a_);
  }

 private:
  void enumerate(std::size_t all);
  void draw(std::size_t all);

  std::size_t a_ = 0;
  std::size_t count_ = 0;
  bool exact_ = true;
  std::vector<std::uint32_t> chosen_;  // a_ numbers a labeling
};

/// The share of labelings whose means differ at least as much, in either direction. nullopt with
/// fewer than kLeastSamples on a side. Cost: labelings * a.
std::optional<double> permutation_p(std::span<const double> a, std::span<const double> b,
                                    const Labelings& labelings);

/// By how much the second is larger: the median of all pairwise differences (Hodges and Lehmann
/// 1963) and the interval that holds the shift with at least 95 % (from the distribution of the
/// rank sum; with few samples the widest there is).
struct ShiftEstimate {
  double shift = 0, low = 0, high = 0;
};
std::optional<ShiftEstimate> estimate_shift(std::span<const double> a, std::span<const double> b);

/// One measurement that is tested together with others: its samples of both runs.
struct TestedKey {
  std::vector<double> a, b;
};

/// Westfall and Young's step down is not used, only its first step: of all labelings the share in
/// which any key stands out as much as this one, so that among many keys none does by chance. By
/// key; nullopt with fewer than kLeastSamples on a side. `quantum` is the step of the clock, so
/// that equal readings do not count as certainty. Cost: labelings * keys * samples; a stop gives
/// nullopt.
std::optional<std::vector<double>> max_t_p(const std::vector<TestedKey>& keys, double quantum,
                                           const Labelings& labelings,
                                           const std::stop_token& stop = {});

}  // namespace lanescope
