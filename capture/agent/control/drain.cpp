#include "capture/agent/control/drain.h"

#include <pthread.h>
#include <unistd.h>

#include "capture/agent/agent.h"
#include "capture/agent/check.h"
#include "capture/agent/control/control.h"
#include "capture/agent/control/pause.h"
#include "capture/agent/cupti/gpu.h"
#include "capture/agent/process/cycle_counter.h"
#include "capture/agent/process/futex.h"
#include "capture/agent/process/own_threads.h"

namespace lanescope::agent {
namespace {

/// How long the drain thread waits for the reader before dropping a record.
constexpr std::int64_t kPatience = 50 * kMillisecond;

std::atomic<std::uint32_t> wake{0};
/// The number of requests so far and, in the lowest bits, the pending ones. A single word, so that
/// a number is never answered before its request is done.
std::atomic<std::uint64_t> requests{0};
constexpr unsigned kRequestBits = 8;
constexpr std::uint64_t kRequestMask = (1U << kRequestBits) - 1;

std::atomic<std::uint64_t> answered{0};
std::atomic<std::uint32_t> answer{0};             // changes with `answered`
std::atomic<std::uint32_t> reported_conflict{0};  // ConflictKind; 0: nothing new
std::atomic<bool> running{false};
std::atomic<void (*)()> after_stop{nullptr};

std::uint64_t flushes = 0;
bool stopped = false;  // permanently

/// By how much the system clock was ahead of the monotonic clock when a Clock record was last
/// written.
std::int64_t reported_ahead = 0;

std::int64_t clock_ahead() {
  return now_ns() - clock_ns(CLOCK_MONOTONIC);
}

/// Whether the system clock has been set since. Smaller changes come from NTP, or the time between
/// two readings.
bool clock_was_set() {
  const std::int64_t moved = clock_ahead() - reported_ahead;
  return moved > kMillisecond || moved < -kMillisecond;
}

/// Reads all clocks back to back and writes the tightest of several tries.
void write_clock(Channel& channel) {
  wire::ClockRecord best{};
  std::int64_t best_width = INT64_MAX;
  for (int attempt = 0; attempt < 5; ++attempt) {
    wire::ClockRecord clock{};
    const std::int64_t before = clock_ns(CLOCK_MONOTONIC_RAW);
    clock.realtime_ns = now_ns();
    clock.monotonic_ns = clock_ns(CLOCK_MONOTONIC);
    clock.boottime_ns = clock_ns(CLOCK_BOOTTIME);
    clock.tsc = cycle_counter();
    clock.cupti_ns = gpu_clock_ns();
    clock.monotonic_raw_ns = clock_ns(CLOCK_MONOTONIC_RAW);
    const std::int64_t width = clock.monotonic_raw_ns - before;
    if (width >= best_width) continue;
    best_width = width;
    best = clock;
  }
  channel.write(0, best);
  reported_ahead = best.realtime_ns - best.monotonic_ns;
}

void write_stats(Channel& channel) {
  wire::StatsRecord stats{};
  stats.time_ns = now_ns();
  stats.flushes = flushes;
  channels().add_stats(stats);
  add_gpu_stats(stats);
  stats.rss_bytes += stats.buffer_bytes;
  channel.write(0, stats);
}

void write_state(Channel& channel) {
  if (stopped) return;
  write_clock(channel);
  write_stats(channel);
}

void follow_pause(Channel& channel) {
  if (stopped) return;
  const Pause::Step step = pause_state.follow(channels().paused());
  if (step.change == Pause::Change::Began) leave_out(step.from, INT64_MAX);
  if (step.change != Pause::Change::Ended) return;
  leave_out(step.from, step.until);
  wire::GapRecord gap{};
  gap.first_ns = step.from;
  gap.last_ns = step.until;
  channel.write(static_cast<std::uint32_t>(wire::GapReason::Paused), gap);
  if (gpu_is_lost()) take_back_gpu();
  pause_state.resume(step);
}

/// A pause that nobody ended before the recording did.
void write_open_pause(Channel& channel) {
  const std::int64_t since = pause_state.since();
  if (stopped || since == 0) return;
  wire::GapRecord gap{};
  gap.first_ns = since;
  gap.last_ns = now_ns();
  channel.write(static_cast<std::uint32_t>(wire::GapReason::Paused), gap);
}

void write_last_state(Channel& channel) {
  write_open_pause(channel);
  write_state(channel);
}

void flush_and_drain(Channel& channel, bool forced) {
  ++flushes;
  flush_gpu(forced);
  drain_gpu(channel);
}

void stop_recording() {
  stop_gpu();
  stopped = true;
  if (void (*const call)() = after_stop.exchange(nullptr); call != nullptr) call();
}

/// True when the thread should exit.
bool answer_requests(Channel& channel) {
  const std::uint64_t seen = requests.fetch_and(~kRequestMask, std::memory_order_acquire);
  const auto has = [seen](Request what) { return (seen & static_cast<std::uint32_t>(what)) != 0; };
  if ((seen & kRequestMask) == 0) return false;
  const bool ends = has(Request::End), stops = has(Request::Stop), gone = has(Request::Gone);
  if (stops || ends || gone) set_off(Off::Stopped, true);
  // Without a viewer there is no reader to flush for.
  if (!gone) flush_and_drain(channel, ends);
  if ((stops || ends) && !gone) write_last_state(channel);
  if ((stops || gone) && !ends && !stopped) {
    stop_recording();
    if (stops && !gone) send_message(wire::Message::Stopped, "");
  }
  if (gone) channels().let_go();
  if (LANESCOPE_AGENT_CHECK(answered.load(std::memory_order_relaxed) <= seen >> kRequestBits,
                            "answers in the order of the requests"))
    answered.store(seen >> kRequestBits, std::memory_order_release);
  wake_all(answer);
  return ends || gone;
}

/// All threads of the program have ended, and only ours keep it alive: the process exits with the
/// last of them, as it would have with the program's last thread.
void end_alone(Channel& channel) {
  set_off(Off::Stopped, true);
  flush_and_drain(channel, true);
  write_last_state(channel);
  send_message(wire::Message::Bye, "");
  hang_up_control();
}

void drain_body() {
  pthread_setname_np(pthread_self(), "lanescope-gpu");
  Channel& channel = channels().gpu();
  channel.set_patience(kPatience);
  channel.open(wire::ChannelKind::Gpu, thread_id(), static_cast<std::uint32_t>(getpid()));
  std::int64_t next_flush = 0, next_second = 0;
  for (;;) {
    const std::uint32_t seen = wake.load(std::memory_order_acquire);
    follow_pause(channel);
    if (const std::uint32_t reported = reported_conflict.exchange(0); reported != 0)
      follow_conflict(channel, static_cast<wire::ConflictKind>(reported));
    if (answer_requests(channel)) break;
    const std::int64_t now = clock_ns(CLOCK_MONOTONIC);
    if (now >= next_flush) {
      // Without delay, so that few records have uncertain times.
      if (!stopped && clock_was_set()) write_clock(channel);
      flush_and_drain(channel, false);
      next_flush = now + options().flush_ns;
    } else {
      drain_gpu(channel);
    }
    if (now >= next_second) {
      if (only_own_threads_are_left()) {
        end_alone(channel);
        break;
      }
      write_state(channel);
      if (!stopped) watch_for_conflict(channel, now);
      next_second = now + kSecond;
    }
    const std::int64_t next = stopped || next_second < next_flush ? next_second : next_flush;
    const std::int64_t left = next - clock_ns(CLOCK_MONOTONIC);
    if (left > 0) wait_on(wake, seen, left);
  }
  running.store(false, std::memory_order_release);
  wake_all(answer);  // releases waiters whose request came too late
}

}  // namespace

bool start_drain() {
  pause_state.begin(options().paused);
  // Before the first callback, which would not wait for the thread to notice the pause.
  if (const Pause::Step step = pause_state.follow(channels().paused());
      step.change == Pause::Change::Began)
    leave_out(step.from, INT64_MAX);
  running = true;
  if (run_thread(drain_body)) return true;
  running = false;
  return false;
}

void forget_drain() {
  wake = answer = reported_conflict = 0;
  requests = answered = 0;
  running = false;
  after_stop = nullptr;
  flushes = 0;
  stopped = false;
  pause_state.forget();
}

void tell_conflict(wire::ConflictKind kind) {
  reported_conflict.store(static_cast<std::uint32_t>(kind));
  if (running.load(std::memory_order_acquire)) wake_drain();
}

void wake_drain() {
  wake_all(wake);
}

std::uint64_t request(Request what) {
  std::uint64_t seen = requests.load(std::memory_order_relaxed), next = 0;
  do {
    next = (seen | static_cast<std::uint32_t>(what)) + (std::uint64_t{1} << kRequestBits);
  } while (!requests.compare_exchange_weak(seen, next, std::memory_order_acq_rel));
  wake_drain();
  return next >> kRequestBits;
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
  pause_state.request(paused);
  wake_drain();
}

void when_stopped(void (*call)()) {
  after_stop.store(call);
}

}  // namespace lanescope::agent
