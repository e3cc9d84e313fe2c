#include "core/analysis/idle/sync.h"

#include <doctest/doctest.h>

#include "core/analysis/host/site.h"
#include "core/analysis/results.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string call(const std::string& name, const std::string& ts, const std::string& dur,
                 const std::string& id = "", const std::string& tid = "1") {
  return slice("cuda_runtime", name, ts, dur, id.empty() ? "" : R"("correlation": )" + id, "1",
               tid);
}
std::string kernel(const std::string& name, const std::string& ts, const std::string& dur,
                   const std::string& id, const std::string& device = "0") {
  return gpu_slice("kernel", name, ts, dur, R"("correlation": )" + id, "7", device);
}

struct Sync {
  HandMadeTrace trace;
  SyncStalls stalls;

  explicit Sync(const std::vector<std::string>& events,
                const AnalysisWindow& window = whole_window())
      : trace(events), stalls(analyse_sync({*trace, window})) {}
  [[nodiscard]] std::string text(StringId name) const { return std::string(trace->text(name)); }
};

}  // namespace

TEST_CASE("a wait is useful while the GPU works and exposed while it does not") {
  const Sync sync({call("cudaStreamSynchronize", "5", "20"), kernel("a", "0", "10", "1"),
                   kernel("b", "20", "10", "2")});
  REQUIRE(sync.stalls.sites.size() == 1);
  const SyncCost& cost = sync.stalls.sites[0].cost;
  CHECK(cost.wait_ns == 20'000);
  CHECK(cost.useful_ns == 10'000);
  CHECK(cost.exposed_ns == 10'000);
  CHECK(sync.text(slice_name(*sync.trace, sync.stalls.calls[0].waited_for)) == "a");
}

TEST_CASE("a wait of JAX costs what a call costs, and is counted once with the one inside it") {
  const Sync sync({
      kernel("a", "0", "10", "1"),
      slice("python_function", "api.py(3105): block_until_ready", "5", "20"),
      slice("cpu_op", "PjRtStreamExecutorBuffer::Await", "6", "10"),
      kernel("b", "20", "10", "2"),
  });
  REQUIRE(sync.stalls.sites.size() == 1);
  CHECK(sync.stalls.has_host_calls);
  CHECK(sync.text(sync.stalls.sites[0].call) == "api.py(3105): block_until_ready");
  CHECK(sync.stalls.sites[0].count == 1);
  CHECK(sync.stalls.sites[0].cost.wait_ns == 20'000);
  CHECK(sync.stalls.sites[0].cost.exposed_ns == 10'000);
}

TEST_CASE("a wait in a pause of the recording is neither useful nor exposed") {
  const Sync sync({call("cudaStreamSynchronize", "5", "20"), kernel("a", "0", "10", "1"),
                   slice("overhead", "Paused", "8", "9", "", "1", R"("Capture")"),
                   kernel("b", "20", "10", "2")});
  CHECK(sync.stalls.total.wait_ns == 20'000);
  CHECK(sync.stalls.total.useful_ns == 10'000);
  CHECK(sync.stalls.total.exposed_ns == 3'000);  // [17, 20)
}

TEST_CASE("the gap that a wait left behind bounds what it costs") {
  const Sync sync({
      kernel("a", "0", "10", "1"),
      slice("cpu_op", "aten::item", "3", "13"),
      call("cudaStreamSynchronize", "5", "10"),
      slice("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "20",
            "30"),
      call("cudaEventRecord", "60", "7"),
      call("cudaLaunchKernel", "80", "5", "2"),
      kernel("b", "100", "10", "2"),
  });
  REQUIRE(sync.stalls.sites.size() == 1);
  const SyncSite& site = sync.stalls.sites[0];
  CHECK(sync.text(site.op) == "aten::item");
  CHECK(sync.text(site.implied_by) == "aten::item");
  CHECK(site.drained == 1);
  CHECK(site.cost.exposed_ns == 5'000);
  CHECK(site.cost.drained_ns == 90'000);
  CHECK(site.cost.lost_lower_ns == 20'000 + 7'000);
  // The 5 µs until the call returns are in the gap, and not lost twice.
  CHECK(site.cost.lost_upper_ns == 90'000 - 30'000);
  CHECK(site.cost.lost_inside_ns == 5'000);
  CHECK(sync.stalls.total.lost_upper_ns == site.cost.lost_upper_ns);
}

TEST_CASE("what is waited for before the first kernel is start-up, and costs the loop nothing") {
  const Sync sync({
      call("cudaDeviceSynchronize", "0", "50"),
      call("cudaMemcpyAsync", "55", "1", "9"),
      gpu_slice("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", "60", "5", R"("correlation": 9)"),
      call("cudaStreamSynchronize", "62", "10"),
      call("cudaLaunchKernel", "95", "1", "1"),
      kernel("a", "100", "10", "1"),
      call("cudaStreamSynchronize", "105", "10"),
      call("cudaLaunchKernel", "130", "1", "2"),
      kernel("b", "140", "10", "2"),
  });
  REQUIRE(sync.stalls.calls.size() == 3);
  CHECK(sync.stalls.calls[0].cost.exposed_ns == 50'000);
  CHECK(sync.stalls.calls[0].cost.lost_upper_ns == 0);
  CHECK(sync.stalls.calls[1].cost.drained_ns == 35'000);
  CHECK(sync.stalls.calls[1].cost.lost_upper_ns == 0);
  CHECK(sync.stalls.calls[1].cost.lost_lower_ns == 0);
  CHECK(sync.stalls.calls[2].cost.lost_upper_ns == 30'000);
  // A wait that lasts into the loop counts from the first kernel on.
  const Sync across({call("cudaStreamSynchronize", "0", "25"), kernel("a", "10", "10", "1"),
                     kernel("b", "30", "10", "2")});
  CHECK(across.stalls.total.exposed_ns == 15'000);
  CHECK(across.stalls.total.lost_upper_ns == 5'000);
}

TEST_CASE("a wait does not cost a GPU what other causes cost it, nor time after its last work") {
  const Sync sync({
      call("cudaLaunchKernel", "0", "1", "1"),
      kernel("a", "5", "5", "1"),
      call("cudaDeviceSynchronize", "6", "54"),
      // Another thread launches meanwhile: the GPU waits for it and not for the call.
      call("cudaLaunchKernel", "20", "1", "2", "2"),
      kernel("b", "25", "5", "2"),
      call("cudaLaunchKernel", "70", "1", "3", "2"),
      kernel("c", "75", "5", "3"),
      call("cudaStreamSynchronize", "78", "100"),
  });
  REQUIRE(sync.stalls.calls.size() == 2);
  const SyncCost& first = sync.stalls.calls[0].cost;
  CHECK(first.exposed_ns == 15'000 + 30'000);
  CHECK(first.drained_ns == 45'000);  // [30, 75)
  CHECK(first.lost_upper_ns == 45'000);
  CHECK(first.lost_inside_ns == 30'000);
  const SyncCost& last = sync.stalls.calls[1].cost;
  CHECK(last.exposed_ns == 98'000);
  CHECK(last.lost_upper_ns == 0);
}

TEST_CASE(
    "a copy that blocks costs the time until it starts, as without it nothing would be late") {
  const Sync sync({
      kernel("a", "0", "10", "1"),
      call("cudaMemcpyAsync", "20", "20", "2"),
      gpu_slice("gpu_memcpy", "Memcpy DtoH (Device -> Pageable)", "30", "5", R"("correlation": 2)"),
      call("cudaLaunchKernel", "50", "1", "3"),
      kernel("b", "60", "10", "3"),
  });
  REQUIRE(sync.stalls.calls.size() == 1);
  CHECK(sync.stalls.calls[0].cost.exposed_ns == 15'000);
  CHECK(sync.stalls.calls[0].cost.lost_upper_ns == 15'000);
}

TEST_CASE("copies of pageable memory wait, pinned ones and stream waits do not") {
  const auto copy = [](const std::string& name, const std::string& id) {
    return gpu_slice("gpu_memcpy", name, "1" + id, "1", R"("correlation": )" + id);
  };
  const Sync sync({
      call("cudaMemcpyAsync", "1", "1", "1"),
      copy("Memcpy DtoH (Device -> Pageable)", "1"),
      call("cudaMemcpyAsync", "3", "1", "2"),
      copy("Memcpy HtoD (Pageable -> Device)", "2"),
      call("cudaMemcpyAsync", "5", "1", "3"),
      copy("Memcpy DtoH (Device -> Pinned)", "3"),
      call("cudaStreamWaitEvent", "7", "1"),
      call("cudaMallocAsync", "9", "1"),
      call("cudaMalloc", "11", "1"),
      call("cudaFree", "13", "1"),
      call("cudaHostAlloc", "15", "1"),
  });
  std::vector<SyncKind> kinds;
  for (const SyncCall& one : sync.stalls.calls) kinds.push_back(one.kind);
  CHECK(kinds == std::vector<SyncKind>{SyncKind::PageableCopy, SyncKind::PageableCopy,
                                       SyncKind::Allocation, SyncKind::Allocation});
}

TEST_CASE("a wait inside another one counts once, and its gap is the outer one's") {
  const Sync sync({kernel("a", "0", "10", "1"), call("cudaMemcpy", "4", "12"),
                   slice("cuda_driver", "cuStreamSynchronize", "5", "10"),
                   call("cudaLaunchKernel", "50", "1", "2"), kernel("b", "60", "1", "2")});
  REQUIRE(sync.stalls.calls.size() == 1);
  CHECK(sync.stalls.calls[0].cost.wait_ns == 12'000);
  CHECK(sync.stalls.calls[0].cost.drained_ns == 50'000);
}

TEST_CASE("calls of one name, operator and source line are one site") {
  const Sync sync({
      slice("python_function", "train.py(1): log", "0", "100"),
      slice("cpu_op", "aten::item", "10", "20"),
      call("cudaStreamSynchronize", "12", "5"),
      slice("cpu_op", "aten::item", "40", "20"),
      call("cudaStreamSynchronize", "42", "9"),
      call("cudaStreamSynchronize", "70", "30"),
      kernel("a", "0", "100", "1"),
  });
  REQUIRE(sync.stalls.sites.size() == 2);
  CHECK(sync.stalls.sites[0].count == 1);
  CHECK(sync.stalls.sites[1].count == 2);
  CHECK(sync.stalls.sites[1].max_ns == 9'000);
  CHECK(sync.text(sync.stalls.sites[1].source) == "train.py(1): log");
  CHECK(sync.stalls.sites[1].longest == sync.stalls.calls[1].event);
}

TEST_CASE("the call that cost the most GPU time comes first, not the longest") {
  const Sync sync({
      kernel("a", "0", "50", "1"),
      call("cudaStreamSynchronize", "5", "44"),  // while the GPU is busy
      kernel("b", "60", "10", "2"),
      call("cudaStreamSynchronize", "69", "21"),
      kernel("c", "90", "10", "3"),
      call("cudaStreamSynchronize", "99", "5"),
      kernel("d", "120", "10", "4"),
  });
  REQUIRE(sync.stalls.sites.size() == 1);
  const SyncSite& site = sync.stalls.sites[0];
  CHECK(site.longest == sync.stalls.calls[0].event);
  REQUIRE(site.costliest.size() == 2);
  CHECK(site.costliest[0].event == sync.stalls.calls[1].event);
  CHECK(site.costliest[0].lost_ns == 20'000);
  CHECK(site.costliest[1].event == sync.stalls.calls[2].event);
  CHECK(site.costliest[1].lost_ns == 4'000);
}

TEST_CASE("of the operators around a wait the outermost that implies it is named") {
  const Sync sync({slice("cpu_op", "my::op", "0", "100"), slice("cpu_op", "aten::item", "1", "90"),
                   slice("cpu_op", "aten::_local_scalar_dense", "2", "80"),
                   call("cudaStreamSynchronize", "3", "9"), kernel("a", "0", "1", "1")});
  CHECK(sync.text(sync.stalls.sites[0].op) == "aten::_local_scalar_dense");
  CHECK(sync.text(sync.stalls.sites[0].implied_by) == "aten::item");
}

TEST_CASE("three questions after an event in a row are a loop, two are none") {
  const Sync sync({call("cudaEventQuery", "1", "1"), call("cudaEventQuery", "3", "1"),
                   call("cudaEventQuery", "5", "1"), call("cudaLaunchKernel", "10", "1"),
                   call("cudaEventQuery", "20", "1"), call("cudaEventQuery", "22", "1"),
                   call("cudaEventQuery", "30", "1", "", "2")});
  REQUIRE(sync.stalls.polling.size() == 1);
  CHECK(sync.stalls.polling[0].loops == 1);
  CHECK(sync.stalls.polling[0].calls == 3);
  CHECK(sync.stalls.polling[0].total_ns == 5'000);
  CHECK(sync.stalls.calls.empty());
}

TEST_CASE("a thread that sleeps between its queries does not poll all the time") {
  // Three queries within 5 µs, then as many a tenth of a second later; another after 1 ms belongs.
  const Sync sync({call("cudaEventQuery", "1", "1"), call("cudaEventQuery", "3", "1"),
                   call("cudaEventQuery", "5", "1"), call("cudaEventQuery", "100000", "1"),
                   call("cudaEventQuery", "100002", "1"), call("cudaEventQuery", "100004", "1"),
                   call("cudaEventQuery", "101005", "1")});
  REQUIRE(sync.stalls.polling.size() == 1);
  CHECK(sync.stalls.polling[0].loops == 2);
  CHECK(sync.stalls.polling[0].calls == 7);
  CHECK(sync.stalls.polling[0].total_ns == 5'000 + 1'006'000);
}

TEST_CASE("the profiler's own wait at the end is left out") {
  const std::vector<std::string> events = {slice("user_annotation", "ProfilerStep#1", "0", "50"),
                                           call("cudaDeviceSynchronize", "10", "5"),
                                           kernel("a", "0", "60", "1"),
                                           call("cudaDeviceSynchronize", "60", "20")};
  const Sync sync(events);
  REQUIRE(sync.stalls.calls.size() == 1);
  CHECK(sync.stalls.calls[0].range.begin_ns == 10'000);
  CHECK(sync.stalls.profiler_stop != EventId::None);
  CHECK(sync.stalls.steps == 1);
  std::vector<std::string> later = events;
  later.push_back(call("cudaLaunchKernel", "90", "1"));
  CHECK(Sync(later).stalls.calls.size() == 2);
}

TEST_CASE("a wait on one of two GPUs is measured against that one where a record tells") {
  const Sync sync({kernel("a", "0", "100", "1", "0"), kernel("b", "0", "1", "2", "1"),
                   call("cudaStreamSynchronize", "10", "20", "9"),
                   slice("cuda_sync", "Stream Sync", "10", "20",
                         R"("correlation": 9, "device": 1, "stream": 7)", "1", "7"),
                   call("cudaStreamSynchronize", "50", "20")});
  REQUIRE(sync.stalls.calls.size() == 2);
  CHECK(sync.stalls.calls[0].cost.exposed_ns == 20'000);
  CHECK(sync.text(slice_name(*sync.trace, sync.stalls.calls[0].waited_for)) == "b");
  CHECK(sync.stalls.calls[1].cost.exposed_ns == 0);
}

TEST_CASE("a window has the waits that start in it") {
  const std::vector<std::string> events = {call("cudaStreamSynchronize", "5", "20"),
                                           call("cudaStreamSynchronize", "50", "20"),
                                           kernel("a", "0", "10", "1")};
  CHECK(Sync(events, range_window({40'000, 60'000})).stalls.calls.size() == 1);
}

TEST_CASE("a trace without calls or without a GPU says so") {
  const Sync nothing({slice("cpu_op", "aten::add", "0", "1")});
  CHECK(!nothing.stalls.has_host_calls);
  CHECK(!nothing.stalls.has_gpu_events);
  const Sync no_gpu({call("cudaStreamSynchronize", "5", "20")});
  CHECK(no_gpu.stalls.has_host_calls);
  CHECK(no_gpu.stalls.total.wait_ns == 20'000);
}
