// GPU work whose end is not in the file, as at the end of a truncated one: what is said of the
// GPU's idle time while it may have run.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/findings/facts.h"
#include "core/analysis/gpu_time/util.h"
#include "core/analysis/idle/sync.h"
#include "core/analysis/kernels/kernels.h"
#include "core/view/events/range_stats.h"
#include "core/view/findings/model.h"
#include "core/view/overview/breakdown_figures.h"
#include "core/view/overview/breakdown_model.h"
#include "core/view/text/idle_text.h"
#include "core/view/timeline/overview_model.h"
#include "tests/core/analysis/findings/findings_of.h"

using namespace lanescope;

namespace {

/// A kernel that begins, and of which nothing is known afterwards.
std::string begun(const std::string& name, const std::string& ts, const std::string& args = "",
                  const std::string& stream = "7", const std::string& device = "0") {
  return R"({"ph": "B", "cat": "kernel", "name": ")" + name + R"(", "pid": )" + device +
         R"(, "tid": )" + stream + R"(, "ts": )" + ts + R"(, "args": {"device": )" + device +
         R"(, "stream": )" + stream + (args.empty() ? "" : ", " + args) + "}}";
}

/// Work in [0, 30) and [80, 100), and some that begins at 40: 10 of idle time are known.
HandMadeTrace cut_trace() {
  return HandMadeTrace({gpu_slice("kernel", "a", "0", "30"), begun("lost", "40"),
                        gpu_slice("kernel", "b", "80", "20")});
}

/// Every 20 µs the host launches a kernel of 3 µs; those from `ended` on have no end.
HandMadeTrace launch_bound_trace(int ended, int kernels = 100) {
  std::vector<std::string> events;
  for (int i = 0; i < kernels; ++i) {
    const std::string id = R"("correlation": )" + std::to_string(i + 1);
    const std::string ts = std::to_string(20 * i + 12);
    events.push_back(slice("cuda_runtime", "cudaLaunchKernel", std::to_string(20 * i), "10", id));
    events.push_back(i < ended ? gpu_slice("kernel", "small", ts, "3", id)
                               : begun("small", ts, id));
  }
  return HandMadeTrace(events);
}

Breakdown breakdown_of(const HandMadeTrace& trace) {
  const AnalysisResults in(*trace, whole_window());
  return build_breakdown(*trace, *in.of<GpuTime>(), *in.of<IdleTime>());
}

bool has_figure(const KeyFigures& figures, std::string_view title) {
  return std::ranges::find(figures, title, &KeyFigure::title) != figures.end();
}

}  // namespace

