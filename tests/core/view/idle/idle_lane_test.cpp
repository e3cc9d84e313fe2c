#include "core/view/idle/idle_lane.h"

#include <memory>
#include <set>

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

struct Part {
  Ns length_ns;
  IdleClass what;
};

/// A device whose gaps are put together by hand.
class Gaps {
 public:
  Gaps& gap(Ns begin_ns, const std::vector<Part>& parts) {
    IdleGap gap;
    gap.range = {begin_ns, begin_ns};
    gap.first_piece = static_cast<std::uint32_t>(device_.pieces.size());
    gap.main_piece = gap.first_piece;
    for (const Part& part : parts) {
      IdlePiece piece;
      piece.range = {gap.range.end_ns, gap.range.end_ns + part.length_ns};
      piece.what = part.what;
      gap.range.end_ns = piece.range.end_ns;
      device_.pieces.add(piece);
    }
    gap.pieces = static_cast<std::uint32_t>(parts.size());
    gap.main = parts.front().what;
    device_.gaps.push_back(gap);
    return *this;
  }
  /// Once.
  [[nodiscard]] IdleLane lane() {
    auto all = std::make_shared<IdleTime>();
    all->devices.push_back(std::move(device_));
    return {all, 0};
  }

 private:
  IdleDevice device_;
};

/// 100 pixels of 10 ns each.
Viewport view_of(Ns begin_ns = 0, double ns_per_px = 10) {
  Viewport viewport;
  viewport.set_extent({0, 10'000'000});
  viewport.set_width_px(100);
  viewport.set_view({begin_ns, 0, ns_per_px * 100});
  return viewport;
}

std::vector<IdleRect> rects_of(const IdleLane& lane, const Viewport& viewport) {
  std::vector<StripRun> runs;
  std::vector<IdleRect> rects;
  lane.rects(viewport, runs, rects);
  return rects;
}

}  // namespace

TEST_CASE("a device without gaps says why its lane is empty") {
  IdleLanes lanes;
  CHECK(lanes.missing(-1) == "No GPU work");
  lanes.lanes.push_back(Gaps().lane());
  CHECK(lanes.missing(-1) == "No idle gaps");
  CHECK(lanes.missing(3) == "No GPU work");
  lanes.lanes[0] = Gaps().gap(0, {{10, IdleClass::CpuOp}}).lane();
  CHECK(lanes.missing(-1).empty());
}

TEST_CASE("a gap is drawn part by part, each in the colour of its class") {
  const IdleLane lane =
      Gaps().gap(100, {{300, IdleClass::DataLoading}, {50, IdleClass::LaunchLatency}}).lane();
  const auto rects = rects_of(lane, view_of());
  REQUIRE(rects.size() == 2);
  CHECK(rects[0].x0_px == doctest::Approx(10));
  CHECK(rects[0].x1_px == doctest::Approx(40));
  CHECK(rects[0].what == IdleClass::DataLoading);
  CHECK(rects[0].length_ns == 300);
  CHECK(rects[1].x0_px == doctest::Approx(40));
  CHECK(rects[1].x1_px == doctest::Approx(45));
  CHECK(rects[1].what == IdleClass::LaunchLatency);
}

TEST_CASE("parts of one class in a row are one, parts too thin to be seen give way") {
  const IdleLane lane = Gaps()
                            .gap(0, {{100, IdleClass::CpuOp},
                                     {2, IdleClass::Runtime},
                                     {2, IdleClass::Python},
                                     {96, IdleClass::CpuOp},
                                     {100, IdleClass::CpuOp}})
                            .lane();
  const auto rects = rects_of(lane, view_of());
  REQUIRE(rects.size() == 3);
  CHECK(rects[1].x1_px - rects[1].x0_px == doctest::Approx(1));
  CHECK(rects[2].what == IdleClass::CpuOp);
  CHECK(rects[2].length_ns == 196);
  CHECK(rects[2].x1_px == doctest::Approx(30));
}

TEST_CASE("gaps thinner than a pixel melt into blocks that lose none of them") {
  Gaps gaps;
  // 1,000 gaps of 1 ns every 2 ns, and one of 5 ns among them.
  for (Ns at = 0; at < 2000; at += 2) {
    if (at == 600) {
      gaps.gap(600, {{5, IdleClass::Sync}});
    } else if (at < 600 || at > 605) {
      gaps.gap(at, {{1, IdleClass::DeviceWait}});
    }
  }
  const IdleLane lane = gaps.lane();
  const auto rects = rects_of(lane, view_of(0, 20));
  std::uint32_t together = 0;
  for (const IdleRect& rect : rects) together += rect.count;
  CHECK(together == 998);
  CHECK(rects.size() <= 101);
  CHECK(rects[10].idle * (rects[10].x1_px - rects[10].x0_px) == doctest::Approx(0.5));
  CHECK(rects[10].what == IdleClass::DeviceWait);
  // The longest one gives the block its colour.
  CHECK(rects[30].what == IdleClass::Sync);
  CHECK(lane.gap(rects[30].gap).range.begin_ns == 600);
}

