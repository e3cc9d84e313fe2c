#include "core/ranks/fleet/contradictions/same_run.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/base/threads/parallel.h"
#include "core/ranks/fleet/clock_line.h"
#include "core/ranks/fleet/communicators.h"
#include "core/ranks/fleet/fleet_identity.h"
#include "core/ranks/lag_search.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostRowsCompared = 512;
/// The ends of collectives deviate by so much between hosts, or by this many times what they do
/// between ranks that are known to be of one run. Those of two runs whose steps take the same time
/// to the percent deviate by 50 µs over six steps of 14 ms.
constexpr double kUsualDeviationNs = 20'000, kMostTimesUsual = 5;
/// Where no two ranks are known to be.
constexpr double kUnknownDeviationNs = 50'000;
/// Clocks that nothing corrects drift by less.
constexpr double kMostClockDrift = 2e-4;
/// Of the pairs, that are of the same kind, size and step. The first or last step of a trace may be
/// cut on one rank.
constexpr double kLeastAlike = 0.9;

enum class Evidence : std::uint8_t { None, Same, Other };

class RunJoiner {
 public:
  RunJoiner(std::span<const FleetRank> ranks, std::span<const CollectiveShape> shapes,
            const RanksAtOneTime& own)
      : ranks_(ranks), shapes_(shapes), joined_(ranks.size()), taken_(ranks.size()) {
    join(own);
  }

  std::vector<bool> run(std::span<const RanksAtOneTime> others) {
    std::vector<bool> out(others.size());
    for (const RanksAtOneTime& one : others) {
      if (!repeats(one)) set(taken_, one);
    }
    if (taken_ == joined_) return out;
    communicators_ = find_communicators(ranks_, shapes_, taken_, hardware_threads());
    find_places();
    find_limit();
    // Those that share no group with the first ranks may share one with those that have joined.
    for (bool changed = true; std::exchange(changed, false);) {
      for (std::size_t i = 0; i < others.size(); ++i) {
        if (out[i] || repeats(others[i]) || !is_of_run(others[i])) continue;
        join(others[i]);
        out[i] = changed = true;
      }
    }
    return out;
  }

 private:
  static void set(std::vector<bool>& flags, const RanksAtOneTime& ranks) {
    for (const std::uint32_t r : ranks) flags[r] = true;
  }

  void join(const RanksAtOneTime& ranks) {
    set(joined_, ranks);
    set(taken_, ranks);
    for (const std::uint32_t r : ranks) {
      const auto number = stated_rank(ranks_[r]);
      if (number && ranks_[r].failure.empty()) numbers_.insert(*number);
    }
  }

  [[nodiscard]] bool repeats(const RanksAtOneTime& ranks) const {
    const auto count = std::ranges::count_if(ranks, [&](std::uint32_t r) {
      const auto number = stated_rank(ranks_[r]);
      return number && numbers_.contains(*number);
    });
    return 2 * static_cast<std::size_t>(count) >= ranks.size();
  }

  [[nodiscard]] const FleetPart* part(const Communicator& all, std::size_t row,
                                      std::size_t member) const {
    const std::uint32_t cell = all.cell(row, member);
    return cell == kNoFleetPart ? nullptr : &ranks_[all.members[member]].parts[cell];
  }

  [[nodiscard]] std::string_view step_of(const FleetRank& rank, const FleetPart& part) const {
    return part.step == kNoFleetStep ? std::string_view() : rank.steps[part.step].name;
  }

  struct Pairs {
    std::vector<LinePoint> points;
    std::size_t alike = 0;
  };
  [[nodiscard]] Pairs pairs_of(const Communicator& all, std::size_t first,
                               std::size_t second) const {
    const FleetRank &one = ranks_[all.members[first]], &other = ranks_[all.members[second]];
    Pairs out;
    std::optional<Ns> begin_ns, rough_ns;
    const std::size_t stride = (all.rows + kMostRowsCompared - 1) / kMostRowsCompared;
    for (std::size_t row = 0; row < all.rows; row += stride) {
      const FleetPart *a = part(all, row, first), *b = part(all, row, second);
      if (a == nullptr || b == nullptr) continue;
      const bool is_alike = a->shape == b->shape && step_of(one, *a) == step_of(other, *b);
      out.alike += is_alike ? 1 : 0;
      const Ns end_ns = saturating_add(b->end_ns, other.about.base_ns);
      const Ns apart_ns = saturating_sub(saturating_add(a->end_ns, one.about.base_ns), end_ns);
      if (!begin_ns) begin_ns = end_ns;
      if (!rough_ns) rough_ns = apart_ns;
      out.points.push_back({static_cast<double>(saturating_sub(end_ns, *begin_ns)),
                            static_cast<double>(saturating_sub(apart_ns, *rough_ns))});
    }
    return out;
  }

