// Whoever asks a truncated file is told so, whatever the question.
#include <functional>

#include <doctest/doctest.h>

#include "app/cli/verbs.h"
#include "tests/app/cli/printed_answer.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;

TEST_CASE("each verb that answers from a truncated file says that it is truncated") {
  TempFolder folder;
  const std::string whole =
      R"({"traceEvents": [{"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 2})";
  const std::string cut = folder.write("cut.json", whole + ",\n{\"ph\": \"X\", \"cat\": \"ker");
  const std::string good = folder.write("good.json", whole + "]}");
  const auto warns = [](const std::function<int()>& verb) {
    const PrintedAnswer answer = printed_by(verb);
    CHECK(answer.code == 0);
    return says(answer.errors, "is truncated, so the end of the run is missing");
  };
  CHECK(warns([&] { return run_search({.trace = cut, .expression = "a"}); }));
  CHECK(warns([&] { return run_event({.trace = cut, .find = "a"}); }));
  for (const char* out : {"/out.json", "/out.pftrace"}) {
    CAPTURE(out);
    CHECK(warns([&] { return run_convert({.trace = cut, .output = folder.path() + out}); }));
  }
  CHECK(warns([&] { return run_compare({.a = good, .b = cut}); }));
  CHECK_FALSE(warns([&] { return run_search({.trace = good, .expression = "a"}); }));
}
