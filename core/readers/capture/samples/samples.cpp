#include "core/readers/capture/samples/samples.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/check.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

/// A run of equal samples comes at most that long after its first sample.
constexpr Ns kLongestRun = 100'000'000;

wire::SampledState state_in(std::uint32_t aux) {
  return wire::SampledState{aux & 0xFFU};
}
std::uint32_t flags_in(std::uint32_t aux) {
  return aux >> 8U;
}

}  // namespace

void CaptureSamples::begin() {
  strings_.clear();
  codes_.clear();
  stacks_.clear();
  frames_.clear();
  lines_.clear();
  states_.clear();
  native_.clear();
}

Ns CaptureSamples::Source::time(Ns time_ns) const {
  return process.clock.of_thread(channel.table().channel, record.offset, time_ns);
}

bool CaptureSamples::take(CaptureProcess& process, const ChannelDecoder& channel,
                          const CaptureRecord& record, RowSink& sink) {
  const Source source{process, channel, record, sink};
  switch (record.type()) {
    case wire::RecordType::String:
      define_string(source);
      return true;
    case wire::RecordType::Code:
      define_code(source);
      return true;
    case wire::RecordType::Stack:
      define_stack(source);
      return true;
    case wire::RecordType::ThreadName:
      name_thread(source);
      return true;
    case wire::RecordType::Sample:
      sample(source);
      return true;
    case wire::RecordType::NativeStack:
      native_.define(record, strings_, sink);
      return true;
    case wire::RecordType::NativeSample:
      native_sample(source);
      return true;
    case wire::RecordType::ThreadSwitch:
      thread_switch(source);
      return true;
    case wire::RecordType::SwitchGap:
      switch_gap(source);
      return true;
    case wire::RecordType::SampleStats:
      stats(source);
      return true;
    case wire::RecordType::Gap:
      if (is_pause(record)) pause(source);
      return false;  // it is shown as those of other channels
    case wire::RecordType::Counter:
      counter(source);
      return true;
    default:
      return false;
  }
}

CaptureSamples::Thread& CaptureSamples::thread(std::uint32_t tid, const Source& source) {
  const auto [at, fresh] = threads_.try_emplace(tid);
  if (fresh) {
    const auto track = [&](TrackRole role) {
      return source.process.thread_track(tid, role, source.sink);
    };
    const LocalId functions = track(TrackRole::Samples);
    at->second.functions.slices.set_track(functions);
    at->second.native.set_track(functions);
    at->second.states.lane().set_track(track(TrackRole::State));
    const LocalId process = source.process.pid(source.sink), thread = source.sink.number(tid);
    source.sink.name_thread(process, thread, source.sink.text("thread " + std::to_string(tid)));
  }
  return at->second;
}

std::span<const CaptureSamples::Item> CaptureSamples::items_of(const Stack& stack, RowSink& sink) {
  LANESCOPE_CHECK(std::size_t{stack.first} + stack.depth <= frames_.size(),
                  "a stack among {} frames, not {} from {}", frames_.size(), stack.depth,
                  stack.first);
  items_.clear();
  const std::uint16_t function = sink.category("python_sample");
  for (std::uint32_t i = 0; i < stack.depth; ++i)
    items_.push_back({frames_[stack.first + i], function});
  if (stack.line != kNoLocal) items_.push_back({stack.line, sink.category("python_line")});
  return items_;
}

LocalId CaptureSamples::state_of(const wire::SampleRecord& sample, const Stack* stack,
                                 RowSink& sink) {
  const bool in_event_loop = stack != nullptr && stack->in_event_loop;
  if (in_event_loop && waits_for_events(string(sample.wait))) return sink.text(kStateIdleLoop);
  const std::uint64_t key = std::uint64_t{sample.header.aux} << 32U | sample.wait;
  const auto [at, fresh] = states_.try_emplace(key, kNoLocal);
  if (fresh) {
    const std::uint32_t aux = sample.header.aux;
    at->second = sink.text(thread_state_name(state_in(aux), flags_in(aux), string(sample.wait)));
  }
  return at->second;
}

bool CaptureSamples::may_end(std::uint64_t offset) const {
  constexpr std::uint64_t kFew = 1U << 20U;
  return ended_ < kFew + offset;
}

Ns CaptureSamples::Thread::last_ns() const {
  return std::max({last_state_ns, native.last_ns(), states.last_ns()});
}

