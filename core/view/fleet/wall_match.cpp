#include "core/view/fleet/wall_match.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/view/fleet/wall_culprits.h"
#include "core/view/results/diff_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// Smaller changes of the mean step are called none.
constexpr double kSamePct = 0.5;

std::map<std::int64_t, std::uint32_t> ranks_by_number(const FleetPicture& run) {
  std::map<std::int64_t, std::uint32_t> out;
  for (std::uint32_t rank = 0; rank < run.ranks().size(); ++rank) {
    const std::int64_t number = run.analysis.identity.traces[rank].rank;
    if (number >= 0 && is_of_run(run.analysis.states[rank])) out.emplace(number, rank);
  }
  return out;
}

/// Mean values of one measure, over the cells that both runs have.
struct MeanChange {
  double a = 0, b = 0;
  std::size_t cells = 0;

  [[nodiscard]] double change() const { return b - a; }
};

MeanChange change_of(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                     WallMeasure measure) {
  MeanChange out;
  for (std::size_t rank = 0; rank < a.ranks().size(); ++rank) {
    const WallSums of_rank = sums_of_rank(a, b, match, measure, rank);
    out.a += of_rank.a;
    out.b += of_rank.b;
    out.cells += of_rank.steps;
  }
  if (out.cells == 0) return out;
  out.a /= static_cast<double>(out.cells);
  out.b /= static_cast<double>(out.cells);
  return out;
}

/// Of the parts of a step, the one that changed the most; empty if none did.
std::string largest_change(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                           double sign) {
  std::vector<WallMeasure> parts{{WallKind::Compute, 0}, {WallKind::ExposedComm, 0}};
  for (std::size_t term = kFirstIdleTerm; term < kLatenessTerms; ++term)
    parts.push_back({WallKind::IdleClass, term});
  std::string text;
  double most = 0;
  for (const WallMeasure& part : parts) {
    const double change = change_of(a, b, match, part).change();
    if (change * sign <= most) continue;
    most = change * sign;
    std::string title = wall_measure_title(part);
    if (part.kind != WallKind::IdleClass) title = lower_cased(title);
    text =
        fmt::format(" Largest change: {}, {} per step on average.", title, signed_duration(change));
  }
  return text;
}

std::string verb(std::size_t count) {
  return count == 1 ? "is" : "are";
}

}  // namespace

WallMatch match_walls(const FleetPicture& a, const FleetPicture& b) {
  WallMatch out;
  out.rank_of.assign(a.ranks().size(), WallMatch::kNone);
  const auto of_b = ranks_by_number(b);
  const auto of_a = ranks_by_number(a);
  for (const auto& [number, rank] : of_a) {
    const auto other = of_b.find(number);
    if (other == of_b.end()) continue;
    out.rank_of[rank] = other->second;
    ++out.ranks;
  }
  out.only_a = of_a.size() - out.ranks;
  out.only_b = of_b.size() - out.ranks;
  out.steps_of_a = a.steps().size();
  out.steps_of_b = b.steps().size();
  out.steps = std::min(out.steps_of_a, out.steps_of_b);
  return out;
}

WallSums sums_of_rank(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                      WallMeasure measure, std::size_t rank) {
  WallSums sums;
  for (std::size_t step = 0; step < match.steps; ++step) {
    if (!both_count(a, b, match, rank, step)) continue;
    const auto of_a = wall_value(a, measure, rank, step);
    const auto of_b = wall_value(b, measure, match.rank_of[rank], step);
    if (!of_a || !of_b) continue;
    sums.a += *of_a;
    sums.b += *of_b;
    ++sums.steps;
  }
  return sums;
}

bool both_count(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                std::size_t rank, std::size_t step) {
  LANESCOPE_CHECK(rank < match.rank_of.size(), "rank {} of {}", rank, match.rank_of.size());
  if (match.rank_of[rank] == WallMatch::kNone || step >= match.steps) return false;
  const FleetStep* of_a = a.step_of(rank, step);
  const FleetStep* of_b = b.step_of(match.rank_of[rank], step);
  return of_a != nullptr && of_b != nullptr && a.counts(*of_a) && b.counts(*of_b);
}

std::string wall_change_sentence(const FleetPicture& a, const FleetPicture& b,
                                 const WallMatch& match) {
  if (match.ranks == 0) return "A and B cannot be compared: no rank is in both";
  const MeanChange step = change_of(a, b, match, {WallKind::StepTime, 0});
  if (step.cells == 0 || step.a <= 0) return "A and B cannot be compared: no step counts in both";
  const std::string time_a = format_duration(rounded_ns(step.a));
  const std::string time_b = format_duration(rounded_ns(step.b));
  const double pct = 100 * step.change() / step.a;
  const bool same = std::abs(pct)<kSamePct, slower = pct> 0;
  const std::string culprits = wall_culprits_text(a, b, match, {step.a, step.change(), same});
  if (same) {
    return fmt::format("B is as fast as A: steps take {} on average ({} in A).", time_b, time_a) +
           culprits;
  }
  return fmt::format("B is {}: steps take {} on average, {:.1f} % {} than {} in A.",
                     slower ? "slower" : "faster", time_b, std::abs(pct), slower ? "more" : "less",
                     time_a) +
         largest_change(a, b, match, slower ? 1 : -1) + culprits;
}

std::string wall_match_facts(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                             const std::string& name_a, const std::string& name_b) {
  std::string text =
      fmt::format("A: {}, {}. B: {}, {}", name_a, fleet_facts(a), name_b, fleet_facts(b));
  const auto add_ranks = [&](std::size_t count, char run) {
    if (count != 0)
      text += fmt::format(". {} {} only in {}", counted(count, "rank"), verb(count), run);
  };
  add_ranks(match.only_a, 'A');
  add_ranks(match.only_b, 'B');
  if (match.steps_of_a != match.steps_of_b)
    text += fmt::format(". The first {} are compared", counted(match.steps, "step"));
  return text;
}

}  // namespace lanescope
