#include "core/view/lanes/loader_lane.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/fixtures/loader_trace.h"

namespace lanescope {
namespace {

constexpr Ns kMs = 1'000'000;

/// The lane of the worker, in 200 pixels.
struct Shown {
  Shown() : trace(loader_trace().load()), lane(workers(*trace), 0) {
    viewport.set_extent({0, 200 * kMs});
    viewport.set_width_px(200);
  }
  static std::shared_ptr<const SampledWorkers> workers(const Snapshot& snapshot) {
    return std::make_shared<const SampledWorkers>(find_sampled_workers(snapshot));
  }
  /// Shows so many ms in all, from the start.
  void show(double length_ms) { viewport.set_view({0, 0, length_ms * kMs}); }

  std::shared_ptr<const Snapshot> trace;
  LoaderLane lane;
  Viewport viewport;
};

}  // namespace

TEST_CASE("a worker's lane has its phases, with marks where batches had been sent") {
  Shown shown;
  shown.show(200);
  std::vector<StripRun> runs;
  std::vector<LoaderRect> rects;
  shown.lane.rects(shown.viewport, runs, rects);
  REQUIRE(rects.size() == 4);
  CHECK(rects[1].x0_px == doctest::Approx(20));
  CHECK(rects[1].x1_px == doctest::Approx(60));
  CHECK(rects[1].phase == LoaderPhase::Fetch);
  std::vector<float> marks;
  shown.lane.marks(shown.viewport, marks);
  CHECK(marks == std::vector<float>{60, 101});
}

TEST_CASE("marks that share a pixel are one") {
  Shown shown;
  shown.viewport.set_extent({0, 200'000 * kMs});
  shown.show(200'000);
  std::vector<float> marks;
  shown.lane.marks(shown.viewport, marks);
  CHECK(marks == std::vector<float>{0});
}

TEST_CASE("under the mouse is a fetch with its batch, and a click selects a sample inside it") {
  Shown shown;
  shown.show(200);
  const auto found = shown.lane.hit(shown.viewport, 40);
  REQUIRE(found.has_value());
  CHECK(found->count == 1);
  const LoaderBatch* batch = shown.lane.batch_of(found->interval);
  REQUIRE(batch != nullptr);
  CHECK(batch->send.end_ns == 60 * kMs + kMs / 2);
  CHECK(shown.lane.sample_in(*shown.trace, found->interval) ==
        event_named(*shown.trace, "data.py:9"));
  const auto wait = shown.lane.hit(shown.viewport, 10);
  REQUIRE(wait.has_value());
  CHECK(shown.lane.batch_of(wait->interval) == nullptr);
}

TEST_CASE("the lane of batches stands above the samples of a worker, and nowhere else") {
  const LaneTree tree = build_lane_tree(*loader_trace().load());
  std::size_t lanes = 0;
  for (const LaneGroup& group : tree.groups) {
    const auto at = std::ranges::find(group.lanes, LaneKind::LoaderBatches, &Lane::kind);
    if (at == group.lanes.end()) continue;
    ++lanes;
    CHECK(group.title == "pid 200 · child of 100");
    CHECK(at->title == "batches");
    REQUIRE(at + 1 != group.lanes.end());
    CHECK((at + 1)->title == "main thread");
  }
  CHECK(lanes == 1);
}

}  // namespace lanescope
