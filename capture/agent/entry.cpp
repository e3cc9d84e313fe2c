// What the driver and the Python part call. NVTX's entry points are in nvtx/inject.cpp.
#include "capture/agent/agent.h"
#include "capture/agent/control/drain.h"
#include "capture/agent/control/reported_options.h"
#include "capture/agent/python/end.h"

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
    now.channel().write(now.channel().string(name), record);
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

/// The same at the end of the program, after what the GPU still does if the program has used one.
LANESCOPE_EXPORT void lanescope_flush_at_end(int used_gpu) {
  lanescope::agent::flush_at_end(used_gpu != 0);
}

/// What an option of the recording does in this process: "on", or why it records nothing.
LANESCOPE_EXPORT void lanescope_option(const char* option, const char* state) {
  if (option != nullptr && state != nullptr) lanescope::agent::tell_option(option, state);
}

/// `call` is made on Python's main thread, with the GIL, once recording has ended and the program
/// goes on.
LANESCOPE_EXPORT void lanescope_when_stopped(void (*call)()) {
  lanescope::agent::call_python_when_stopped(call);
}
