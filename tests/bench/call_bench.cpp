// What the agent adds to a CUDA call: the callbacks on its begin and end, without CUPTI's own
// share and without Python stacks; and what a range of NVTX costs. Prints the median and the best
// of some rounds. of some rounds.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "capture/agent/cupti/callbacks.h"
#include "capture/agent/nvtx/inject.h"
#include "tests/capture/agent/nvtx/client.h"
#include "tests/capture/agent/test_ring.h"

namespace {

using namespace lanescope;
using namespace lanescope::agent;
using Clock = std::chrono::steady_clock;

constexpr int kRounds = 15, kCalls = 1'000'000;

cupti::Result name_of(int domain, std::uint32_t id, const char** name) {
  if (domain != cupti::kDomainRuntime || id > 300) return cupti::kInvalidParameter;
  *name = id == 211 ? "cudaLaunchKernel_v7000" : "cudaFuncSetAttribute_v9000";
  return cupti::kSuccess;
}

/// Nanoseconds a turn of `work`, which makes kCalls turns: median and best.
template <typename Work>
void measure(const char* name, Work work) {
  std::vector<double> rounds;
  for (int round = 0; round < kRounds; ++round) {
    const auto before = Clock::now();
    work(round);
    rounds.push_back(std::chrono::duration<double>(Clock::now() - before).count() * 1e9 / kCalls);
  }
  std::sort(rounds.begin(), rounds.end());
  std::printf("%-24s %7.1f ns median %7.1f ns best\n", name, rounds[rounds.size() / 2],
              rounds.front());
}

}  // namespace

int main() {
  TestRing ring({1 + 4, 16U << 20, 1U << 20});
  const RecordingTo recording(ring);
  static ApiNames apis;
  static Correlation correlation;
  static CallbackSetup setup;
  apis.load(name_of);
  setup.apis = &apis;
  setup.correlation = &correlation;
  setup.live = true;

  std::atomic<bool> done{false};
  std::thread reader([&] {
    while (!done) {
      for (std::uint32_t channel = 1; channel < ring.layout().channels; ++channel)
        ring.channel(channel).tail.store(ring.channel(channel).head.load());
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  });

  std::vector<std::string> kernels;
  for (int kernel = 0; kernel < 16; ++kernel)
    kernels.push_back("_ZN2at6native29vectorized_elementwise_kernelILi" + std::to_string(kernel) +
                      "ENS0_11FillFunctorIfEESt5arrayIPcLm1EEEEviT0_T1_");
  const std::uint64_t parameters[8] = {};
  const std::int32_t result = 0;
  measure("begin and end of a call", [&](int round) {
    for (int call = 0; call < kCalls; ++call) {
      cupti::CallbackData data{};
      data.symbol = kernels[static_cast<std::size_t>(call) % kernels.size()].c_str();
      data.parameters = parameters;
      data.result = &result;
      data.correlation = static_cast<std::uint32_t>(round * kCalls + call + 1);
      data.site = cupti::kSiteEnter;
      on_callback(&setup, cupti::kDomainRuntime, 211, &data);
      data.site = cupti::kSiteExit;
      on_callback(&setup, cupti::kDomainRuntime, 211, &data);
    }
  });
  NvtxClient program;
  program.make_current();
  if (!nvtx::fill_slots(NvtxClient::export_table)) return 1;
  auto* const push = program.core<int(const char*)>(nvtx::kRangePushA);
  auto* const pop = program.core<int()>(nvtx::kRangePop);
  measure("push and pop of a range", [&](int /*round*/) {
    for (int call = 0; call < kCalls; ++call) {
      push(kernels[static_cast<std::size_t>(call) % kernels.size()].c_str());
      pop();
    }
  });
  measure("two looks at the clock", [](int /*round*/) {
    std::int64_t sum = 0;
    for (int call = 0; call < kCalls; ++call) sum += now_ns() + now_ns();
    if (sum == 0) std::puts("the clock stands still");  // keeps the loop
  });
  done = true;
  reader.join();
  std::printf("records dropped: %llu\n", static_cast<unsigned long long>(channels().dropped()));
  return channels().dropped() == 0 ? 0 : 1;
}
