// A flame graph for a pane: the graph with its sources and steps, its wording, and its export to
// other programs.
#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/events/step_ranges.h"
#include "core/analysis/flame/flame.h"
#include "core/analysis/flame/sandwich.h"
#include "core/view/text/frame_label.h"
#include "core/view/text/short_name.h"

namespace lanescope {

struct FlameGraph {
  FlameTree tree;
  FlameSources sources;
  std::vector<StepRange> steps;  // of the whole trace, to choose from
};

/// For a part of the trace. Cost and stopping: as for build_flame_tree().
FlameGraph build_flame_graph(const Snapshot& snapshot, const AnalysisWindow& window,
                             const FlameQuery& query, const std::stop_token& stop = {});

enum class FlameFormat : std::uint8_t { Collapsed, Speedscope };

/// See core/analysis/flame/export.h. The profile is named after the trace.
std::string flame_file_text(const Snapshot& snapshot, const FlameTree& tree, FlameWeight weight,
                            FlameFormat format);

// The wording of a flame graph.

/// "GPU time"; "CPU time" …
std::string_view flame_weight_title(FlameWeight weight);
/// "1.204 ms", "12.00 MiB", "1,204".
std::string format_flame_weight(FlameWeight weight, std::int64_t amount);

/// The labels of boxes: a Python frame starts with its function, "forward  linear.py:114"; C++
/// names are shortened. Computed on demand, for the strings of one snapshot. Single-threaded.
class FlameLabels {
 public:
  std::string_view of(const Snapshot& snapshot, ShortNames& names, const FlameNode& node);

 private:
  FrameLabels python_;
};

struct FlameHover {
  std::string title;                                       // the full name, cut if it is long
  std::vector<std::pair<std::string, std::string>> facts;  // "% of parent" "12.4 %"
};
/// Cost: O(1) and the name.
FlameHover flame_hover(const Snapshot& snapshot, const FlameTree& tree, std::uint32_t node,
                       FlameWeight weight);

/// The frames from the outermost to this one, one per line. Cost: its depth.
std::string flame_stack_text(const Snapshot& snapshot, const FlameTree& tree, std::uint32_t node);

/// The matches of a search in a flame graph.
struct FlameMatches {
  std::vector<bool> names;  // by StringId
  std::uint64_t frames = 0;
  std::int64_t total = 0;  // frames nested in other matches are counted only once
  std::string words;       // "14 frames, 23.1 % of total"; empty without a search

  [[nodiscard]] bool has(const FlameNode& node) const {
    const std::size_t name = index_of(node.name);
    return node.what == FlameFrame::Event && name < names.size() && names[name];
  }
};
/// `text` is a substring of the name, case ignored. Cost: a pass over the names of the tree.
FlameMatches find_in_flame(const Snapshot& snapshot, const FlameTree& tree, std::string_view text,
                           const std::stop_token& stop = {});

}  // namespace lanescope
