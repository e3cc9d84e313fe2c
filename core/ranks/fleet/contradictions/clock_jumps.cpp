#include "core/ranks/fleet/contradictions/clock_jumps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/ranks/lag_search.h"

namespace lanescope {
namespace {

constexpr double kLeastJumpNs = 500'000, kLeastTimesUsual = 20;
/// Collectives on either side that are looked at.
constexpr std::size_t kNear = 8;

/// From `row` on, the first of two clocks is ahead of the second by so much more.
struct PairJump {
  std::size_t row = 0;  // of a communicator: the first collective after the jump
  double ns = 0;
};

/// The rows in which two members take part, in order of what happened.
struct PairRows {
  std::vector<std::size_t> rows;
  std::vector<double> at_ns, apart_ns;  // of the second clock; first minus second
};

std::vector<double> part_of(const std::vector<double>& values, std::size_t begin, std::size_t end) {
  return {values.begin() + static_cast<std::ptrdiff_t>(begin),
          values.begin() + static_cast<std::ptrdiff_t>(end)};
}

/// By how much the differences from `at` on are other than those before; nullopt if it is little,
/// or one collective ends late, which changes nothing for good.
std::optional<double> lasting_step(const std::vector<double>& apart_ns, std::size_t at,
                                   double least) {
  const std::vector<double> before = part_of(apart_ns, at - std::min(at, kNear), at);
  const std::vector<double> after = part_of(apart_ns, at, std::min(apart_ns.size(), at + kNear));
  const double step = median_of(after) - median_of(before);
  const double noise = median_deviation_of(before) + median_deviation_of(after);
  return std::abs(step) >= least && std::abs(step) > 4 * noise ? std::optional(step) : std::nullopt;
}

/// By how much each difference is another than the one before, without the drift of the clocks.
std::vector<double> changes_of(const PairRows& pairs) {
  std::vector<double> changes, rates;
  for (std::size_t i = 1; i < pairs.rows.size(); ++i) {
    const double since = pairs.at_ns[i] - pairs.at_ns[i - 1];
    changes.push_back(pairs.apart_ns[i] - pairs.apart_ns[i - 1]);
    rates.push_back(since > 0 ? changes.back() / since : 0);
  }
  const double drift = median_of(std::move(rates));
  for (std::size_t i = 1; i < pairs.rows.size(); ++i)
    changes[i - 1] -= drift * (pairs.at_ns[i] - pairs.at_ns[i - 1]);
  return changes;
}

/// As a rule there is none, and no medians are needed.
bool may_jump(const PairRows& pairs) {
  for (std::size_t i = 1; i < pairs.rows.size(); ++i) {
    if (std::abs(pairs.apart_ns[i] - pairs.apart_ns[i - 1]) >= kLeastJumpNs) return true;
  }
  return false;
}

/// Where differences change for good, in order.
std::vector<PairJump> jumps_in(const PairRows& pairs) {
  const std::size_t count = pairs.rows.size();
  if (count < 2 * kLeastLagPairs || !may_jump(pairs)) return {};
  const std::vector<double> changes = changes_of(pairs);
  std::vector<double> sizes;
  for (const double change : changes) sizes.push_back(std::abs(change));
  const double least = std::max(kLeastJumpNs, kLeastTimesUsual * median_of(sizes));
  std::vector<PairJump> out;
  std::size_t last = 0;
  for (std::size_t i = kLeastLagPairs; i + kLeastLagPairs <= count; ++i) {
    if (sizes[i - 1] < least) continue;
    const auto step = lasting_step(pairs.apart_ns, i, least);
    if (!step) continue;
    // The end of a collective that spans the jump may be anywhere between.
    const bool is_whole = std::abs(*step - changes[i - 1]) < std::abs(*step) / 4;
    const PairJump jump{pairs.rows[i], is_whole ? changes[i - 1] : *step};
    if (!out.empty() && last + 1 == i) {
      if (sizes[i - 1] > sizes[last - 1]) out.back() = jump;
    } else {
      out.push_back(jump);
    }
    last = i;
  }
  return out;
}

class JumpFinder {
 public:
  JumpFinder(std::span<const FleetRank> ranks, std::span<const Communicator> communicators)
      : ranks_(ranks), communicators_(communicators) {}

  std::map<std::uint32_t, JumpingClock> run() {
    for (const Communicator& one : communicators_) {
      if (one.members.size() > 1 && !one.has_messages && one.rows >= 2 * kLeastLagPairs)
        compare(one);
    }
    std::map<std::uint32_t, JumpingClock> out;
    for (auto& [rank, found] : found_) out.emplace(rank, std::move(found.clock));
    return out;
  }

 private:
  struct Found {
    std::size_t rows = 0;
    JumpingClock clock;
  };

  [[nodiscard]] const FleetPart* part(const Communicator& all, std::size_t row,
                                      std::size_t m) const {
    const std::uint32_t cell = all.cell(row, m);
    return cell == kNoFleetPart ? nullptr : &ranks_[all.members[m]].parts[cell];
  }
  [[nodiscard]] Ns end_of(const Communicator& all, const FleetPart& part, std::size_t m) const {
    return saturating_add(part.end_ns, ranks_[all.members[m]].about.base_ns);
  }

