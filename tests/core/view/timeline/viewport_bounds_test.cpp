// What is gone to near an end of the trace: the view stays inside, where nothing is empty.
#include <doctest/doctest.h>

#include "core/view/timeline/viewport.h"

namespace lanescope {
namespace {

constexpr TimeRange kExtent{1'000'000, 2'000'000};

Viewport zoomed_in() {
  Viewport viewport;
  viewport.set_width_px(1000);
  viewport.set_extent(kExtent);
  viewport.show({1'400'000, 1'500'000});
  return viewport;
}

void check_inside(const Viewport& viewport) {
  Viewport there = viewport;
  there.set_view(viewport.target());
  CHECK(there.x_of(kExtent.begin_ns) <= 0.001);
  CHECK(there.x_of(kExtent.end_ns) >= 999.999);
}

}  // namespace

TEST_CASE("to center what is near the begin or end shows no empty time") {
  for (const Ns time_ns : {1'000'000, 1'001'000, 1'040'000, 1'999'000, 2'000'000}) {
    Viewport viewport = zoomed_in();
    viewport.center(time_ns);
    CHECK(viewport.view().span_ns == 100'000);
    CHECK(viewport.x_of(time_ns) >= 0);
    CHECK(viewport.x_of(time_ns) <= 1000);
    check_inside(viewport);
  }
}

TEST_CASE("to zoom to what is near the begin or end shows no empty time for its margin") {
  for (const TimeRange range : {TimeRange{1'000'000, 1'010'000}, TimeRange{1'000'500, 1'010'000},
                                TimeRange{1'990'000, 2'000'000}}) {
    Viewport viewport = zoomed_in();
    viewport.glide_to(range, 0.15);
    check_inside(viewport);
    viewport.show(range, 1.5);
    check_inside(viewport);
  }
}

TEST_CASE("the whole trace with a margin is the whole trace") {
  Viewport viewport = zoomed_in();
  viewport.show(kExtent, 0.02);
  CHECK(viewport.shows_all());
}

TEST_CASE("a hand may still go beyond the begin, and going back leads there exactly") {
  Viewport viewport = zoomed_in();
  viewport.pan(1e9);
  const TimeView beyond = viewport.view();
  CHECK(beyond.begin_ns < kExtent.begin_ns);
  viewport.center(1'500'000);
  viewport.glide_to(beyond);
  while (viewport.advance(0.02)) {
  }
  CHECK(viewport.view() == beyond);
}

}  // namespace lanescope
