#include "core/view/fleet/wall_culprits.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/ranks/stragglers.h"
#include "core/view/fleet/own_changes.h"
#include "core/view/results/diff_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostListed = 4;
/// Of a step, the least by which waits must differ.
constexpr double kNotableShare = 0.05;
/// A rank stands out if it changed that many times as much as the next one.
constexpr double kStandsOut = 2;

/// A run, and what of it the other does not have.
struct OneRun {
  const FleetPicture& run;
  char letter;
  std::vector<const FleetStraggler*> late;  // as FleetAnalysis::stragglers
  std::vector<const FleetLink*> links;
};

std::int64_t number_of(const FleetPicture& run, const FleetStraggler& one) {
  return run.analysis.identity.traces[one.rank].rank;
}

const FleetStraggler* straggler_of_number(const FleetPicture& run, std::int64_t number) {
  const auto& all = run.analysis.stragglers;
  const auto found = std::ranges::find_if(
      all, [&](const FleetStraggler& one) { return number_of(run, one) == number; });
  return found == all.end() ? nullptr : &*found;
}

bool has_link(const FleetPicture& run, const std::string& title) {
  return std::ranges::any_of(run.analysis.links, [&](const FleetLink& one) {
    return link_title(run.analysis, one) == title;
  });
}

OneRun only_in(const FleetPicture& run, char letter, const FleetPicture& other) {
  OneRun out{run, letter, {}, {}};
  for (const FleetStraggler& one : run.analysis.stragglers) {
    if (straggler_of_number(other, number_of(run, one)) == nullptr) out.late.push_back(&one);
  }
  for (const FleetLink& one : run.analysis.links) {
    if (!has_link(other, link_title(run.analysis, one))) out.links.push_back(&one);
  }
  return out;
}

/// "x", "x and y", "x, y and 3 more".
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  const std::size_t shown = names.size() > kMostListed ? kMostListed - 1 : names.size();
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == names.size();
    text += (i == 0 ? "" : last ? " and " : ", ") + names[i];
  }
  if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

std::string title_of(const OneRun& own, const FleetStraggler& one) {
  return fleet_rank_title(own.run.files.fleet, own.run.analysis, one.rank);
}

/// "rank 8 (node0002; data loading)".
std::string brief(const OneRun& own, const FleetStraggler& one) {
  const std::string& host = own.run.ranks()[one.rank].host;
  const std::string cause = one.cause.term ? lateness_term_title(*one.cause.term) : "cause unknown";
  return fmt::format("{} ({}{})", rank_or_file(own.run.files.fleet, own.run.analysis, one.rank),
                     host.empty() ? "" : host + "; ", cause);
}

std::string late_text(const OneRun& own) {
  if (own.late.empty()) return "";
  std::string text = fmt::format(" Late only in {}: ", own.letter);
  if (own.late.size() > 1) {
    std::vector<std::string> names;
    for (const FleetStraggler* one : own.late) names.push_back(brief(own, *one));
    return text + listed(names) + ".";
  }
  const FleetStraggler& one = *own.late.front();
  text += title_of(own, one) + ", " + (one.cause.term ? cause_text(one.cause) : "cause unknown");
  if (one.collectives != 0) {
    text += fmt::format("; the others wait {} for it, summed over ranks",
                        format_duration(one.wait_caused_ns));
  }
  return text + ".";
}

std::string links_text(const OneRun& own) {
  if (own.links.empty()) return "";
  std::vector<std::string> names;
  for (const FleetLink* one : own.links) {
    const std::string title = link_title(own.run.analysis, *one);
    names.push_back(own.links.size() == 1 ? title : "(" + title + ")");
  }
  return fmt::format(" Slow {} only in {}: {}.", own.links.size() == 1 ? "link" : "links",
                     own.letter, listed(names));
}

/// Per step, as the runs may have different numbers of them.
double caused_per_step(const FleetPicture& run, const FleetStraggler& one) {
  return static_cast<double>(one.wait_caused_ns) /
         static_cast<double>(std::max<std::size_t>(run.analysis.work.counted_steps(), 1));
}