TEST_CASE("far out there are no more rectangles than pixels, and near by all gaps are there") {
  Gaps gaps;
  for (Ns at = 0; at < 1'000'000; at += 20) gaps.gap(at, {{10, IdleClass::CpuOp}});
  const IdleLane lane = gaps.lane();
  CHECK(rects_of(lane, view_of(0, 10'000)).size() <= 102);
  const auto near = rects_of(lane, view_of(5000, 1));
  REQUIRE(near.size() >= 5);
  CHECK(near.size() <= 6);  // one may begin right at the edge
  CHECK(near[0].x0_px == doctest::Approx(0));
  CHECK(near[0].x1_px == doctest::Approx(10));
  CHECK(near[1].x0_px == doctest::Approx(20));
}

TEST_CASE("a gap that reaches over the view is clipped to just outside of it") {
  const IdleLane lane = Gaps().gap(0, {{9'000'000, IdleClass::Untraced}}).lane();
  const auto rects = rects_of(lane, view_of(1'000'000));
  REQUIRE(rects.size() == 1);
  CHECK(rects[0].x0_px < 0);
  CHECK(rects[0].x0_px > -10);
  CHECK(rects[0].x1_px > 100);
  CHECK(rects[0].x1_px < 110);
}

TEST_CASE("a part is as long as it is, however much of it is in view") {
  const IdleLane lane = Gaps()
                            .gap(1000, {{50, IdleClass::Sync},
                                        {300, IdleClass::Python},
                                        {400, IdleClass::Python},
                                        {500, IdleClass::Python},
                                        {60, IdleClass::Runtime}})
                            .lane();
  for (const Ns begin_ns : {Ns{400}, Ns{900}, Ns{1100}, Ns{1400}, Ns{1800}}) {
    CAPTURE(begin_ns);
    bool found = false;
    for (const IdleRect& rect : rects_of(lane, view_of(begin_ns))) {
      if (rect.what != IdleClass::Python) continue;
      found = true;
      CHECK(rect.length_ns == 1200);
    }
    CHECK(found);
  }
  const auto zoomed = rects_of(lane, view_of(1400, 1));  // inside one piece
  REQUIRE(zoomed.size() == 1);
  CHECK(zoomed[0].length_ns == 1200);
}

TEST_CASE("under the mouse is the gap there, else one near by, else the longest of a block") {
  const IdleLane lane = Gaps()
                            .gap(100, {{300, IdleClass::Sync}})
                            .gap(700, {{2, IdleClass::Runtime}})
                            .gap(703, {{4, IdleClass::CpuOp}})
                            .lane();
  const Viewport viewport = view_of();
  REQUIRE(lane.hit(viewport, 20));
  CHECK(lane.hit(viewport, 20)->gap == 0);
  CHECK(lane.hit(viewport, 42)->gap == 0);  // two pixels behind its end
  CHECK_FALSE(lane.hit(viewport, 50));
  const auto block = lane.hit(viewport, 70);
  REQUIRE(block);
  CHECK(block->count == 2);
  CHECK(block->gap == 2);
  CHECK(block->idle_ns == 6);
}

TEST_CASE("how much of a range is idle") {
  const IdleLane lane =
      Gaps().gap(100, {{300, IdleClass::Sync}}).gap(700, {{200, IdleClass::Runtime}}).lane();
  CHECK(lane.idle_in({0, 1000}) == 500);
  CHECK(lane.idle_in({200, 300}) == 100);
  CHECK(lane.idle_in({300, 800}) == 200);
  CHECK(lane.idle_in({400, 700}) == 0);
  CHECK(lane.idle_in({0, 0}) == 0);
  CHECK(lane.idle_in({950, 2000}) == 0);
}

TEST_CASE("a gap is found again by its place") {
  const IdleLane lane =
      Gaps().gap(100, {{300, IdleClass::Sync}}).gap(700, {{200, IdleClass::Runtime}}).lane();
  CHECK(lane.find({700, 900}) == 1U);
  CHECK_FALSE(lane.find({700, 901}));
  CHECK_FALSE(lane.find({701, 900}));
}

TEST_CASE("from a gap the next one with its cause is found in both directions") {
  const IdleLane lane = Gaps()
                            .gap(100, {{300, IdleClass::Sync}})
                            .gap(700, {{200, IdleClass::Runtime}})
                            .gap(1000, {{50, IdleClass::Sync}})
                            .lane();
  CHECK(lane.next_of_cause(0, true) == 2U);
  CHECK(lane.next_of_cause(2, false) == 0U);
  CHECK_FALSE(lane.next_of_cause(2, true));
  CHECK_FALSE(lane.next_of_cause(0, false));
  CHECK_FALSE(lane.next_of_cause(1, true));
}

TEST_CASE("a lane without gaps draws nothing") {
  const IdleLane lane = Gaps().lane();
  CHECK(rects_of(lane, view_of()).empty());
  CHECK_FALSE(lane.hit(view_of(), 5));
  CHECK_FALSE(lane.find({0, 1}));
}

TEST_CASE("the time before the first work of a GPU and after the last is in its lane too") {
  const auto trace = TraceText()
                         .cpu("cpu_op", "aten::mm", "0", "10")
                         .kernel("a", "20", "30", "1")
                         .kernel("b", "60", "30", "2")
                         .cpu("cpu_op", "aten::add", "95", "5")
                         .load();
  const ReadEvent read = [](EventId) { return std::optional<JsonValue>(); };
  const IdleLanes lanes = idle_lanes_insight({*trace, whole_window(), read});
  REQUIRE(lanes.lanes.size() == 1);
  const IdleLane& lane = lanes.lanes.front();
  CHECK(lane.find({0, 20'000}));
  CHECK(lane.find({50'000, 60'000}));
  CHECK(lane.find({90'000, 100'000}));
  CHECK(lane.idle_in({0, 100'000}) == 40'000);
}

}  // namespace lanescope
