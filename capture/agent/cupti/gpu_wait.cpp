#include "capture/agent/cupti/gpu_wait.h"

#include <atomic>
#include <dlfcn.h>
#include <type_traits>

#include "capture/agent/process/futex.h"
#include "capture/agent/process/log.h"
#include "capture/agent/process/own_threads.h"
#include "capture/agent/process/thread_state.h"
#include "capture/agent/ring/clock.h"

namespace lanescope::agent {
namespace {

/// Of the driver's own interface, as the program has loaded it.
struct Driver {
  int (*get_context)(void** context);
  int (*set_context)(void* context);
  int (*synchronize)();
};
Driver driver;
void* context = nullptr;
std::atomic<std::uint32_t> done{0};

bool find_driver() {
  void* const library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
  if (library == nullptr) return false;
  const auto find = [library](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    return function != nullptr;
  };
  return find("cuCtxGetCurrent", driver.get_context) &&
         find("cuCtxSetCurrent", driver.set_context) &&
         find("cuCtxSynchronize", driver.synchronize);
}

/// The context this thread works with; null: none, or no driver.
void* own_context() {
  const bool was_busy = this_thread.busy;
  this_thread.busy = true;  // what we call is not recorded
  void* found = nullptr;
  if (!find_driver() || driver.get_context(&found) != 0) found = nullptr;
  this_thread.busy = was_busy;
  return found;
}

void wait_body() {
  if (driver.set_context(context) == 0) driver.synchronize();
  wake_all(done);
}

}  // namespace

void wait_for_gpu(std::int64_t most_ns) {
  context = own_context();
  if (context == nullptr || !run_thread(wait_body)) return;
  const std::int64_t end = clock_ns(CLOCK_MONOTONIC) + most_ns;
  while (done.load(std::memory_order_acquire) == 0) {
    const std::int64_t left = end - clock_ns(CLOCK_MONOTONIC);
    if (left <= 0) return log("the GPU is still at work");
    wait_on(done, 0, left);
  }
}

}  // namespace lanescope::agent
