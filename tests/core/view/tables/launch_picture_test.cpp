#include "core/view/tables/launch_picture.h"

#include <numeric>

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"
#include "tests/core/view/tables/table_cell.h"

namespace lanescope {
namespace {

void add_launch(TraceText& trace, const std::string& ts, const std::string& dur,
                const std::string& id) {
  trace.cpu("cuda_runtime", "cudaLaunchKernel", ts, dur, R"("correlation": )" + id);
}

LaunchPicture picture_of(const Snapshot& trace, const std::optional<ChartBox>& box = {}) {
  return launch_picture(AnalysisResults(trace, whole_window()), box);
}

/// short: 2 µs of kernel behind 5 µs of call, 3 µs after it. late: 200 µs after its call. early:
/// 10 µs of kernel that begins within its call of 20 µs.
std::shared_ptr<const Snapshot> three_launches() {
  TraceText trace;
  add_launch(trace, "0", "5", "1");
  trace.kernel("short", "8", "2", "1");
  add_launch(trace, "100", "10", "2");
  trace.kernel("late", "310", "50", "2");
  add_launch(trace, "400", "20", "3");
  trace.kernel("early", "415", "30", "3");
  return trace.load();
}

const LaunchPoint& point_of(const LaunchPicture& picture, EventId kernel) {
  const auto found = std::ranges::find(picture.points, kernel, &LaunchPoint::kernel);
  REQUIRE(found != picture.points.end());
  return *found;
}

std::uint64_t launches_in(const LaunchPicture& picture, LaunchZone zone) {
  return picture.zones[static_cast<std::size_t>(zone)].launches;
}

std::uint64_t launches_in(const LaunchGrid& grid) {
  return std::accumulate(
      grid.cells.begin(), grid.cells.end(), std::uint64_t{0},
      [](std::uint64_t sum, const LaunchCell& cell) { return sum + cell.count; });
}

}  // namespace

TEST_CASE("launches are told by what is to be said about them") {
  const auto trace = three_launches();
  const LaunchPicture picture = picture_of(*trace);
  REQUIRE(picture.points.size() == 3);
  const LaunchPoint& small = point_of(picture, event_named(*trace, "short"));
  CHECK(small.zone == LaunchZone::ShortKernel);
  CHECK(small.delay_ns == 3'000);
  const LaunchPoint& late = point_of(picture, event_named(*trace, "late"));
  CHECK(late.zone == LaunchZone::Delayed);
  CHECK(late.delay_ns == 200'000);
  const LaunchPoint& early = point_of(picture, event_named(*trace, "early"));
  CHECK(early.zone == LaunchZone::Usual);
  CHECK(early.delay_ns == -5'000);
  CHECK_FALSE(picture.y_of(early));  // it did not wait: there is no logarithm of that
  CHECK(launches_in(picture, LaunchZone::ShortKernel) == 1);
  CHECK(launches_in(picture, LaunchZone::Delayed) == 1);
  CHECK(launches_in(picture, LaunchZone::QueueFull) == 0);
  CHECK(launches_in(picture, LaunchZone::Usual) == 1);
  CHECK(picture.all.launches == 3);
  CHECK(picture.all.call_ns == 35'000);
  CHECK(picture.all.gpu_ns == 82'000);
  CHECK(picture.all.wait_ns == 203'000);
  CHECK(picture.all.waits == 3);
}

TEST_CASE("points lie by the length of their call or by its time, above those that waited less") {
  const auto trace = three_launches();
  const LaunchPicture picture = picture_of(*trace);
  // Calls of 5, 10 and 20 µs: from 1 to 100 µs. Delays of 3 and 200 µs: from 1 µs to 1 ms.
  const LaunchPoint& small = point_of(picture, event_named(*trace, "short"));
  const LaunchPoint& late = point_of(picture, event_named(*trace, "late"));
  const LaunchPoint& early = point_of(picture, event_named(*trace, "early"));
  CHECK(picture.x_of(late, ChartAxis::CallLength) == doctest::Approx(0.5));
  CHECK(*picture.y_of(late) == doctest::Approx(2.301 / 3).epsilon(0.001));
  CHECK(*picture.y_of(small) == doctest::Approx(0.477 / 3).epsilon(0.001));
  CHECK(picture.x_of(small, ChartAxis::Time) == 0);
  CHECK(picture.x_of(late, ChartAxis::Time) == doctest::Approx(0.25));
  CHECK(picture.x_of(early, ChartAxis::Time) == 1);
  CHECK(picture.x_value(0.5, ChartAxis::CallLength) == 10'000);
  CHECK(picture.x_value(0.25, ChartAxis::Time) == 100'000);
  CHECK(picture.y_value(-0.01) == kMinNs);
}

TEST_CASE("every launch is in one cell of each grid, the latest stands for it") {
  TraceText trace;
  for (int i = 0; i < 50; ++i) {
    const std::string at = std::to_string(i * 1000), id = std::to_string(i + 1);
    add_launch(trace, at, "10", id);
    trace.kernel("k", std::to_string(i * 1000 + 30) + (i == 7 ? ".1" : ""), "50", id);
  }
  const auto snapshot = trace.load();
  const LaunchPicture picture = picture_of(*snapshot);
  CHECK(launches_in(picture.by_call) == 50);
  CHECK(launches_in(picture.by_time) == 50);
  const auto full = std::ranges::max_element(picture.by_call.cells, {}, &LaunchCell::count);
  CHECK(full->count == 50);  // 20 and 20.1 µs are close together
  CHECK(picture.points[full->latest].delay_ns == 20'100);
}

TEST_CASE("from the thousandth that waits the queue is full") {
  TraceText trace;
  // Calls of 1 µs every 2 µs, all kernels wait until 10 ms. The call of number i (from 0) begins
  // when i are waiting and makes them i + 1.
  for (int i = 0; i < 1003; ++i) {
    const std::string id = std::to_string(i + 1);
    add_launch(trace, std::to_string(i * 2), "1", id);
    trace.kernel("k", std::to_string(10'000 + i * 3), "2", id);
  }
  const LaunchPicture picture = picture_of(*trace.load());
  CHECK(launches_in(picture, LaunchZone::QueueFull) == 4);
  // Those are delayed as well, but each launch counts once.
  CHECK(launches_in(picture, LaunchZone::Delayed) == 999);
  CHECK(picture.points.back().zone == LaunchZone::QueueFull);
}

TEST_CASE("a graph is one launch, whose later nodes have no wait") {
  TraceText trace;
  trace.cpu("cuda_runtime", "cudaGraphLaunch", "0", "10", R"("correlation": 1)");
  trace.kernel("a", "15", "5", "1").kernel("b", "320", "5", "1").kernel("b", "326", "4", "1");
  const auto snapshot = trace.load();
  const LaunchPicture picture = picture_of(*snapshot);
  CHECK(picture.all.launches == 1);
  CHECK(picture.all.call_ns == 10'000);
  CHECK(picture.points.size() == 1);
  CHECK(picture.nodes.size() == 2);
  CHECK(launches_in(picture, LaunchZone::Delayed) == 0);
  const AnalysisResults results(*snapshot, whole_window());
  const DataTable table = launches_table({results}, LaunchGroupBy::Kernel, {});
  CHECK(table.facts == "1 launch · 2 more nodes of CUDA graphs");
  REQUIRE(table.rows.size() == 2);
  const DataRow& later = table.rows[1];
  CHECK(later.name == "b");
  CHECK(text_of(table, later, "Launches") == "0");
  CHECK(text_of(table, later, "Graph nodes") == "2");
  CHECK(text_of(table, later, "Mean wait").empty());
  CHECK(text_of(table, later, "Longest wait").empty());
  CHECK(text_of(table, later, "On the GPU") == "9.000 µs");
  CHECK(text_of(table, table.rows[0], "Mean wait") == "5.000 µs");
}

TEST_CASE("a rectangle limits the sums and the rows, not the points") {
  const auto trace = three_launches();
  const ChartBox box{ChartAxis::CallLength, 4'000, 12'000, 1'000, 300'000};
  const LaunchPicture picture = picture_of(*trace, box);
  CHECK(picture.points.size() == 3);
  CHECK(picture.all.launches == 2);
  CHECK(launches_in(picture, LaunchZone::Usual) == 0);
  const ChartBox by_time{ChartAxis::Time, 400'000, 400'000, kMinNs, 0};
  CHECK(picture_of(*trace, by_time).all.launches == 1);

  const AnalysisResults results(*trace, whole_window());
  DataInput in{results, box};
  DataTable table = launches_table(in, LaunchGroupBy::Kernel, {});
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].name == "late");
  CHECK(table.facts.starts_with("2 of 3 launches"));
  in.box = ChartBox{ChartAxis::CallLength, 1, 2, 1, 2};
  table = launches_table(in, LaunchGroupBy::Kernel, {});
  CHECK(table.rows.empty());
  CHECK(table.empty == "No launches in the rectangle");
  CHECK(table.picture != nullptr);
}

TEST_CASE("kernels, calls and operators are listed by how long their work waited") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::mm", "0", "50");
  add_launch(trace, "10", "5", "1");
  trace.kernel("gemm", "25", "9", "1");  // 10 µs late
  add_launch(trace, "100", "5", "2");
  trace.kernel("gemm", "107", "3", "2");  // 2 µs late, short
  add_launch(trace, "200", "5", "3");
  trace.kernel("copy", "206", "30", "3");  // 1 µs late
  const auto snapshot = trace.load();
  const AnalysisResults results(*snapshot, whole_window());
  const DataInput in{results};
  const DataTable kernels = launches_table(in, LaunchGroupBy::Kernel, {});
  REQUIRE(kernels.rows.size() == 2);
  const DataRow& gemm = kernels.rows[0];
  CHECK(gemm.name == "gemm");
  CHECK(gemm.event == event_named(*snapshot, "gemm"));
  CHECK(text_of(kernels, gemm, "Launches") == "2");
  CHECK(text_of(kernels, gemm, "Mean wait") == "6.000 µs");
  CHECK(text_of(kernels, gemm, "Median wait") == "6.000 µs");
  CHECK(text_of(kernels, gemm, "p99 wait") == "9.920 µs");
  CHECK(text_of(kernels, gemm, "Longest wait") == "10.00 µs");
  CHECK(text_of(kernels, gemm, "In calls") == "10.00 µs");
  CHECK(text_of(kernels, gemm, "On the GPU") == "12.00 µs");
  CHECK(text_of(kernels, gemm, "Short") == "1");
  const DataTable ops = launches_table(in, LaunchGroupBy::Operator, {});
  REQUIRE(ops.rows.size() == 2);
  CHECK(ops.rows[0].name == "aten::mm");
  CHECK(ops.rows[0].event == event_named(*snapshot, "aten::mm"));
  CHECK(ops.rows[1].name == "(no operator)");
  const DataTable calls = launches_table(in, LaunchGroupBy::Call, {});
  REQUIRE(calls.rows.size() == 1);
  CHECK(calls.rows[0].event == event_named(*snapshot, "cudaLaunchKernel"));
}

TEST_CASE("launches of copies are told apart from those of kernels, which other views count") {
  TraceText trace;
  add_launch(trace, "0", "5", "1");
  trace.kernel("k", "10", "9", "1");
  trace.cpu("cuda_runtime", "cudaMemcpyAsync", "50", "5", R"("correlation": 2)");
  trace.slice("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", "0", "7", "60", "20",
              R"("device":0,"stream":7,"correlation":2)");
  const auto snapshot = trace.load();
  const AnalysisResults results(*snapshot, whole_window());
  const DataTable table = launches_table({results}, LaunchGroupBy::Kernel, {});
  CHECK(table.facts == "2 launches (1 kernel, 1 copy or memset)");
}

TEST_CASE("without launches the table says what to record, and there is no picture") {
  const auto host = TraceText().cpu("cpu_op", "aten::mm", "0", "5").load();
  const DataTable none =
      launches_table({AnalysisResults(*host, whole_window())}, LaunchGroupBy::Kernel, {});
  CHECK(none.empty.find("ProfilerActivity.CUDA") != std::string::npos);
  CHECK(none.picture == nullptr);
  const auto orphans = TraceText().kernel("k", "0", "5", "1").load();
  const DataTable lost =
      launches_table({AnalysisResults(*orphans, whole_window())}, LaunchGroupBy::Kernel, {});
  CHECK(lost.empty.find("ProfilerActivity.CPU") != std::string::npos);
  CHECK(lost.facts.find("1 without a call") != std::string::npos);
}

TEST_CASE("a call that begins after its work is said to be clocks that disagree") {
  TraceText trace;
  add_launch(trace, "50", "5", "1");
  trace.kernel("k", "10", "20", "1");
  const auto snapshot = trace.load();
  const DataTable table =
      launches_table({AnalysisResults(*snapshot, whole_window())}, LaunchGroupBy::Kernel, {});
  CHECK(table.facts.find("1 start before the call (clocks disagree)") != std::string::npos);
  CHECK(text_of(table, table.rows.at(0), "Mean wait").empty());
}

}  // namespace lanescope
