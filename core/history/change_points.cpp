#include "core/history/change_points.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/history/energy_split.h"

namespace lanescope {
namespace {

/// A change may move by what its neighbors turn out to be.
constexpr int kRefinements = 3;
/// Residuals further from the median are outliers, which say nothing about neighbors.
constexpr double kFarDeviations = 3;
/// An autocorrelation is real from this many of its standard errors on.
constexpr double kRealErrors = 2;
constexpr std::size_t kLeastBlocks = 10;
/// Statistics of the same two pieces differ by this share when their values are in another order.
constexpr double kStatisticRounding = 1e-9;

/// The filter of outliers: how many neighbors on either side, and how far from their median.
constexpr std::size_t kNeighbors = 4;
constexpr double kOutlierDeviations = 4;

using Values = std::span<const double>;

double median(Values values) {
  return median_of({values.begin(), values.end()});
}

/// The spread around whatever the level is: from the differences of neighbors.
double noise_of(Values values) {
  std::vector<double> differences;
  for (std::size_t i = 1; i < values.size(); ++i) differences.push_back(values[i] - values[i - 1]);
  return kDeviationScale * median_deviation_of(differences) / std::sqrt(2.0);
}

/// A few disturbed runs would hide a change that is much smaller than they are: energy distances
/// are sums. So they are taken for the farthest that a usual one could be (Hampel's filter, which
/// leaves lasting changes as they are).
std::vector<double> without_outliers(Values values) {
  std::vector<double> out(values.begin(), values.end());
  const double far = kOutlierDeviations * noise_of(values);
  if (far <= 0) return out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t begin = i < kNeighbors ? 0 : i - kNeighbors;
    const std::size_t end = std::min(i + kNeighbors + 1, values.size());
    const double middle = median(values.subspan(begin, end - begin));
    out[i] = std::clamp(values[i], middle - far, middle + far);
  }
  return out;
}

/// What remains of a piece without its level, at most kFarDeviations from it.
void add_residuals(Values piece, std::vector<double>& out) {
  if (piece.empty()) return;
  const double middle = median(piece);
  const double far = kFarDeviations * kDeviationScale * median_deviation_of(piece);
  for (const double value : piece) out.push_back(std::clamp(value - middle, -far, far));
}

double autocorrelation(Values residuals) {
  const double all = std::inner_product(residuals.begin(), residuals.end(), residuals.begin(), 0.0);
  if (all <= 0) return 0;
  const double neighbors =
      std::inner_product(residuals.begin(), residuals.end() - 1, residuals.begin() + 1, 0.0);
  return neighbors / all;
}

/// How many neighbors stay together when a series is permuted: 1 unless they resemble each other,
/// else by the rule of Carlstein (1986) for a series of first-order autocorrelation.
std::size_t block_length(Values values, const EnergySplit& split) {
  std::vector<double> residuals;
  add_residuals(values.first(split.at), residuals);
  add_residuals(values.subspan(split.at, split.end - split.at), residuals);
  add_residuals(values.subspan(split.end), residuals);
  const double r = autocorrelation(residuals);
  const auto size = static_cast<double>(values.size());
  if (r < kRealErrors / std::sqrt(size)) return 1;
  const double length = std::cbrt(size * std::pow(2 * r / (1 - r * r), 2));
  return std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(length)), 1,
                                 std::max<std::size_t>(values.size() / kLeastBlocks, 1));
}

class ChangeFinder {
 public:
  ChangeFinder(Values values, const ChangeSearch& search)
      : measured_(values),
        values_(without_outliers(values)),
        search_(search),
        random_(search.seed) {}

  std::vector<ChangePoint> run() {
    divide(0, values_.size());
    std::ranges::sort(at_);
    for (int i = 0; i < kRefinements && refine(); ++i) {
    }
    return std::move(changes_);
  }

 private:
  /// Divides a piece where the difference is largest, and the parts again.
  void divide(std::size_t begin, std::size_t end) {
    const Values piece = Values(values_).subspan(begin, end - begin);
    const EnergySplit split = distances_.best_split(piece, kLeastPiece);
    if (split.at == 0 || p_of(piece, split, false) > search_.level) return;
    at_.push_back(begin + split.at);
    divide(begin, begin + split.at);
    divide(begin + split.at, end);
  }

  /// Places each change anew between its neighbors, and leaves out what is none between them.
  /// Returns whether that moved any.
  bool refine() {
    changes_.clear();
    std::vector<std::size_t> placed;
    for (std::size_t i = 0; i < at_.size(); ++i) {
      const std::size_t begin = placed.empty() ? 0 : placed.back();
      const std::size_t end = i + 1 < at_.size() ? at_[i + 1] : values_.size();
      if (const auto change = change_in(begin, end)) {
        changes_.push_back(*change);
        placed.push_back(change->at);
      }
    }
    const bool moved = placed != at_;
    at_ = std::move(placed);
    return moved;
  }

