// A flame graph as text: "name total { children }", so that a test reads like the graph.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/flame/flame.h"
#include "tests/core/analysis/hand_made_trace.h"

namespace lanescope {

inline std::string drawn(const Snapshot& trace, const FlameTree& tree, std::uint32_t node = 0) {
  std::string text(flame_name(trace, tree.nodes[node]));
  text += " " + std::to_string(tree.nodes[node].total);
  const auto [first, end] = tree.children(node);
  if (first == end) return text;
  text += " {";
  for (std::uint32_t child = first; child < end; ++child) {
    CHECK(tree.nodes[child].parent == node);
    text += " " + drawn(trace, tree, child);
  }
  return text + " }";
}

inline std::string flame(const std::vector<std::string>& events, const FlameQuery& query,
                         const AnalysisWindow& window = whole_window()) {
  const HandMadeTrace trace(events);
  return drawn(*trace, build_flame_tree(*trace, window, query));
}

}  // namespace lanescope
