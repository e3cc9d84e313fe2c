#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "app/cli/compare/compare.h"
#include "tests/core/compare/two_runs.h"

namespace lanescope {
namespace {

std::string text_of(const TwoRuns& runs) {
  PrintedComparison comparison{"a.json", "b.json", *runs.a, *runs.b, PartLevel::Kernel, {}, {},
                               {},       {},       {},      {}};
  comparison.levels.push_back(runs.diff);
  return comparison_text(comparison);
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

LoopTimes without_steps() {
  LoopTimes times;
  times.with_steps = false;
  return times;
}

std::vector<std::string> without_gpu(std::vector<std::string> events) {
  std::erase_if(events, [](const std::string& event) {
    return holds(event, R"("cat": "kernel")") || holds(event, R"("cat": "cuda_runtime")");
  });
  return events;
}

}  // namespace

TEST_CASE("of runs without a GPU, nothing is said to be busy or idle") {
  const auto run = without_gpu(loop_events({}));
  const std::string text = text_of({run, run, PartLevel::Kernel});
  CAPTURE(text);
  CHECK(holds(text, "; the times in operators and elsewhere are tested separately"));
  CHECK_FALSE(holds(text, "idle"));
  CHECK_FALSE(holds(text, "busy"));
}

TEST_CASE("whole recordings are not headed per step, nor called steps") {
  const std::string text =
      text_of({loop_events(without_steps()), loop_events(without_steps()), PartLevel::Kernel});
  CAPTURE(text);
  CHECK(holds(text, "\nwhole recording "));
  CHECK(holds(text, "\nlength "));
  CHECK(holds(text, "not tested: one recording each\n"));
  CHECK_FALSE(holds(text, "per step"));
}

TEST_CASE("a change that counts and could not be tested is not the same") {
  LoopTimes slower = without_steps();
  slower.mm_us = 900;
  const std::string text =
      text_of({loop_events(without_steps()), loop_events(slower), PartLevel::Kernel});
  CAPTURE(text);
  CHECK(holds(text, "gemm        changed "));
  CHECK(holds(text, "add_kernel  same "));
}

TEST_CASE("a star for other counts has no p beside it") {
  LoopTimes once, twice;
  once.steps = twice.steps = 3;
  twice.mm_calls = 2;
  const std::string text = text_of({once, twice, PartLevel::Kernel});
  CAPTURE(text);
  CHECK(holds(text, "  * counts\n"));
  CHECK_FALSE(holds(text, "* n/a"));
}

TEST_CASE("mean counts have three digits") {
  TwoRuns runs(LoopTimes{}, LoopTimes{}, PartLevel::Kernel);
  for (DiffRow& row : runs.diff.rows) row.count_a = row.count_b = 1.0 / 66;
  CHECK(holds(text_of(runs), "  0.0152  "));
  for (DiffRow& row : runs.diff.rows) {
    row.count_a = 12'345;
    row.count_b = 1'234'567;
  }
  CHECK(holds(text_of(runs), "  12345 → 1234567  "));
}

}  // namespace lanescope
