#include "core/view/fleet/wall_text.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/ranks/stragglers.h"
#include "core/view/fleet/wall_difference.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

std::string with_host(const FleetPicture& run, std::size_t rank) {
  const std::string& host = run.ranks()[rank].host;
  return fleet_rank_label(run, rank) + (host.empty() ? "" : " · " + host);
}

void add_not_counted(const FleetPicture& run, const WallGrid& grid, WallCell cell, WallHover& out) {
  const FleetStep* own = run.step_of(grid.order.rows[cell.row], cell.step);
  if (own == nullptr || run.counts(*own)) return;
  out.facts.emplace_back("Step", kNotCounted);
  out.facts.emplace_back("Reason", not_counted_reason(*own));
}

/// "rank 0 – rank 15", "ProfilerStep#100 – ProfilerStep#109": the first and last of several.
void add_ends(const FleetPicture& run, const WallGrid& grid, const WallBox& box, WallHover& out) {
  const auto ends = [](std::string first, const std::string& last) {
    return first == last ? first : first + " – " + last;
  };
  out.facts.emplace_back("Ranks", ends(fleet_rank_name(run, grid.order.rows[box.rows.begin]),
                                       fleet_rank_name(run, grid.order.rows[box.rows.end - 1])));
  out.facts.emplace_back("Steps",
                         ends(run.steps()[box.steps.begin], run.steps()[box.steps.end - 1]));
}

void add_cell_facts(const FleetPicture& run, const WallGrid& grid, WallCell cell, WallHover& out) {
  const std::size_t rank = grid.order.rows[cell.row];
  out.facts.emplace_back(wall_measure_title(grid.measure),
                         wall_cell_text(run, grid.measure, rank, cell.step));
  add_not_counted(run, grid, cell, out);
  if (const FleetStraggler* late = run.straggler_in(rank, cell.step)) {
    const OwnWork& work = run.analysis.work.works[run.analysis.work.at(rank, cell.step)];
    if (work.known) out.facts.emplace_back("Longer by", format_duration(work.more_ns));
    out.facts.emplace_back("Cause", late->cause.term ? cause_text(late->cause) : "unknown");
  }
  if (std::string state = fleet_state_text(run, rank); !state.empty())
    out.facts.emplace_back("Rank", std::move(state));
}

}  // namespace

std::string cell_title(const FleetPicture& run, const WallGrid& grid, WallCell cell) {
  return with_host(run, grid.order.rows[cell.row]) + " · " + run.steps()[cell.step];
}

std::string_view not_counted_reason(const FleetStep& step) {
  if (step.devices == 0) return "no GPU work, or not recorded";
  return "warm-up, cut off, or recording paused";
}

std::string wall_cell_text(const FleetPicture& run, WallMeasure measure, std::size_t rank,
                           std::size_t step) {
  const FleetStep* own = run.step_of(rank, step);
  if (own == nullptr) return "no such step in its trace";
  const bool waits = measure.kind == WallKind::WaitCaused || measure.kind == WallKind::Waited;
  if (waits && !run.counts(*own)) return "n/a";
  const auto value = wall_value(run, measure, rank, step);
  return value ? wall_value_text(measure, *value) : "not in its trace";
}

std::string fleet_rank_label(const FleetPicture& run, std::size_t rank) {
  std::string name = fleet_rank_name(run, rank);
  if (name.starts_with("rank ")) name.front() = 'R';
  return name;
}

