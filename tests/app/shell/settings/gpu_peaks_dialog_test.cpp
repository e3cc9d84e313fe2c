// The list of GPU peaks as a user meets it.
#include <doctest/doctest.h>

#include "tests/app/panes/tables/chart_tab.h"
#include "tests/core/analysis/gpu_time/roofline_trace.h"

namespace lanescope {
namespace {

std::string unknown_gpu() {
  TraceText trace;
  trace.top_level(R"("deviceProperties": [{"id": 0, "name": "Own card"}])");
  add_op(trace, 0, "aten::mm", shapes("[[1024,1024],[1024,1024]]", "c10::Half"), "h884gemm", "20");
  return trace.text();
}

struct PeaksDialog : ChartTab {
  PeaksDialog() : ChartTab("Roofline", unknown_gpu()) {
    ui.click("roofline.peaks");
    ui.frames(2);
    REQUIRE(ui.window().dialogs().is_open<GpuPeaksDialog>());
  }
  void write(const std::string& field, const char* text) {
    ui.click(field);
    ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
    ui.type(text);
    ui.key(ImGuiKey_Enter);
    ui.frames(2);
  }
  std::vector<GpuPeaks>& given() { return ui.window().settings().thresholds.gpu_peaks; }
  std::string bound() {
    ui.settle();
    return std::string(ui.pane().facts());
  }
};

}  // namespace

TEST_CASE("peaks of a GPU that nobody knew are given, followed by the roofline, and forgotten") {
  PeaksDialog dialog;
  dialog.write("gpu_peaks.2.Own card", "200");
  dialog.write("gpu_peaks.5.Own card", "1000");
  REQUIRE(dialog.given().size() == 1);
  CHECK(dialog.given()[0] == GpuPeaks{"Own card", {0, 0, 200, 0, 0}, 1000});
  CHECK(dialog.bound().find("of peak used") != std::string::npos);
  dialog.ui.click("gpu_peaks.reset.Own card");
  dialog.ui.frames(2);
  CHECK(dialog.given().empty());
  CHECK(dialog.bound().find("of peak used") == std::string::npos);
}

TEST_CASE("a rate that is none is told, one that is left without a change gives nothing") {
  PeaksDialog dialog;
  dialog.write("gpu_peaks.0.Own card", "fast");
  CHECK(dialog.ui.has_mark("gpu_peaks.problem"));
  dialog.ui.click("gpu_peaks.1.Own card");
  dialog.ui.click("gpu_peaks.2.Own card");
  dialog.ui.key(ImGuiKey_Escape);
  dialog.ui.frames(2);
  CHECK(dialog.ui.window().dialogs().is_open<GpuPeaksDialog>());
  CHECK(dialog.given().empty());
  dialog.ui.key(ImGuiKey_Escape);
  dialog.ui.frames(2);
  CHECK(!dialog.ui.window().dialogs().is_open<GpuPeaksDialog>());
}

TEST_CASE("a GPU that the trace does not have is added by a part of its name") {
  PeaksDialog dialog;
  dialog.write("gpu_peaks.name", "H999");
  REQUIRE(dialog.given().size() == 1);
  CHECK(dialog.given()[0].gpu == "H999");
  CHECK(dialog.ui.has_mark("gpu_peaks.0.H999"));
}

}  // namespace lanescope
