#include "capture/sampler/sampling_loop.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "capture/sampler/perf/perf_event.h"
#include "capture/sampler/sampled_hello.h"
#include "core/base/check.h"
#include "core/base/text/message_text.h"

namespace lanescope {
namespace {

constexpr Ns kSecond = 1'000'000'000;
constexpr Ns kPassEvery = kSecond / 20, kCountersEvery = kSecond / 10, kStateEvery = kSecond,
             kUsersEvery = kSecond;
/// Above what two readings of clocks are apart by, below what matters.
constexpr Ns kLeastClockStep = 1'000'000;

Ns clock_ns(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return Ns{now.tv_sec} * kSecond + now.tv_nsec;
}

/// Of native samples, each of which costs the program some 50 us of CPU time: at 1 kHz over 5 %.
constexpr int kMostNativeByDefaultHz = 500;

/// Unwinding costs the recorder about 60 us a sample: above this rate too much to be the default.
bool wants_unwinding(NativeMode mode, int rate_hz) {
  return mode == NativeMode::Dwarf || (mode == NativeMode::On && rate_hz <= kMostNativeByDefaultHz);
}

}  // namespace

SamplingLoop::SamplingLoop(SamplerOptions options, SamplerSink& sink)
    : options_(std::move(options)),
      sink_(&sink),
      native_hz_(options_.rate_hz),
      last_started_(options_.proc),
      family_(options_.command, options_.marker, options_.proc, FamilyWatch::kMostMembers,
              options_.adopter),
      pace_(kSecond / options_.rate_hz,
            Pace::most_ns(options_.rate_hz, std::thread::hardware_concurrency())),
      machine_(options_.machine) {
  LANESCOPE_CHECK(
      options_.rate_hz >= HostSampler::kLeastHz && options_.rate_hz <= HostSampler::kMostHz,
      "a rate of {} Hz", options_.rate_hz);
}

void SamplingLoop::open_native(NativeMode mode) {
  const PerfAccess access = perf_access();
  if (!access.allowed()) {
    const std::string sentence =
        "Native stacks and context switches are not recorded: " + access.refusal + ".";
    return tell("native", sentence);
  }
  if (mode == NativeMode::On) native_hz_ = std::min(native_hz_, kMostNativeByDefaultHz);
  PerfSampling sampling{native_hz_, access.with_kernel};
  std::unique_ptr<DwarfUnwinder> unwinder;
  if (wants_unwinding(mode, options_.rate_hz)) {
    const std::string refusal = unwind_refusal(access);
    if (refusal.empty()) unwinder = DwarfUnwinder::make();
    if (unwinder != nullptr) sampling.stack_bytes = copied_stack_bytes(native_hz_);
    if (!refusal.empty())
      tell("unwinding",
           "Native stacks are taken by frame pointers, so callers are missing: " + refusal + ".");
  }
  native_ = std::make_unique<NativeSampler>(sampling, std::move(unwinder), budget_, options_.proc);
}

void SamplingLoop::take_native(const Now& now) {
  if (!native_) return;
  native_->pause(false);
  knows_switches_ = !std::exchange(was_paused_, false) && native_->problem().empty();
  native_->take({now.time_ns, now.monotonic_ns});
  for (const std::int64_t pid : native_->take_strays()) family_.claim(pid);
  for (const Watched& watched : processes_) {
    const Ns begin_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    native_->pass_on(watched.process->pid(), *watched.process);
    watched.process->add_spent(clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin_ns);
  }
  if (!native_->problem().empty())
    tell("native",
         "Native stacks and context switches are not complete: " + native_->problem() + ".");
}

void SamplingLoop::tick(std::uint64_t missed) {
  const Now now{clock_ns(CLOCK_REALTIME), clock_ns(CLOCK_MONOTONIC)};
  if (!spent_ns_) spent_ns_ = clock_ns(CLOCK_THREAD_CPUTIME_ID);
  missed_ += missed;
  write_pause(now);
  notice_clock_step(now);
  const std::optional<std::int64_t> before = std::exchange(last_number_, last_started_.read());
  // Where the system does not tell, something may have started.
  const bool has_news = !last_number_ || last_number_ != before;
  const NativeMode native = std::exchange(options_.native, NativeMode::Off);
  if (native != NativeMode::Off) open_native(native);
  find_processes(now);
  take_native(now);
  sample_all(now, has_news);
  write_due(now);
  keep_pace(now);
}

Ns SamplingLoop::spent_by_others_ns() const {
  return sink_->spent_ns() + (native_ ? native_->spent_ns() : 0);
}

void SamplingLoop::keep_pace(const Now& now) {
  // With the time to fall asleep and to wake up, which is as much as a short tick takes.
  const Ns spent_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID), others_ns = spent_by_others_ns();
  const Ns by_this_ns = spent_ns - std::exchange(spent_ns_, spent_ns).value_or(spent_ns);
  const Ns by_others_ns = others_ns - std::exchange(others_ns_, others_ns).value_or(0);
  if (!pace_.add_tick(by_this_ns, by_others_ns)) return;
  if (native_) native_->keep_one_of(pace_.times());
  write_states(now);
}

