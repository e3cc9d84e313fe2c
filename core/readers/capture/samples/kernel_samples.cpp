// What the kernel told of sampled threads: machine code that ran, and switches of the scheduler.
#include <algorithm>

#include "core/readers/capture/samples/samples.h"
#include "core/store/recording_marks.h"

namespace lanescope {

bool CaptureSamples::is_forgotten(std::uint32_t tid, Ns time_ns) const {
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
  const Ns known_ns = thread.native.is_full() ? kMaxNs : thread.functions.last_ns;
  ended_ += thread.native.show_until(known_ns, thread.python, native_, source.sink);
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
