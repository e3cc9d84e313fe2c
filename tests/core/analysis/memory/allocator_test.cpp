#include "core/analysis/memory/allocator.h"

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string record(const std::string& ts, const std::string& address, const std::string& bytes,
                   const std::string& allocated, const std::string& reserved,
                   const std::string& type = "1", const std::string& device = "0") {
  return R"({"ph": "i", "s": "t", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, )"
         R"("tid": 1, "ts": )" +
         ts + R"(, "args": {"Device Type": )" + type + R"(, "Device Id": )" + device +
         R"(, "Addr": )" + address + R"(, "Bytes": )" + bytes + R"(, "Total Allocated": )" +
         allocated + R"(, "Total Reserved": )" + reserved + "}}";
}

std::string call(const std::string& name, const std::string& ts, const std::string& dur = "1") {
  return slice("cuda_runtime", name, ts, dur);
}

}  // namespace

TEST_CASE("waste is what is reserved and not allocated, at the first of the highest points") {
  const HandMadeTrace trace({
      record("0", "1", "100", "100", "400"),
      record("1", "2", "200", "300", "400"),
      record("2", "2", "-200", "100", "400"),
      record("3", "3", "200", "300", "800"),
      record("4", "4", "1", "9", "0", "0", "-1"),
  });
  const AllocatorTable found = analyse_allocator({*trace, whole_window()});
  REQUIRE(found.devices.size() == 1);
  const AllocatorDevice& device = found.devices[0];
  REQUIRE(device.at_allocated_peak);
  CHECK(device.at_allocated_peak->time_ns == 1'000);
  CHECK(device.at_allocated_peak->ratio() == doctest::Approx(0.25));
  REQUIRE(device.at_reserved_peak);
  CHECK(device.at_reserved_peak->time_ns == 3'000);
  CHECK(device.at_reserved_peak->ratio() == doctest::Approx(0.625));
  const auto part = analyse_allocator({*trace, range_window({2'000, 3'000})});
  CHECK(part.devices[0].at_allocated_peak->allocated == 100);
}

TEST_CASE("blocks that hardly live are counted by operator and size") {
  const HandMadeTrace trace({
      slice("cpu_op", "aten::empty", "0", "200"), record("0", "1", "64", "64", "100"),
      record("99", "1", "-64", "0", "100"), record("110", "1", "64", "64", "100"),
      record("111", "1", "-64", "0", "100"), record("112", "1", "32", "32", "100"),
      record("212", "1", "-32", "0", "100"),  // just long enough
      record("300", "2", "8", "8", "100"),    // never freed
      record("310", "2", "8", "8", "100"),    // at its address, so that its free was not recorded
  });
  const AllocatorTable found = analyse_allocator({*trace, whole_window()});
  const AllocatorDevice& device = found.devices.at(0);
  CHECK(device.churn_pairs == 2);
  REQUIRE(device.churn.size() == 1);
  CHECK(device.churn[0].pairs == 2);
  CHECK(device.churn[0].bytes == 64);
  CHECK(trace->text(device.churn[0].op) == "aten::empty");
}

TEST_CASE("calls for memory count after the warm-up, those in the order of a stream apart") {
  const HandMadeTrace trace({
      slice("user_annotation", "ProfilerStep#0", "0", "10"),
      slice("user_annotation", "ProfilerStep#1", "10", "10"),
      slice("user_annotation", "ProfilerStep#2", "20", "10"),
      slice("user_annotation", "ProfilerStep#3", "30", "10"),
      slice("cpu_op", "aten::empty", "21", "8"),
      call("cudaMalloc", "1", "5"),
      call("cudaFree", "22", "1"),
      call("cudaFree", "24", "3"),
      call("cudaHostAlloc", "32", "2"),
      call("cudaMallocAsync", "7", "1"),
      call("cudaLaunchKernel", "37", "1"),
  });
  const AllocatorTable found = analyse_allocator({*trace, whole_window()});
  CHECK(found.has_calls);
  CHECK(found.warm_up_count == 1);
  CHECK(found.warm_up_ns == 5'000);
  CHECK(found.steps == 3);
  CHECK(found.count == 3);
  CHECK(found.total_ns == 6'000);
  CHECK(found.stream_ordered_count == 1);
  REQUIRE(found.calls.size() == 2);
  CHECK(trace->text(found.calls[0].call) == "cudaFree");
  CHECK(trace->text(found.calls[0].op) == "aten::empty");
  CHECK(found.calls[0].max_ns == 3'000);
  CHECK(found.calls[1].op == StringId::Empty);
  CHECK(found.flushes.empty());
}

TEST_CASE("frees in a row and an allocation in one operator empty the cache") {
  const HandMadeTrace trace({
      slice("cpu_op", "aten::mm", "0", "10"),
      call("cudaFree", "1"),
      call("cudaFree", "2"),
      call("cudaMalloc", "3"),
      call("cudaMalloc", "4"),
      slice("cpu_op", "aten::bmm", "20", "10"),  // one free only
      call("cudaFree", "21"),
      call("cudaMalloc", "22"),
      call("cudaFree", "40"),  // in no operator
      call("cudaFree", "41"),
      call("cudaMalloc", "42"),
      slice("cpu_op", "aten::add", "50", "10"),  // the allocation is another operator's
      call("cudaFree", "51"),
      call("cudaFree", "52"),
      slice("cpu_op", "aten::sub", "60", "10"),
      call("cudaMalloc", "61"),
  });
  const AllocatorTable found = analyse_allocator({*trace, whole_window()});
  REQUIRE(found.flushes.size() == 1);
  CHECK(found.flushes[0].frees == 2);
  CHECK(found.flushes[0].time_ns == 3'000);
}

TEST_CASE("a GPU that idles while memory is asked for idles because of that") {
  const HandMadeTrace trace({
      call("cudaMalloc", "12", "6"),
      slice("cuda_runtime", "cudaLaunchKernel", "19", "1", R"("correlation": 1)"),
      gpu_slice("kernel", "first", "0", "10"),
      gpu_slice("kernel", "second", "20", "5", R"("correlation": 1)"),
  });
  CHECK(analyse_allocator({*trace, whole_window()}).gpu_idle_ns == 6'000);
}

TEST_CASE("a trace without records, totals or calls says what it lacks") {
  const HandMadeTrace trace({slice("cpu_op", "aten::mm", "0", "10")});
  const AllocatorTable found = analyse_allocator({*trace, whole_window()});
  CHECK(found.devices.empty());
  CHECK(!found.has_calls);
  const HandMadeTrace old({R"({"ph": "i", "s": "t", "name": "[memory]", "pid": 1, "tid": 1,
      "ts": 0, "args": {"Device Type": 1, "Device Id": 0, "Bytes": 5}})"});
  const AllocatorTable of_old = analyse_allocator({*old, whole_window()});
  REQUIRE(of_old.devices.size() == 1);
  CHECK(!of_old.devices[0].at_allocated_peak);
  CHECK(!of_old.devices[0].has_addresses);
}
