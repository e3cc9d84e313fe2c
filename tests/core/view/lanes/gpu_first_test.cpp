// The order of lanes while two runs are compared.
#include "core/view/lanes/gpu_first.h"

#include <doctest/doctest.h>

#include "core/view/lanes/layout.h"

namespace lanescope {
namespace {

Lane lane(std::string key, LaneRole role, std::uint32_t rows = 1) {
  return {.key = std::move(key), .role = role, .rows = rows, .foldable = rows > 1};
}

LaneTree tree() {
  LaneTree all;
  all.groups = {
      {"steps", "", GroupKind::Steps, {lane("steps", LaneRole::Steps)}},
      {"p", "python", GroupKind::Process, {lane("main", LaneRole::MainThread, 60)}},
      {"gpu 0",
       "GPU 0",
       GroupKind::Device,
       {lane("notes 7", LaneRole::Annotations, 2), lane("stream 7", LaneRole::Compute),
        lane("notes 20", LaneRole::Annotations), lane("stream 20", LaneRole::Copies)}},
      {"gpu 0/metrics", "GPU metrics", GroupKind::Metrics, {lane("m", LaneRole::Metrics)}},
      {"rest", "Other threads", GroupKind::Process, {lane("t", LaneRole::Thread)}}};
  put_gpu_first(all);
  return all;
}

std::vector<std::string> group_keys(const LaneLayout& layout, const LaneTree& tree) {
  std::vector<std::string> keys;
  for (const LayoutItem& item : layout.items) {
    const std::string& key = tree.groups[item.lane.group].key;
    if (keys.empty() || keys.back() != key) keys.push_back(key);
  }
  return keys;
}

}  // namespace

TEST_CASE(
    "while runs are compared the GPU's streams come after the steps, the threads after them") {
  const LaneTree all = tree();
  const LaneLayout layout = lay_out(all, {}, {}, 150);
  CHECK(group_keys(layout, all) ==
        std::vector<std::string>{"steps", "gpu 0", "gpu 0/metrics", "p", "rest"});
  const auto& lanes = all.groups[1].lanes;
  CHECK(lanes[0].key == "stream 7");
  CHECK(lanes[1].key == "stream 20");
  CHECK(lanes[2].key == "notes 7");
  CHECK(lanes[3].key == "notes 20");
}

TEST_CASE("a deep thread below the GPU is no higher than the area at first") {
  const LaneTree all = tree();
  const LaneLayout low = lay_out(all, {}, {}, 150);
  const LayoutItem* main = low.find(*all.find("main"));
  REQUIRE(main != nullptr);
  CHECK(main->height_px <= 150);
  CHECK(main->height_px > 150 / 2);
  // With enough room, it is in view together with the streams.
  const LaneLayout high = lay_out(all, {}, {}, 400);
  main = high.find(*all.find("main"));
  REQUIRE(main != nullptr);
  const float streams_px = high.find(*all.find("stream 7"))->y_px;
  CHECK(main->bottom_px() - streams_px <= 400);
  CHECK(main->bottom_px() - streams_px > 400 - 20);
}

TEST_CASE("groups that the user moved stay where they are while runs are compared") {
  const LaneTree all = tree();
  LaneTreeState state;
  state.move("", {"steps", "p", "gpu 0", "gpu 0/metrics", "rest"}, "p", "steps");
  CHECK(group_keys(lay_out(all, state, {}, 150), all) ==
        std::vector<std::string>{"p", "steps", "gpu 0", "gpu 0/metrics", "rest"});
}

}  // namespace lanescope
