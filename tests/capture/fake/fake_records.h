// The activity records that the simulated libcupti adds for a call.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>

#include "tests/capture/fake/fake_state.h"

namespace lanescope::fake {

inline void add(cupti::Kind kind, const FakeActivity::Record& record,
                std::atomic<std::uint64_t>& counter) {
  if (fake().activity.add(kind, record))
    counter.fetch_add(1);
  else
    fake().lost.fetch_add(1);
}

/// CUPTI's own copy of a name, never freed.
inline const char* own_name(const char* name) {
  static std::mutex mutex;
  static auto* const names = new std::set<std::string>;
  const std::lock_guard lock(mutex);
  return names->insert(name).first->c_str();
}

inline void add_kernel(const char* name, std::uint32_t correlation, std::uint64_t stream,
                       std::uint64_t node) {
  namespace k = cupti::kernel;
  auto record = fake().activity.record(cupti::Kind::ConcurrentKernel);
  const std::uint64_t start = fake().other_clock != 0 ? now() % 1'000'000'000'000 + 1 : now();
  if (fake().zero_time == 0) {
    record.set(k::kStart, start);
    record.set(k::kEnd, start + 1000);
  }
  record.set(k::kName, own_name(name));
  record.set(k::kCorrelation, correlation);
  record.set(k::kStream, static_cast<std::uint32_t>(stream));
  record.set(k::kContext, 1U);
  record.set(k::kGrid, 7U);
  record.set(k::kBlock, 128U);
  record.set(k::kGraphNode, node);
  record.set(k::kLocalTotal64, std::uint64_t{2048});
  record.set(k::kLocalTotal, 2048U);
  add(cupti::Kind::ConcurrentKernel, record, fake().kernels);
}

inline void add_copy(std::uint32_t correlation, std::uint64_t stream, std::uint64_t bytes) {
  namespace c = cupti::copy;
  auto record = fake().activity.record(cupti::Kind::Memcpy);
  record.set(c::kCopyKind, std::uint8_t{1});
  record.set(c::kBytes, bytes);
  record.set(c::kStart, now());
  record.set(c::kEnd, now() + 500);
  record.set(c::kCorrelation, correlation);
  record.set(c::kStream, static_cast<std::uint32_t>(stream));
  add(cupti::Kind::Memcpy, record, fake().copies);
}

inline void add_set(std::uint32_t correlation, std::uint64_t bytes) {
  namespace s = cupti::set;
  auto record = fake().activity.record(cupti::Kind::Memset);
  record.set(s::kBytes, bytes);
  record.set(s::kStart, now());
  record.set(s::kEnd, now() + 500);
  record.set(s::kCorrelation, correlation);
  add(cupti::Kind::Memset, record, fake().sets);
}

inline void add_sync(std::uint32_t correlation, std::uint64_t start) {
  namespace s = cupti::sync;
  auto record = fake().activity.record(cupti::Kind::Synchronization);
  record.set(s::kType, 3U);
  record.set(s::kStart, start);
  record.set(s::kEnd, now());
  record.set(s::kCorrelation, correlation);
  add(cupti::Kind::Synchronization, record, fake().syncs);
}

inline void add_api(const FakeFunction& function, std::uint32_t correlation, std::uint64_t start) {
  namespace a = cupti::api;
  if (!fake().activity.api_enabled(function.domain, function.id)) return;
  const cupti::Kind kind =
      function.domain == cupti::kDomainRuntime ? cupti::Kind::Runtime : cupti::Kind::Driver;
  auto record = fake().activity.record(kind);
  record.set(a::kId, function.id);
  record.set(a::kStart, start);
  record.set(a::kEnd, now());
  record.set(a::kThread, 77U);
  record.set(a::kCorrelation, correlation);
  fake().activity.add(kind, record);
}

inline void do_work(const FakeFunction& function, std::uint32_t correlation, const char* kernel,
                    std::uint64_t stream, std::uint64_t count) {
  switch (function.call) {
    case FakeCall::Launch:
    case FakeCall::LaunchNvcc13:
    case FakeCall::DriverLaunch:
      fake().launches.fetch_add(1);
      return add_kernel(kernel, correlation, stream, 0);
    case FakeCall::GraphLaunch:
      fake().launches.fetch_add(1);
      for (std::uint64_t node = 1; node <= count; ++node)
        add_kernel(kernel, correlation, stream, node);
      return;
    case FakeCall::Copy:
      return add_copy(correlation, stream, count);
    case FakeCall::Set:
      return add_set(correlation, count);
    case FakeCall::Synchronize:
      return add_sync(correlation, now());
    default:
      return;
  }
}

}  // namespace lanescope::fake
