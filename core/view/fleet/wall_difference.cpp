#include "core/view/fleet/wall_difference.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// By rank and step of A; sentinels as cells have them.
struct Changes {
  std::vector<float> more, less;
  std::vector<double> means;  // by rank; of ranks without a value the least
};

Changes changes_of(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                   WallMeasure measure, const std::stop_token& stop) {
  const std::size_t ranks = a.ranks().size(), steps = a.steps().size();
  Changes out{std::vector<float>(ranks * steps, kWallNothing), {}, std::vector<double>(ranks, 0)};
  out.less = out.more;
  for (std::size_t rank = 0; rank < ranks && !stop.stop_requested(); ++rank) {
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t step = 0; step < std::min(steps, match.steps); ++step) {
      if (match.rank_of[rank] == WallMatch::kNone) break;
      const auto of_a = wall_value(a, measure, rank, step);
      const auto of_b = wall_value(b, measure, match.rank_of[rank], step);
      if (!of_a || !of_b) continue;
      const std::size_t at = rank * steps + step;
      if (!both_count(a, b, match, rank, step)) {
        out.more[at] = out.less[at] = kWallNotCounted;
        continue;
      }
      const double change = *of_b - *of_a;
      out.more[at] = static_cast<float>(std::max(change, 0.0));
      out.less[at] = static_cast<float>(std::max(-change, 0.0));
      sum += change;
      ++count;
    }
    out.means[rank] = count == 0 ? -1e300 : sum / static_cast<double>(count);
  }
  return out;
}

/// Of values where both have one.
WallScale common_scale(const Changes& changes, double least_width) {
  std::vector<float> magnitudes(changes.more.size());
  for (std::size_t i = 0; i < magnitudes.size(); ++i)
    magnitudes[i] = std::max(changes.more[i], changes.less[i]);
  WallScale scale = wall_scale(std::move(magnitudes));
  scale.least = 0;
  if (scale.most > 0) scale.most = std::max(scale.most, least_width);
  return scale;
}

/// Of memory, smaller changes count as well: without other load it is the same in every run.
double least_change(const FleetPicture& a, WallMeasure measure) {
  return least_scale_width(a, measure, 0);
}

void add_cell(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
              const WallDifference& difference, WallCell cell, WallHover& out) {
  const WallMeasure measure = difference.more.measure;
  const std::size_t rank = difference.more.order.rows[cell.row];
  const std::uint32_t other = match.rank_of[rank];
  if (other == WallMatch::kNone || cell.step >= match.steps) {
    out.facts.emplace_back(
        "Difference", other == WallMatch::kNone ? "this rank is not in B" : "B has fewer steps");
    return;
  }
  const auto add = [&](const char* run, const FleetPicture& picture, std::size_t own) {
    const auto value = wall_value(picture, measure, own, cell.step);
    out.facts.emplace_back(wall_measure_title(measure) + " in " + run,
                           wall_cell_text(picture, measure, own, cell.step));
    return value.value_or(0);
  };
  const double before = add("A", a, rank);
  add("B", b, other);
  const auto change = difference.at(cell.row, cell.step);
  if (!change) {
    if (difference.more.at(cell.row, cell.step) == kWallNotCounted)
      out.facts.emplace_back("Step", kNotCounted);
    return;
  }
  std::string text = wall_change_text(measure, *change);
  if (before > 0) text += fmt::format(" ({:+.1f} %)", 100 * *change / before);
  out.facts.emplace_back("Difference", std::move(text));
}

WallCell larger_of(const WallExtremes& up, const WallExtremes& down, const WallBox& box) {
  if (up.most == kWallNothing) return {box.rows.begin, box.steps.begin};
  return down.most > up.most ? down.most_at : up.most_at;
}

}  // namespace

std::optional<double> WallDifference::at(std::size_t row, std::size_t step) const {
  const float up = more.at(row, step), down = less.at(row, step);
  if (up < 0) return std::nullopt;
  return static_cast<double>(up) - static_cast<double>(down);
}

WallDifference make_wall_difference(const FleetPicture& a, const FleetPicture& b,
                                    const WallMatch& match, WallMeasure measure,
                                    const WallSort& sort, const std::stop_token& stop) {
  LANESCOPE_CHECK(match.rank_of.size() == a.ranks().size(), "{} of {} ranks", match.rank_of.size(),
                  a.ranks().size());
  Changes changes = changes_of(a, b, match, measure, stop);
  const WallScale scale = common_scale(changes, least_change(a, measure));
  const WallOrder order = order_wall(a, sort, changes.means);
  WallDifference out{make_wall_grid(order, a.steps().size(), std::move(changes.more)),
                     make_wall_grid(order, a.steps().size(), std::move(changes.less))};
  for (WallGrid* grid : {&out.more, &out.less}) {
    grid->measure = measure;
    grid->sort = sort;
    grid->scale = scale;
  }
  return out;
}

WallCell largest_change_in(const WallDifference& difference, const WallBox& box) {
  return larger_of(extremes_of(difference.more, box.rows, box.steps),
                   extremes_of(difference.less, box.rows, box.steps), box);
}

std::string wall_change_text(WallMeasure measure, double change) {
  const char* sign = change < 0 ? "−" : change > 0 ? "+" : "";
  return sign + wall_value_text(measure, std::abs(change));
}

WallHover difference_hover(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                           const WallDifference& difference, const WallBox& box) {
  WallHover out;
  const std::size_t ranks = box.rows.end - box.rows.begin;
  const std::size_t steps = box.steps.end - box.steps.begin;
  const WallExtremes up = extremes_of(difference.more, box.rows, box.steps);
  const WallExtremes down = extremes_of(difference.less, box.rows, box.steps);
  const WallCell most = larger_of(up, down, box);
  if (ranks == 1 && steps == 1) {
    out.title = cell_title(a, difference.more, most);
    add_cell(a, b, match, difference, most, out);
    return out;
  }
  out.title = counted(ranks, "rank") + " × " + counted(steps, "step");
  if (up.values == 0) {
    out.facts.emplace_back("Difference", "nothing here that both runs have");
    return out;
  }
  out.facts.emplace_back("Difference, mean",
                         wall_change_text(difference.more.measure, up.mean - down.mean));
  out.facts.emplace_back("Largest in", cell_title(a, difference.more, most));
  add_cell(a, b, match, difference, most, out);
  return out;
}

}  // namespace lanescope
