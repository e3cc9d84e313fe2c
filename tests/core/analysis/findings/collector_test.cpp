// The rule about samples (F28), of Python's garbage collector. Times are in µs.
#include <doctest/doctest.h>

#include "tests/core/analysis/findings/judged_trace.h"
#include "tests/core/fixtures/thread_writer.h"

using namespace lanescope;

namespace {

/// A function of Python that runs for 1,000 ms, of which it waits for a CPU for 500, and a function
/// of the interpreter runs within it from 100 to 400 ms.
TraceText runs_in(const char* native) {
  TraceText trace;
  const auto thread = thread_writer(trace, "100", "100");
  thread("python_sample", "train.py(5): step", "0", "1000000");
  thread("python_line", "train.py:7", "0", "450000");
  thread("python_line", "train.py:8", "450000", "550000");
  thread("native_frame", native, "100000", "300000");
  thread("native_frame", "visit_decref (libpython3.12.so.1.0)", "150000", "100000");
  thread("thread_state", "running · GIL", "0", "500000");
  thread("thread_state", "waiting for a CPU · GIL", "500000", "500000");
  return trace;
}

}  // namespace

TEST_CASE("a program that mostly collects garbage is told so, and not to vectorize the line") {
  const JudgedTrace judged(runs_in("gc_collect_main.part.0 (libpython3.12.so.1.0)"));
  const Finding* const finding = finding_of(judged.table, "F28");
  REQUIRE(finding != nullptr);
  CHECK(finding->title == "Python's garbage collector takes much of the time");
  CHECK(finding->high_pct == doctest::Approx(30));
  CHECK(judged.where(*finding) == "train.py:7");
  CHECK(judged.says(*finding).find("It runs for 300.0 ms of the 1.000 s sampled of the main thread "
                                   "(30 %), which is 60 % of its CPU time") != std::string::npos);
  CHECK(finding->fix.find("gc.freeze()") != std::string::npos);
  for (const Finding& one : judged.table.findings)
    CHECK(one.fix.find("vectorize") == std::string::npos);
}

TEST_CASE("other functions of the interpreter are no garbage collection") {
  const JudgedTrace judged(runs_in("_PyEval_EvalFrameDefault (libpython3.12.so.1.0)"));
  for (const Finding& one : judged.table.findings)
    CHECK(one.title.find("garbage") == std::string::npos);
}

TEST_CASE("what another thread runs in the same function is not the collector's") {
  // step() of the main thread does little but collect; thread 101 runs the same function for 900
  // ms, and its collections are its own.
  TraceText trace;
  const auto main = thread_writer(trace, "100", "100"), other = thread_writer(trace, "100", "101");
  main("python_sample", "train.py(5): step", "0", "1000000");
  main("python_line", "train.py:7", "0", "1000000");
  main("native_frame", "gc_collect_main (libpython3.12.so.1.0)", "100000", "300000");
  main("thread_state", "running · GIL", "0", "500000");
  main("thread_state", "waiting for a CPU · GIL", "500000", "500000");
  other("python_sample", "train.py(5): step", "0", "1000000");
  other("python_line", "train.py:8", "0", "1000000");
  other("native_frame", "gc_collect_main (libpython3.12.so.1.0)", "500000", "400000");
  other("thread_state", "running", "0", "1000000");
  const JudgedTrace judged(trace);
  std::size_t collectors = 0;
  for (const Finding& one : judged.table.findings) {
    CAPTURE(one.title);
    CHECK(one.fix.find("vectorize") == std::string::npos);
    if (one.title != "Python's garbage collector takes much of the time") continue;
    ++collectors;
    CHECK(one.high_pct == doctest::Approx(30));
  }
  CHECK(collectors == 1);
}
