// Where tooltips are, and how high they get.
#include "app/widgets/tooltip.h"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/app/widgets/widget_stage.h"

namespace lanescope {
namespace {

constexpr float kShadowPx = 7;

/// The vertical extent of what is drawn over everything else, with its shadow.
Rect drawn_over(WidgetStage& stage, const WidgetStage::Draw& draw) {
  stage.show(draw);
  Rect all{1e6F, 1e6F, -1e6F, -1e6F};
  for (const ImDrawVert& vertex : ImGui::GetForegroundDrawList()->VtxBuffer) {
    all = {std::min(all.x0, vertex.pos.x), std::min(all.y0, vertex.pos.y),
           std::max(all.x1, vertex.pos.x), std::max(all.y1, vertex.pos.y)};
  }
  return all;
}

}  // namespace

TEST_CASE("a hint that is wider than the window has several lines") {
  WidgetStage stage({}, {400, 300});
  const Rect thing{340, 20, 390, 40};
  const Rect one = drawn_over(
      stage, [&](const Ui& ui, ImDrawList&) { draw_hint(ui, thing, "No room for: Cause"); });
  std::string titles = "No room for: ";
  for (int i = 0; i < 12; ++i) titles += "Exposed communication, ";
  const Rect several =
      drawn_over(stage, [&](const Ui& ui, ImDrawList&) { draw_hint(ui, thing, titles); });
  CHECK(several.x0 >= -kShadowPx);
  CHECK(several.x1 <= 400 + kShadowPx);
  CHECK(several.height() > one.height() + 20);
}

TEST_CASE("a tooltip is below what it is about, or above it if there is no room") {
  WidgetStage stage;
  const std::vector<TooltipLine> lines{{"", "head"}, {"first", "1"}, {"second", "2"}};
  const Rect high{50, 60, 300, 140}, low{50, 300, 300, 390};
  const Rect below = drawn_over(stage, [&](const Ui& ui, ImDrawList&) {
    draw_tooltip(ui, {100, 65}, lines, 0, high);
  });
  CHECK(below.y0 >= high.y1);
  CHECK(below.y0 < high.y1 + 2 * kShadowPx);
  const Rect above = drawn_over(stage, [&](const Ui& ui, ImDrawList&) {
    draw_tooltip(ui, {100, 380}, lines, 0, low);
  });
  CHECK(above.y1 <= low.y0 + kShadowPx);
  CHECK(above.y1 > low.y0 - 2 * kShadowPx);
}

TEST_CASE(
    "a tooltip does not cover the panel beside it, unless there is no room or it is about it") {
  WidgetStage stage;
  const std::vector<TooltipLine> lines{{"", "head"}, {"first", "a value of some length"}};
  const auto box_at = [&](ImVec2 mouse, Rect panel) {
    return drawn_over(stage, [&, mouse, panel](const Ui& ui, ImDrawList&) {
      const TooltipsBeside beside(panel);
      draw_tooltip(ui, mouse, lines);
    });
  };
  const Rect panel{400, 0, 800, 400};
  const Rect free = box_at({390, 100}, {});
  CHECK(free.x1 > panel.x0);
  const Rect kept = box_at({390, 100}, panel);
  CHECK(kept.x1 <= panel.x0);
  CHECK(kept.width() == doctest::Approx(free.width()).epsilon(0.01));
  CHECK(box_at({100, 100}, panel).x0 == box_at({100, 100}, {}).x0);            // far from the panel
  CHECK(box_at({450, 100}, panel).x0 == box_at({450, 100}, {}).x0);            // about the panel
  CHECK(box_at({45, 100}, {50, 0, 800, 400}).x0 == box_at({45, 100}, {}).x0);  // no room
}

TEST_CASE("a tooltip does not cover the names on the left, unless it is about them") {
  WidgetStage stage;
  const std::vector<TooltipLine> lines{{"", "head"}, {"first", "a value of some length"}};
  const auto box_at = [&](ImVec2 mouse, Rect names, Rect panel) {
    return drawn_over(stage, [&, mouse, names, panel](const Ui& ui, ImDrawList&) {
      const TooltipsBeside beside(panel);
      const TooltipsRightOf right_of(names);
      draw_tooltip(ui, mouse, lines);
    });
  };
  const float width = box_at({10, 100}, {}, {}).width();
  const Rect names{0, 0, 100, 400};
  // Between the names and the panel it fits beside neither side of the mouse, but below it.
  const Rect panel{100 + width + 20, 0, 800, 400};
  const Rect between = box_at({100 + width / 2, 100}, names, panel);
  CHECK(between.x0 >= names.x1 - kShadowPx);
  CHECK(between.x1 <= panel.x0 + kShadowPx);
  CHECK(between.y0 > 100);
  // Where it does not fit there, the panel is covered and the names are not.
  const Rect near{100 + width / 2, 0, 800, 400};
  const Rect over = box_at({110, 100}, names, near);
  CHECK(over.x0 >= names.x1 - kShadowPx);
  CHECK(over.x1 > near.x0);
  // About the names themselves.
  CHECK(box_at({50, 100}, names, {}).x0 == box_at({50, 100}, {}, {}).x0);
  CHECK(box_at({50, 100}, names, {}).x0 < names.x1);
}

TEST_CASE("a name takes at most three lines of a tooltip, a sentence as many as it needs") {
  WidgetStage stage;
  std::string text = "void at::native::vectorized_elementwise_kernel";
  for (int i = 0; i < 20; ++i) text += "<4, at::native::BinaryFunctor<float, float, bool>";
  const auto height_of = [&](std::string_view shown, bool name) {
    const std::vector<TooltipLine> lines{{.label = "", .text = shown, .name = name}};
    const Rect box = drawn_over(stage, [&](const Ui& ui, ImDrawList&) {
      draw_tooltip(ui, {10, 10}, lines);
    });
    return box.height();
  };
  const float line_px = stage.style().face.ui.size_px;
  const float one = height_of("gemm", true);
  CHECK(height_of(text, true) == doctest::Approx(one + 2 * line_px).epsilon(0.01));
  CHECK(height_of(text, false) > one + 4 * line_px);
}

}  // namespace lanescope
