// What happens in the target's threads when they call CUDA.
#pragma once

#include <atomic>
#include <cstdint>

#include "capture/agent/cupti/api_names.h"
#include "capture/agent/cupti/correlation.h"
#include "capture/agent/cupti/dyncupti.h"

namespace lanescope::agent {

/// What the callback needs; filled before it is subscribed and never changed afterwards, `live`
/// apart.
struct CallbackSetup {
  const CuptiFunctions* cupti = nullptr;
  const ApiNames* apis = nullptr;
  Correlation* correlation = nullptr;
  bool python_stacks = false;
  std::atomic<bool> live{false};            // false: callbacks return at once
  std::atomic<bool> failed{false};          // CUPTI has said that it is out of order
  std::atomic<std::uint64_t> witnesses{0};  // calls ended that CUPTI owes a record for
};

/// For cuptiSubscribe; `user` is a CallbackSetup.
void on_callback(void* user, int domain, std::uint32_t id, const void* data);

}  // namespace lanescope::agent
