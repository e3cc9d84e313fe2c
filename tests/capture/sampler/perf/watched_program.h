// Watching a program by the kernel's samples and switches.
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>

#include <doctest/doctest.h>

#include "capture/sampler/perf/perf_event.h"
#include "capture/sampler/sampler.h"
#include "tests/capture/sampler/kept_samples.h"
#include "tests/skip.h"

namespace lanescope {

inline Ns cpu_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return Ns{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

inline void sleep_ms(int ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

inline std::unique_ptr<HostSampler> start(KeptSamples& kept, std::int64_t command,
                                          NativeMode native = NativeMode::Frames) {
  SamplerOptions options;
  options.command = command;
  options.rate_hz = 500;
  options.native = native;
  auto started = HostSampler::start(std::move(options), kept);
  REQUIRE(started.ok());
  return std::move(started).value();
}

inline void need_perf() {
  const PerfAccess access = perf_access();
  if (!access.allowed()) skip_case(access.refusal);
}

inline bool is_in(const DecodedNativeSample& sample, std::string_view function) {
  return !sample.frames.empty() && sample.frames.front().find(function) != std::string::npos;
}

}  // namespace lanescope
