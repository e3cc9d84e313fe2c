// The rules about how full memory is, and about warm-up.
#include <algorithm>

#include <doctest/doctest.h>

#include "core/analysis/events/step_ranges.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/training_trace.h"

using namespace lanescope;

namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20U;
constexpr std::int64_t kGiB = std::int64_t{1} << 30U;
constexpr const char* kGemm = "sm90_xmma_gemm_bf16bf16_bf16f32";

/// `format`: that of another tool, which then is said to have recorded it.
FindingTable findings_of(const TrainingTrace& trace, const std::string& format = "") {
  const LoadedText loaded = trace.load();
  const ReadEvent read = [&](EventId event) { return loaded.json(event); };
  Snapshot snapshot = *loaded.snapshot;
  if (!format.empty()) snapshot.info.format = format;
  return analyse_findings({snapshot, whole_window(), read});
}

const Finding* find(const FindingTable& table, std::string_view id) {
  const auto at = std::ranges::find(table.findings, id, &Finding::id);
  return at == table.findings.end() ? nullptr : &*at;
}

std::string why_not(const FindingTable& table, std::string_view id) {
  const auto at = std::ranges::find(table.not_judged, id, &NotJudged::id);
  return at == table.not_judged.end() ? "" : at->why;
}

/// Steps of ten operators that keep the GPU busy, and what is done in each.
TrainingTrace& steady_steps(TrainingTrace& trace, int steps, const std::function<void(int)>& more) {
  for (int i = 0; i < steps; ++i) {
    trace.step([&] {
      more(i);
      for (int op = 0; op < 10; ++op) trace.op("aten::mm", kGemm, 100, 80);
    });
  }
  return trace;
}

}  // namespace

TEST_CASE("a tensor that every step leaves behind is a leak, with the operator that allocates it") {
  TrainingTrace trace;
  steady_steps(trace, 7, [&](int step) {
    trace.range("cpu_op", "aten::empty", [&] { trace.allocate(4096 + step, 16 * kMiB); });
  });
  const FindingTable table = findings_of(trace);
  const Finding* leak = find(table, "F15");
  REQUIRE(leak != nullptr);
  CHECK(leak->title == "Memory grows by 16.00 MiB per step");
  CHECK(leak->severity_of == SeverityOf::ReservedMemory);
  // From 16 to 112 MiB of leaks; 2 GiB are reserved. How many steps follow is not known.
  CHECK(leak->low_pct == doctest::Approx(100.0 * 96 / 2048));
  CHECK(leak->at_least);
  CHECK(leak->high_pct == leak->low_pct);
  CHECK(leak->confidence == Confidence::High);
  CHECK(leak->where.event != EventId::None);
  REQUIRE(leak->evidence.size() > 1);
  CHECK(leak->evidence[1].text.head == "Allocated by ");
}

TEST_CASE("only of torch.profiler's traces its options are advised for a leak") {
  TrainingTrace trace;
  steady_steps(trace, 7, [&](int step) { trace.allocate(4096 + step, 16 * kMiB); });
  const auto confirm = [&](const char* format) {
    const FindingTable table = findings_of(trace, format);
    const Finding* const leak = find(table, "F15");
    return leak == nullptr ? std::string() : leak->confirm;
  };
  CHECK(confirm("").find("with_stack=True") != std::string::npos);
  CHECK(confirm("perfetto").starts_with("Compare two torch.cuda.memory._dump_snapshot() files"));
}

TEST_CASE("memory that comes and goes is no leak") {
  TrainingTrace trace;
  steady_steps(trace, 6, [&](int step) {
    trace.allocate(4096 + step, 16 * kMiB).pause(5).free(4096 + step, 16 * kMiB);
  });
  const FindingTable table = findings_of(trace);
  CHECK(table.findings.empty());
  CHECK(why_not(table, "F15").empty());
}

TEST_CASE("leaks can not be judged from two steps or without records") {
  TrainingTrace two;
  steady_steps(two, 2, [&](int step) { two.allocate(4096 + step, 16 * kMiB); });
  CHECK(why_not(findings_of(two), "F15") == "needs 3 steps after warm-up, found 2");
  TrainingTrace none;
  steady_steps(none, 6, [](int) {});
  CHECK(why_not(findings_of(none), "F15").find("profile_memory=True") != std::string::npos);
}

