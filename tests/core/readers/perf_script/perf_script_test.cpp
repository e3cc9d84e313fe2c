#include "core/readers/perf_script/perf_script.h"

#include <string>

#include <doctest/doctest.h>

#include "core/readers/perf_script/line.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/stack_times.h"

using namespace lanescope;

namespace {

using Times = std::map<std::string, Ns>;

constexpr const char* kStack =
    "\t    7f1234567890 malloc+0x10 (/usr/lib/libc.so.6)\n"
    "\t          4f11aa PyEval_EvalFrame+0x3 (/usr/bin/python3.11)\n";

std::string sample(const std::string& time, const std::string& stack = kStack,
                   const std::string& who = "python 100/101 [003]",
                   const std::string& event = "cycles:u") {
  return who + " " + time + ":   10101010 " + event + ": \n" + stack + "\n";
}

}  // namespace

TEST_CASE("the samples of perf script become threads with their times") {
  const auto trace = load_profile(
      "# ========\n# captured on    : Mon\n#\n" + sample("12345.678901") +
      sample("12345.688901", "\t 4f11aa PyEval_EvalFrame+0x9 (/usr/bin/python3.11)\n") +
      sample("12345.698901") +
      sample("12345.700001", "\t ffffffff81 do_syscall_64 ([kernel.kallsyms])\n",
             "     Web Content   200"));
  CHECK(trace->info.format == "perf-script");
  const Track& python = sampled_track(*trace, "python");
  CHECK(trace->text(python.process) == "100");
  CHECK(trace->text(python.thread) == "101");
  // The last sample lasts as long as the others.
  CHECK(stack_times(*trace, python) ==
        Times{{"PyEval_EvalFrame", 10'000'000}, {"PyEval_EvalFrame;malloc", 20'000'000}});
  CHECK(python.slices == 3);
  const Track& web = sampled_track(*trace, "Web Content");
  CHECK(web.bounds.begin_ns - python.bounds.begin_ns == 21'100'000);
  CHECK(trace->report.listed == 0);
}

TEST_CASE("where samples are missing, a stack does not go on") {
  const auto trace = load_profile(sample("1.000") + sample("1.010") + sample("1.020") +
                                  sample("9.000") + sample("9.010"));
  CHECK(stack_times(*trace) == Times{{"PyEval_EvalFrame;malloc", 50'000'000}});
  CHECK(sampled_track(*trace, "python").slices == 4);
}

TEST_CASE("of several events the first is read, the others are listed") {
  const auto trace =
      load_profile(sample("1.0") + sample("1.1", kStack, "python 100/101 [003]", "instructions:u") +
                   sample("1.5"));
  CHECK(stack_times(*trace) == Times{{"PyEval_EvalFrame;malloc", 1'000'000'000}});
  CHECK(issue_of(*trace, "other_values").example == "instructions:u");
}

TEST_CASE("without stacks each line is a sample of one frame") {
  const auto trace = load_profile(
      "          python  101 56.500000:   1010 cycles:u:      7f12 malloc+0x10 (/libc.so)\n"
      "          python  101 56.600000:   1010 cycles:u:      7f18 free+0x8 (/libc.so)\n");
  CHECK(stack_times(*trace) == Times{{"malloc", 100'000'000}, {"free", 100'000'000}});
}

TEST_CASE("what is not a sample is listed, a file cut within a stack keeps it") {
  const std::string cut = sample("1.0") + "something else\n" + sample("1.5", "") + sample("1.6");
  const auto trace = load_profile(cut.substr(0, cut.size() - 20));
  CHECK(issue_count(*trace, "unusable_sample") == 2);
  CHECK(trace->report.kept + trace->report.listed == trace->counts.total);
  CHECK(sampled_track(*trace, "python").slices >= 2);
}

TEST_CASE("samples in any order are sorted by time") {
  const auto trace = load_profile(sample("1.2") + sample("1.0") + sample("1.1"));
  CHECK(stack_times(*trace) == Times{{"PyEval_EvalFrame;malloc", 300'000'000}});
}

TEST_CASE("lines of perf script are taken apart") {
  const auto header = parse_perf_header("tokio: worker 3  12/34 [000]  5.000001:  1 cpu-clock:u: ");
  REQUIRE(header);
  CHECK(header->command == "tokio: worker 3");
  CHECK(header->process == 12);
  CHECK(header->thread == 34);
  CHECK(header->time_ns == 5'000'001'000);
  CHECK(header->event == "cpu-clock:u");
  CHECK_FALSE(parse_perf_header("python 12/34 [000] now: 1 cycles: "));
  CHECK_FALSE(parse_perf_header("12/34 [000] 5.0: 1 cycles: "));
  CHECK_FALSE(parse_perf_header("python -3 [000] 5.0: 1 cycles: "));

  CHECK(parse_perf_frame("  7f12 operator new(unsigned long)+0x18 (/l.so)") ==
        "operator new(unsigned long)");
  CHECK(parse_perf_frame("  7f12 py::step:/home/me/train.py (/tmp/perf-12.map)") ==
        "py::step:/home/me/train.py");
  CHECK(parse_perf_frame("  7f12 [unknown] (/usr/lib/libcuda.so.1)") == "[libcuda.so.1]");
  CHECK(parse_perf_frame("  7f12 [unknown] ([unknown])") == "[unknown]");
  CHECK_FALSE(parse_perf_frame("  hello world"));
}
