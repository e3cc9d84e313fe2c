#include "core/analysis/launch/queue.h"

#include <doctest/doctest.h>

#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string launch(const std::string& ts, const std::string& id) {
  return slice("cuda_runtime", "cudaLaunchKernel", ts, "1", R"("correlation": )" + id);
}
std::string kernel(const std::string& ts, const std::string& dur, const std::string& id,
                   const std::string& stream = "7") {
  return gpu_slice("kernel", "k", ts, dur, R"("correlation": )" + id, stream);
}

LaunchQueue queue_of(const std::vector<std::string>& events,
                     const AnalysisWindow& window = whole_window(),
                     QueueUntil until = QueueUntil::Start) {
  return analyse_queue(*HandMadeTrace(events), window, until);
}

const std::vector<std::string> kThree = {launch("0", "1"),        launch("10", "2"),
                                         launch("20", "3"),       kernel("10", "20", "1"),
                                         kernel("30", "30", "2"), kernel("60", "5", "3")};

}  // namespace

TEST_CASE("work waits from its launch to its start") {
  const LaunchQueue queue = queue_of(kThree);
  REQUIRE(queue.lanes.size() == 1);
  const StreamQueue& lane = queue.lanes[0];
  CHECK(lane.events == 3);
  CHECK(lane.time_ns == std::vector<Ns>{0, 10'000, 20'000, 30'000, 60'000});
  CHECK(lane.length == std::vector<std::int64_t>{1, 1, 2, 1, 0});
  CHECK(lane.span_ns == 60'000);
  CHECK(lane.mean == doctest::Approx(70.0 / 60));
  CHECK(lane.p50 == 1);
  CHECK(lane.p95 == 2);
  CHECK(lane.max == 2);
  CHECK(!lane.hta);
}

TEST_CASE("outstanding work waits to its end") {
  const StreamQueue lane = queue_of(kThree, whole_window(), QueueUntil::End).lanes.at(0);
  CHECK(lane.time_ns == std::vector<Ns>{0, 10'000, 20'000, 30'000, 60'000, 65'000});
  CHECK(lane.length == std::vector<std::int64_t>{1, 2, 3, 2, 1, 0});
}

TEST_CASE("the queue starves while it is empty between launches") {
  const StreamQueue lane =
      queue_of({launch("0", "1"), kernel("5", "1", "1"), launch("20", "2"), kernel("30", "1", "2")})
          .lanes.at(0);
  CHECK(lane.launching_ns == 20'000);
  CHECK(lane.starved_ns == 15'000);
  CHECK(lane.full_ns == 0);
}

TEST_CASE("work that starts before its launch never waited") {
  const StreamQueue lane = queue_of({launch("10", "1"), kernel("5", "1", "1"), launch("20", "2"),
                                     kernel("30", "1", "2")})
                               .lanes.at(0);
  CHECK(lane.early == 1);
  CHECK(lane.length == std::vector<std::int64_t>{0, 1, 0});
}

TEST_CASE("a thousand waiting launches fill the queue") {
  std::vector<std::string> events;
  for (int i = 1; i <= 1001; ++i) {
    events.push_back(launch(std::to_string(i), std::to_string(i)));
    events.push_back(kernel(std::to_string(2000 + i), "1", std::to_string(i)));
  }
  const StreamQueue lane = queue_of(events).lanes.at(0);
  CHECK(lane.max == 1001);
  CHECK(lane.full_ns == 2'002'000 - 1'000'000);
}

TEST_CASE("a graph waits once on each stream, for its first work there or until its last ends") {
  const std::vector<std::string> events = {
      launch("0", "1"),       kernel("10", "5", "1"),      kernel("20", "5", "1"),
      kernel("30", "5", "1"), kernel("12", "3", "1", "9"), launch("5", "2"),
      kernel("40", "5", "2")};
  const LaunchQueue queue = queue_of(events);
  REQUIRE(queue.lanes.size() == 2);
  CHECK(queue.lanes[0].events == 4);
  CHECK(queue.lanes[0].time_ns == std::vector<Ns>{0, 5'000, 10'000, 40'000});
  CHECK(queue.lanes[0].length == std::vector<std::int64_t>{1, 2, 1, 0});
  CHECK(queue.lanes[1].max == 1);
  const StreamQueue until_end = queue_of(events, whole_window(), QueueUntil::End).lanes.at(0);
  CHECK(until_end.time_ns == std::vector<Ns>{0, 5'000, 35'000, 45'000});
}

TEST_CASE("each stream has a queue, orphans are in none") {
  const LaunchQueue queue = queue_of({launch("0", "1"), kernel("5", "1", "1"), launch("1", "2"),
                                      kernel("5", "1", "2", "9"), kernel("7", "1", "3", "11")});
  REQUIRE(queue.lanes.size() == 2);
  CHECK(queue.lanes[1].stream == 9);
}

TEST_CASE("HolisticTraceAnalysis counts every change alike") {
  std::vector<std::string> events = kThree;
  events.push_back(slice("user_annotation", "ProfilerStep#1", "0", "90"));
  events.push_back(slice("user_annotation", "ProfilerStep#2", "90", "90"));
  const AnalysisWindow hta{WindowKind::Hta, {kMinNs, 90'000}, {}};
  const StreamQueue lane = queue_of(events, hta).lanes.at(0);
  REQUIRE(lane.hta);
  CHECK(lane.hta->count == 6);  // 1 2 1 2 1 0
  CHECK(lane.hta->mean == doctest::Approx(7.0 / 6));
  CHECK(lane.hta->std == doctest::Approx(0.752773));
  CHECK(lane.hta->p25 == doctest::Approx(1));
  CHECK(lane.hta->p75 == doctest::Approx(1.75));
  CHECK(lane.hta->max == 2);
}

TEST_CASE("one launch at one instant, and no launch at all, are told without numbers") {
  const StreamQueue lane = queue_of({launch("5", "1"), kernel("5", "1", "1")}).lanes.at(0);
  CHECK(lane.span_ns == 0);
  CHECK(lane.mean == 0);
  CHECK(queue_of({kernel("5", "1", "1")}).has_gpu_events);
  CHECK(queue_of({kernel("5", "1", "1")}).lanes.empty());
  CHECK(!queue_of({launch("5", "1")}).has_gpu_events);
}
