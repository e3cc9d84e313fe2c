// What the driver and the Python part call. NVTX's entry points are in nvtx_inject.cpp.
#include "capture/agent/agent.h"
#include "capture/agent/drain.h"

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

/// The program's own profiler has the records of the GPU (2) or has ended (3): the Python part
/// knows for certain what the agent could only notice. Numbers as in wire::ConflictKind.
LANESCOPE_EXPORT void lanescope_conflict(unsigned kind) {
  if (kind >= 1 && kind <= 3)
    lanescope::agent::tell_conflict(static_cast<lanescope::wire::ConflictKind>(kind));
}

/// Waits up to a second until everything that CUPTI holds is written.
LANESCOPE_EXPORT void lanescope_flush() {
  lanescope::agent::flush(lanescope::agent::kSecond);
}
