#include "core/view/flame/view.h"

#include <doctest/doctest.h>

#include "core/analysis/flame/flame.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

/// a holds b and c; then 1,000 short ones of different names.
std::vector<std::string> events() {
  std::vector<std::string> all{slice("cpu_op", "a", "0", "8"), slice("cpu_op", "b", "0", "4"),
                               slice("cpu_op", "c", "4", "2")};
  for (int i = 0; i < 1000; ++i) {
    all.push_back(slice("cpu_op", "s" + std::to_string(i), std::to_string(10 + i), "0.008"));
  }
  return all;
}

struct Drawn {
  HandMadeTrace trace{events()};
  FlameTree tree = build_flame_tree(*trace, whole_window(), {});
  FlameZoom zoom;
  std::vector<FlameBox> boxes;

  Drawn() { zoom.reset(tree); }
  const std::vector<FlameBox>& line(std::uint32_t depth, double width_px) {
    flame_boxes(tree, depth, zoom, width_px, boxes);
    return boxes;
  }
};

}  // namespace

TEST_CASE("a line of a flame graph has a box a frame, and one for those that share a pixel") {
  Drawn drawn;
  REQUIRE(drawn.tree.total() == 16'000);
  const auto& boxes = drawn.line(1, 160);
  REQUIRE(boxes.size() == 81);
  CHECK(boxes[0].x0_px == 0);
  CHECK(boxes[0].x1_px == 80);
  std::uint32_t frames = 0;
  for (const FlameBox& box : boxes) {
    frames += box.count;
    CHECK(box.x1_px <= 160);
  }
  CHECK(frames == 1001);
  CHECK(drawn.line(2, 160).size() == 2);
  CHECK(drawn.line(3, 160).empty());
}

TEST_CASE("only what is seen of a flame graph is drawn") {
  Drawn drawn;
  drawn.zoom.show(drawn.tree, drawn.tree.nodes[1]);
  CHECK(drawn.line(1, 160).size() == 1);
  CHECK(drawn.line(2, 160).front().x1_px == 80);
  drawn.zoom.pan(drawn.tree, 5);
  CHECK(drawn.zoom.begin() + drawn.zoom.length() == 16'000);
  CHECK(!drawn.zoom.is_whole(drawn.tree));
  drawn.zoom.zoom(drawn.tree, 0.001, 0.5);
  CHECK(drawn.zoom.is_whole(drawn.tree));
  CHECK(drawn.zoom.begin() == 0);
}

TEST_CASE("zooming keeps what is under the mouse") {
  Drawn drawn;
  const double before = drawn.zoom.px_of(6'000, 160);
  drawn.zoom.zoom(drawn.tree, 2, before / 160);
  CHECK(drawn.zoom.px_of(6'000, 160) == doctest::Approx(before));
  for (int i = 0; i < 100; ++i) drawn.zoom.zoom(drawn.tree, 2, 0.1);
  CHECK(drawn.zoom.length() == 1);
}

TEST_CASE("keys walk a flame graph") {
  const Drawn drawn;
  const FlameTree& tree = drawn.tree;
  const std::uint32_t a = 1;
  const std::uint32_t b = flame_neighbour(tree, a, FlameStep::In);
  CHECK(flame_name(*drawn.trace, tree.nodes[b]) == "b");
  const std::uint32_t c = flame_neighbour(tree, b, FlameStep::Right);
  CHECK(flame_name(*drawn.trace, tree.nodes[c]) == "c");
  CHECK(flame_neighbour(tree, c, FlameStep::Right) == c);
  CHECK(flame_neighbour(tree, c, FlameStep::In) == c);
  CHECK(flame_neighbour(tree, c, FlameStep::Left) == b);
  CHECK(flame_neighbour(tree, b, FlameStep::Out) == a);
  CHECK(flame_neighbour(tree, 0, FlameStep::Out) == 0);
}
