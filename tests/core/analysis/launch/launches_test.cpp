#include "core/analysis/launch/launches.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string launch(const std::string& ts, const std::string& dur, const std::string& id,
                   const std::string& name = "cudaLaunchKernel") {
  return slice("cuda_runtime", name, ts, dur, R"("correlation": )" + id);
}
std::string kernel(const std::string& ts, const std::string& dur, const std::string& id,
                   const std::string& stream = "7") {
  return gpu_slice("kernel", "k", ts, dur, R"("correlation": )" + id, stream);
}

LaunchTable launches_of(const std::vector<std::string>& events,
                        const AnalysisWindow& window = whole_window()) {
  return analyse_launches({*HandMadeTrace(events), window});
}

}  // namespace

TEST_CASE("a launch has the times of its call, of its work, and of what lies between") {
  const LaunchTable table = launches_of({launch("10", "4", "1"), kernel("20", "7", "1")});
  REQUIRE(table.launches.size() == 1);
  const Launch& one = table.launches[0];
  CHECK(one.call_ns == 4'000);
  CHECK(one.gpu_ns == 7'000);
  CHECK(one.start_latency_ns == 10'000);
  CHECK(one.delay_ns == 6'000);
  CHECK(!one.queued);
  CHECK(table.floor_ns == 10'000);
  CHECK(table.total.total_ns == 17'000);
}

TEST_CASE("work behind other work of its stream is queued and does not tell the floor") {
  const LaunchTable table =
      launches_of({launch("0", "2", "1"), kernel("5", "20", "1"), launch("10", "2", "2"),
                   kernel("25", "5", "2"), launch("11", "1", "3"), kernel("18", "5", "3", "9")});
  CHECK(table.floor_ns == 6'000);  // of 5 and 7
  CHECK(table.launches[2].queued);
}

TEST_CASE("work may start before its call ends, and count negative but for HTA") {
  const std::vector<std::string> events = {slice("user_annotation", "ProfilerStep#1", "0", "50"),
                                           slice("user_annotation", "ProfilerStep#2", "50", "50"),
                                           launch("10", "20", "1"), kernel("15", "5", "1")};
  CHECK(launches_of(events).total.delay_ns == -15'000);
  CHECK(launches_of(events).total.queue_ns == 0);
  const AnalysisWindow hta{WindowKind::Hta, {kMinNs, 50'000}, {}};
  CHECK(launches_of(events, hta).total.delay_ns == 0);
}

TEST_CASE("short kernels and outliers are counted by their limits") {
  const LaunchTable table = launches_of({
      launch("0", "50", "1"), kernel("60", "49", "1"),       // short
      launch("200", "51", "2"), kernel("260", "50", "2"),    // the call is an outlier
      launch("400", "1", "3"), kernel("501", "1", "3"),      // 100 µs late: not yet
      launch("600", "1", "4"), kernel("701.001", "1", "4"),  // delayed
  });
  CHECK(table.short_kernels == 1);
  CHECK(table.long_calls == 1);
  CHECK(table.long_delays == 1);
}

TEST_CASE("a graph is one call with many events, each delayed against the one before") {
  const LaunchTable table =
      launches_of({launch("0", "10", "1", "cudaGraphLaunch"), kernel("15", "5", "1"),
                   kernel("22", "5", "1"), kernel("27", "5", "1")});
  CHECK(table.total.calls == 1);
  CHECK(table.total.events == 3);
  CHECK(table.total.call_ns == 10'000);
  CHECK(table.launches[0].delay_ns == 5'000);
  CHECK(table.launches[1].delay_ns == 2'000);
  CHECK(table.launches[2].delay_ns == 0);
  CHECK(distributions_of(table).call.count == 1);
  CHECK(distributions_of(table).gpu.count == 3);
}

TEST_CASE("how long later nodes of a graph waited is unknown, on any stream") {
  const LaunchTable table =
      launches_of({launch("0", "10", "1", "cudaGraphLaunch"), kernel("15", "5", "1"),
                   kernel("300", "5", "1"), kernel("17", "5", "1", "9")});
  REQUIRE(table.launches.size() == 3);
  CHECK(std::ranges::count_if(table.launches, &Launch::has_wait) == 1);
  CHECK(table.launches[0].has_wait());
  CHECK(distributions_of(table).delay.count == 1);
  CHECK(table.total.waits == 1);
  CHECK(table.total.queue_ns == 5'000);
  CHECK(table.total.longest_wait_ns == 5'000);
  CHECK(table.long_delays == 0);
  CHECK(table.short_kernels == 1);
  CHECK(table.floor_ns == 15'000);
}

TEST_CASE("sums are kept by call, by operator and by step") {
  const LaunchTable table = launches_of({
      slice("user_annotation", "ProfilerStep#1", "0.5", "49.5"),
      slice("user_annotation", "ProfilerStep#2", "50", "50"),
      slice("cpu_op", "aten::mm", "5", "20"),
      launch("10", "4", "1"),
      kernel("20", "7", "1"),
      launch("60", "3", "2", "cudaMemcpyAsync"),
      kernel("70", "7", "2"),
      launch("64", "3", "3", "cudaMemcpyAsync"),
      kernel("80", "7", "3"),
  });
  REQUIRE(table.apis.size() == 2);
  CHECK(table.apis[0].sums.call_ns == 6'000);
  CHECK(table.apis[0].sums.calls == 2);
  REQUIRE(table.ops.size() == 2);
  CHECK(table.ops[0].name == StringId::Empty);
  CHECK(table.ops[1].sums.gpu_ns == 7'000);
  REQUIRE(table.steps.size() == 2);
  CHECK(table.steps[1].sums.events == 2);
}

TEST_CASE("operators that launch by several calls count in the sums of each") {
  const LaunchTable table = launches_of({
      slice("cpu_op", "aten::a", "0", "40"),
      launch("1", "2", "1", "cuLaunchKernel"),
      launch("5", "3", "2"),
      launch("10", "4", "3", "cuLaunchKernel"),
      slice("cpu_op", "aten::b", "50", "20"),
      launch("51", "5", "4"),
      kernel("100", "10", "1"),
      kernel("110", "20", "2"),
      kernel("130", "30", "3"),
      kernel("160", "40", "4"),
  });
  REQUIRE(table.apis.size() == 2);
  CHECK(table.apis[0].sums.call_ns == 8'000);
  CHECK(table.apis[0].sums.gpu_ns == 60'000);
  CHECK(table.apis[1].sums.call_ns == 6'000);
  CHECK(table.apis[1].sums.longest_wait_ns == 116'000);
  REQUIRE(table.ops.size() == 2);
  CHECK(table.ops[0].sums.calls == 3);
  CHECK(table.ops[0].sums.gpu_ns == 60'000);
  CHECK(table.ops[1].sums.calls == 1);
  CHECK(table.total.calls == 4);
  CHECK(table.total.gpu_ns == 100'000);
  CHECK(table.total.queued == 4);
  CHECK(table.median_call_ns == 3'500);
  CHECK(table.median_gpu_ns == 25'000);
}

TEST_CASE("over a range, launches sum the parts of their calls and of their work in it") {
  const LaunchTable table =
      launches_of({launch("10", "4", "1"), kernel("30", "25", "1"), launch("40", "20", "2"),
                   kernel("70", "30", "2"), launch("80", "2", "3"), kernel("100", "5", "3")},
                  range_window({50'000, 90'000}));
  REQUIRE(table.launches.size() == 2);
  CHECK(table.total.call_ns == 10'000);
  CHECK(table.total.gpu_ns == 25'000);
  // What a launch took is not cut: it would look short.
  CHECK(table.launches[1].call_ns == 20'000);
  CHECK(table.launches[1].gpu_ns == 30'000);
  REQUIRE(table.apis.size() == 1);
  CHECK(table.apis[0].sums.gpu_ns == 25'000);
}

TEST_CASE("orphans and work that starts before its call are counted") {
  const LaunchTable table =
      launches_of({kernel("5", "1", "1"), launch("10", "1", "2"), kernel("8", "1", "2")});
  CHECK(table.orphans == 1);
  CHECK(table.early == 1);
  CHECK(!table.floor_ns);
  CHECK(table.total.events == 1);
  // By 2 µs, which are no delay and shorten no total.
  CHECK(table.launches.at(0).skewed);
  CHECK(table.total.skewed == 1);
  CHECK(table.total.skew_ns == 2'000);
  CHECK(table.total.delay_ns == 0);
  CHECK(table.total.total_ns == 0);
  CHECK(distributions_of(table).delay.count == 0);
}

TEST_CASE("two devices are counted together, or the chosen one") {
  const std::vector<std::string> events = {
      launch("0", "1", "1"), kernel("5", "1", "1"), launch("2", "1", "2"),
      gpu_slice("kernel", "k", "5", "1", R"("correlation": 2)", "7", "1")};
  CHECK(launches_of(events).total.events == 2);
  AnalysisWindow second = whole_window();
  second.device = 1;
  CHECK(launches_of(events, second).total.events == 1);
}

TEST_CASE("a trace without GPU events or launches has none") {
  CHECK(!launches_of({slice("cpu_op", "aten::add", "0", "1")}).has_gpu_events);
  const LaunchTable orphan = launches_of({kernel("5", "1", "1")});
  CHECK(orphan.has_gpu_events);
  CHECK(orphan.launches.empty());
  CHECK(!orphan.floor_ns);
}

TEST_CASE("histograms have bars at 1, 2 and 5 of each power of ten") {
  const Distribution one = distribution_of({-3, 0, 1, 4, 5, 99, 100});
  CHECK(one.count == 7);
  CHECK(one.sum_ns == 206);
  CHECK(one.median_ns == 4);
  CHECK(one.p95_ns == doctest::Approx(99.7));
  std::vector<std::pair<Ns, std::uint64_t>> bars;
  for (const DurationBin& bin : one.bins) bars.emplace_back(bin.to_ns, bin.count);
  CHECK(bars == std::vector<std::pair<Ns, std::uint64_t>>{
                    {0, 1}, {1, 1}, {2, 1}, {5, 1}, {10, 1}, {20, 0}, {50, 0}, {100, 1}, {200, 1}});
  CHECK(!one.bins[0].from_ns);
  CHECK(distribution_of({}).bins.empty());
  CHECK(median_of_times({5, 99, -3, 1, 100, 4, 0}) == 4);
  CHECK(median_of_times({8, -3, 1, 5}) == 3);
  CHECK(median_of_times({}) == 0);
  const Distribution huge = distribution_of({kMinNs, kMaxNs});
  CHECK(huge.bins.back().count == 1);
  CHECK(huge.bins.back().to_ns == kMaxNs);
}
