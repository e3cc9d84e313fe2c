// What the load report says of each issue.
#include <string>

#include <doctest/doctest.h>

#include "tests/app/seen_screen.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

TEST_CASE("the sentence of an issue is whole while the columns beside it have little to say") {
  constexpr const char* kTrace = R"({"traceEvents": [
{"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":0,"dur":10},
{"ph":"B","cat":"cpu_op","name":"open","pid":1,"tid":1,"ts":20}
]})";
  const TempFolder folder;
  UiDriver ui;
  ui.open(folder.write("open.json", kTrace));
  REQUIRE(ui.show_tab("Load report"));
  ui.settle();
  const std::string row =
      "row.A begin event is never closed; it is shown up to the end of the trace";
  REQUIRE(ui.has_mark(row));
  const std::string seen = SeenScreen().page(ui.mark(row));
  CAPTURE(seen);
  CHECK(seen.find("up to the end of the trace") != std::string::npos);
  CHECK(seen.find("begin_without_end") != std::string::npos);
  CHECK(seen.find("…") == std::string::npos);
}

TEST_CASE("a long sentence of an issue goes on in the next line, beside the other columns") {
  const std::string trace =
      TraceText()
          .cpu("cuda_runtime", "cudaLaunchKernel", "0", "5", R"("correlation": 1)")
          .cpu("cuda_runtime", "cudaLaunchKernel", "10", "5", R"("correlation": 1)")
          .kernel("gemm", "20", "5", "1")
          .text();
  const TempFolder folder;
  const std::string path = folder.write("shared.json", trace);
  for (const float width_px : {1600.0F, 1100.0F}) {
    CAPTURE(width_px);
    UiDriver ui(width_px, 900);
    ui.open(path);
    REQUIRE(ui.show_tab("Load report"));
    ui.settle();
    const std::string row =
        "row.Correlation ids used by more than one launch; their GPU work is linked to the latest "
        "launch that starts before it, which may be the wrong one";
    REQUIRE(ui.has_mark(row));
    const std::string seen = SeenScreen().page(ui.mark(row));
    CAPTURE(seen);
    CHECK(ui.mark(row).height() > 30);
    CHECK(seen.find("Correlation ids") != std::string::npos);
    CHECK(seen.find("one") != std::string::npos);
    CHECK(seen.find("…") == std::string::npos);
  }
}

}  // namespace lanescope
