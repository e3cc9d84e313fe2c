// What is written of what the kernel tells about a sampled process.
#include <algorithm>

#include "capture/sampler/sampled_process.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostUnlisted = 1U << 16U;

}  // namespace

bool SampledProcess::admit(std::uint32_t tid, Ns time_ns) {
  // Many records may come before the next tick.
  if (channel_.full()) open_again(time_ns);
  if (Thread* const thread = find_thread(tid)) {
    if (!thread->is_written) write_name(*thread);
    if (thread->is_ours) return false;
    thread->is_written = true;
  } else {
    has_news_ = true;
    if (unlisted_.size() < kMostUnlisted) unlisted_.insert(tid);
  }
  has_native_ = true;
  return true;
}

void SampledProcess::set_native_period(Ns period_ns) {
  native_period_ns_ = period_ns;
  for (Thread& thread : threads_) thread.watched.measure_cpu_time();
}

bool SampledProcess::waits_for_cpu(Thread& thread, Ns now_ns) {
  if (!thread.look.cpu_ns || thread.look.state != wire::SampledState::Running) return false;
  return thread.ready.waits(*thread.look.cpu_ns, std::max<Ns>(now_ns - thread.sampled_ns, 1));
}

void SampledProcess::on_native_sample(std::uint32_t tid, Ns time_ns, std::uint32_t periods,
                                      std::span<const std::string_view> frames) {
  LANESCOPE_CHECK(native_period_ns_ > 0 && !frames.empty(), "{} frames of {} ns", frames.size(),
                  native_period_ns_);
  if (!admit(tid, time_ns)) return;
  channel_.native_sample(tid, time_ns, channel_.native_stack(frames),
                         native_period_ns_ * Ns{periods});
}

void SampledProcess::on_switch(std::uint32_t tid, Ns time_ns, wire::SwitchKind kind) {
  if (!admit(tid, time_ns)) return;
  Thread* const thread = find_thread(tid);
  if (thread != nullptr) note_switch(*thread, time_ns, kind);
  channel_.thread_switch(tid, time_ns, kind);
  if (thread != nullptr) {
    thread->switched_ns = time_ns;
    thread->has_cpu = kind == wire::SwitchKind::In;
    thread->had_cpu = true;
    // Nothing comes of a thread behind its end: the number is another one's.
    thread->is_over = false;
  }
}

void SampledProcess::note_switch(Thread& thread, Ns time_ns, wire::SwitchKind kind) {
  /// Shorter waits are those that every thread has which is woken.
  constexpr Ns kLeastNs = 100'000;
  ReadyWaits& waits = thread.waits;
  if (kind != wire::SwitchKind::In) return waits.out(time_ns, kind == wire::SwitchKind::Blocked);
  if (waits.known_ns() <= untold_until_ns_) waits.forget();
  // Once a tick: what it waits for later is known with the next one.
  if (waits.known_ns() <= tick_ns_) {
    if (const auto waited_ns = thread.watched.waited(folder_)) waits.know(*waited_ns, tick_ns_ + 1);
  }
  const Ns ready_ns = waits.in(time_ns);
  if (ready_ns >= kLeastNs)
    channel_.thread_switch(thread.watched.tid(), time_ns - ready_ns, wire::SwitchKind::Ready);
}

void SampledProcess::on_switch_gap(Ns begin_ns, Ns end_ns) {
  if (channel_.full()) open_again(begin_ns);
  channel_.switch_gap(begin_ns, end_ns);
  on_switches_left_out(end_ns);
}

void SampledProcess::on_switches_left_out(Ns until_ns) {
  untold_until_ns_ = std::max(untold_until_ns_, until_ns);
}

void SampledProcess::on_exec(Ns time_ns, std::string_view name) {
  if (time_ns > program_ns_) told_program_ = name;
}

void SampledProcess::on_thread_end(std::uint32_t tid, Ns time_ns) {
  if (Thread* const thread = find_thread(tid)) {
    // At once: the next look at it may find it long after its end, and none may follow.
    if (!thread->is_over) end_thread(*thread, std::max(time_ns, thread->sampled_ns));
    return;
  }
  if (unlisted_.erase(tid) == 0) return;
  wire::SampleRecord record{};
  record.first_ns = record.last_ns = time_ns;
  record.count = 1;
  record.tid = tid;
  channel_.sample(record, wire::SampledState::Ended, 0);
}

}  // namespace lanescope
