// Where a program without functions waits (F28): the line of its loop, and not the first of its
// file. Times are in µs.
#include <doctest/doctest.h>

#include "tests/core/analysis/findings/judged_trace.h"

using namespace lanescope;

namespace {

/// Code at the level of a script runs for 400 of 1,000 ms, then waits for a pipe in a library.
TraceText script(const std::string& stack) {
  TraceText trace;
  trace.cpu("python_sample", "train.py(1): <module>", "0", "1000000")
      .cpu("python_line", "train.py:3", "0", "400000")
      .cpu("python_sample", "selectors.py(402): PollSelector.select", "400000", "600000")
      .cpu("python_line", "selectors.py:415", "400000", "600000", stack)
      .cpu("thread_state", "running", "0", "400000")
      .cpu("thread_state", "poll pipe", "400000", "600000");
  return trace;
}

}  // namespace

TEST_CASE("a wait that a script calls is at the line of the script that called it") {
  const JudgedTrace judged(
      script(R"("Call stack": "selectors.py(415): select;/app/train.py(22): <module>")"));
  REQUIRE_FALSE(judged.table.findings.empty());
  const Finding& finding = judged.table.findings[0];
  CHECK(judged.where(finding) == "train.py(1): <module>");
  CHECK(finding.where.line == 22);
  CHECK(judged.says(finding).find("It is called from train.py(1): <module>, at line 22") !=
        std::string::npos);
  CHECK(at_line(judged.where(finding), finding.where.line) == "train.py(22): <module>");
  CHECK(at_line("<module> (train.py:1)", 22) == "<module> (train.py:22)");
}

TEST_CASE("without a stack, the line of a script is not known") {
  const JudgedTrace judged(script(""));
  REQUIRE_FALSE(judged.table.findings.empty());
  CHECK(judged.table.findings[0].where.line == 0);
  CHECK(at_line("train.py(1): <module>", 0) == "train.py(1): <module>");
  CHECK(at_line("aten::mm", 22) == "aten::mm");
}
