#include "core/analysis/steps/warm_up.h"

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string step(int number) {
  return slice("user_annotation", "ProfilerStep#" + std::to_string(number),
               std::to_string(number * 10) + ".5", "10");
}
std::string launched(const std::string& name, const std::string& ts, const std::string& id) {
  return slice("cuda_runtime", "cudaLaunchKernel", ts, "1", R"("correlation": )" + id) + ",\n" +
         gpu_slice("kernel", name, ts, "1", R"("correlation": )" + id);
}

}  // namespace

TEST_CASE("the signs of a warm-up are told by step, kind and name") {
  const HandMadeTrace trace({step(1), step(2), step(3), step(4), step(5), step(6),
                             slice("cuda_runtime", "cudaMalloc", "12", "1"),
                             slice("cuda_runtime", "cudaMalloc", "14", "1"),
                             slice("cuda_driver", "cuModuleLoadData", "22", "1"),
                             slice("user_annotation", "compile_fx (dynamo_timed)", "23", "1"),
                             launched("first", "13", "1"), launched("second", "24", "2"),
                             launched("first", "34", "3"), launched("second", "35", "4")});
  const WarmUpSteps found = analyse_warm_up({*trace, whole_window()});
  CHECK(found.steps.size() == 6);
  CHECK(found.count == 2);
  REQUIRE(found.signs.size() == 4);
  CHECK(found.signs[0].kind == WarmUpSignKind::Allocation);
  CHECK(found.signs[0].step == 0);
  CHECK(found.signs[0].count == 2);
  CHECK(trace->text(found.signs[1].name) == "cuModuleLoadData");
  CHECK(found.signs[2].kind == WarmUpSignKind::Compilation);
  CHECK(found.signs[3].kind == WarmUpSignKind::NewKernel);
  CHECK(trace->text(found.signs[3].name) == "second");
  CHECK(found.warm_up_ns.mean == 10'000);
}

TEST_CASE("steps without signs and of one length are steady from the start") {
  const HandMadeTrace trace({step(1), step(2), step(3), step(4)});
  const WarmUpSteps found = analyse_warm_up({*trace, whole_window()});
  CHECK(found.count == 0);
  CHECK(found.signs.empty());
}

TEST_CASE("what is allocated in the order of a stream is no sign") {
  const HandMadeTrace trace({step(1), step(2), step(3), step(4),
                             slice("cuda_runtime", "cudaMallocAsync", "12", "1"),
                             slice("cuda_runtime", "cudaMallocFromPoolAsync", "14", "1"),
                             slice("cuda_runtime", "hipMallocAsync", "15", "1"),
                             slice("cuda_runtime", "cudaMallocHost", "22", "1")});
  const WarmUpSteps found = analyse_warm_up({*trace, whole_window()});
  REQUIRE(found.signs.size() == 1);
  CHECK(trace->text(found.signs[0].name) == "cudaMallocHost");
  CHECK(found.count == 2);
}

TEST_CASE("a trace without steps has no warm-up to find") {
  const HandMadeTrace trace({slice("cuda_runtime", "cudaMalloc", "12", "1")});
  const WarmUpSteps found = analyse_warm_up({*trace, whole_window()});
  CHECK(found.steps.empty());
  CHECK(found.signs.empty());
  CHECK(found.count == 0);
}
