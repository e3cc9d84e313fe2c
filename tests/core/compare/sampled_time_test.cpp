// Two programs of which only samples are known.
#include "core/compare/sampled_time.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "tests/core/compare/sampled_program.h"

using namespace lanescope;

TEST_CASE("runs of which only samples are known differ by functions and waits") {
  const auto a = sampled_program("3", 100, 50).load(), b = sampled_program("5", 110, 250).load();
  const AnalysisResults of_a(*a, whole_window()), of_b(*b, whole_window());
  const SampledChanges changes = compare_sampled_time(of_a, of_b);
  REQUIRE(changes.functions.size() == 1);
  // Although its line has moved.
  CHECK(changes.functions[0].name == "/src/train.py(5): main");
  CHECK(changes.functions[0].delta_ns() == 210'000'000);
  CHECK(changes.functions[0].running_delta_ns() == 10'000'000);
  REQUIRE(changes.waits.size() == 2);
  CHECK(changes.waits[0].name == "lock (futex)");
  CHECK(changes.waits[0].delta_ns() == 200'000'000);
  CHECK(changes.waits[1].name == "running or waiting for a CPU");
  CHECK(is_running(changes.waits[1]));
  CHECK_FALSE(is_running(changes.waits[0]));
  CHECK_FALSE(changes.of_gpu);
  CHECK(changes.without_samples.empty());
}

TEST_CASE("a function is the same whether its file is named in full or from the working folder") {
  const auto run = [](const std::vector<const char*>& functions) {
    TraceText trace;
    int at_us = 0;
    for (const char* const name : functions) {
      trace.cpu("python_sample", name, std::to_string(at_us), "100000")
          .cpu("thread_state", "running", std::to_string(at_us), "100000");
      at_us += 100'000;
    }
    return trace.load();
  };
  const auto a = run({"train.py(3): main", "a/data.py(1): load", "util.py(1): helper"});
  const auto b = run({"/src/train.py(5): main", "/src/a/data.py(1): load",
                      "/src/b/data.py(1): load", "/src/my_util.py(1): helper"});
  const AnalysisResults of_a(*a, whole_window()), of_b(*b, whole_window());
  const SampledChanges changes = compare_sampled_time(of_a, of_b);
  const auto named = [&](std::string_view name) {
    const auto at = std::ranges::find(changes.functions, name, &SampledChange::name);
    REQUIRE(at != changes.functions.end());
    return *at;
  };
  CHECK(named("/src/train.py(5): main").a_ns == 100'000'000);
  CHECK(named("/src/train.py(5): main").b_ns == 100'000'000);
  CHECK(named("/src/a/data.py(1): load").a_ns == 100'000'000);
  CHECK(named("/src/b/data.py(1): load").a_ns == 0);
  CHECK(named("util.py(1): helper").b_ns == 0);
  CHECK(changes.functions.size() == 5);
}

TEST_CASE("where two functions fit, neither is said to be the other run's") {
  const auto run = [](const std::vector<const char*>& functions) {
    TraceText trace;
    for (std::size_t i = 0; i < functions.size(); ++i)
      trace.cpu("python_sample", functions[i], std::to_string(100 * i), "100")
          .cpu("thread_state", "running", std::to_string(100 * i), "100");
    return trace.load();
  };
  const auto a = run({"data.py(1): load"}), b = run({"/a/data.py(1): load", "/b/data.py(1): load"});
  const AnalysisResults of_a(*a, whole_window()), of_b(*b, whole_window());
  CHECK(compare_sampled_time(of_a, of_b).functions.size() == 3);
}

TEST_CASE("a function that computes more comes before one that only waits longer") {
  const auto run = [](int works_ms, int waits_ms) {
    TraceText trace = sampled_program("3", works_ms, waits_ms);
    const std::string end = std::to_string((works_ms + waits_ms) * 1000);
    trace.slice("python_sample", "pool.py(9): idle", "100", "101", "0", end)
        .slice("thread_state", "futex", "100", "101", "0", end);
    return trace.load();
  };
  const auto a = run(100, 50), b = run(150, 250);
  const AnalysisResults of_a(*a, whole_window()), of_b(*b, whole_window());
  const SampledChanges changes = compare_sampled_time(of_a, of_b);
  REQUIRE(changes.functions.size() == 2);
  CHECK(changes.functions[0].name == "/src/train.py(3): main");
  CHECK(changes.functions[0].running_delta_ns() == 50'000'000);
  CHECK(changes.functions[1].name == "pool.py(9): idle");
  CHECK(changes.functions[1].running_delta_ns() == 0);
  CHECK(changes.functions[1].delta_ns() == 250'000'000);
}

TEST_CASE("the line at which a function or a wait took most is that of the run that has it") {
  const auto run = [](const std::string& line) {
    TraceText trace = sampled_program("3", 100, 50);
    trace.cpu("python_line", "/src/train.py:" + line, "0", "150000");
    return trace.load();
  };
  const auto a = run("4"), b = run("7");
  const AnalysisResults of_a(*a, whole_window()), of_b(*b, whole_window());
  const SampledChanges changes = compare_sampled_time(of_a, of_b);
  CHECK(changes.functions[0].line == "/src/train.py:7");
  const auto wait = std::ranges::find(changes.waits, "lock (futex)", &SampledChange::name);
  REQUIRE(wait != changes.waits.end());
  CHECK(wait->line == "/src/train.py:7");
}

TEST_CASE("runs with GPU work are compared by their samples too, and say that they have it") {
  const auto a = sampled_program("3", 100, 50).load();
  const auto b = sampled_program("3", 100, 90).kernel("gemm", "0", "100", "1").load();
  const AnalysisResults of_a(*a, whole_window()), of_b(*b, whole_window());
  const SampledChanges changes = compare_sampled_time(of_a, of_b);
  CHECK(changes.of_gpu);
  REQUIRE_FALSE(changes.waits.empty());
  CHECK(changes.waits[0].delta_ns() == 40'000'000);
}

TEST_CASE("which run has no samples is known, and nothing is compared") {
  const auto a = sampled_program("3", 100, 50).load();
  const auto b = TraceText().cpu("cpu_op", "aten::mm", "0", "10").load();
  const AnalysisResults of_a(*a, whole_window()), of_b(*b, whole_window());
  CHECK(compare_sampled_time(of_a, of_b).without_samples == "B");
  CHECK(compare_sampled_time(of_b, of_a).without_samples == "A");
  CHECK(compare_sampled_time(of_a, of_b).empty());
  CHECK(compare_sampled_time(of_b, of_b).without_samples.empty());
}

TEST_CASE("the sampling error grows with the square root of the time") {
  SampledChanges changes;
  changes.period_a_ns = changes.period_b_ns = 10'000'000;
  // 25 samples in each run: a standard deviation of 5 each, 7.07 together, twice 70.7 ms.
  const Ns error_ns = sampling_error_ns(changes, 250'000'000, 250'000'000);
  CHECK(error_ns > 141'000'000);
  CHECK(error_ns < 142'000'000);
  CHECK(sampling_error_ns(changes, 1'000'000'000, 1'000'000'000) == 2 * error_ns);
  CHECK(sampling_error_ns(changes, 0, 0) == 0);
}
