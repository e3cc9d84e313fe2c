#include "capture/agent/drain.h"

#include <pthread.h>
#include <unistd.h>
#include <x86intrin.h>

#include "capture/agent/agent.h"
#include "capture/agent/control.h"
#include "capture/agent/futex.h"
#include "capture/agent/gpu.h"

namespace lanescope::agent {
namespace {

/// How long the drain thread waits for the reader before it drops.
constexpr std::int64_t kPatience = 50 * kMillisecond;

std::atomic<std::uint32_t> wake{0};
std::atomic<std::uint32_t> requests{0};  // bits of Request
std::atomic<std::uint64_t> asked{0}, answered{0};
std::atomic<std::uint32_t> answer{0};         // changes with `answered`
std::atomic<std::uint32_t> conflict_told{0};  // ConflictKind; 0: nothing new
std::atomic<bool> message_pause{false}, running{false};

std::uint64_t flushes = 0;
bool stopped = false;           // the viewer has been told so
std::int64_t paused_since = 0;  // 0: not paused

/// What the system's clock was ahead of the one that nobody sets when this was last written.
std::int64_t told_ahead = 0;

std::int64_t clock_ahead() {
  return now_ns() - clock_ns(CLOCK_MONOTONIC);
}

/// Somebody has set it since. Less is the work of NTP, or the time between two readings.
bool clock_was_set() {
  const std::int64_t moved = clock_ahead() - told_ahead;
  return moved > kMillisecond || moved < -kMillisecond;
}

/// All clocks back to back, the tightest of some tries.
void write_clock(Lane& lane) {
  wire::ClockRecord best{};
  std::int64_t best_width = INT64_MAX;
  for (int attempt = 0; attempt < 5; ++attempt) {
    wire::ClockRecord clock{};
    const std::int64_t before = clock_ns(CLOCK_MONOTONIC_RAW);
    clock.realtime_ns = now_ns();
    clock.monotonic_ns = clock_ns(CLOCK_MONOTONIC);
    clock.boottime_ns = clock_ns(CLOCK_BOOTTIME);
    clock.tsc = __rdtsc();
    clock.cupti_ns = gpu_clock_ns();
    clock.monotonic_raw_ns = clock_ns(CLOCK_MONOTONIC_RAW);
    const std::int64_t width = clock.monotonic_raw_ns - before;
    if (width >= best_width) continue;
    best_width = width;
    best = clock;
  }
  lane.write(0, best);
  told_ahead = best.realtime_ns - best.monotonic_ns;
}

void write_stats(Lane& lane) {
  wire::StatsRecord stats{};
  stats.time_ns = now_ns();
  stats.flushes = flushes;
  lanes().add_stats(stats);
  add_gpu_stats(stats);
  stats.rss_bytes += stats.buffer_bytes;
  lane.write(0, stats);
}

void follow_pause(Lane& lane) {
  if (stopped) return;
  const bool paused = message_pause.load(std::memory_order_relaxed) || lanes().paused();
  if (paused == (paused_since != 0)) return;
  const std::int64_t now = now_ns();
  if (paused) {
    set_off(Off::Paused, true);
    leave_out(paused_since = now, INT64_MAX);
    return;
  }
  leave_out(paused_since, now);
  wire::GapRecord gap{};
  gap.first_ns = paused_since;
  gap.last_ns = now;
  paused_since = 0;
  lane.write(static_cast<std::uint32_t>(wire::GapReason::Paused), gap);
  if (gpu_is_lost()) take_back_gpu();
  set_off(Off::Paused, false);
}

void flush_and_drain(Lane& lane, bool forced) {
  ++flushes;
  flush_gpu(forced);
  drain_gpu(lane);
}

/// True when the thread's work is over.
bool answer_requests(Lane& lane) {
  const std::uint64_t upto = asked.load(std::memory_order_acquire);
  const std::uint32_t bits = requests.exchange(0, std::memory_order_acquire);
  const bool ends = (bits & static_cast<std::uint32_t>(Request::End)) != 0;
  const bool stops = (bits & static_cast<std::uint32_t>(Request::Stop)) != 0;
  if (bits == 0) return false;
  if (stops || ends) set_off(Off::Stopped, true);
  flush_and_drain(lane, ends);
  if ((stops || ends) && !stopped) {
    write_clock(lane);
    write_stats(lane);
  }
  if (stops && !ends) {
    stop_gpu();
    // Where CUPTI may not be disabled it goes on delivering.
    leave_out(0, INT64_MAX);
    stopped = true;
    send_message(wire::Message::Stopped, "");
  }
  answered.store(upto, std::memory_order_release);
  wake_all(answer);
  return ends;
}

void drain_body() {
  pthread_setname_np(pthread_self(), "lanescope-gpu");
  Lane& lane = lanes().gpu();
  lane.set_patience(kPatience);
  lane.open(wire::LaneKind::Gpu, thread_id(), static_cast<std::uint32_t>(getpid()));
  std::int64_t next_flush = 0, next_second = 0;
  for (;;) {
    const std::uint32_t seen = wake.load(std::memory_order_acquire);
    follow_pause(lane);
    if (const std::uint32_t told = conflict_told.exchange(0); told != 0)
      follow_conflict(lane, static_cast<wire::ConflictKind>(told));
    if (answer_requests(lane)) break;
    const std::int64_t now = clock_ns(CLOCK_MONOTONIC);
    if (now >= next_flush) {
      // Soon, so that few records are in doubt.
      if (!stopped && clock_was_set()) write_clock(lane);
      flush_and_drain(lane, false);
      next_flush = now + options().flush_ns;
    } else {
      drain_gpu(lane);
    }
    if (now >= next_second && !stopped) {
      write_clock(lane);
      write_stats(lane);
      watch_for_conflict(lane, now);
      next_second = now + kSecond;
    }
    const std::int64_t next = stopped || next_flush < next_second ? next_flush : next_second;
    const std::int64_t left = next - clock_ns(CLOCK_MONOTONIC);
    if (left > 0) wait_on(wake, seen, left);
  }
  running.store(false, std::memory_order_release);
}

}  // namespace

bool start_drain() {
  message_pause = options().paused;
  // Before the first callback can come, which would not wait for the thread to see it.
  if (options().paused || lanes().paused()) {
    set_off(Off::Paused, true);
    leave_out(paused_since = now_ns(), INT64_MAX);
  }
  running = true;
  if (run_thread(drain_body)) return true;
  running = false;
  return false;
}

void forget_drain() {
  wake = requests = answer = conflict_told = 0;
  asked = answered = 0;
  message_pause = running = false;
  flushes = 0;
  stopped = false;
  paused_since = 0;
}

void tell_conflict(wire::ConflictKind kind) {
  conflict_told.store(static_cast<std::uint32_t>(kind));
  if (running.load(std::memory_order_acquire)) wake_drain();
}

void wake_drain() {
  wake_all(wake);
}

std::uint64_t request(Request what) {
  requests.fetch_or(static_cast<std::uint32_t>(what), std::memory_order_release);
  const std::uint64_t number = asked.fetch_add(1, std::memory_order_acq_rel) + 1;
  wake_drain();
  return number;
}

bool wait_done(std::uint64_t number, std::int64_t most_ns) {
  const std::int64_t end = clock_ns(CLOCK_MONOTONIC) + most_ns;
  for (;;) {
    const std::uint32_t seen = answer.load(std::memory_order_acquire);
    if (answered.load(std::memory_order_acquire) >= number) return true;
    const std::int64_t left = end - clock_ns(CLOCK_MONOTONIC);
    if (left <= 0 || !running.load(std::memory_order_acquire)) return false;
    wait_on(answer, seen, left);
  }
}

void want_paused(bool paused) {
  message_pause.store(paused, std::memory_order_relaxed);
  // Calls see it at once; the thread follows with the records of the GPU.
  if (paused) set_off(Off::Paused, true);
  wake_drain();
}

}  // namespace lanescope::agent
