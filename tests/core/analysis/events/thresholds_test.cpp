// What analyses judge by: names, values with units, and that a changed one changes the verdict.
#include "core/analysis/events/thresholds.h"

#include <set>
#include <string>

#include <doctest/doctest.h>

#include "core/analysis/findings/rules.h"
#include "core/analysis/registry.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/training_trace.h"

using namespace lanescope;

namespace {

constexpr const char* kGemm = "sm90_xmma_gemm_bf16bf16_bf16f32";

/// Set, as the command line does it.
Thresholds with(std::string_view assignment) {
  Thresholds thresholds;
  const auto error = set_threshold(assignment, thresholds);
  if (error) FAIL(error->message);
  return thresholds;
}

std::string error_of(std::string_view assignment) {
  Thresholds thresholds;
  const auto error = set_threshold(assignment, thresholds);
  REQUIRE(error.has_value());
  CHECK(thresholds == Thresholds());
  CHECK(error->message.find('\n') == std::string::npos);
  return error->message;
}

AnalysisWindow whole_with(std::string_view assignment) {
  AnalysisWindow window = whole_window();
  window.thresholds = SharedThresholds(with(assignment));
  return window;
}

FindingTable findings_in(const LoadedText& loaded, const AnalysisWindow& window) {
  const ReadEvent read = [&](EventId event) { return loaded.json(event); };
  return analyse_findings({*loaded.snapshot, window, read});
}

/// Six steps of 1 ms of kernels and 200 µs in which the host sorts: the GPU idles for 1/6.
LoadedText sixth_idle() {
  TrainingTrace trace;
  for (int i = 0; i < 6; ++i) {
    trace.step([&] {
      for (int op = 0; op < 10; ++op) trace.op("aten::mm", kGemm, 100, 100);
      trace.host("cpu_op", "aten::sort", 200);
    });
  }
  return trace.load();
}

}  // namespace

TEST_CASE("every threshold has a name of its own, and its default is a value it takes") {
  std::set<std::string_view> names;
  for (const Threshold& one : threshold_table()) {
    CAPTURE(std::string(one.name));
    CHECK(names.insert(one.name).second);
    CHECK(!one.meaning.empty());
    CHECK(find_threshold(one.name) == &one);
    const std::string text = one.text_of(one.usual());
    REQUIRE(one.parse(text).ok());
    CHECK(one.parse(text).value() == one.usual());
  }
  CHECK(changed_thresholds({}).empty());
}