  std::optional<ChangePoint> change_in(std::size_t begin, std::size_t end) {
    const Values piece = Values(values_).subspan(begin, end - begin);
    const EnergySplit split = distances_.best_split(piece, kLeastPiece, true);
    if (split.at == 0) return std::nullopt;
    ChangePoint change{begin + split.at, begin, end};
    change.before = median(measured_.subspan(begin, split.at));
    change.after = median(measured_.subspan(change.at, end - change.at));
    if (std::abs(change.after - change.before) < search_.least) return std::nullopt;
    change.p = p_of(piece, split, true);
    if (change.p > search_.level) return std::nullopt;
    return change;
  }

  /// The share of permutations that can be divided at least as well. Ends as soon as it is known to
  /// be above the level.
  double p_of(Values piece, const EnergySplit& split, bool whole) {
    // Of the changes within a piece that is still to be divided, neighbors resemble each other,
    // too.
    if (piece.size() == 2 * kLeastPiece) return exact_p(piece, split);
    const std::size_t block = whole ? block_length(piece, split) : 1;
    const std::size_t all =
        1 + (piece.size() < kFewMeasurements ? kPermutationsOfFew : kPermutations);
    const auto share = [&](std::size_t some) {
      return static_cast<double>(some) / static_cast<double>(all);
    };
    std::size_t as_good = 1;
    for (std::size_t i = 1; i < all && share(as_good) <= search_.level; ++i) {
      permute(piece, block);
      if (is_as_good(split, whole)) ++as_good;
    }
    return share(as_good);
  }

  /// Whether the permuted piece can be divided at least as well.
  bool is_as_good(const EnergySplit& split, bool whole) {
    return distances_.best_split(permuted_, kLeastPiece, whole).statistic >=
           split.statistic * (1 - kStatisticRounding);
  }

  /// Of so few measurements that they can be divided in the middle only, all divisions are counted:
  /// which measurements are in the first piece.
  double exact_p(Values piece, const EnergySplit& split) {
    std::array<bool, 2 * kLeastPiece> second{};
    std::ranges::fill(std::span(second).last(kLeastPiece), true);
    std::size_t all = 0, as_good = 0;
    do {
      permuted_.clear();
      for (const bool in : {false, true}) {
        for (std::size_t i = 0; i < piece.size(); ++i)
          if (second[i] == in) permuted_.push_back(piece[i]);
      }
      ++all;
      if (is_as_good(split, true)) ++as_good;
    } while (std::ranges::next_permutation(second).found);
    LANESCOPE_CHECK(as_good > 0, "the measured order among {} is as good as itself", all);
    return static_cast<double>(as_good) / static_cast<double>(all);
  }

  /// Puts blocks, of which the first begins anywhere, into another order. Not std::shuffle, which
  /// is another one with every library.
  void permute(Values piece, std::size_t block) {
    const std::size_t shift = block == 1 ? 0 : random_() % piece.size();
    std::vector<std::size_t> begins;
    for (std::size_t at = 0; at < piece.size(); at += block) begins.push_back(at);
    for (std::size_t i = begins.size(); i > 1; --i) std::swap(begins[i - 1], begins[random_() % i]);
    permuted_.clear();
    for (const std::size_t begin : begins) {
      for (std::size_t at = begin; at < std::min(begin + block, piece.size()); ++at)
        permuted_.push_back(piece[(at + shift) % piece.size()]);
    }
    LANESCOPE_CHECK(permuted_.size() == piece.size(), "{} of {} values", permuted_.size(),
                    piece.size());
  }

  Values measured_;
  std::vector<double> values_;  // without outliers
  const ChangeSearch& search_;
  std::mt19937_64 random_;
  EnergyDistances distances_;
  std::vector<double> permuted_;
  std::vector<std::size_t> at_;
  std::vector<ChangePoint> changes_;
};

}  // namespace

std::size_t least_measurements(double level) {
  std::size_t size = 2 * kLeastPiece;
  double ways = 70;  // to choose the half of 8
  while (2 / ways > level) {
    ++size;
    // From C(n - 1, k) to C(n, k), and from an even n on also to k + 1, which is the same.
    const double half = static_cast<double>(size / 2);
    ways *= static_cast<double>(size) / (static_cast<double>(size) - half);
  }
  return size;
}

std::vector<ChangePoint> find_changes(std::span<const double> measurements,
                                      const ChangeSearch& search) {
  const std::size_t skipped =
      measurements.size() > kMostMeasurements ? measurements.size() - kMostMeasurements : 0;
  std::vector<ChangePoint> changes = ChangeFinder(measurements.subspan(skipped), search).run();
  for (ChangePoint& change : changes) {
    change.at += skipped;
    change.begin += skipped;
    change.end += skipped;
  }
  return changes;
}

}  // namespace lanescope
