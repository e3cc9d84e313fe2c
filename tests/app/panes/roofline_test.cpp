// The Roofline tab as a user meets it.
#include <doctest/doctest.h>

#include "tests/app/small_trace_window.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

std::string shapes(const std::string& dims, const std::string& type) {
  return R"("Input Dims": )" + dims + R"(, "Input type": [")" + type + R"(", ")" + type + R"("])";
}

std::string two_operators() {
  TraceText trace;
  trace.top_level(
      R"("deviceProperties": [{"id": 0, "name": "Tesla V100-SXM2-16GB", "totalGlobalMem": 16945512448}])");
  const auto add = [&](int i, const char* op, const std::string& args, const char* kernel) {
    const std::string id = std::to_string(i + 1);
    trace.cpu("cpu_op", op, std::to_string(i * 100), "50", args);
    trace.cpu("cuda_runtime", "cudaLaunchKernel", std::to_string(i * 100 + 1), "1",
              R"("correlation": )" + id);
    trace.kernel(kernel, std::to_string(i * 100 + 10), "20", id);
  };
  add(0, "aten::mm", shapes("[[1024,1024],[1024,1024]]", "c10::Half"), "h884gemm");
  add(1, "aten::mul", shapes("[[1048576],[1048576]]", "float"), "elementwise");
  return trace.text();
}

struct RooflineTab {
  explicit RooflineTab(const std::string& text = two_operators()) {
    ui.open(folder.write("small.json", text));
    REQUIRE(ui.window().show_tab("Roofline"));
    ui.settle();
  }
  [[nodiscard]] std::string selected() { return name_of(ui.view(), ui.view().selection.primary()); }
  TempFolder folder;
  UiDriver ui;
};

ImVec2 middle(Rect rect) {
  return {(rect.x0 + rect.x1) / 2, (rect.y0 + rect.y1) / 2};
}

}  // namespace

TEST_CASE("operators lie by their intensity and by what they reach") {
  RooflineTab tab;
  const ImVec2 product = middle(tab.ui.mark("roofline.point.aten::mm"));
  const ImVec2 sum = middle(tab.ui.mark("roofline.point.aten::mul"));
  CHECK(product.x > sum.x);  // 341 against 0.08 FLOP for each byte
  CHECK(product.y < sum.y);  // 107 against 0.05 TFLOP/s
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
