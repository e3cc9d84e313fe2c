// The lanes of a window so low, or with text so large, that little else has room.
#include "app/shell/layout/low_window.h"

#include <string>

#include <doctest/doctest.h>

#include "app/shell/layout/layout.h"
#include "tests/app/deep_trace_window.h"
#include "tests/app/seen_screen.h"

namespace lanescope {
namespace {

constexpr float kWidthPx = 300, kHeightPx = 233;  // 900 × 700 with text three times as large

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

}  // namespace

TEST_CASE("a low window has neither a status line nor high tabs, and the lanes get their room") {
  for (const float scale : {1.0F, 3.0F}) {
    CAPTURE(scale);
    Style style;
    style.scale = scale;
    const auto areas = [&](float height_px) {
      return share_out({0, 0, 300 * scale, height_px * scale}, PaneSizes(), style, 0,
                       DetailsPlace::None);
    };
    const Areas low = areas(kHeightPx), usual = areas(272);
    CHECK(low.status.empty());
    CHECK_FALSE(usual.status.empty());
    CHECK(low.tabs.height() < usual.tabs.height());
    CHECK(low.timeline.height() >= 160 * scale);
    CHECK(low.tabs.y1 == kHeightPx * scale);
    CHECK(is_low(kHeightPx * scale, style));
    CHECK_FALSE(is_low(272 * scale, style));
  }
}

TEST_CASE("a low window shows two streams of the GPU and a ruler that can be read") {
  DeepWindow opened(kWidthPx, kHeightPx);
  UiDriver& ui = opened.ui;
  CHECK(opened.in_view(kStream));
  CHECK(opened.in_view("gpu 0/stream 20"));
  CHECK_FALSE(ui.has_mark("overview"));
  CHECK_FALSE(ui.has_mark("status.trace"));
  const std::string ruler = SeenScreen().page(ui.mark("ruler"));
  CAPTURE(ruler);
  CHECK(count_of(ruler, " ms") >= 2);
}

TEST_CASE("the lanes of a low window stay where the user scrolls them") {
  DeepWindow opened(kWidthPx, kHeightPx);
  REQUIRE(opened.ui.view().lanes.scroll_px() > 0);
  opened.ui.view().lanes.scroll_to(0);
  opened.ui.settle();
  opened.ui.frames(30);
  CHECK(opened.ui.view().lanes.scroll_px() == 0);
}

TEST_CASE("in a window of usual height the lanes begin at their top, with the overview above") {
  DeepWindow opened;
  CHECK(opened.ui.view().lanes.scroll_px() == 0);
  CHECK(opened.ui.has_mark("overview"));
  CHECK(opened.ui.has_mark("status.trace"));
}

}  // namespace lanescope
