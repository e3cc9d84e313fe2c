// The CUPTI callback, which runs in the target's threads when they call CUDA.
#pragma once

#include <atomic>
#include <cstdint>

#include "capture/agent/cupti/api_names.h"
#include "capture/agent/cupti/correlation.h"
#include "capture/agent/cupti/dyncupti.h"

namespace lanescope::agent {

/// What the callback needs. Filled in before subscribing and constant afterwards, except for the
/// atomics.
struct CallbackSetup {
  const CuptiFunctions* cupti = nullptr;
  const ApiNames* apis = nullptr;
  Correlation* correlation = nullptr;
  bool python_stacks = false;
  std::atomic<bool> live{false};            // false: callbacks return at once
  std::atomic<bool> failed{false};          // CUPTI has reported a fatal error
  std::atomic<std::uint64_t> witnesses{0};  // finished calls for which CUPTI owes a record
};

/// Passed to cuptiSubscribe; `user` is a CallbackSetup.
void on_callback(void* user, int domain, std::uint32_t id, const void* data);

}  // namespace lanescope::agent
