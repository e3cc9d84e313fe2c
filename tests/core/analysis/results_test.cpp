// Each analysis is computed once, by whoever asks first.
#include "core/analysis/results.h"

#include <atomic>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "core/analysis/registry.h"
#include "core/base/files/log.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/training_trace.h"

using namespace lanescope;

namespace {

LoadedText some_steps() {
  TrainingTrace trace;
  for (int i = 0; i < 4; ++i) {
    trace.step([&] {
      for (int k = 0; k < 5; ++k) trace.op("aten::mm", "gemm", 100, 80);
      trace.op("c10d::allreduce_", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 100, 80);
      trace.copy("Memcpy DtoH (Device -> Pageable)", 4, 2, true);
      trace.wait_for_gpu("cudaStreamSynchronize").pause(100);
    });
  }
  return trace.load();
}

std::atomic<int> counted = 0;
struct Counted {
  int number = 0;
};
Counted count_up(const AnalysisResults& /*in*/) {
  return {++counted};
}

struct Selfish {};
Selfish ask_for_itself(const AnalysisResults& in) {
  return *in.of(&ask_for_itself);
}

struct Failing {};
Failing fail_once(const AnalysisResults& /*in*/) {
  static int times = 0;
  if (++times == 1) throw std::bad_alloc();
  return {};
}

}  // namespace

TEST_CASE("all analyses of a trace with one GPU compute each result once") {
  const LoadedText loaded = some_steps();
  const AnalysisResults in(*loaded.snapshot, usual_window(*loaded.snapshot),
                           [&](EventId event) { return loaded.json(event); });
  std::size_t asked = 0;
#define LANESCOPE_ASK(key, Result, call)     \
  CHECK(in.of<Result>() != nullptr);         \
  CHECK(in.of<Result>() == in.of<Result>()); \
  ++asked;
  LANESCOPE_ANALYSES(LANESCOPE_ASK)
#undef LANESCOPE_ASK
#define LANESCOPE_COUNT(Result, call) ++asked;
  LANESCOPE_SHARED_RESULTS(LANESCOPE_COUNT)
#undef LANESCOPE_COUNT
  // Findings and workloads are judged in the same steps, so they need nothing of their own.
  CHECK(in.computed() == asked);
}

TEST_CASE("another part of the trace has results of its own, the same part has not") {
  const LoadedText loaded = some_steps();
  const AnalysisResults in(*loaded.snapshot, whole_window());
  CHECK(&in.about(whole_window()) == &in);
  const AnalysisResults& part = in.about(range_window({0, 1'000}));
  CHECK(&part != &in);
  CHECK(&in.about(range_window({0, 1'000})) == &part);
  CHECK(in.of<KernelTable>() != part.of<KernelTable>());
  CHECK(part.of<KernelTable>() == in.about(range_window({0, 1'000})).of<KernelTable>());
  // The origins of CUDA graphs are those of the trace.
  CHECK(in.computed() == 3);
}

TEST_CASE("several threads that ask at once get one result") {
  const LoadedText loaded = some_steps();
  const AnalysisResults in(*loaded.snapshot, whole_window());
  counted = 0;
  std::vector<std::shared_ptr<const Counted>> seen(8);
  {
    std::vector<std::jthread> threads;
    for (auto& one : seen) threads.emplace_back([&] { one = in.of(&count_up); });
  }
  CHECK(counted == 1);
  for (const auto& one : seen) CHECK(one == seen.front());
}

TEST_CASE("a log of all there is says how long each result took to compute") {
  const TempFolder folder;
  const std::string path = folder.path() + "/log";
  const LoadedText loaded = some_steps();
  const AnalysisResults in(*loaded.snapshot, whole_window());
  REQUIRE_FALSE(open_log(path, LogLevel::Debug));
  (void)in.of<DeviceTimelines>();
  (void)in.of<DeviceTimelines>();
  close_log();
  std::ifstream file(path);
  std::string first, second;
  std::getline(file, first);
  CHECK(first.find(" debug: analysis: DeviceTimelines took ") != std::string::npos);
  CHECK_FALSE(std::getline(file, second));
}

TEST_CASE("what was dropped, stopped or failed is computed anew") {
  const LoadedText loaded = some_steps();
  const std::stop_source stop;
  const AnalysisResults in(*loaded.snapshot, whole_window(), {}, stop.get_token());
  counted = 0;
  CHECK(in.of(&count_up)->number == 1);
  in.drop(typeid(Counted));
  CHECK(in.of(&count_up)->number == 2);
  CHECK(in.of(&count_up)->number == 2);
  CHECK_THROWS_AS((void)in.of(&fail_once), std::bad_alloc);
  CHECK(in.of(&fail_once) != nullptr);
  std::stop_source(stop).request_stop();
  in.drop(typeid(Counted));
  CHECK(in.of(&count_up)->number == 3);
  CHECK(in.of(&count_up)->number == 4);  // nobody wants what was stopped
}

TEST_CASE("an analysis that asks for itself is an error, not a hang") {
  const LoadedText loaded = some_steps();
  const AnalysisResults in(*loaded.snapshot, whole_window());
  CHECK_THROWS_AS((void)in.of(&ask_for_itself), std::logic_error);
}
