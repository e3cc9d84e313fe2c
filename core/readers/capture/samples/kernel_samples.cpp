// What the kernel told of sampled threads: machine code that ran, and switches of the scheduler.
#include <algorithm>
#include <utility>

#include "core/readers/capture/samples/samples.h"
#include "core/store/recording_marks.h"

namespace lanescope {

bool CaptureSamples::is_forgotten(std::uint32_t tid, Ns time_ns) const {
  if (time_ns <= paused_until_ns_) return true;
  const auto at = forgotten_.find(tid);
  return at != forgotten_.end() && time_ns <= at->second;
}

void CaptureSamples::native_sample(const Source& source) {
  const auto sample = source.record.as<wire::NativeSampleRecord>();
  const std::uint32_t number = source.record.header.aux;
  const Ns time_ns = source.time(sample.time_ns);
  if (number == 0) return;  // it ran, as its states say
  if (!native_.has(number) || time_ns <= 0)
    return source.sink.lost(Issue::BrokenRecord, source.record.offset, "a native sample");
  if (is_forgotten(sample.tid, time_ns) || !may_end(source.record.offset)) {
    ++seen_.torn;
    return;
  }
  Thread& thread = this->thread(sample.tid, source);
  const Ns period_ns = Ns{sample.period_us} * 1'000;
  if (!thread.native.add({time_ns, period_ns, native_.stack(number), source.record.place()}))
    return source.sink.lost(Issue::BrokenRecord, source.record.offset, "a native sample's time");
  show_pending(thread, thread.native.is_full() ? kMaxNs : time_ns, source.sink);
  const Ns known_ns = thread.native.is_full() ? kMaxNs : thread.functions.last_ns;
  ended_ += thread.native.show_until(known_ns, thread.python, native_, source.sink);
}

void CaptureSamples::add_functions(Thread& thread, std::span<const Item> items, const Run& run,
                                   RowSink& sink) {
  const bool is_alone = thread.native.last_ns() == 0 && thread.pending.empty();
  if (is_alone) return show_functions(thread, items, run, sink);
  thread.pending.push_back({run, {items.begin(), items.end()}});
  show_pending(thread, run.last_ns, sink);
}

void CaptureSamples::show_pending(Thread& thread, Ns now_ns, RowSink& sink) {
  constexpr Ns kLatestNs = 300'000'000;  // as long as it takes to find names, and more
  constexpr std::size_t kMostPending = 1024;
  std::deque<FunctionRun>& pending = thread.pending;
  while (!pending.empty()) {
    const FunctionRun& next = pending.front();
    const bool is_known = next.run.last_ns <= thread.native.last_ns() ||
                          saturating_sub(now_ns, next.run.last_ns) > kLatestNs;
    if (!is_known && pending.size() <= kMostPending) return;
    show_functions(thread, next.items, next.run, sink);
    pending.pop_front();
  }
}

bool CaptureSamples::is_before(const NativeLane::Sample& native, NativeCallers::Between between,
                               const TimeRange& range) {
  const std::span<const Item> frames = native_.frames(native.stack, true);
  if (std::ranges::equal(between.before, between.after)) {
    callers_.learn(frames, between.before);
    return true;
  }
  const auto is_as_deep = [&](std::span<const Item> stack) {
    return has_loop_per_function_ && functions_in(stack) == native.stack.loops;
  };
  const bool fits_before = is_as_deep(between.before), fits_after = is_as_deep(between.after);
  between.before_share = fits_before != fits_after
                             ? (fits_before ? 1 : 0)
                             : static_cast<double>(range.end_ns - native.time_ns) /
                                   static_cast<double>(range.length_ns());
  return callers_.share_of_before(frames, between) >= 0.5;
}

void CaptureSamples::show_callers(Thread& thread, std::span<const Item> after,
                                  const TimeRange& range, Place place, RowSink& sink) {
  const std::span<const Item> before = thread.seen.last().items;
  if (before.empty() || after.empty()) return;
  bool is_before = true;
  TimeRange undecided{range.begin_ns, range.begin_ns};  // it changed in between, if it did
  const auto change = [&](bool to_before) {
    if (to_before == std::exchange(is_before, to_before)) return;
    const Ns middle_ns = undecided.begin_ns + undecided.length_ns() / 2;
    change_functions(thread, to_before ? before : after, middle_ns, place, sink);
  };
  for (const NativeLane::Sample& native : thread.native.waiting_in(range)) {
    undecided.end_ns = native.time_ns;
    change(this->is_before(native, {before, after}, range));
    undecided.begin_ns = native.time_ns;
  }
  undecided.end_ns = range.end_ns;
  if (undecided.begin_ns > range.begin_ns) change(false);
}

void CaptureSamples::thread_switch(const Source& source) {
  const auto record = source.record.as<wire::ThreadSwitchRecord>();
  const auto kind = wire::SwitchKind{source.record.header.aux};
  const bool is_known = kind == wire::SwitchKind::In || kind == wire::SwitchKind::Preempted ||
                        kind == wire::SwitchKind::Blocked || kind == wire::SwitchKind::Ready;
  const Ns time_ns = source.time(record.time_ns);
  if (!is_known)
    return source.sink.lost(Issue::BrokenRecord, source.record.offset, "a thread switch's kind");
  if (is_forgotten(record.tid, time_ns) || !may_end(source.record.offset)) return;
  Thread& thread = this->thread(record.tid, source);
  if (!thread.states.add({time_ns, kind, source.record.place()}, thread.last_state_ns))
    return source.sink.lost(Issue::BrokenRecord, source.record.offset, "a thread switch's time");
  thread.native.add_switch(time_ns, kind);
  ended_ += thread.states.show(source.sink);
}

void CaptureSamples::switch_gap(const Source& source) {
  const auto record = source.record.as<wire::SwitchGapRecord>();
  const Ns begin_ns = source.time(record.begin_ns), end_ns = source.time(record.end_ns);
  if (begin_ns <= 0 || end_ns < begin_ns)
    return source.sink.lost(Issue::BrokenRecord, source.record.offset, "a gap between switches");
  if (!may_end(source.record.offset)) return;
  mark_gap({begin_ns, end_ns}, source);
  for (auto& [tid, thread] : threads_) {
    thread.states.add_gap({begin_ns, {}, source.record.place()}, end_ns);
    thread.native.add_gap({begin_ns, end_ns});
    ended_ += thread.states.show(source.sink);
  }
}

void CaptureSamples::mark_gap(TimeRange gap, const Source& source) {
  // Those of several CPUs overlap.
  gap.begin_ns = std::max(gap.begin_ns, gap_marked_ns_);
  if (gap.empty()) return;
  gap_marked_ns_ = gap.end_ns;
  RowSink& sink = source.sink;
  RowSink::Slice slice;
  slice.track = source.process.capture_track(sink);
  slice.begin_ns = gap.begin_ns;
  slice.end_ns = gap.end_ns;
  slice.name = sink.text(kSwitchGapMark);
  slice.category = sink.category("overhead");
  slice.place = source.record.place();
  sink.slice(slice);
  ++ended_;
}

}  // namespace lanescope
