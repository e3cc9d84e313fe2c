// Startup and shutdown of the agent.
#include "capture/agent/agent.h"

#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>
#include <type_traits>
#include <unistd.h>

#include "capture/agent/control/control.h"
#include "capture/agent/control/drain.h"
#include "capture/agent/control/message_text.h"
#include "capture/agent/control/reported_options.h"
#include "capture/agent/cupti/gpu.h"
#include "capture/agent/process/futex.h"
#include "capture/agent/process/log.h"
#include "capture/agent/process/own_threads.h"

namespace lanescope::agent {
namespace {

// At program exit the GPU may still be working, or wait forever for a peer that is gone.

/// Functions of the driver API, as loaded by the program.
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

/// This thread's current context; null if there is none, or no driver.
void* own_context() {
  const bool was_busy = this_thread.busy;
  this_thread.busy = true;  // our own calls are not recorded
  void* found = nullptr;
  if (!find_driver() || driver.get_context(&found) != 0) found = nullptr;
  this_thread.busy = was_busy;
  return found;
}

void wait_body() {
  if (driver.set_context(context) == 0) driver.synchronize();
  wake_all(done);
}

/// Waits at most `most_ns` until the GPU of this thread's context has finished its work. Uses a
/// thread of ours, because the synchronization call itself has no timeout. Returns at once without
/// a CUDA driver or a context. Once per process.
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

enum class State { Nothing, Ready, Failed };

std::atomic<State> state{State::Nothing};
std::atomic<bool> gpu_tried{false};
pthread_mutex_t connecting = PTHREAD_MUTEX_INITIALIZER;
Options given;
bool exit_handled = false;

/// How long exit may wait for us, and how long it has waited so far.
constexpr std::int64_t kMostAtExit = 2 * kSecond, kMostForGpu = kSecond;
std::atomic<std::int64_t> waited_at_exit{0};

/// False if the time is or was used up.
bool wait_at_exit(Request what) {
  const std::int64_t left = kMostAtExit - waited_at_exit.load(std::memory_order_relaxed);
  const std::int64_t begin = clock_ns(CLOCK_MONOTONIC);
  const bool in_time = wait_done(request(what), left);
  waited_at_exit.fetch_add(clock_ns(CLOCK_MONOTONIC) - begin, std::memory_order_relaxed);
  return in_time;
}

void at_exit() {
  if (state.load(std::memory_order_acquire) != State::Ready) return;
  if (!wait_at_exit(Request::End)) log("the last flush took too long");
  set_off(Off::Stopped, true);
  send_message(wire::Message::Bye, "");
}

/// In the child: must not use anything of the parent, and may join by itself.
void after_fork() {
  off_reasons.store(static_cast<std::uint32_t>(Off::NotStarted), std::memory_order_relaxed);
  forget_control();
  channels().forget();
  forget_drain();
  forget_own_threads();
  if (state.load(std::memory_order_relaxed) == State::Ready) forget_gpu();
  state.store(State::Nothing, std::memory_order_relaxed);
  // CUDA that was in use in the parent cannot be used in the child; otherwise it can.
  pthread_mutex_init(&connecting, nullptr);
}

/// Registered when the library is loaded, so that the child of a fork knows what it is even if
/// another thread was connecting at that moment.
__attribute__((constructor)) void watch_forks() {
  pthread_atfork(nullptr, nullptr, after_fork);
}

State connect(Why why) {
  begin_log();
  Granted granted;
  if (!open_control(why, granted)) return State::Failed;
  const char* reason = "";
  if (!channels().attach(granted.ring, granted.ring_bytes, static_cast<std::uint32_t>(getpid()),
                         &reason)) {
    send_problem("ring", reason, "The versions of the viewer and the agent may differ.");
    close_control();
    return State::Failed;
  }
  given = granted.options;
  if (!exit_handled) {
    exit_handled = true;
    std::atexit(at_exit);
  }
  if (!start_drain() || !listen_to_viewer()) {
    send_problem("threads", "No thread could be created in the program.",
                 "Its process limit (ulimit -u) may have been reached.");
    close_control();
    return State::Failed;
  }
  set_off(Off::NotStarted, false);
  log("recording at level %d", given.level);
  return State::Ready;
}

/// Sends what is known without CUPTI; with CUPTI, arm_gpu sends more.
void send_short_caps() {
  char bytes[2048];
  MessageText caps(bytes);
  caps.line("clock", "realtime");
  caps.line("level", given.level);
  describe_python(caps);
  send_message(wire::Message::Caps, caps.text());
}

}  // namespace

bool start(Why why) {
  State now = state.load(std::memory_order_acquire);
  bool first = false;
  if (now == State::Nothing) {
    // Nothing here may load a library: a thread that holds the loader's lock may be waiting for
    // this mutex.
    pthread_mutex_lock(&connecting);
    now = state.load(std::memory_order_relaxed);
    first = now == State::Nothing;
    if (first) state.store(now = connect(why), std::memory_order_release);
    pthread_mutex_unlock(&connecting);
  }
  if (now != State::Ready) return false;
  const bool arms = why == Why::Cuda && !gpu_tried.exchange(true);
  if (arms ? !arm_gpu() : first) send_short_caps();
  if (first) send_reported_options();
  return true;
}

void flush(std::int64_t most_ns) {
  if (state.load(std::memory_order_acquire) == State::Ready)
    wait_done(request(Request::Flush), most_ns);
}

void flush_at_end(bool used_gpu) {
  if (state.load(std::memory_order_acquire) != State::Ready || !recording()) return;
  const std::int64_t begin = clock_ns(CLOCK_MONOTONIC);
  if (used_gpu) wait_for_gpu(kMostForGpu);
  waited_at_exit.fetch_add(clock_ns(CLOCK_MONOTONIC) - begin, std::memory_order_relaxed);
  wait_at_exit(Request::Flush);
}

const Options& options() {
  return given;
}

void set_off(Off reason, bool on) {
  const auto bit = static_cast<std::uint32_t>(reason);
  if (on)
    off_reasons.fetch_or(bit, std::memory_order_relaxed);
  else
    off_reasons.fetch_and(~bit, std::memory_order_relaxed);
}

}  // namespace lanescope::agent
