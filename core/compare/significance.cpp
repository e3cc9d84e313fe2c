#include "core/compare/significance.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace lanescope {
namespace {

/// Smaller differences, relative to the largest value, are rounding errors.
constexpr double kRounding = 1e-9;
/// With more samples, the rank sum is approximated by a normal distribution.
constexpr std::size_t kMostExactRanks = 60;
constexpr double kTail = 0.025;  // of a 95 % interval
constexpr double kTailDeviations = 1.959963984540054;

/// n choose k, capped at kMostExactLabelings + 1.
std::size_t ways(std::size_t n, std::size_t k) {
  k = std::min(k, n - k);
  std::size_t count = 1;
  for (std::size_t i = 1; i <= k; ++i) {
    count = count * (n - k + i) / i;
    if (count > kMostExactLabelings) return kMostExactLabelings + 1;
  }
  return count;
}

/// The first run's samples of a labeling that was drawn with the runs in the other order, where
/// `first` were those of the other run: the same division of the same samples.
std::vector<std::uint32_t> as_seen_from_other(std::span<const std::uint32_t> first,
                                              std::size_t all) {
  const std::size_t other = first.size(), own = all - other;
  std::vector<bool> of_other(all);
  for (const std::uint32_t sample : first)
    of_other[sample < other ? own + sample : sample - other] = true;
  std::vector<std::uint32_t> out;
  for (std::uint32_t sample = 0; sample < all; ++sample) {
    if (!of_other[sample]) out.push_back(sample);
  }
  return out;
}

/// For each value of the Mann-Whitney statistic, the number of orders that produce it. As doubles
/// these are exact enough for a tail of 2.5 %.
std::vector<double> rank_sum_counts(std::size_t a, std::size_t b) {
  // counts[j][u]: for i samples of the first run (the outer loop) and j of the second.
  std::vector<std::vector<double>> counts(b + 1, std::vector<double>(a * b + 1));
  for (auto& row : counts) row[0] = 1;
  for (std::size_t i = 1; i <= a; ++i) {
    for (std::size_t j = 1; j <= b; ++j) {
      // The largest sample is either from the first run (and exceeds all j) or from the second.
      std::vector<double> next(a * b + 1);
      for (std::size_t u = 0; u <= i * j; ++u) {
        if (u >= j) next[u] += counts[j][u - j];
        next[u] += counts[j - 1][u];
      }
      counts[j] = std::move(next);
    }
  }
  return counts[b];
}

/// How many of the smallest and of the largest differences lie outside the interval.
std::size_t differences_cut(std::size_t a, std::size_t b) {
  if (a + b > kMostExactRanks) {
    const double n = static_cast<double>(a), m = static_cast<double>(b);
    const double cut = n * m / 2 - kTailDeviations * std::sqrt(n * m * (n + m + 1) / 12) - 0.5;
    return static_cast<std::size_t>(std::max(0.0, std::floor(cut)));
  }
  const std::vector<double> counts = rank_sum_counts(a, b);
  const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
  double below = 0;
  std::size_t cut = 0;
  for (; cut < counts.size(); ++cut) {
    below += counts[cut];
    if (below > kTail * all) break;
  }
  return cut;
}

/// Sums over a key's samples, from which the variance of any subset follows.
struct KeySums {
  std::vector<double> values;  // of both runs, minus their mean to keep the squares precise
  double sum = 0, squares = 0;
};

KeySums sums_of(const TestedKey& key) {
  KeySums sums;
  sums.values = key.a;
  sums.values.insert(sums.values.end(), key.b.begin(), key.b.end());
  const double mean = mean_of(sums.values);
  for (double& value : sums.values) {
    value -= mean;
    sums.sum += value;
    sums.squares += value * value;
  }
  return sums;
}

/// Welch's t statistic, with the variance of the clock's rounding added.
double t_of(const KeySums& key, std::span<const std::uint32_t> first, double quantum) {
  double sum = 0, squares = 0;
  for (const std::uint32_t sample : first) {
    sum += key.values[sample];
    squares += key.values[sample] * key.values[sample];
  }
  const double n = static_cast<double>(first.size());
  const double m = static_cast<double>(key.values.size()) - n;
  const double other = key.sum - sum;
  const double var_a = std::max(0.0, (squares - sum * sum / n) / (n - 1));
  const double var_b = std::max(0.0, (key.squares - squares - other * other / m) / (m - 1));
  const double spread = var_a / n + var_b / m + quantum * quantum / 12 * (1 / n + 1 / m);
  return std::abs(other / m - sum / n) / std::sqrt(spread);
}

}  // namespace

