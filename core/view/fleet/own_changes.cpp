#include "core/view/fleet/own_changes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/view/results/diff_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// Of a step; by less than this a rank is not told from the others, nor by half of it from before.
constexpr double kLeastShare = 0.01;
/// Of thousands of ranks with normal noise, hardly one is that many deviations from the median.
constexpr double kDeviations = 4.5;
/// The standard deviation for each median absolute deviation, of normal noise.
constexpr double kOfMedian = 1.4826;
/// More than this share of the ranks are not a few, but a run of two kinds.
constexpr double kFew = 0.25;
constexpr std::size_t kMostNamed = 4;

std::optional<double> mean_change(const FleetPicture& a, const FleetPicture& b,
                                  const WallMatch& match, WallKind kind, std::size_t rank) {
  const WallSums sums = sums_of_rank(a, b, match, {kind, 0}, rank);
  if (sums.steps == 0) return std::nullopt;
  return (sums.b - sums.a) / static_cast<double>(sums.steps);
}

double median_change(const std::vector<OwnChange>& all) {
  std::vector<double> values;
  for (const OwnChange& one : all) values.push_back(one.ns);
  return median_of(std::move(values));
}

double deviation(const std::vector<OwnChange>& all, double median) {
  std::vector<double> values;
  for (const OwnChange& one : all) values.push_back(std::abs(one.ns - median));
  return kOfMedian * median_of(std::move(values));
}

/// "rank 5 (node0002) by 1.204 ms, rank 6 (node0003) by 1.101 ms and 2 more".
std::string named(const FleetPicture& a, const std::vector<OwnChange>& notable) {
  const std::size_t shown = notable.size() > kMostNamed ? kMostNamed - 1 : notable.size();
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    text += i == 0 ? "" : i + 1 == notable.size() ? " and " : ", ";
    text += fmt::format("{} by {}", fleet_rank_title(a.files.fleet, a.analysis, notable[i].rank),
                        format_duration(rounded_ns(std::abs(notable[i].ns))));
  }
  return shown < notable.size() ? text + fmt::format(" and {} more", notable.size() - shown) : text;
}

}  // namespace

OwnChanges own_changes(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                       const MeanStepChange& change) {
  LANESCOPE_CHECK(match.rank_of.size() == a.ranks().size(), "{} of {} ranks", match.rank_of.size(),
                  a.ranks().size());
  OwnChanges out;
  std::vector<OwnChange> of_steps;
  for (std::uint32_t rank = 0; rank < a.ranks().size(); ++rank) {
    const auto compute = mean_change(a, b, match, WallKind::Compute, rank);
    const auto idle = mean_change(a, b, match, WallKind::Idle, rank);
    if (compute && idle) out.all.push_back({rank, *compute + *idle});
    const auto step = mean_change(a, b, match, WallKind::StepTime, rank);
    if (step) of_steps.push_back({rank, *step});
  }
  out.of_gpu = !out.all.empty();
  if (!out.of_gpu) out.all = std::move(of_steps);
  if (out.all.empty()) return out;
  out.median_ns = median_change(out.all);
  const double sign = change.change_ns < 0 ? -1 : 1;
  const double least =
      std::max(kLeastShare * change.step_of_a_ns, kDeviations * deviation(out.all, out.median_ns));
  std::ranges::copy_if(out.all, std::back_inserter(out.notable), [&](const OwnChange& one) {
    return sign * one.ns > 0 && sign * (one.ns - out.median_ns) > least;
  });
  const double few = std::max(1.0, kFew * static_cast<double>(out.all.size()));
  if (static_cast<double>(out.notable.size()) > few) out.notable.clear();
  std::ranges::stable_sort(out.notable, std::greater(),
                           [](const OwnChange& one) { return std::abs(one.ns); });
  return out;
}

std::string own_changes_text(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                             const MeanStepChange& change) {
  const OwnChanges changes = own_changes(a, b, match, change);
  const std::string work = changes.of_gpu ? "own work (compute and idle time)" : "step time";
  const bool slower = change.change_ns > 0;
  const std::string_view verb = slower ? "grew" : "fell";
  if (!changes.notable.empty())
    return fmt::format(" {}{} {} the most on {}.", capitalized(work),
                       changes.of_gpu ? " per step" : "", verb, named(a, changes.notable));
  const double least = kLeastShare / 2 * change.step_of_a_ns;
  const auto count = std::ranges::count_if(
      changes.all, [&](const OwnChange& one) { return (slower ? one.ns : -one.ns) > least; });
  return fmt::format(
      " No single rank or link stands out as the cause: {} {} on {} of {}, {} per step at the "
      "median.",
      work, verb, count == 0 ? "none" : std::to_string(count), counted(changes.all.size(), "rank"),
      signed_duration(changes.median_ns));
}

}  // namespace lanescope
