// What the simulated libcupti is asked to do, what it was told, and what it counted; and the
// functions of CUDA that it knows.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <ctime>

#include "tests/capture/fake/fake_activity.h"
#include "tests/capture/fake/fake_cupti.h"
#include "tests/capture/fake/fake_replay.h"

namespace lanescope::fake {

struct FakeFunction {
  FakeCall call;
  int domain;
  std::uint32_t id;
  const char* name;
};
/// Ids and names of CUDA 13.0.
inline constexpr FakeFunction kFakeFunctions[] = {
    {FakeCall::Launch, 2, 211, "cudaLaunchKernel_v7000"},
    {FakeCall::LaunchNvcc13, 2, 505, "__cudaLaunchKernel_v12080"},
    {FakeCall::DriverLaunch, 1, 307, "cuLaunchKernel"},
    {FakeCall::GraphLaunch, 2, 311, "cudaGraphLaunch_v10000"},
    {FakeCall::Copy, 2, 41, "cudaMemcpyAsync_v3020"},
    {FakeCall::Set, 2, 51, "cudaMemsetAsync_v3020"},
    {FakeCall::Synchronize, 2, 131, "cudaStreamSynchronize_v3020"},
    {FakeCall::Malloc, 2, 20, "cudaMalloc_v3020"},
    {FakeCall::SetAttribute, 2, 273, "cudaFuncSetAttribute_v9000"},
    {FakeCall::GetLastError, 2, 10, "cudaGetLastError_v3020"},
};
inline constexpr std::uint32_t kIds[] = {0, 806, 522};

inline const FakeFunction& function_of(FakeCall call) {
  for (const FakeFunction& function : kFakeFunctions) {
    if (function.call == call) return function;
  }
  return kFakeFunctions[0];
}

struct Fake {
  FakeScript script;
  FakeReplay replay{std::getenv("FAKE_CUPTI_REPLAY")};
  const std::uint32_t version =
      replay.empty() ? static_cast<std::uint32_t>(script.get("version", 130001)) : replay.version();
  FakeActivity activity{script, replay.empty() ? sizes() : replay.sizes()};
  // The agent may unsubscribe while calls are being reported.
  std::atomic<cupti::Callback> callback{nullptr};
  std::atomic<void*> user{nullptr};
  std::atomic<bool> enabled[3][1024] = {};
  std::atomic<std::uint32_t> next_correlation{
      static_cast<std::uint32_t>(script.get("correlation", 1))};
  std::atomic<std::uint64_t> calls{0}, launches{0}, kernels{0}, copies{0}, sets{0}, syncs{0},
      lost{0}, risks{0}, settings{0}, flushes{0};
  const std::uint64_t takeover = script.get("takeover"), fatal = script.get("fatal");
  const std::uint64_t nested = script.get("nested"), zero_time = script.get("zero_time");
  const std::uint64_t other_clock = script.get("clock");

 private:
  [[nodiscard]] lanescope::agent::SizeTable sizes() const {
    lanescope::agent::SizeTable table = lanescope::agent::sizes_of_version(version);
    if (script.get("longer") != 0)
      table.bytes[static_cast<std::uint32_t>(cupti::Kind::ConcurrentKernel)] += 8;
    return table;
  }
};

inline Fake& fake() {
  static Fake* const made = new Fake;  // never destroyed, like the real one
  return *made;
}

inline std::uint64_t now() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace lanescope::fake