  [[nodiscard]] PairRows pairs_of(const Communicator& all, std::size_t first,
                                  std::size_t second) const {
    PairRows out;
    std::optional<Ns> begin_ns, rough_ns;
    for (std::size_t row = 0; row < all.rows; ++row) {
      const FleetPart *a = part(all, row, first), *b = part(all, row, second);
      if (a == nullptr || b == nullptr) continue;
      const Ns own_ns = end_of(all, *b, second);
      const Ns apart_ns = saturating_sub(end_of(all, *a, first), own_ns);
      if (!begin_ns) begin_ns = own_ns;
      if (!rough_ns) rough_ns = apart_ns;
      out.rows.push_back(row);
      out.at_ns.push_back(static_cast<double>(saturating_sub(own_ns, *begin_ns)));
      out.apart_ns.push_back(static_cast<double>(saturating_sub(apart_ns, *rough_ns)));
    }
    return out;
  }

  void compare(const Communicator& all) {
    constexpr std::size_t kPivot = 0;
    std::vector<std::vector<PairJump>> of_member(all.members.size());
    std::map<std::size_t, std::size_t> at_row;  // how many members seem to jump there
    for (std::size_t m = 1; m < all.members.size(); ++m) {
      of_member[m] = jumps_in(pairs_of(all, m, kPivot));
      for (const PairJump& jump : of_member[m]) ++at_row[jump.row];
    }
    const std::size_t others = all.members.size() - 1;
    const auto is_of_pivot = [&](const PairJump& jump) {
      return others == 1 ? is_first_of_two(all, jump) : 2 * at_row.at(jump.row) > others;
    };
    std::vector<PairJump> of_pivot;
    for (std::size_t m = 1; m < all.members.size(); ++m) {
      std::vector<PairJump> own;
      for (const PairJump& jump : of_member[m]) {
        if (!is_of_pivot(jump))
          own.push_back(jump);
        else if (std::ranges::find(of_pivot, jump.row, &PairJump::row) == of_pivot.end())
          of_pivot.push_back({jump.row, -jump.ns});
      }
      keep(all, m, own);
    }
    std::ranges::sort(of_pivot, {}, &PairJump::row);
    keep(all, kPivot, of_pivot);
  }

  /// The length of the step of a rank in which a row is, less its median step; 0: unknown.
  [[nodiscard]] double longer_by(const Communicator& all, std::size_t row, std::size_t m) const {
    const FleetPart* own = part(all, row, m);
    const FleetRank& rank = ranks_[all.members[m]];
    if (own == nullptr || own->step == kNoFleetStep) return 0;
    std::vector<double> lengths;
    for (const FleetStep& step : rank.steps)
      lengths.push_back(static_cast<double>(step.range.length_ns()));
    return static_cast<double>(rank.steps[own->step].range.length_ns()) -
           median_of(std::move(lengths));
  }

  [[nodiscard]] bool is_first_of_two(const Communicator& all, const PairJump& jump) const {
    return std::abs(longer_by(all, jump.row, 0) + jump.ns) <
           std::abs(longer_by(all, jump.row, 1) - jump.ns);
  }

  /// As another rank has it: after a jump back, the rank's own times are in an earlier step too.
  [[nodiscard]] std::string step_at(const Communicator& all, std::size_t row, std::size_t m) const {
    for (std::size_t other = 0; other < all.members.size(); ++other) {
      const FleetPart* own = other == m ? nullptr : part(all, row, other);
      if (own != nullptr && own->step != kNoFleetStep)
        return ranks_[all.members[other]].steps[own->step].name;
    }
    return "";
  }

  /// Of several communicators that tell of a rank's clock, the one with the most collectives.
  void keep(const Communicator& all, std::size_t m, const std::vector<PairJump>& jumps) {
    if (jumps.empty()) return;
    Found& found = found_[all.members[m]];
    if (found.rows >= all.rows) return;
    found = {all.rows, {{ClockSegment()}, {}}};
    auto next = jumps.begin();
    bool begun = false;
    for (std::size_t row = 0; row < all.rows; ++row) {
      const FleetPart* own = part(all, row, m);
      if (own == nullptr) continue;
      std::vector<ClockSegment>& segments = found.clock.segments;
      if (next != jumps.end() && row >= next->row) {
        segments.push_back({{}, saturating_add(segments.back().ahead_ns, rounded_ns(next->ns))});
        found.clock.steps.push_back(step_at(all, row, m));
        begun = false;
        ++next;
      }
      const Ns end_ns = end_of(all, *own, m);
      if (!std::exchange(begun, true)) segments.back().range = {end_ns, end_ns};
      segments.back().range.include({end_ns, end_ns});
    }
    LANESCOPE_CHECK(found.clock.segments.size() == jumps.size() + 1, "{} segments, {} jumps",
                    found.clock.segments.size(), jumps.size());
  }

  std::span<const FleetRank> ranks_;
  std::span<const Communicator> communicators_;
  std::map<std::uint32_t, Found> found_;
};

}  // namespace

std::map<std::uint32_t, JumpingClock> find_clock_jumps(
    std::span<const FleetRank> ranks, std::span<const Communicator> communicators) {
  return JumpFinder(ranks, communicators).run();
}

void undo_clock_jumps(FleetRank& rank, JumpingClock clock) {
  const Ns base_ns = rank.about.base_ns;
  for (std::size_t g = 0; g + 1 < rank.begins.size(); ++g) {
    SteadyWalk walk(clock, base_ns);
    for (std::size_t i = rank.begins[g]; i < rank.begins[g + 1]; ++i) {
      FleetPart& part = rank.parts[i];
      TimeRange range{part.begin_ns, part.end_ns};
      if (!walk.move(range)) part.counts = 0;
      part.begin_ns = range.begin_ns;
      part.end_ns = range.end_ns;
    }
  }
  SteadyWalk walk(clock, base_ns);
  for (FleetStep& step : rank.steps) {
    if (!walk.move(step.range)) step.usable = step.steady = false;
  }
  clock.move(base_ns, rank.about.extent);
  rank.jumps = std::move(clock);
}

}  // namespace lanescope
