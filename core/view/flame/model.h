// A flame graph for a pane: what is asked for at once, what is handed to other programs.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/events/step_ranges.h"
#include "core/analysis/flame/flame.h"
#include "core/analysis/flame/sandwich.h"

namespace lanescope {

struct FlameGraph {
  FlameTree tree;
  FlameSources sources;
  std::vector<StepRange> steps;  // of the whole trace, to choose from
};

/// Of a range of time, or of the whole trace. Cost and stopping: as build_flame_tree().
FlameGraph build_flame_graph(const Snapshot& snapshot, const std::optional<TimeRange>& range,
                             const FlameQuery& query, const std::stop_token& stop = {});

enum class FlameFormat : std::uint8_t { Collapsed, Speedscope };

/// See core/analysis/flame/export.h; the file is called like the trace.
std::string flame_file_text(const Snapshot& snapshot, const FlameTree& tree, FlameWeight weight,
                            FlameFormat format);

}  // namespace lanescope
