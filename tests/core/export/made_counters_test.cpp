// Counters that are made for other viewers, in a trace that is written with them.
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "tests/core/export/written_trace.h"

using namespace lanescope;

namespace {

/// Two kernels that wait for each other on stream 7, and a copy of 1000 bytes in 1 µs.
const char* const kQueueAndCopy = R"json({"traceEvents":[
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":5,"dur":1,
     "args":{"correlation":1}},
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":10,"dur":1,
     "args":{"correlation":2}},
    {"ph":"X","cat":"kernel","name":"first","pid":0,"tid":7,"ts":20,"dur":10,
     "args":{"device":0,"stream":7,"correlation":1}},
    {"ph":"X","cat":"kernel","name":"second","pid":0,"tid":7,"ts":30,"dur":10,
     "args":{"device":0,"stream":7,"correlation":2}},
    {"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD (Pinned -> Device)","pid":0,"tid":9,"ts":50,
     "dur":1,"args":{"device":0,"stream":9,"bytes":1000}}]})json";

const CounterTrack& counter_of(const Snapshot& trace, std::string_view series) {
  for (const auto& counter : trace.counters) {
    if (trace.text(counter->series) == series) return *counter;
  }
  FAIL("no such counter");
  return *trace.counters.front();
}

}  // namespace

TEST_CASE("a trace is written with the queue and the copies as counters where they are wanted") {
  CHECK(Written(kQueueAndCopy).after.snapshot->counters.empty());
  const Written trace(kQueueAndCopy, "first.json", "second.json", {}, true);
  const Snapshot& b = *trace.after.snapshot;
  REQUIRE(b.counters.size() == 2);
  const CounterTrack& queue = counter_of(b, "Queue Length");
  CHECK(b.text(queue.name) == "Queue Length[7]");
  CHECK(b.text(queue.process) == "0");
  REQUIRE(queue.events == 4);
  CHECK(queue.value[1] == 2);
  CHECK(queue.value[3] == 0);
  const CounterTrack& copies = counter_of(b, "Memcpy BW");
  CHECK(b.text(copies.name) == "Memcpy HtoD");
  REQUIRE(copies.events == 2);
  CHECK(copies.value[0] == doctest::Approx(1.0));  // 1000 B in 1 µs
  CHECK(copies.value[1] == 0);
  CHECK(b.slice_count == trace.before.snapshot->slice_count);
}

TEST_CASE("what was written with counters does not get them twice") {
  const Written once(kQueueAndCopy, "first.json", "second.json", {}, true);
  const LoadedTrace& again = once.after;
  const std::string path = once.folder.path() + "/third.json";
  REQUIRE_FALSE(write_trace_file(path, *again.snapshot, event_reader(again), {{}, {}, {}, true}));
  const auto third = load_trace(path);
  REQUIRE(third.ok());
  CHECK(third.value().snapshot->counters.size() == 2);
  CHECK(counter_of(*third.value().snapshot, "Queue Length").events == 4);
}

TEST_CASE("of a part of a trace the counters stand where they stood at its begin") {
  const Written trace(kQueueAndCopy, "first.json", "second.json", TimeRange{12'000, 25'000}, true);
  const Snapshot& b = *trace.after.snapshot;
  const CounterTrack& queue = counter_of(b, "Queue Length");
  REQUIRE(queue.events == 2);
  CHECK(queue.value[0] == 2);
  CHECK(queue.value[1] == 1);
  CHECK(b.counters.size() == 1);  // nothing has been copied until then
}
