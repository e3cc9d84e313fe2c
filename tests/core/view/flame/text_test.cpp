#include "core/view/flame/text.h"

#include <doctest/doctest.h>

#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

struct Graph {
  HandMadeTrace trace{{slice("python_function", "/opt/net/block.py(41): forward", "0", "10"),
                       slice("cpu_op", "aten::mm", "1", "4"), slice("cpu_op", "aten::mm", "2", "1"),
                       slice("cpu_op", "aten::add", "6", "2"),
                       slice("cpu_op", "aten::mm", "20", "10")}};
  FlameTree tree = build_flame_tree(*trace, whole_window(), {});

  [[nodiscard]] std::string fact(std::uint32_t node, const std::string& label) const {
    for (const auto& [key, value] : flame_hover(*trace, tree, node, FlameWeight::CpuTime).facts) {
      if (key == label) return value;
    }
    return "none";
  }
};

}  // namespace

TEST_CASE("a Python frame's label begins with its function") {
  const Graph graph;
  FlameLabels labels;
  ShortNames names(graph.trace->strings);
  const std::uint32_t python = graph.tree.nodes[1].kind == CategoryKind::PythonFunction ? 1 : 2;
  CHECK(labels.of(*graph.trace, names, graph.tree.nodes[python]) == "forward  block.py:41");
  CHECK(labels.of(*graph.trace, names, graph.tree.nodes[3 - python]) == "aten::mm");
  CHECK(labels.of(*graph.trace, names, graph.tree.nodes[0]) == "all");
}

TEST_CASE("hovering a frame tells its shares") {
  const Graph graph;
  std::uint32_t add = 0;
  for (std::uint32_t i = 1; i < graph.tree.nodes.size(); ++i) {
    if (flame_name(*graph.trace, graph.tree.nodes[i]) == "aten::add") add = i;
  }
  CHECK(graph.fact(add, "CPU time") == "2.000 µs  (2 000 ns)");
  CHECK(graph.fact(add, "% of total") == "10 %");
  CHECK(graph.fact(add, "% of parent") == "20 %");
  CHECK(graph.fact(add, "Calls") == "1");
  CHECK(graph.fact(add, "Per call") == "none");
  CHECK(graph.fact(0, "% of total") == "none");
}

TEST_CASE("a search in a flame graph counts frames inside matches once") {
  const Graph graph;
  const FlameMatches found = find_in_flame(*graph.trace, graph.tree, "MM");
  CHECK(found.frames == 3);
  CHECK(found.total == 14'000);
  CHECK(found.words == "3 frames, 70 % of total");
  CHECK(find_in_flame(*graph.trace, graph.tree, "nothing").words == "0 frames");
  CHECK(find_in_flame(*graph.trace, graph.tree, "").words.empty());
}
