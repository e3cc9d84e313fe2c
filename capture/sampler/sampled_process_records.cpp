// What is written about a sampled process, and when a run of equal samples ends.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capture/sampler/sampled_process.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

/// Threads of the agent in the program, which are not the program's.
constexpr std::string_view kOwnThreads = "lanescope-";

}  // namespace

void SampledProcess::write_run(Thread& thread) {
  Run& run = thread.run;
  if (run.count == 0) return;
  // Only now: a thread is often named after it has started.
  if (!thread.is_written || thread.is_named_anew) write_name(thread);
  if (!thread.is_ours) {
    wire::SampleRecord record{};
    record.first_ns = run.first_ns;
    record.last_ns = run.last_ns;
    record.count = run.count;
    record.tid = thread.watched.tid();
    record.stack = run.seen.stack;
    record.wait = run.seen.wait;
    channel_.sample(record, run.seen.state, run.seen.flags);
    thread.is_written = true;
  }
  run.count = 0;
}

bool SampledProcess::awaits_end(Thread& thread) {
  // What the kernel told was taken before the threads were looked at.
  return thread.switched_ns != 0 && !thread.is_over && !std::exchange(thread.is_missing, true);
}

Ns SampledProcess::last_alive_ns(const Thread& thread, Ns now_ns) {
  // Not the time of the look that misses it: it would seem to have run until then.
  const Ns alive_ns = std::max(thread.sampled_ns, thread.switched_ns);
  return alive_ns != 0 ? alive_ns : now_ns;
}

void SampledProcess::end_thread(Thread& thread, Ns end_ns) {
  write_run(thread);
  thread.is_over = true;
  // It may have been listed only when the kernel had told of it and it had ended.
  const bool is_told = unlisted_.erase(thread.watched.tid()) > 0;
  if (!thread.is_written && !is_told) return;
  wire::SampleRecord record{};
  record.first_ns = record.last_ns = end_ns;
  record.count = 1;
  record.tid = thread.watched.tid();
  channel_.sample(record, wire::SampledState::Ended, 0);
}

void SampledProcess::write_runs() {
  for (Thread& thread : threads_) write_run(thread);
}

void SampledProcess::end(Ns now_ns) {
  for (Thread& thread : threads_) {
    if (!thread.is_over) end_thread(thread, last_alive_ns(thread, now_ns));
  }
  threads_.clear();
}

void SampledProcess::write_name(Thread& thread) {
  std::string name = thread.watched.name(folder_);
  thread.is_ours = name.starts_with(kOwnThreads);
  thread.is_named_anew = false;
  // The system's is another one only if something other than Python named the thread.
  if (!thread.python_name.empty()) name = thread.python_name;
  if (name.empty() || thread.is_ours || name == thread.name) return;
  thread.name = std::move(name);
  channel_.name_thread(thread.watched.tid(), thread.name);
}

void SampledProcess::write_counters(Ns now_ns, Ns monotonic_ns) {
  counters_.look(monotonic_ns, folder_, [&](std::string_view name, double value) {
    channel_.counter(name, now_ns, value);
  });
}

void SampledProcess::write_state(Ns now_ns, Ns period_ns, std::uint64_t missed) {
  for (Thread& thread : threads_) {
    if (thread.is_written) write_name(thread);
  }
  channel_.clock();
  write_stats(now_ns, period_ns, missed);
}

void SampledProcess::write_stats(Ns now_ns, Ns period_ns, std::uint64_t missed) {
  wire::SampleStatsRecord record{};
  record.time_ns = now_ns;
  record.period_ns = period_ns;
  record.samples = samples_;
  record.torn = torn_;
  record.missed = missed;
  record.spent_ns = static_cast<std::uint64_t>(spent_ns_);
  channel_.stats(record);
}

void SampledProcess::write_pause(Ns begin_ns, Ns end_ns) {
  channel_.pause(begin_ns, end_ns);
  on_switches_left_out(end_ns);
  // A sample behind the pause stands for none of it.
  for (Thread& thread : threads_) thread.ready = {};
}

void SampledProcess::write_clock_step(Ns shift_ns) {
  write_runs();
  channel_.clock();
  // What is compared with times of the new clock, or written with them, is by the new clock as
  // well.
  const auto move = [shift_ns](Ns& time_ns) {
    if (time_ns > 0) time_ns = saturating_add(time_ns, shift_ns);
  };
  for (Thread& thread : threads_) {
    move(thread.sampled_ns);
    move(thread.switched_ns);
    thread.waits.move(shift_ns);
  }
  for (Ns* const time_ns : {&untold_until_ns_, &tick_ns_, &looked_ns_, &program_ns_})
    move(*time_ns);
}

void SampledProcess::open_again(Ns now_ns) {
  write_runs();
  channel_.open(now_ns);
  channel_.clock();
  is_stale_ = true;
  for (Thread& thread : threads_) {
    LANESCOPE_CHECK(thread.run.count == 0, "no run of numbers that are forgotten");
    thread.seen = {};
  }
}

void SampledProcess::open_after_loss(Ns now_ns) {
  for (Thread& thread : threads_) {
    thread.run.count = 0;
    thread.name.clear();
    thread.is_written = false;
  }
  open_again(now_ns);
}

std::vector<SampledProcess::Problem> SampledProcess::take_problems() {
  return std::exchange(problems_, {});
}

}  // namespace lanescope
