// The Roofline tab as a user meets it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/app/panes/tables/chart_tab.h"
#include "tests/app/seen_screen.h"
#include "tests/core/analysis/gpu_time/roofline_trace.h"

namespace lanescope {
namespace {

std::string two_operators() {
  TraceText trace;
  trace.top_level(kV100);
  add_op(trace, 0, "aten::mm", shapes("[[1024,1024],[1024,1024]]", "c10::Half"), "h884gemm", "20");
  add_op(trace, 1, "aten::mul", shapes("[[1048576],[1048576]]", "float"), "elementwise", "20");
  return trace.text();
}

struct RooflineTab : ChartTab {
  explicit RooflineTab(const std::string& trace = two_operators(), ImVec2 size = {1600, 900})
      : ChartTab("Roofline", trace, size) {}
};

}  // namespace

TEST_CASE("operators lie by their intensity and by what they reach") {
  RooflineTab tab;
  const ImVec2 product = middle(tab.ui.mark("roofline.point.aten::mm"));
  const ImVec2 sum = middle(tab.ui.mark("roofline.point.aten::mul"));
  CHECK(product.x > sum.x);  // 341 against 0.08 FLOP for each byte
  CHECK(product.y < sum.y);  // 107 against 0.05 TFLOP/s
}

TEST_CASE("the chart says what is neither in it nor in the table") {
  TraceText trace;
  trace.top_level(kV100);
  add_op(trace, 0, "aten::mul", shapes("[[1048576],[1048576]]", "float"), "elementwise", "20");
  CHECK_FALSE(RooflineTab(trace.text()).ui.has_mark("roofline.unmodelled"));
  add_op(trace, 1, "aten::sort", shapes("[[16],[16]]", "float"), "sort", "80");
  RooflineTab tab(trace.text());
  const std::string seen = SeenScreen().page(tab.ui.mark("roofline.unmodelled"));
  CHECK_MESSAGE(seen.find("not modeled 80.00 µs") != std::string::npos, seen);
}

TEST_CASE(
    "in a window of 900x700 there is room for it, and for what else is said above the chart") {
  TraceText trace;
  SUBCASE("of a GPU with known peak rates") {
    trace.top_level(kV100);
  }
  SUBCASE("of another") {
    trace.top_level(R"("deviceProperties": [{"id": 0, "name": "NVIDIA Q1"}])");
  }
  add_op(trace, 0, "aten::mm", shapes("[[1024,1024],[1024,1024]]", "c10::Half"), "h884gemm", "20");
  add_op(trace, 1, "aten::mul", shapes("[[1048576],[1048576]]", "float"), "elementwise", "20");
  add_op(trace, 2, "aten::sort", shapes("[[16],[16]]", "float"), "sort", "80");
  RooflineTab tab(trace.text(), {900, 700});
  REQUIRE(tab.ui.has_mark("roofline.plot"));
  CHECK(tab.ui.mark("roofline.plot").height() > 60);
  REQUIRE(tab.ui.has_mark("roofline.unmodelled"));
  const std::string seen = SeenScreen().page(tab.ui.mark("roofline.unmodelled"));
  CHECK_MESSAGE(seen.find("not modeled 80.00 µs, chiefly aten::sort") != std::string::npos, seen);
  CHECK(tab.ui.mark("roofline.unmodelled").y1 <= tab.ui.mark("roofline.plot").y0);
  if (!tab.ui.has_mark("roofline.no_roofs")) return;
  const std::string roofs = SeenScreen().page(tab.ui.mark("roofline.no_roofs"));
  CHECK_MESSAGE(roofs.find("peak rates of NVIDIA Q1 are unknown") != std::string::npos, roofs);
}

TEST_CASE("the titles of the roofs do not cover each other") {
  RooflineTab tab;
  std::vector<Rect> titles;
  for (const std::string& name : tab.ui.mark_names()) {
    if (name.starts_with("roofline.roof.")) titles.push_back(tab.ui.mark(name));
  }
  CHECK(titles.size() >= 2);  // of FP16 and FP32
  for (const Rect& a : titles) {
    for (const Rect& b : titles) {
      if (&a == &b) continue;
      CHECK((a.x1 <= b.x0 || b.x1 <= a.x0 || a.y1 <= b.y0 || b.y1 <= a.y0));
    }
  }
}

TEST_CASE("the memory bandwidth line bends at the highest roof that limits an operator") {
  TraceText trace;
  trace.top_level(kV100);  // whose roof of FP16 is eight times as high
  add_op(trace, 0, "aten::mm", shapes("[[1024,1024],[1024,1024]]", "float"), "sgemm", "400");
  add_op(trace, 1, "aten::mul", shapes("[[1048576],[1048576]]", "float"), "elementwise", "20");
  for (const ImVec2 size : {ImVec2{900, 700}, ImVec2{1920, 1080}}) {
    CAPTURE(size.x);
    RooflineTab tab(trace.text(), size);
    const Rect plot = tab.ui.mark("roofline.plot"), roof = tab.ui.mark("roofline.line.FP32");
    const ImU32 text = tab.ui.window().style().color.text;
    const std::string color =
        fmt::format("#{:02x}{:02x}{:02x}", text & 0xff, text >> 8 & 0xff, text >> 16 & 0xff);
    const SeenScreen seen;
    const auto bright = [&](Rect where) {
      return seen.colors(where).find(color) != std::string::npos;
    };
    CHECK(bright({plot.x0, roof.y0 + 3, roof.x0, plot.y1}));  // the slope below the roof
    CHECK(bright({roof.x0, roof.y0 - 1, plot.x1, roof.y1 + 1}));
    CHECK_FALSE(bright({plot.x0, plot.y0 - 8, plot.x1, roof.y0 - 3}));
  }
}

TEST_CASE("a click on a point selects the operator, a click on a row its point") {
  RooflineTab tab;
  tab.ui.click(middle(tab.ui.mark("roofline.point.aten::mul")));
  tab.ui.settle();
  CHECK(tab.selected() == "aten::mul");
  tab.ui.click("row.aten::mm");
  tab.ui.settle();
  CHECK(tab.selected() == "aten::mm");
}

TEST_CASE("what the filter leaves out can not be clicked in the picture") {
  RooflineTab tab;
  tab.ui.click("data.filter");
  tab.ui.type("mm");
  tab.ui.settle();
  tab.ui.click(middle(tab.ui.mark("roofline.point.aten::mul")));
  tab.ui.settle();
  CHECK(tab.selected().empty());
}

TEST_CASE("without shapes there is no picture") {
  RooflineTab tab(small_trace_text());
  CHECK_FALSE(tab.ui.has_mark("roofline.plot"));
}

}  // namespace lanescope