TEST_CASE("the defaults are those that other tools use") {
  const Thresholds usual;
  CHECK(usual.kernel_delay_ns == 30'000);
  CHECK(usual.short_kernel_call_ns == 50'000);
  CHECK(usual.long_launch_ns == 50'000);
  CHECK(usual.long_delay_ns == 100'000);
  CHECK(usual.full_queue == 1000);
  CHECK(usual.tiny_kernel_ns == 10'000);
  CHECK(usual.data_loading_pct == 5);
  CHECK(usual.low_gpu_util_pct == 50);
  CHECK(usual.idle_pct == 15);
  CHECK(usual.exposed_communication_pct == 10);
  CHECK(usual.full_memory_pct == 90);
  CHECK(usual.product_alignment == 8);
  CHECK(usual.loop_selects == 10);
  CHECK(usual.tb_last_step_pct == 80);
  CHECK(usual.finding_floor_pct == 1);
}

TEST_CASE("values are taken with a unit, or as the JSON prints them") {
  CHECK(with("tiny_kernel=8us").tiny_kernel_ns == 8'000);
  CHECK(with("tiny_kernel=8000").tiny_kernel_ns == 8'000);
  CHECK(with("tiny_kernel=1.5 ms").tiny_kernel_ns == 1'500'000);
  CHECK(with("tiny_kernel=0").tiny_kernel_ns == 0);
  CHECK(with("small_copy=1MiB").small_copy_bytes == 1 << 20);
  CHECK(with("small_copy=512").small_copy_bytes == 512);
  CHECK(with("idle=12.5%").idle_pct == 12.5);
  CHECK(with("idle=20").idle_pct == 20);
  CHECK(with("poll_loop=7").poll_loop == 7);
  CHECK(with("recompile=2.5").recompile == 2.5);
  CHECK(with("recompile=2.5x").recompile == 2.5);
}

TEST_CASE("values are written as they are read, in the largest unit that they are whole in") {
  const auto written = [](std::string_view name, double value) {
    return find_threshold(name)->text_of(value);
  };
  CHECK(written("tiny_kernel", 8'000) == "8us");
  CHECK(written("tiny_kernel", 8'001) == "8001ns");
  CHECK(written("tiny_kernel", 0) == "0ns");
  CHECK(written("tiny_kernel", 2e9) == "2s");
  CHECK(written("small_copy", 65'536) == "64KiB");
  CHECK(written("small_copy", 100) == "100B");
  CHECK(written("idle", 12.5) == "12.5%");
  CHECK(written("poll_loop", 3) == "3");
  CHECK(written("recompile", 1.5) == "1.5");
}

TEST_CASE("a wrong name or value is told in one line, with what there is") {
  const std::string unknown = error_of("tiny=8us");
  CHECK(unknown == "unknown threshold 'tiny'; `lanescope report --thresholds` lists the names");
  CHECK(error_of("tiny_kernel").starts_with("'tiny_kernel' is not NAME=VALUE such as "));
  CHECK(error_of("tiny_kernel=8 parsecs") ==
        "'8 parsecs' is not a valid tiny_kernel; use a time from 0ns to 3600s such as 30us");
  CHECK(error_of("small_copy=8us").find("such as 64KiB") != std::string::npos);
  for (const char* wrong : {"idle=", "idle=-1", "idle=101%", "idle=nan", "idle=inf", "idle=1e999",
                            "poll_loop=0", "poll_loop=2.5", "poll_loop=1e30", "recompile=0.5",
                            "tiny_kernel=-1us", "tiny_kernel=2h", "tiny_kernel=1e10s"}) {
    CAPTURE(wrong);
    CHECK(error_of(wrong).find("is not a valid ") != std::string::npos);
  }
  CHECK(error_of("\x1b[31m" + std::string(500, 'x')).size() < 3000);
  CHECK(error_of("\x1b[31m=1").find('\x1b') == std::string::npos);
}

TEST_CASE("windows hand the defaults on until something is set") {
  CHECK(*whole_window().thresholds == Thresholds());
  CHECK(whole_window().thresholds == SharedThresholds(Thresholds()));
  const AnalysisWindow window = whole_with("idle=20");
  const AnalysisWindow copy = window;
  CHECK(copy.thresholds->idle_pct == 20);
  CHECK(!(copy.thresholds == SharedThresholds()));
}

TEST_CASE("rules name only thresholds that there are") {
  for (const FindingRule& rule : kFindingRules) {
    for (const std::string_view name : rule.judged_by) {
      CAPTURE(std::string(name));
      CHECK((name.empty() || find_threshold(name) != nullptr));
    }
  }
}

TEST_CASE("a finding is judged by what is set, and says by what") {
  const LoadedText trace = sixth_idle();
  const FindingTable usual = findings_in(trace, whole_window());
  REQUIRE(usual.findings.size() == 1);
  CHECK(usual.findings[0].id == "F01");
  REQUIRE(usual.findings[0].judged_by.size() == 3);
  CHECK(usual.findings[0].judged_by[0].what->name == "idle");
  CHECK(usual.findings[0].judged_by[0].value == 15);
  CHECK(!usual.findings[0].judged_by[0].changed());
  CHECK(usual.findings[0].judged_by[1].what->name == "finding_floor");
  CHECK(findings_in(trace, whole_with("idle=20%")).findings.empty());
  const FindingTable lower = findings_in(trace, whole_with("idle=10%"));
  REQUIRE(lower.findings.size() == 1);
  CHECK(lower.findings[0].judged_by[0].changed());
  // What is idle above the threshold is what a fix is sure to return.
  CHECK(lower.findings[0].low_pct - usual.findings[0].low_pct == doctest::Approx(5));
  CHECK(findings_in(trace, whole_with("finding_floor=30%")).findings.empty());
}

TEST_CASE("analyses judge by what is set") {
  TrainingTrace written;
  written.step([&] {
    for (int i = 0; i < 4; ++i) written.launch("gemm", 20);
    written.pause(100).call("cudaEventQuery", 1).call("cudaEventQuery", 1).pause(60);
  });
  const LoadedText loaded = written.load();
  const Snapshot& trace = *loaded.snapshot;
  const ReadEvent read = [&](EventId event) { return loaded.json(event); };
  // Calls take 5 µs each. The kernels run one after another from 6 µs on: at 6, 26, 46 and 66, and
  // their calls end at 5, 10, 15 and 20: delays of 1, 16, 31 and 46 µs.
  const auto launches = [&](const AnalysisWindow& window) {
    return analyse_launches({trace, window});
  };
  CHECK(launches(whole_window()).long_calls == 0);
  CHECK(launches(whole_with("long_launch=4us")).long_calls == 4);
  CHECK(launches(whole_window()).long_delays == 0);
  CHECK(launches(whole_with("long_delay=30us")).long_delays == 2);
  CHECK(analyse_queue(trace, whole_window()).lanes[0].full_ns == 0);
  // Two or more wait from the second launch at 5 µs, which the first kernel's start at 6 does not
  // end before the third launch at 10, until one is left: the third kernel's start at 46.
  CHECK(analyse_queue(trace, whole_with("full_queue=2")).lanes[0].full_ns == 36'000 + 1'000);
  CHECK(analyse_sync({trace, whole_window()}).polling.empty());
  CHECK(analyse_sync({trace, whole_with("poll_loop=2")}).polling.size() == 1);
  const auto low = [&](const AnalysisWindow& window) {
    return analyse_util({trace, window, read}).devices[0].low.size();
  };
  // Nothing runs before the first kernel and after the last.
  CHECK(low(range_window({1'000'000, 1'200'000})) == 2);
  AnalysisWindow none = range_window({1'000'000, 1'200'000});
  none.thresholds = SharedThresholds(with("low_gpu_util=0%"));
  CHECK(low(none) == 0);
}