double mean_of(std::span<const double> values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Labelings::Labelings(std::size_t a, std::size_t b) : a_(a) {
  const std::size_t all = a + b;
  if (a == 0 || b == 0) return;
  exact_ = ways(all, a) <= kMostExactLabelings;
  if (exact_) {
    enumerate(all);
  } else {
    draw(all);
  }
  count_ = chosen_.size() / a_;
}

void Labelings::enumerate(std::size_t all) {
  std::vector<std::uint32_t> one(a_);
  std::iota(one.begin(), one.end(), 0U);
  while (true) {
    chosen_.insert(chosen_.end(), one.begin(), one.end());
    // Advance the last number that can still increase, and reset those after it.
    std::size_t i = a_;
    while (i > 0 && one[i - 1] == all - a_ + i - 1) --i;
    if (i == 0) return;
    ++one[i - 1];
    for (; i < a_; ++i) one[i] = one[i - 1] + 1;
  }
}

void Labelings::draw(std::size_t all) {
  std::vector<std::uint32_t> order(all);
  std::iota(order.begin(), order.end(), 0U);
  const std::size_t b = all - a_, drawn = std::min(a_, b);
  add(std::span(order).first(a_));
  std::mt19937_64 random(1);  // fixed seed, so reports are reproducible
  const std::size_t draws = a_ == b ? kRandomLabelings / 2 : kRandomLabelings;
  for (std::size_t labeling = 0; labeling < draws; ++labeling) {
    for (std::size_t i = 0; i < drawn; ++i) {
      std::swap(order[i], order[i + random() % (all - i)]);
    }
    const std::span chosen = std::span(order).first(drawn);
    if (a_ <= b) add(chosen);
    if (a_ >= b) add(as_seen_from_other(chosen, all));
  }
}

void Labelings::add(std::span<const std::uint32_t> first) {
  chosen_.insert(chosen_.end(), first.begin(), first.end());
}

std::optional<double> permutation_p(std::span<const double> a, std::span<const double> b,
                                    const Labelings& labelings) {
  if (a.size() < kLeastSamples || b.size() < kLeastSamples) return std::nullopt;
  std::vector<double> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  const double mean = mean_of(all);
  double largest = 0;
  for (double& value : all) {
    value -= mean;
    largest = std::max(largest, std::abs(value));
  }
  // The total is 0, so the sum of the first group determines the difference of the means.
  const auto sum_of = [&](std::size_t labeling) {
    double sum = 0;
    for (const std::uint32_t sample : labelings.first_of(labeling)) sum += all[sample];
    return std::abs(sum);
  };
  const double seen = sum_of(0) - kRounding * largest;
  std::size_t as_much = 0;
  for (std::size_t i = 0; i < labelings.count(); ++i) as_much += sum_of(i) >= seen ? 1 : 0;
  return static_cast<double>(as_much) / static_cast<double>(labelings.count());
}

std::optional<ShiftEstimate> estimate_shift(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return std::nullopt;
  std::vector<double> differences;
  differences.reserve(a.size() * b.size());
  for (const double from : a) {
    for (const double to : b) differences.push_back(to - from);
  }
  std::ranges::sort(differences);
  const std::size_t middle = differences.size() / 2;
  const std::size_t cut =
      std::min(differences_cut(a.size(), b.size()), (differences.size() - 1) / 2);
  ShiftEstimate found;
  found.shift = differences.size() % 2 == 1 ? differences[middle]
                                            : (differences[middle - 1] + differences[middle]) / 2;
  found.low = differences[cut == 0 ? 0 : cut - 1];
  found.high = differences[differences.size() - std::max<std::size_t>(cut, 1)];
  return found;
}

std::optional<std::vector<double>> max_t_p(const std::vector<TestedKey>& keys, double quantum,
                                           const Labelings& labelings,
                                           const std::stop_token& stop) {
  if (keys.empty()) return std::vector<double>();
  if (keys.front().a.size() < kLeastSamples || keys.front().b.size() < kLeastSamples)
    return std::nullopt;
  std::vector<KeySums> sums;
  std::vector<double> seen;
  for (const TestedKey& key : keys) {
    sums.push_back(sums_of(key));
    const double t = t_of(sums.back(), labelings.first_of(0), quantum);
    seen.push_back(t * (1 - kRounding));
  }
  std::vector<std::size_t> as_much(keys.size());
  for (std::size_t i = 0; i < labelings.count(); ++i) {
    if (stop.stop_requested()) return std::nullopt;
    double largest = 0;
    for (const KeySums& key : sums) {
      largest = std::max(largest, t_of(key, labelings.first_of(i), quantum));
    }
    for (std::size_t k = 0; k < keys.size(); ++k) as_much[k] += largest >= seen[k] ? 1 : 0;
  }
  std::vector<double> p;
  for (const std::size_t count : as_much) {
    p.push_back(static_cast<double>(count) / static_cast<double>(labelings.count()));
  }
  return p;
}

}  // namespace lanescope