  /// By how much the ends deviate on ranks that are of the run, as their times tell.
  void find_limit() {
    std::vector<double> deviations;
    for (const Communicator& all : communicators_) {
      std::optional<std::size_t> first;
      for (std::size_t m = 0; m < all.members.size(); ++m) {
        if (!joined_[all.members[m]]) continue;
        if (!first) {
          first = m;
          continue;
        }
        const Pairs pairs = pairs_of(all, *first, m);
        if (pairs.points.size() >= kLeastLagPairs)
          deviations.push_back(clock_line(pairs.points).deviation);
        break;
      }
    }
    limit_ns_ = deviations.empty()
                    ? kUnknownDeviationNs
                    : std::max(kUsualDeviationNs, kMostTimesUsual * median_of(deviations));
  }

  /// Against the first rank of the run that it has enough collectives in common with.
  [[nodiscard]] Evidence evidence_of(const Communicator& all, std::size_t member) const {
    for (std::size_t m = 0; m < all.members.size(); ++m) {
      if (!joined_[all.members[m]]) continue;
      const Pairs pairs = pairs_of(all, m, member);
      const std::size_t count = pairs.points.size();
      if (count < kLeastLagPairs) continue;
      const ClockLine line = clock_line(pairs.points);
      // Two of the six standard deviations that are its bound.
      const double error = line.slope_error(line.standard_deviation()) / 3;
      const double drift = std::abs(line.slope) - error;
      const bool same =
          static_cast<double>(pairs.alike) >= kLeastAlike * static_cast<double>(count);
      const bool fits = line.deviation <= limit_ns_ && (!line.has_slope || drift < kMostClockDrift);
      return same && fits ? Evidence::Same : Evidence::Other;
    }
    return Evidence::None;
  }

  void find_places() {
    places_.resize(ranks_.size());
    for (std::size_t c = 0; c < communicators_.size(); ++c) {
      if (communicators_[c].rows < kLeastLagPairs) continue;
      for (std::size_t m = 0; m < communicators_[c].members.size(); ++m)
        places_[communicators_[c].members[m]].push_back({c, m});
    }
  }

  [[nodiscard]] bool is_of_run(const RanksAtOneTime& ranks) const {
    LANESCOPE_CHECK(places_.size() == ranks_.size(), "{} of {} ranks", places_.size(),
                    ranks_.size());
    std::size_t same = 0, other = 0;
    for (const std::uint32_t r : ranks) {
      for (const Place& place : places_[r]) {
        const Evidence found = evidence_of(communicators_[place.communicator], place.member);
        same += found == Evidence::Same ? 1 : 0;
        other += found == Evidence::Other ? 1 : 0;
      }
    }
    return same > other;
  }

  struct Place {
    std::size_t communicator = 0, member = 0;
  };

  std::span<const FleetRank> ranks_;
  std::span<const CollectiveShape> shapes_;
  std::vector<bool> joined_, taken_;  // by rank: of the run; or may be
  std::set<std::int64_t> numbers_;    // of the run's ranks
  std::vector<Communicator> communicators_;
  std::vector<std::vector<Place>> places_;  // by rank
  double limit_ns_ = 0;
};

}  // namespace

std::vector<bool> of_same_run(std::span<const FleetRank> ranks,
                              std::span<const CollectiveShape> shapes, const RanksAtOneTime& own,
                              std::span<const RanksAtOneTime> others) {
  if (others.empty()) return {};
  return RunJoiner(ranks, shapes, own).run(others);
}

}  // namespace lanescope