TEST_CASE("until the next work of its stream it is unknown whether the GPU was idle") {
  const HandMadeTrace trace = cut_trace();
  CHECK(unended_work(*trace) == 1);
  const GpuTimeDevice device = analyse_gpu_time(*trace, whole_window()).devices.at(0);
  CHECK(device.busy_ns == 50'000);
  CHECK(device.paused_ns == 40'000);
  CHECK(device.idle_ns == 10'000);
  const IdleTime all = analyse_idle({*trace, whole_window()});
  const IdleDevice& idle = all.devices.at(0);
  CHECK(idle.total_ns == device.idle_ns);
  CHECK(idle.paused.ns == device.paused_ns);
  CHECK(idle.idle_gaps == 1);
  CHECK(analyse_util({*trace, whole_window(), {}}).devices.at(0).busy ==
        doctest::Approx(device.busy_share()));
  CHECK(range_stats(*trace, {0, 100'000}).devices.at(0).share ==
        doctest::Approx(device.busy_share()));
}

TEST_CASE("work of other streams is known, and other GPUs are") {
  const HandMadeTrace trace({begun("lost", "10"), gpu_slice("kernel", "a", "20", "30", "", "8"),
                             gpu_slice("kernel", "b", "90", "10", "", "8"),
                             gpu_slice("kernel", "c", "0", "10", "", "7", "1"),
                             gpu_slice("kernel", "d", "90", "10", "", "7", "1")});
  // No more work of its stream: it may run to the end.
  const GpuTime time = analyse_gpu_time(*trace, whole_window());
  REQUIRE(time.devices.size() == 2);
  CHECK(time.devices[0].busy_ns == 40'000);
  CHECK(time.devices[0].paused_ns == 50'000);
  CHECK(time.devices[0].idle_ns == 0);
  CHECK(time.devices[1].paused_ns == 0);
  CHECK(time.devices[1].idle_ns == 80'000);
}

TEST_CASE("a range of the host without its end says nothing of the GPU") {
  const HandMadeTrace trace({gpu_slice("kernel", "a", "0", "30"),
                             gpu_slice("kernel", "b", "80", "20"),
                             R"({"ph": "B", "cat": "cpu_op", "name": "op", "pid": 1, "tid": 1,
                                 "ts": 10})"});
  CHECK(unended_work(*trace) == 0);
  CHECK(analyse_gpu_time(*trace, whole_window()).devices.at(0).paused_ns == 0);
}

TEST_CASE("a wait of the host while such work may run is not called useless") {
  const HandMadeTrace trace({gpu_slice("kernel", "a", "0", "30"), begun("lost", "30"),
                             gpu_slice("kernel", "b", "90", "10"),
                             slice("cuda_runtime", "cudaDeviceSynchronize", "20", "60")});
  CHECK(analyse_sync({*trace, whole_window()}).total.exposed_ns == 0);
}

TEST_CASE("one kernel without its end among many takes no finding away") {
  const FindingTable whole = findings_of(launch_bound_trace(100));
  const FindingTable cut = findings_of(launch_bound_trace(99));
  REQUIRE(finding_of(whole, "F06") != nullptr);
  REQUIRE(cut.findings.size() == whole.findings.size());
  for (std::size_t i = 0; i < cut.findings.size(); ++i) {
    CHECK(cut.findings[i].title == whole.findings[i].title);
    CHECK(cut.findings[i].high_pct == doctest::Approx(whole.findings[i].high_pct).epsilon(0.02));
  }
  CHECK(cut.not_judged.size() == whole.not_judged.size());
}

TEST_CASE("what is found is of the time before the cut") {
  const HandMadeTrace trace = launch_bound_trace(70);
  const Breakdown breakdown = breakdown_of(trace);
  REQUIRE(breakdown.bars.size() == 1);
  CHECK(breakdown.bars[0].facts == "busy 15 % of 1.400 ms, unknown for 580.0 µs");
  CHECK(most_of(trace, "F06") ==
        doctest::Approx(most_of(launch_bound_trace(100), "F06")).epsilon(0.01));
}

TEST_CASE("a kernel without its end is not called short") {
  // Half of these have none, and the others are long.
  std::vector<std::string> events;
  for (int i = 0; i < 100; ++i) {
    const std::string id = R"("correlation": )" + std::to_string(i + 1);
    const std::string ts = std::to_string(200 * i + 70);
    events.push_back(slice("cuda_runtime", "cudaLaunchKernel", std::to_string(200 * i), "60", id));
    events.push_back(i % 2 == 0 ? gpu_slice("kernel", "long", ts, "100", id)
                                : begun("lost", ts, id));
  }
  const HandMadeTrace trace(events);
  CHECK(analyse_launches({*trace, whole_window()}).median_gpu_ns == 100'000);
  CHECK_FALSE(finds(trace, "F06"));
}

TEST_CASE("kernels without their ends count, but change no mean length") {
  const HandMadeTrace trace({begun("k", "0"), gpu_slice("kernel", "k", "20", "10"),
                             gpu_slice("kernel", "k", "40", "20"), begun("lost", "70")});
  const KernelTable table = analyse_kernels({*trace, whole_window()});
  REQUIRE(table.rows.size() == 2);
  const KernelRow& known = table.rows[0];
  CHECK(known.count == 3);
  CHECK(known.total_ns == 30'000);
  CHECK(known.mean_ns == 15'000);
  CHECK(known.min_ns == 10'000);
  CHECK(known.median_ns == 15'000);
  CHECK(trace->find_slice(known.longest)->chunk->range(trace->find_slice(known.longest)->slice) ==
        TimeRange{40'000, 60'000});
  CHECK(table.rows[1].count == 1);
  CHECK(table.rows[1].longest != EventId::None);
  CHECK(table.rows[1].mean_ns == 0);
}

TEST_CASE("where most of the time is unknown nothing is said of idle time, but why") {
  for (const int ended : {0, 40}) {
    CAPTURE(ended);
    const HandMadeTrace trace = launch_bound_trace(ended);
    const FindingTable table = findings_of(trace);
    CHECK(table.findings.empty());
    CHECK(why_not_judged(table, "F01") == kEndsMissing);
    CHECK(build_findings_model(*trace, table).verdict == FindingsVerdict::HardlyJudged);
    const Breakdown breakdown = breakdown_of(trace);
    CHECK(breakdown.bars.empty());
    CHECK(breakdown.missing ==
          "Most GPU time is unknown because the file lacks the ends of GPU work");
    const KeyFigures figures = key_figures_insight({*trace, whole_window()});
    CHECK(has_figure(figures, "GPU work without its end"));
    CHECK_FALSE(has_figure(figures, "GPU busy"));
    CHECK_FALSE(has_figure(figures, "Largest idle cause"));
    CHECK(gpu_busy_words(*trace, analyse_gpu_time(*trace, whole_window()), "the steps") ==
          "GPU busy time mostly unknown");
  }
  const HandMadeTrace known = launch_bound_trace(70);
  const KeyFigures figures = key_figures_insight({*known, whole_window()});
  CHECK(has_figure(figures, "GPU work without its end"));
  CHECK(has_figure(figures, "GPU busy"));
}

TEST_CASE("a gap in which such work may have run is not told as a wait of the GPU") {
  const HandMadeTrace trace = cut_trace();
  const IdleTime idle = analyse_idle({*trace, whole_window()});
  REQUIRE(idle.devices.at(0).gaps.size() == 2);
  CHECK(idle_sentence(*trace, idle.devices[0], idle.devices[0].gaps[1]) ==
        "GPU work whose end is missing may have run; GPU activity during that time is unknown.");
}
