// A flame graph for a pane: what is asked for at once, what it says in words, what is handed to
// other programs.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/events/step_ranges.h"
#include "core/analysis/flame/flame.h"
#include "core/analysis/flame/sandwich.h"
#include "core/view/text/short_name.h"

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

// What a flame graph says in words.

/// "GPU time"; "CPU time" …
std::string_view flame_weight_title(FlameWeight weight);
/// "1.204 ms", "12.00 MiB", "1,204".
std::string format_flame_weight(FlameWeight weight, std::int64_t amount);

/// Names as they stand on boxes: a Python frame begins with its function, "forward  linear.py:114",
/// and C++ is shortened. Made when first asked for; of one snapshot's strings. One thread.
class FlameLabels {
 public:
  std::string_view of(const Snapshot& snapshot, ShortNames& names, const FlameNode& node);

 private:
  std::shared_ptr<const StringTable> strings_;
  std::unordered_map<std::uint32_t, std::string> python_;
};

struct FlameHover {
  std::string title;                                       // the whole name, cut when it is long
  std::vector<std::pair<std::string, std::string>> facts;  // "Of parent" "12.4 %"
};
/// Cost: O(1) and the name.
FlameHover flame_hover(const Snapshot& snapshot, const FlameTree& tree, std::uint32_t node,
                       FlameWeight weight);

/// The frames from the outermost to this one, a line each. Cost: its depth.
std::string flame_stack_text(const Snapshot& snapshot, const FlameTree& tree, std::uint32_t node);

/// What a search found in a flame graph.
struct FlameMatches {
  std::vector<bool> names;  // by StringId
  std::uint64_t frames = 0;
  std::int64_t total = 0;  // frames inside frames that match count with these
  std::string words;       // "14 frames, 23.1 %"; empty without a search

  [[nodiscard]] bool has(const FlameNode& node) const {
    const std::size_t name = index_of(node.name);
    return node.what == FlameFrame::Event && name < names.size() && names[name];
  }
};
/// `text` is part of a name, case ignored. Cost: a pass over the names of the tree.
FlameMatches find_in_flame(const Snapshot& snapshot, const FlameTree& tree, std::string_view text,
                           const std::stop_token& stop = {});

}  // namespace lanescope