void SamplingLoop::find_processes(const Now& now) {
  FamilyWatch::Look look = family_.look(now.monotonic_ns, last_number_);
  for (ProcFolder& folder : look.joined) {
    processes_.push_back({std::make_unique<SampledProcess>(std::move(folder), options_.python.get(),
                                                           budget_, now.time_ns),
                          missed_,
                          {}});
    SampledProcess& process = *processes_.back().process;
    // Behind the look that later ones are compared with, so that no exec in between stays unseen.
    introduce(processes_.back(), now.time_ns);
    process.write_stats(now.time_ns, period_ns(), 0);
    if (!native_) continue;
    process.set_native_period(native_period_ns(native_hz_));
    native_->join(process.folder());
  }
  for (const std::string& problem : look.problems) tell(problem, problem);
}

void SamplingLoop::introduce(Watched& watched, Ns now_ns) {
  SampledProcess& process = *watched.process;
  std::string hello = sampled_hello(process.folder(), now_ns);
  if (!watched.hello.empty() && MessageText(hello).value("exe").empty()) {
    // It has ended, and nobody but the kernel still knows what it was.
    if (process.told_program().empty()) return;
    hello = hello_of_program(watched.hello, process.told_program());
  }
  watched.hello = std::move(hello);
  sink_->on_process(process.pid(), watched.hello);
  if (!MessageText(watched.hello).value("exe").empty()) process.set_introduced();
}

void SamplingLoop::sample_all(const Now& now, bool has_news) {
  const SampledProcess::Tick tick{now.time_ns, now.monotonic_ns, has_news, knows_switches_};
  std::erase_if(processes_, [&](Watched& watched) {
    SampledProcess& process = *watched.process;
    const Ns begin_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    const bool stays = sample(watched, tick);
    process.add_spent(clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin_ns);
    take_problems(process);
    if (!stays) end(watched, now);
    return !stays;
  });
}

void SamplingLoop::end(Watched& watched, const Now& now) {
  SampledProcess& process = *watched.process;
  add_unsampled(process);
  if (native_) {
    native_->finish(process.pid(), process);
    native_->leave(process.pid());
  }
  if (watched.has_left) {
    family_.forget(process.pid());
    // Only now: the kernel may have told of one that no tick has seen.
    if (!process.is_sampled()) left_out_.processes_ended_before(1);
  }
  // It may have ended soon after an exec.
  if (watched.has_left && !process.told_program().empty()) introduce(watched, now.time_ns);
  process.end(now.time_ns);
  process.write_state(now.time_ns, period_ns(), missed_ - watched.missed_before);
  pass_on(process);
  sink_->on_left(process.pid());
}

bool SamplingLoop::is_still_ours(Watched& watched, Ns monotonic_ns) {
  const ProcFolder& folder = watched.process->folder();
  // Its effective user at each tick, the others now and then: they cost more to read.
  const bool is_other = folder.user().value_or(::geteuid()) != ::geteuid();
  if (!is_other && monotonic_ns < watched.next_check_ns) return true;
  watched.next_check_ns = monotonic_ns + kUsersEvery;
  return family_.allows(folder);
}