TEST_CASE("reserved memory counts as wasted above 30 % and 1 GiB") {
  std::string said;
  const auto waste = [&said](std::int64_t allocated, std::int64_t reserved) {
    TrainingTrace trace;
    trace.reserve(reserved);
    steady_steps(trace, 4, [&](int) {
      trace.allocate(4096, allocated - kGiB).pause(5).free(4096, allocated - kGiB);
    });
    const FindingTable table = findings_of(trace);
    const Finding* finding = find(table, "F14");
    said = finding == nullptr ? "" : finding->evidence.front().text.head;
    if (finding != nullptr) CHECK(finding->severity_of == SeverityOf::ReservedMemory);
    return finding == nullptr ? 0 : finding->high_pct;
  };
  CHECK(waste(4 * kGiB, 8 * kGiB) == doctest::Approx(50));
  CHECK(said ==
        "At the peak, 4.000 GiB is allocated while PyTorch has reserved 8.000 GiB: 4.000 GiB more");
  CHECK(waste(6 * kGiB, 8 * kGiB) == 0);     // 25 %
  CHECK(waste(kGiB + kMiB, 2 * kGiB) == 0);  // 50 %, but less than 1 GiB
}

TEST_CASE("memory is nearly full above 90 % of the device") {
  const auto full = [](std::int64_t total) {
    TrainingTrace trace;
    trace.top_level("\"deviceProperties\": [{\"id\": 0, \"name\": \"GPU\", \"totalGlobalMem\": " +
                    std::to_string(total) + "}]");
    steady_steps(trace, 4,
                 [&](int) { trace.allocate(4096, 8 * kGiB).pause(5).free(4096, 8 * kGiB); });
    return findings_of(trace);
  };
  const FindingTable table = full(9 * kGiB + 400 * kMiB);
  const Finding* finding = find(table, "F16");
  REQUIRE(finding != nullptr);
  // What is above 90 % of the device, of what is reserved.
  CHECK(finding->low_pct == doctest::Approx(100 * (9216 - 0.9 * 9616) / 9216));
  CHECK(!finding->at_least);
  CHECK(finding->severity_of == SeverityOf::ReservedMemory);
  CHECK(find(full(12 * kGiB), "F16") == nullptr);
}

TEST_CASE("a range that cuts every step has no steps to divide by") {
  TrainingTrace trace;
  steady_steps(trace, 4, [](int) {});
  const LoadedText loaded = trace.load();
  const ReadEvent read = [&](EventId event) { return loaded.json(event); };
  const auto steps_in = [&](TimeRange range) {
    return analyse_findings({*loaded.snapshot, range_window(range), read}).judged.steps;
  };
  const TimeRange second = step_ranges(*loaded.snapshot).at(1).range;
  CHECK(steps_in(second) == 1);
  CHECK(steps_in({second.begin_ns, second.begin_ns + second.length_ns() / 2}) == 0);
}

TEST_CASE("warm-up is left out of what is judged, and told apart") {
  TrainingTrace trace;
  for (int i = 0; i < 6; ++i) {
    trace.step([&] {
      if (i == 0) trace.call("cudaMalloc", 3000);
      trace.pause(20 * (i % 4));
      for (int op = 0; op < 10; ++op) trace.op("aten::mm", kGemm, 95, 100);
    });
  }
  const FindingTable table = findings_of(trace);
  CHECK(table.judged.warm_up_left_out == 1);
  CHECK(table.judged.steps == 5);
  const Finding* finding = find(table, "F24");
  REQUIRE(finding != nullptr);
  CHECK(finding->informational);
  CHECK(finding->title == "The first step is warm-up");
  CHECK(finding->fix.find("torch.profiler.schedule(wait=1, warmup=1") != std::string::npos);
  const FindingTable of_nsys = findings_of(trace, "nsys-sqlite");
  REQUIRE(find(of_nsys, "F24") != nullptr);
  CHECK(find(of_nsys, "F24")->fix ==
        "Exclude warm-up from measurements: start recording after the first step.");
  // 3,000 of 9,000 and some µs, without the 20 to 60 µs that steps differ by.
  CHECK(finding->high_pct == doctest::Approx(32).epsilon(0.03));
  CHECK(table.to_fix() == 0);
}
