// What the load report says of each issue.
#include <string>

#include <doctest/doctest.h>

#include "tests/app/seen_screen.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

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

}  // namespace lanescope