bool SamplingLoop::sample(Watched& watched, const SampledProcess::Tick& tick) {
  SampledProcess& process = *watched.process;
  if (!is_still_ours(watched, tick.monotonic_ns)) return false;
  switch (process.sample(tick)) {
    case SampledProcess::Stay::Stays:
      return true;
    case SampledProcess::Stay::Replaced:
      if (!family_.allows(process.folder())) return false;
      introduce(watched, tick.time_ns);
      if (native_) native_->join(process.folder());
      return true;
    case SampledProcess::Stay::Left:
      // What the kernel has told since this tick began is read with the next one.
      return !std::exchange(watched.has_left, true) && native_ != nullptr;
  }
  return false;
}

void SamplingLoop::write_pause(const Now& now) {
  if (!finished_) return;
  const Now begin = *std::exchange(finished_, std::nullopt);
  // By the clock of its begin: a step of it is written next.
  const Ns steady_ns = begin.time_ns + (now.monotonic_ns - begin.monotonic_ns);
  const Ns end_ns = std::abs(now.time_ns - steady_ns) < kLeastClockStep ? now.time_ns : steady_ns;
  for (const Watched& watched : processes_) watched.process->write_pause(begin.time_ns, end_ns);
}

void SamplingLoop::notice_clock_step(const Now& now) {
  const Ns ahead_ns = now.time_ns - now.monotonic_ns;
  const Ns before_ns = std::exchange(clock_ahead_ns_, ahead_ns).value_or(ahead_ns);
  if (std::abs(ahead_ns - before_ns) < kLeastClockStep) return;
  for (const Watched& watched : processes_) watched.process->write_clock_step(ahead_ns - before_ns);
}

void SamplingLoop::write_due(const Now& now) {
  const Ns times = pace_.times();
  if (now.monotonic_ns >= next_counters_ns_) {
    next_counters_ns_ = now.monotonic_ns + kCountersEvery * times;
    for (const Watched& watched : processes_)
      watched.process->write_counters(now.time_ns, now.monotonic_ns);
    write_machine(now);
  }
  if (now.monotonic_ns >= next_state_ns_) {
    next_state_ns_ = now.monotonic_ns + kStateEvery;
    write_states(now);
  }
  if (now.monotonic_ns < next_pass_ns_) return;
  // Whoever looks on should still see it move.
  next_pass_ns_ = now.monotonic_ns + kPassEvery * std::min<Ns>(times, 2);
  pass_on_all();
}

void SamplingLoop::write_machine(const Now& now) {
  if (processes_.empty()) return;
  // One process has them all: the machine is the same for each.
  SampleChannel& channel = processes_.front().process->channel();
  machine_.look(now.monotonic_ns, [&](std::string_view name, double value) {
    channel.counter(name, now.time_ns, value);
  });
  if (const auto problem = machine_.take_problem(now.monotonic_ns)) tell(*problem, *problem);
}

void SamplingLoop::write_states(const Now& now) {
  for (const Watched& watched : processes_)
    watched.process->write_state(now.time_ns, period_ns(), missed_ - watched.missed_before);
}

void SamplingLoop::pass_on(SampledProcess& process) {
  SampleChannel& channel = process.channel();
  if (channel.bytes().empty()) return;
  const bool is_taken = sink_->on_records(process.pid(), channel.bytes());
  channel.clear();
  if (!is_taken) process.open_after_loss(clock_ns(CLOCK_REALTIME));
}

void SamplingLoop::pass_on_all() {
  for (const Watched& watched : processes_) pass_on(*watched.process);
}

void SamplingLoop::finish() {
  const Now now{clock_ns(CLOCK_REALTIME), clock_ns(CLOCK_MONOTONIC)};
  write_pause(now);  // that no tick ended
  finished_ = now;
  if (native_) {
    native_->pause(true);
    was_paused_ = true;
    native_->take({now.time_ns, now.monotonic_ns});
    for (const Watched& watched : processes_)
      native_->finish(watched.process->pid(), *watched.process);
    tell_lost();
  }
  std::erase_if(processes_, [&](Watched& watched) {
    if (watched.has_left) end(watched, now);
    return watched.has_left;
  });
  tell_left_out();
  for (const Watched& watched : processes_) watched.process->write_runs();
  write_states(now);
  pass_on_all();
}

}  // namespace lanescope
