// What the driver and the Python part call. NVTX's entry points are in nvtx_inject.cpp.
#include "capture/agent/agent.h"

#define LANESCOPE_EXPORT extern "C" __attribute__((visibility("default")))

/// The CUDA driver calls this while it initialises. Always 1, success: whatever went wrong here is
/// no reason for the driver to do anything else.
LANESCOPE_EXPORT int InitializeInjection() {
  lanescope::agent::start(lanescope::agent::Why::Cuda);
  return 1;
}

/// 1: records may be written.
LANESCOPE_EXPORT int lanescope_start() {
  return lanescope::agent::start(lanescope::agent::Why::Python) ? 1 : 0;
}

LANESCOPE_EXPORT void lanescope_counter(const char* name, double value) {
  using namespace lanescope;
  if (name == nullptr) return;
  if (agent::Recording now; now) {
    const wire::CounterRecord record{{}, agent::now_ns(), value};
    now.lane().write(now.lane().string_at(name), record);
  }
}

/// Waits up to a second until everything that CUPTI holds is written.
LANESCOPE_EXPORT void lanescope_flush() {
  lanescope::agent::flush(lanescope::agent::kSecond);
}
