#include "core/view/timeline/viewport.h"

#include <cmath>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

Viewport shown(TimeRange extent, double width_px = 1000) {
  Viewport viewport;
  viewport.set_width_px(width_px);
  viewport.set_extent(extent);
  viewport.fit();
  return viewport;
}

}  // namespace

TEST_CASE("fitting shows the whole trace from edge to edge") {
  const Viewport viewport = shown({5'000, 1'005'000});
  CHECK(viewport.x_of(5'000) == doctest::Approx(0));
  CHECK(viewport.x_of(1'005'000) == doctest::Approx(1000));
  CHECK(viewport.time_at(500) == 505'000);
  CHECK(viewport.shows_all());
}

TEST_CASE("zooming keeps the time under the cursor") {
  Viewport viewport = shown({0, 1'000'000'000});
  const Ns under = viewport.time_at(300);
  for (int i = 0; i < 20; ++i) viewport.zoom(1.3, 300);
  CHECK(std::abs(viewport.x_of(under) - 300) < 0.01);
  CHECK(viewport.ns_per_px() == doctest::Approx(1e6 / std::pow(1.3, 20)));
}

TEST_CASE("no zoom goes below ten nanoseconds or beyond the trace") {
  Viewport viewport = shown({0, 1'000'000});
  viewport.zoom(1e12, 500);
  CHECK(viewport.view().span_ns == Viewport::kMinSpanNs);
  viewport.zoom(1e-12, 500);
  CHECK(viewport.view().span_ns == 1'000'000);
  CHECK(viewport.shows_all());
}

TEST_CASE("zooming out ends at the whole trace, wherever the cursor is") {
  Viewport viewport = shown({0, 1'000'000});
  for (const double x_px : {0.0, 20.0, 980.0, 1000.0}) {
    for (const Ns begin_ns : {0, 450'000, 900'000}) {
      viewport.show({begin_ns, begin_ns + 100'000});
      for (int i = 0; i < 15; ++i) viewport.zoom(1 / 1.3, x_px);
      CHECK(viewport.x_of(0) == doctest::Approx(0));
      CHECK(viewport.x_of(1'000'000) == doctest::Approx(1000));
    }
  }
}

TEST_CASE("a factor that is no number changes nothing") {
  Viewport viewport = shown({0, 1'000'000});
  const TimeView before = viewport.view();
  viewport.zoom(0, 500);
  viewport.zoom(-1, 500);
  viewport.zoom(std::nan(""), 500);
  CHECK(viewport.view() == before);
}

TEST_CASE("the view can be panned a little beyond the ends and no further") {
  Viewport viewport = shown({0, 1'000'000});
  viewport.show({400'000, 500'000});
  viewport.pan(1e9);
  CHECK(viewport.x_of(0) == doctest::Approx(1000 * Viewport::kMarginShare));
  viewport.pan(-1e9);
  CHECK(viewport.x_of(1'000'000) == doctest::Approx(1000 * (1 - Viewport::kMarginShare)));
}

TEST_CASE("panning by pixels moves times by pixels, at the deepest zoom too") {
  Viewport viewport = shown({0, 8'000'000'000'000'000'000});
  viewport.show({4'000'000'000'000'000'000, 4'000'000'000'000'000'010});
  const double before_px = viewport.x_of(4'000'000'000'000'000'005);
  viewport.pan(13);
  CHECK(viewport.x_of(4'000'000'000'000'000'005) == doctest::Approx(before_px + 13));
  for (int i = 0; i < 1000; ++i) viewport.pan(-0.1);
  CHECK(viewport.x_of(4'000'000'000'000'000'005) == doctest::Approx(before_px - 87));
}

TEST_CASE("times of a real clock keep every nanosecond") {
  Viewport viewport = shown({1'712'195'495'000'000'000, 1'712'195'496'000'000'000});
  viewport.show({1'712'195'495'406'752'797, 1'712'195'495'406'752'897});
  CHECK(viewport.time_at(viewport.x_of(1'712'195'495'406'752'801)) == 1'712'195'495'406'752'801);
  CHECK(viewport.x_of(1'712'195'495'406'752'801) == doctest::Approx(40));
}

TEST_CASE("a view of everything follows a trace that still grows, a closer one stays") {
  Viewport viewport = shown({0, 1'000});
  viewport.set_extent({0, 5'000});
  CHECK(viewport.shows_all());
  viewport.show({100, 200});
  const TimeView close = viewport.view();
  viewport.set_extent({-1'000, 9'000});
  CHECK(viewport.view() == close);
}

TEST_CASE("showing a range leaves the margin asked for") {
  Viewport viewport = shown({0, 1'000'000});
  viewport.show({500'000, 600'000}, 0.25);
  CHECK(viewport.x_of(500'000) == doctest::Approx(1000.0 / 6));
  CHECK(viewport.x_of(600'000) == doctest::Approx(5000.0 / 6));
}

TEST_CASE("an instant is shown in the middle of the closest view") {
  Viewport viewport = shown({0, 1'000'000});
  viewport.show({500'000, 500'000});
  CHECK(viewport.view().span_ns == Viewport::kMinSpanNs);
  CHECK(viewport.x_of(500'000) == doctest::Approx(500));
}

TEST_CASE("the range covers every nanosecond in view") {
  Viewport viewport = shown({0, 1'000});
  viewport.set_view({100, 0.5, 50});
  CHECK(viewport.range().begin_ns == 100);
  CHECK(viewport.range().end_ns >= 151);
}

TEST_CASE("a glide passes between and ends exactly at its target") {
  Viewport viewport = shown({0, 1'000'000});
  viewport.glide_to(TimeRange{200'000, 300'000});
  CHECK(viewport.gliding());
  CHECK(viewport.advance(Viewport::kGlideSeconds / 2));
  CHECK(viewport.view().span_ns > 100'000);
  CHECK(viewport.view().span_ns < 1'000'000);
  CHECK(viewport.x_of(250'000) >= 0);
  CHECK(viewport.x_of(250'000) <= 1000);
  CHECK_FALSE(viewport.advance(1));
  CHECK(viewport.x_of(200'000) == doctest::Approx(0));
  CHECK(viewport.x_of(300'000) == doctest::Approx(1000));
}

TEST_CASE("a hand on the view ends a glide") {
  Viewport viewport = shown({0, 1'000'000});
  viewport.glide_to(TimeRange{200'000, 300'000});
  viewport.advance(0.01);
  viewport.pan(1);
  CHECK_FALSE(viewport.gliding());
  CHECK(viewport.target() == viewport.view());
}

TEST_CASE("extents at the ends of int64 and empty ones are survived") {
  Viewport viewport = shown({kMinNs, kMaxNs});
  CHECK(viewport.x_of(kMinNs) <= 1000);
  viewport.zoom(100, 500);
  viewport.pan(1e30);
  viewport.pan(-1e30);
  CHECK(std::isfinite(viewport.x_of(0)));
  Viewport empty = shown({7, 7});
  CHECK(empty.view().span_ns == Viewport::kMinSpanNs);
  CHECK(std::abs(empty.x_of(7)) <= 1000);
}

TEST_CASE("what is shown is shown where nothing covers it") {
  Viewport viewport = shown({0, 1'000'000});
  viewport.set_covered_px(400);
  viewport.show({500'000, 500'600});
  CHECK(viewport.x_of(500'000) == doctest::Approx(0));
  CHECK(viewport.x_of(500'600) == doctest::Approx(600));
  viewport.show({500'000, 500'100}, 0.5);
  CHECK(viewport.x_of(500'000) == doctest::Approx(150));
  CHECK(viewport.x_of(500'100) == doctest::Approx(450));
  viewport.center(200'000);
  CHECK(viewport.x_of(200'000) == doctest::Approx(300));
  viewport.show({999'000, 1'000'000});  // the very end too
  CHECK(viewport.x_of(1'000'000) == doctest::Approx(600));
  viewport.fit();
  CHECK(viewport.shows_all());
}

TEST_CASE("when nothing covers the end any more, the view glides back to it") {
  Viewport viewport = shown({0, 1'000'000});
  viewport.set_covered_px(400);
  viewport.show({999'000, 1'000'000});
  viewport.set_covered_px(0);
  CHECK(viewport.gliding());
  while (viewport.advance(0.02)) {
  }
  CHECK(viewport.x_of(1'000'000) == doctest::Approx(1000 * (1 - Viewport::kMarginShare)));
  viewport.show({1000, 2000});
  viewport.set_covered_px(400);
  viewport.set_covered_px(0);
  CHECK_FALSE(viewport.gliding());
}

}  // namespace lanescope