FleetRankSums fleet_rank_sums(const FleetPicture& run, std::size_t rank) {
  FleetRankSums out;
  const auto add = [](std::optional<Ns>& sum_ns, std::optional<double> ns) {
    if (ns) sum_ns = saturating_add(sum_ns.value_or(0), rounded_ns(*ns));
  };
  for (std::size_t step = 0; step < run.steps().size(); ++step) {
    const FleetStep* own = run.step_of(rank, step);
    if (own == nullptr || !run.counts(*own)) continue;
    const auto value = [&](WallKind kind) { return wall_value(run, {kind, 0}, rank, step); };
    ++out.steps;
    add(out.mean_step_ns, value(WallKind::StepTime));
    add(out.exposed_comm_ns, value(WallKind::ExposedComm));
    add(out.idle_ns, value(WallKind::Idle));
    add(out.wait_caused_ns, value(WallKind::WaitCaused));
    add(out.waited_ns, value(WallKind::Waited));
    if (own->peak_bytes) out.peak_bytes = std::max(out.peak_bytes.value_or(0), *own->peak_bytes);
  }
  if (out.mean_step_ns) *out.mean_step_ns /= static_cast<Ns>(out.steps);
  return out;
}

std::string fleet_state_text(const FleetPicture& run, std::size_t rank) {
  return std::string(fleet_rank_state_text(run.analysis.states[rank]));
}

std::string summaries_problem(const FleetPicture& run) {
  const auto& problems = run.files.problems;
  if (problems.empty()) return "";
  const FleetFiles::Problem& first = problems.front();
  return fmt::format("{} could not be read (the others are shown): {}: {}",
                     counted(problems.size(), "summary", "summaries"),
                     std::filesystem::path(first.file).filename().string(), first.what);
}

std::string missing_trace_text(const std::string& rank, const std::string& file) {
  return fmt::format(
      "The trace of {} is not at {}, as its summary says, nor in the folder of the summary.", rank,
      file);
}

WallLegend wall_legend(const WallGrid& grid, bool changes) {
  const WallScale& scale = grid.scale;
  WallLegend words;
  if (scale.not_counted != 0) words.not_counted = kNotCounted;
  if (changes) {
    words.least = wall_change_text(grid.measure, -scale.most);
    words.most = wall_change_text(grid.measure, scale.most);
    return words;
  }
  words.least = wall_value_text(grid.measure, scale.least);
  words.most = wall_value_text(grid.measure, scale.most);
  if (scale.outliers != 0) {
    words.outliers = counted(scale.outliers, "outlier") + ", up to " +
                     wall_value_text(grid.measure, scale.largest);
  }
  return words;
}

WallHover wall_hover(const FleetPicture& run, const WallGrid& grid, const WallBox& box) {
  WallHover out;
  const std::size_t ranks = box.rows.end - box.rows.begin;
  const std::size_t steps = box.steps.end - box.steps.begin;
  LANESCOPE_CHECK(ranks > 0 && steps > 0, "{} ranks, {} steps", ranks, steps);
  if (ranks == 1 && steps == 1) {
    const WallCell cell{box.rows.begin, box.steps.begin};
    out.title = cell_title(run, grid, cell);
    add_cell_facts(run, grid, cell, out);
    return out;
  }
  const WallExtremes found = extremes_of(grid, box.rows, box.steps);
  out.title = counted(ranks, "rank") + " × " + counted(steps, "step");
  add_ends(run, grid, box, out);
  if (found.values == 0) {
    out.facts.emplace_back(wall_measure_title(grid.measure),
                           found.not_counted != 0 ? std::string(kNotCounted) : "nothing known");
    return out;
  }
  if (static_cast<double>(found.most) <= found.mean) {  // all are the same
    out.facts.emplace_back(wall_measure_title(grid.measure),
                           wall_value_text(grid.measure, found.mean));
    return out;
  }
  out.facts.emplace_back(wall_measure_title(grid.measure) + ", mean",
                         wall_value_text(grid.measure, found.mean));
  out.facts.emplace_back("Largest", wall_value_text(grid.measure, static_cast<double>(found.most)));
  out.facts.emplace_back("in", cell_title(run, grid, found.most_at));
  const std::size_t rank = grid.order.rows[found.most_at.row];
  if (const FleetStraggler* late = run.straggler_in(rank, found.most_at.step))
    out.facts.emplace_back("Cause", late->cause.term ? cause_text(late->cause) : "unknown");
  return out;
}

}  // namespace lanescope
