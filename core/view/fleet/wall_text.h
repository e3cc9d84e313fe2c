// The wall in words: what a rank did in all, and what is under the mouse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/view/fleet/wall_grid.h"

namespace lanescope {

/// "Rank 12"; see fleet_rank_name.
std::string fleet_rank_label(const FleetPicture& run, std::size_t rank);
/// Of a step, what is short enough for a fact; see not_counted_reason.
inline constexpr std::string_view kNotCounted = "not compared";
/// Why a step is not compared: "warm-up, cut off, or recording paused".
std::string_view not_counted_reason(const FleetStep& step);
/// The value of a cell in words: "84.65 ms"; "n/a" for waits in a step that is not compared, since
/// nobody measured them; "not in its trace".
std::string wall_cell_text(const FleetPicture& run, WallMeasure measure, std::size_t rank,
                           std::size_t step);

/// Of a rank, over the steps that count. Nullopt: not in its trace, or no such step.
struct FleetRankSums {
  std::size_t steps = 0;
  std::optional<Ns> mean_step_ns, exposed_comm_ns, idle_ns, wait_caused_ns, waited_ns;
  std::optional<std::int64_t> peak_bytes;  // the largest
};
/// Cost: its steps.
FleetRankSums fleet_rank_sums(const FleetPicture& run, std::size_t rank);

/// Why a rank is not compared with the others: "belongs to another run"; empty if it is.
std::string fleet_state_text(const FleetPicture& run, std::size_t rank);

/// Which summaries could not be read: "2 summaries could not be read (the others are shown):
/// rank3.rank: …"; empty if all were.
std::string summaries_problem(const FleetPicture& run);
/// "The trace of rank 12 is not at /traces/rank12.json, where its summary says, nor beside it."
std::string missing_trace_text(const std::string& rank, const std::string& file);

/// What the colors of a grid mean, in words.
struct WallLegend {
  std::string least, most;            // the ends of its scale
  std::string outliers, not_counted;  // what has a color of its own; empty: there is none
};
/// `changes`: the grid is what grew in a WallDifference, whose scale has both directions.
WallLegend wall_legend(const WallGrid& grid, bool changes);

/// Of a rectangle of cells, such as those that one block stands for.
struct WallBox {
  WallSpan rows, steps;
};
struct WallHover {
  std::string title;  // "Rank 12 · node0003 · ProfilerStep#105", "8 ranks × 4 steps"
  std::vector<std::pair<std::string, std::string>> facts;
};
/// "Rank 12 · node0003 · ProfilerStep#105".
std::string cell_title(const FleetPicture& run, const WallGrid& grid, WallCell cell);
/// Cost: the cells of the box.
WallHover wall_hover(const FleetPicture& run, const WallGrid& grid, const WallBox& box);

}  // namespace lanescope
