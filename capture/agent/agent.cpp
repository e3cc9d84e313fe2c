// The agent's beginning and end.
#include "capture/agent/agent.h"

#include <cstdlib>
#include <pthread.h>
#include <unistd.h>

#include "capture/agent/control/control.h"
#include "capture/agent/control/drain.h"
#include "capture/agent/control/message_text.h"
#include "capture/agent/control/reported_options.h"
#include "capture/agent/cupti/gpu.h"
#include "capture/agent/cupti/gpu_wait.h"
#include "capture/agent/process/log.h"
#include "capture/agent/process/own_threads.h"

namespace lanescope::agent {
namespace {

enum class State { Nothing, Ready, Failed };

std::atomic<State> state{State::Nothing};
std::atomic<bool> gpu_tried{false};
pthread_mutex_t connecting = PTHREAD_MUTEX_INITIALIZER;
Options given;
bool exit_handled = false;

/// How long the process's end may wait for us, and what it has waited already.
constexpr std::int64_t kMostAtExit = 2 * kSecond, kMostForGpu = kSecond;
std::atomic<std::int64_t> waited_at_exit{0};

/// False: there is no time, or no longer.
bool wait_at_exit(Request what) {
  const std::int64_t left = kMostAtExit - waited_at_exit.load(std::memory_order_relaxed);
  const std::int64_t begin = clock_ns(CLOCK_MONOTONIC);
  const bool done = wait_done(request(what), left);
  waited_at_exit.fetch_add(clock_ns(CLOCK_MONOTONIC) - begin, std::memory_order_relaxed);
  return done;
}

void at_exit() {
  if (state.load(std::memory_order_acquire) != State::Ready) return;
  if (!wait_at_exit(Request::End)) log("the last flush took too long");
  set_off(Off::Stopped, true);
  send_message(wire::Message::Bye, "");
}

/// In the child: nothing of the parent's may be used, and it may join by itself.
void after_fork() {
  off_reasons.store(static_cast<std::uint32_t>(Off::NotStarted), std::memory_order_relaxed);
  forget_control();
  channels().forget();
  forget_drain();
  forget_own_threads();
  if (state.load(std::memory_order_relaxed) == State::Ready) forget_gpu();
  state.store(State::Nothing, std::memory_order_relaxed);
  // A CUDA that was in use can not be used in the child; one that was not can.
  pthread_mutex_init(&connecting, nullptr);
}

/// As the library is loaded: whenever a thread forks later, and another one connects meanwhile, the
/// child knows that it is one.
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

/// What is known without CUPTI; with it arm_gpu says more.
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
    // Nothing in here loads a library: a thread that holds the loader's lock may wait for it.
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