void CaptureSamples::sample(const Source& source) {
  const auto sample = source.record.as<wire::SampleRecord>();
  const Ns first_ns = source.time(sample.first_ns);
  const Stack* stack = this->stack(sample.stack);
  Run run{first_ns,
          std::max(first_ns, source.time(sample.last_ns)),
          source.record.place(),
          state_in(sample.header.aux),
          flags_in(sample.header.aux),
          state_of(sample, stack, source.sink)};
  // Who has the GIL changes while a thread waits.
  const bool tells_reason = is_blocked(run.state) && sample.wait != 0 && run.flags == 0;
  if (tells_reason && stack != nullptr) run.waits_at = stack->line;
  seen_.samples += sample.count;
  if (sample.count > 1)
    period_.note(saturating_sub(run.last_ns, run.first_ns) / (sample.count - 1));
  ++since_look_;
  Thread& thread = this->thread(sample.tid, source);
  if (thread.last_state_ns != 0) period_.note(saturating_sub(run.first_ns, thread.last_state_ns));
  if (run.state == wire::SampledState::Ended) return end_thread(thread, run, source.sink);
  // Waiting for the recording itself is no work of the program, and nothing that it could save.
  if (stack != nullptr && stack->in_recorder) return;
  const bool torn = (run.flags & wire::kSampleTorn) != 0;
  const bool is_lost = !torn && sample.stack != 0 && stack == nullptr;
  run.period_ns = period_.ns();
  run.continues = continues(thread, run, stack, torn || is_lost);
  show_state(thread, run, source.sink);
  if (is_lost) {  // its definition was in a chunk that is damaged
    source.sink.issue(Issue::MissingText, source.record.offset, "a Python stack", sample.count);
    return;
  }
  if (torn || !may_end(source.record.offset)) {
    seen_.torn += sample.count;
    return;
  }
  add_functions(thread, stack != nullptr ? items_of(*stack, source.sink) : std::span<const Item>(),
                run, source.sink);
}

void CaptureSamples::show_state(Thread& thread, const Run& run, RowSink& sink) {
  if (thread.states.has_any()) {
    thread.states.add(run);
    ended_ += thread.states.show(sink);
  } else {
    if (!run.continues) close_hole(thread.states.lane(), thread.last_state_ns, run, sink);
    ended_ += thread.states.show_alone(run, sink);
  }
  thread.last_state_ns = run.last_ns;
}

void CaptureSamples::end_thread(Thread& thread, Run ended, RowSink& sink) {
  const Ns end_ns = ended.last_ns = ended.first_ns;
  show_pending(thread, kMaxNs, sink);
  show_functions(thread, {}, ended, sink);
  if (thread.states.has_any()) {
    ended_ += thread.states.end(end_ns, sink);
  } else {
    close_hole(thread.states.lane(), thread.last_state_ns, ended, sink);
    ended_ += thread.states.lane().end(0, end_ns, sink);
  }
  thread.last_state_ns = end_ns;
}

void CaptureSamples::stats(const Source& source) {
  const auto stats = source.record.as<wire::SampleStatsRecord>();
  period_.know(stats.period_ns);
  told_ = {stats.samples, stats.torn, stats.missed, stats.spent_ns, period_.ns()};
  end_silent(source.time(stats.time_ns), source.sink);
}

void CaptureSamples::end_silent(Ns now_ns, RowSink& sink) {
  // A look at every thread; in all, not more than one per sample.
  if (since_look_ < threads_.size()) return;
  since_look_ = 0;
  const Ns latest_ns = saturating_sub(now_ns, kMostPeriods * period_.ns() + 2 * kLongestRun);
  for (auto at = threads_.begin(); at != threads_.end();) {
    const bool is_silent = at->second.last_ns() < latest_ns;
    if (is_silent) {
      end_all(at->second, kMaxNs, sink);
      forgotten_[at->first] = at->second.last_ns();
    }
    at = is_silent ? threads_.erase(at) : std::next(at);
  }
}

void CaptureSamples::end_all(Thread& thread, Ns until_ns, RowSink& sink) {
  const auto period_behind = [&](Ns last_ns) {
    return std::max(last_ns, std::min(saturating_add(last_ns, period_.ns()), until_ns));
  };
  show_pending(thread, kMaxNs, sink);
  const Ns functions_ns = period_behind(thread.functions.last_ns);
  if (!thread.functions.slices.empty()) thread.python.change(functions_ns, 0);
  ended_ += thread.functions.slices.end(0, functions_ns, sink);
  ended_ += thread.native.end(thread.python, native_, sink);
  const Ns state_ns = period_behind(thread.last_state_ns);
  ended_ += thread.states.end(std::max(state_ns, thread.states.last_ns()), sink);
}

void CaptureSamples::end_open(Ns until_ns, RowSink& sink) {
  for (auto& [tid, thread] : threads_) {
    end_all(thread, until_ns, sink);
    forgotten_[tid] = thread.last_ns();
  }
  threads_.clear();
}

void CaptureSamples::add_open(std::vector<RowSink::Slice>& out) const {
  for (const auto& [tid, thread] : threads_) {
    thread.functions.slices.add_open(out);
    thread.native.add_open(thread.functions.last_ns, thread.python, out);
    thread.states.lane().add_open(out);
  }
}

SampleTotals CaptureSamples::totals() const {
  SampleTotals all = told_;
  all.samples = std::max(all.samples, seen_.samples);
  all.torn = std::max(all.torn, seen_.torn);
  all.period_ns = period_.ns();
  return all;
}

}  // namespace lanescope