/// Of the ranks that are late in both, the one whose waits changed the most.
std::string in_both_text(const FleetPicture& a, const FleetPicture& b, double step_ns) {
  const FleetStraggler *most_a = nullptr, *most_b = nullptr;
  double most = kNotableShare * step_ns;
  for (const FleetStraggler& one : a.analysis.stragglers) {
    const FleetStraggler* other = straggler_of_number(b, number_of(a, one));
    if (other == nullptr) continue;
    const double change = std::abs(caused_per_step(b, *other) - caused_per_step(a, one));
    if (change <= most) continue;
    most = change;
    most_a = &one;
    most_b = other;
  }
  if (most_a == nullptr) return "";
  return fmt::format(" Late in both: {}; the others wait {} per step for it in B, {} in A.",
                     fleet_rank_title(a.files.fleet, a.analysis, most_a->rank),
                     format_duration(rounded_ns(caused_per_step(b, *most_b))),
                     format_duration(rounded_ns(caused_per_step(a, *most_a))));
}

/// By how much the mean of a rank's steps changed; nullopt: nothing to compare.
std::optional<double> change_of_rank(const FleetPicture& a, const FleetPicture& b,
                                     const WallMatch& match, WallMeasure measure,
                                     std::size_t rank) {
  const WallSums sums = sums_of_rank(a, b, match, measure, rank);
  if (sums.steps == 0) return std::nullopt;
  return (sums.b - sums.a) / static_cast<double>(sums.steps);
}

bool has_waits(const FleetPicture& run) {
  return std::ranges::any_of(run.analysis.blame.collectives,
                             [](std::size_t count) { return count != 0; });
}

/// The rank whose waits changed by far the most, without being late in either run; empty: none.
std::string most_waits_text(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                            double step_ns) {
  if (!has_waits(a) || !has_waits(b)) return "";
  const WallMeasure measure{WallKind::WaitCaused, 0};
  std::size_t most_on = 0;
  double most = 0, next = 0;
  for (std::size_t rank = 0; rank < a.ranks().size(); ++rank) {
    const double own = change_of_rank(a, b, match, measure, rank).value_or(0);
    if (std::abs(own) > std::abs(most)) {
      next = most;
      most = own;
      most_on = rank;
    } else if (std::abs(own) > std::abs(next)) {
      next = own;
    }
  }
  if (std::abs(most) < kNotableShare * step_ns || std::abs(most) < kStandsOut * std::abs(next))
    return "";
  return fmt::format(
      " The {} of {} changed the most, by {} per step.", lower_cased(wall_measure_title(measure)),
      fleet_rank_title(a.files.fleet, a.analysis, static_cast<std::uint32_t>(most_on)),
      signed_duration(most));
}

}  // namespace

WallMeasure telling_measure(const FleetPicture& a, const FleetPicture& b) {
  const bool late = !a.analysis.stragglers.empty() || !b.analysis.stragglers.empty();
  const bool known = late && has_waits(a) && has_waits(b);
  return {known ? WallKind::WaitCaused : WallKind::StepTime, 0};
}

std::string wall_culprits_text(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                               const MeanStepChange& change) {
  LANESCOPE_CHECK(match.rank_of.size() == a.ranks().size(), "{} of {} ranks", match.rank_of.size(),
                  a.ranks().size());
  const OneRun of_a = only_in(a, 'A', b), of_b = only_in(b, 'B', a);
  // First what made the slower run slow.
  const bool b_first = change.same || change.change_ns > 0;
  const OneRun &first = b_first ? of_b : of_a, &second = b_first ? of_a : of_b;
  std::string text = late_text(first) + links_text(first) +
                     in_both_text(a, b, change.step_of_a_ns) + late_text(second) +
                     links_text(second);
  if (!text.empty() || change.same || match.ranks < 2) return text;
  text = most_waits_text(a, b, match, change.step_of_a_ns);
  return text.empty() ? own_changes_text(a, b, match, change) : text;
}

}  // namespace lanescope
