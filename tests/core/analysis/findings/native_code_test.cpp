// The rule about samples (F28), of machine code and page faults. Times are in µs.
#include <doctest/doctest.h>

#include "tests/core/analysis/findings/judged_trace.h"
#include "tests/core/fixtures/thread_writer.h"

using namespace lanescope;

namespace {

constexpr const char* kTitle = "Much CPU time is spent in one native library";

const Finding* native_finding(const FindingTable& table, std::string_view title = kTitle) {
  const auto at = std::ranges::find(table.findings, title, &Finding::title);
  return at == table.findings.end() ? nullptr : &*at;
}

/// A second of train.py, at line 41 from 200 to 800 ms, with native code of a library for all of
/// the time at that line, of which the C library has 100 ms.
TraceText runs_native(const char* function, const char* below) {
  TraceText trace;
  const auto thread = thread_writer(trace, "100", "100");
  thread("python_sample", "train.py(5): step", "0", "1000000");
  thread("python_line", "train.py:40", "0", "200000");
  thread("python_line", "train.py:41", "200000", "600000");
  thread("python_line", "train.py:42", "800000", "200000");
  thread("native_frame", function, "200000", "600000");
  thread("native_frame", below, "300000", "100000");
  thread("native_frame", "dict_lookup (python3.12)", "800000", "200000");
  thread("thread_state", "running", "0", "1000000");
  return trace;
}

}  // namespace

TEST_CASE("the library that has most of the time is named, with its function and who calls it") {
  const JudgedTrace judged(
      runs_native("at::native::add_kernel (libtorch_cpu.so)", "__memmove_avx (libc.so.6)"));
  const Finding* const finding = native_finding(judged.table);
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(60));
  CHECK(finding->informational);
  CHECK(judged.table.to_fix() == 0);
  CHECK(judged.where(*finding) == "train.py:41");
  const std::string says = judged.says(*finding);
  CHECK(says.find("runs code of libtorch_cpu.so for 600.0 ms: 60 % of its CPU time") !=
        std::string::npos);
  CHECK(says.find("Mostly in at::native::add_kernel (libtorch_cpu.so): 600.0 ms") !=
        std::string::npos);
  CHECK(says.find("Mostly called from train.py:41: 600.0 ms") != std::string::npos);
}

TEST_CASE("the program's own code is not called a library, and is not advised as one") {
  TraceText trace;
  const auto thread = thread_writer(trace, "100", "100");
  thread("native_frame", "main (simulate)", "0", "1000000");
  thread("native_frame", "ns::step (simulate)", "100000", "800000");
  thread("native_frame", "sqrt (libm.so.6)", "200000", "600000");
  thread("thread_state", "running", "0", "1000000");
  const JudgedTrace judged(trace);
  CHECK(native_finding(judged.table) == nullptr);
  const Finding* const finding =
      native_finding(judged.table, "Much CPU time is spent in the program's own native code");
  REQUIRE(finding != nullptr);
  CHECK(finding->informational);
  CHECK(judged.says(*finding).find("runs code of simulate, the program itself, for 1.000 s: 100 % "
                                   "of its CPU time") != std::string::npos);
  CHECK(judged.says(*finding).find("Mostly in ns::step (simulate): 800.0 ms") != std::string::npos);
  CHECK(finding->fix.find("library") == std::string::npos);
  CHECK(finding->confirm.find("library") == std::string::npos);
  // Code that was made at run time has no file.
  CHECK(native_finding(
            JudgedTrace(runs_native("0x1234 (anonymous memory)", "memcpy (libc.so.6)")).table) !=
        nullptr);
}

TEST_CASE("the interpreter, and the C library that it calls, are no native code of the program") {
  for (const char* const function :
       {"_PyEval_EvalFrameDefault (python3.12)", "visit_decref (libpython3.12.so.1.0)"}) {
    CAPTURE(function);
    const JudgedTrace judged(runs_native(function, "malloc (libc.so.6)"));
    CHECK(native_finding(judged.table) == nullptr);
  }
}

TEST_CASE("code of another library is not counted twice, and little of it is no finding") {
  const JudgedTrace judged(
      runs_native("numpy_add (_multiarray_umath.so)", "dgemm (libopenblas.so)"));
  const Finding* const finding = native_finding(judged.table);
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(50));
  TraceText brief;
  const auto thread = thread_writer(brief, "100", "100");
  thread("python_sample", "train.py(5): step", "0", "1000000");
  thread("python_line", "train.py:41", "0", "1000000");
  thread("native_frame", "numpy_add (_multiarray_umath.so)", "0", "300000");
  thread("thread_state", "running", "0", "1000000");
  CHECK(native_finding(JudgedTrace(brief).table) == nullptr);
}

TEST_CASE("what page faults read is told with the line that waits for them") {
  TraceText trace;
  const auto thread = thread_writer(trace, "100", "100");
  thread("python_sample", "data.py(10): load", "0", "1000000");
  thread("python_line", "data.py:12", "0", "1000000");
  thread("thread_state", "running", "0", "500000");
  thread("thread_state", "page fault", "500000", "500000");
  const auto counter = [&](const char* name, const char* ts, const char* value) {
    trace.event(std::string(R"({"ph": "C", "pid": 100, "tid": 100, "name": ")") + name +
                R"(", "ts": )" + ts + R"(, "args": {"value": )" + value + "}}");
  };
  for (const char* const ts : {"0", "500000", "1000000"}) {
    counter("Major page faults (per s)", ts, ts[0] == '1' ? "400" : "0");
    counter("Read from disk (bytes/s)", ts, ts[0] == '1' ? "2147483648" : "1000");
  }
  const JudgedTrace judged(trace);
  const Finding* const finding = finding_of(judged.table, "F28");
  REQUIRE(finding != nullptr);
  CHECK(finding->title == "The main thread waits for page faults");
  CHECK(judged.where(*finding) == "data.py:12");
  CHECK(judged.says(*finding).find("Meanwhile, the process read 1.000 GiB from disk, with 200 "
                                   "major page faults") != std::string::npos);
}
