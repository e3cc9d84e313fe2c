// The examples that come with the program: what is told of each is what it shows.
#include "app/workspace/files/examples.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/analysis/findings/findings.h"
#include "core/analysis/gpu_time/roofline.h"
#include "core/analysis/results.h"
#include "core/readers/trace_loader.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

std::string example(const std::string& file) {
  return source_folder() + "/assets/examples/" + file;
}

LoadedTrace loaded(const std::string& file) {
  auto trace = load_trace(example(file));
  REQUIRE(trace.ok());
  return std::move(trace).value();
}

std::vector<std::string> finding_ids(const std::string& file) {
  const LoadedTrace trace = loaded(file);
  const AnalysisResults results(*trace.snapshot, usual_window(*trace.snapshot),
                                event_reader(trace));
  std::vector<std::string> ids;
  for (const Finding& finding : results.of<FindingTable>()->findings) {
    if (!finding.informational) ids.emplace_back(finding.id);
  }
  std::ranges::sort(ids);
  return ids;
}

TEST_CASE("each of the four causes in the slow example is found, and none in the fixed one") {
  CHECK(finding_ids("generated-gpt-slow.json.gz") ==
        std::vector<std::string>{"F04", "F06", "F09", "F15"});
  CHECK(finding_ids("generated-gpt-fixed.json.gz").empty());
}

TEST_CASE("no operator of the generated examples is faster than the GPU that they name") {
  for (const char* const file : {"generated-gpt-slow.json.gz", "generated-gpt-fixed.json.gz"}) {
    const LoadedTrace trace = loaded(file);
    const AnalysisResults results(*trace.snapshot, usual_window(*trace.snapshot),
                                  event_reader(trace));
    const auto table = results.of<RooflineTable>();
    std::size_t judged = 0;
    for (const RooflineRow& row : table->rows) {
      const auto reached = row.tflops(), ceiling = row.ceiling_tflops();
      if (!reached || !ceiling) continue;
      ++judged;
      CHECK(*reached <= *ceiling);
    }
    CHECK(judged > 10);
  }
}

TEST_CASE("an example is known by its path, as a file or as a folder of ranks") {
  const std::vector<Example> examples{{"a", "one", "/x/a.json", true}, {"r", "four", "/x/r", true}};
  CHECK(is_example(examples, "/x/a.json"));
  CHECK(is_example(examples, "/x/r/rank0.json"));
  CHECK_FALSE(is_example(examples, "/x/ranks.json"));
  CHECK_FALSE(is_example(examples, "/x/a.json.gz"));
  CHECK(find_example(examples, "r") == &examples[1]);
  CHECK(find_example(examples, "z") == nullptr);
}

TEST_CASE("the program finds all its examples") {
  const std::vector<Example> found = find_examples();
  REQUIRE(found.size() == 6);
  for (const Example& one : found) CHECK(std::filesystem::exists(one.path));
  CHECK(std::filesystem::is_directory(find_example(found, "ranks")->path));
}

}  // namespace
}  // namespace lanescope
