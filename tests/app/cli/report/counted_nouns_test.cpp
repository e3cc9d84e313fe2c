// Reports about traces that have one of most things do not call it several.
#include <filesystem>

#include <doctest/doctest.h>

#include "tests/app/cli/report/all_reports.h"
#include "tests/paths.h"

namespace lanescope {

TEST_CASE("a plural after a one is found, and a number that counts nothing is not") {
  CHECK(plural_of_one("GPU 0: 1 blocks live") == "1 blocks");
  CHECK(plural_of_one("1 GPU events") == "1 events");
  CHECK(plural_of_one("1 gap, 2 gaps, 11 gaps, 0.1 gaps, 1,231 gaps") == "");
  CHECK(plural_of_one("took 1 ms in 1 process") == "");
  CHECK(plural_of_one("rank 1 waits, GPU 1 has") == "");
}

TEST_CASE("no report about a small trace has a plural after a one") {
  namespace fs = std::filesystem;
  std::size_t checked = 0;
  for (const auto& entry : fs::directory_iterator(source_folder() + "/tests/traces")) {
    const std::string path = entry.path().string();
    if (!path.ends_with(".json")) continue;
    const auto loaded = load_trace(path, {});
    if (!loaded.ok()) continue;  // some are broken on purpose
    CAPTURE(path);
    for (const PrintedReport& report : all_reports(loaded.value()))
      CHECK(report_faults(report) == "");
    ++checked;
  }
  CHECK(checked > 20);
}

}  // namespace lanescope
