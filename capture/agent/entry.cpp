// Entry points for the CUDA driver and the Python part. NVTX's are in nvtx/inject.cpp.
#include "capture/agent/agent.h"
#include "capture/agent/control/drain.h"
#include "capture/agent/control/reported_options.h"
#include "capture/agent/python/end.h"

#define LANESCOPE_EXPORT extern "C" __attribute__((visibility("default")))

/// Called by the CUDA driver while it initializes. Always returns 1, success: an error here is no
/// reason for the driver to behave differently.
LANESCOPE_EXPORT int InitializeInjection() {
  lanescope::agent::start(lanescope::agent::Why::Cuda);
  return 1;
}

/// Returns 1 if records may be written.
LANESCOPE_EXPORT int lanescope_start() {
  return lanescope::agent::start(lanescope::agent::Why::Python) ? 1 : 0;
}

LANESCOPE_EXPORT void lanescope_counter(const char* name, double value) {
  using namespace lanescope;
  if (name == nullptr) return;
  if (agent::Recording now; now) {
    const wire::CounterRecord record{{}, agent::now_ns(), value};
    now.channel().write(now.channel().string(name), record);
  }
}

/// The program's own profiler has taken the GPU records (2) or has finished (3): the Python part
/// knows for certain what the agent could only infer. Values as in wire::ConflictKind.
LANESCOPE_EXPORT void lanescope_conflict(unsigned kind) {
  if (kind >= 1 && kind <= 3)
    lanescope::agent::tell_conflict(static_cast<lanescope::wire::ConflictKind>(kind));
}

/// Waits up to a second until everything held by CUPTI is written.
LANESCOPE_EXPORT void lanescope_flush() {
  lanescope::agent::flush(lanescope::agent::kSecond);
}

/// The same at program exit; if the program has used a GPU, waits for its work first.
LANESCOPE_EXPORT void lanescope_flush_at_end(int used_gpu) {
  lanescope::agent::flush_at_end(used_gpu != 0);
}

/// Reports the state of a recording option in this process: "on", or why it records nothing.
LANESCOPE_EXPORT void lanescope_option(const char* option, const char* state) {
  if (option != nullptr && state != nullptr) lanescope::agent::tell_option(option, state);
}

/// `call` is called on Python's main thread, with the GIL, once recording has stopped while the
/// program keeps running.
LANESCOPE_EXPORT void lanescope_when_stopped(void (*call)()) {
  lanescope::agent::call_python_when_stopped(call);
}
