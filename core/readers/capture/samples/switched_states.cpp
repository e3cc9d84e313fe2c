#include "core/readers/capture/samples/switched_states.h"

#include <algorithm>
#include <span>
#include <utility>

#include "capture/wire/sample_flags.h"
#include "core/readers/capture/names.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

// What makes up a sixth of a thread's waits would have been seen with a chance of 95 %.
constexpr std::uint64_t kLeastTimes = 16;
constexpr Ns kLatelyNs = 200'000'000;

/// sys.getswitchinterval() is 5 ms unless a program changes it; a timer adds its slack, and a busy
/// machine more.
constexpr Ns kSwitchIntervalNs = 5'000'000, kMostOverNs = 1'000'000;
constexpr std::uint64_t kLeastGilTimes = 4;
constexpr Ns kGilLatelyNs = 1'000'000'000;

bool lasts_switch_interval(const TimeRange& wait) {
  return wait.length_ns() >= kSwitchIntervalNs &&
         wait.length_ns() <= kSwitchIntervalNs + kMostOverNs;
}

/// What stands for the begin of a gap among the switches.
constexpr wire::SwitchKind kUnknownSwitch{};

/// It could run, and has had no CPU since the look before.
bool is_ready(const SampledRun& run) {
  return run.state == wire::SampledState::Running && (run.flags & wire::kSampleRunnable) != 0;
}

bool holds_gil(const SampledRun& run) {
  return (run.flags & wire::kSampleHoldsGil) != 0;
}

/// It was looked at without a CPU: on one it may take the GIL.
bool only_waits_for_cpu(const SampledRun& run) {
  return is_ready(run) && !holds_gil(run);
}

}  // namespace

std::size_t SwitchedStates::show_alone(const SampledRun& run, RowSink& sink) {
  if (is_ready(run)) was_ready(sink);
  note_run(run);
  ++looks_;
  last_ = run;
  is_told_ = true;
  const SampleItem item{name(sink), sink.category("thread_state")};
  return lane_.change(std::span(&item, 1), run.first_ns, run.place, sink);
}

bool SwitchedStates::add(const Switch& one, Ns shown_ns) {
  if (!has_any()) shown_ns_ = shown_ns;
  if (one.time_ns < newest_switch_ns_ || one.time_ns <= 0) return false;
  if (one.time_ns <= over_ns_ || one.time_ns < gap_end_ns_) return true;
  newest_switch_ns_ = one.time_ns;
  newest_sample_ns_ = std::max(newest_sample_ns_, shown_ns);
  switches_.push_back(one);
  return true;
}

void SwitchedStates::add_gap(const Switch& begin, Ns end_ns) {
  gap_end_ns_ = std::max(gap_end_ns_, end_ns);
  if (!has_any()) return;
  newest_switch_ns_ = std::max(newest_switch_ns_, begin.time_ns);
  switches_.push_back({newest_switch_ns_, kUnknownSwitch, begin.place});
}

void SwitchedStates::add(const SampledRun& run) {
  newest_sample_ns_ = std::max(newest_sample_ns_, run.last_ns);
  runs_.push_back(run);
}

std::size_t SwitchedStates::show(RowSink& sink) {
  const bool too_many = runs_.size() > kMostWaiting || switches_.size() > kMostWaiting;
  return show_ready(too_many, sink);
}

std::size_t SwitchedStates::end(Ns end_ns, RowSink& sink) {
  std::size_t ended = show_ready(true, sink);
  over_ns_ = shown_ns_ = std::max(end_ns, shown_ns_);
  ended += lane_.end(0, over_ns_, sink);
  phase_ = Phase::Unknown;
  return ended;
}

bool SwitchedStates::takes_sample(bool all) const {
  if (runs_.empty()) return false;
  const Ns time_ns = runs_.front().first_ns;
  if (!switches_.empty()) return time_ns < switches_.front().time_ns;
  return all || time_ns <= newest_switch_ns_ ||
         saturating_sub(newest_sample_ns_, time_ns) > kLatestNs;
}

bool SwitchedStates::takes_switch(bool all) const {
  return !switches_.empty() && (all || switches_.front().time_ns <= newest_sample_ns_);
}

std::size_t SwitchedStates::show_ready(bool all, RowSink& sink) {
  std::size_t ended = 0;
  while (true) {
    if (takes_sample(all)) {
      ended += show_sample(runs_.front(), sink);
      runs_.pop_front();
    } else if (takes_switch(all)) {
      ended += show_switch(switches_.front(), sink);
      switches_.pop_front();
    } else {
      return ended;
    }
  }
}

bool SwitchedStates::tells(const SampledRun& run) const {
  if (run.last_ns < phase_ns_ || phase_ == Phase::Ready) return false;
  if (phase_ == Phase::Running && only_waits_for_cpu(run)) return false;
  return phase_ != Phase::Blocked || is_blocked(run.state);
}

bool SwitchedStates::contradicts(const SampledRun& run) const {
  const bool could_run = phase_ == Phase::Running || phase_ == Phase::Runnable;
  return could_run && is_blocked(run.state) && run.first_ns > phase_ns_;
}

bool SwitchedStates::is_seen_twice(const SampledRun& run) const {
  const bool is_before_next = switches_.empty() || run.last_ns < switches_.front().time_ns;
  return is_doubted_ || (run.last_ns > run.first_ns && is_before_next);
}

LocalId SwitchedStates::name(RowSink& sink) const {
  if (phase_ == Phase::Unknown && is_ready(last_))
    return sink.text(thread_state_text({kStateWaitsForCpu, holds_gil(last_)}));
  const bool by_sample = phase_ == Phase::Unknown || (phase_ == Phase::Blocked && is_told_);
  if (by_sample) return last_.name;
  if (phase_ == Phase::Blocked)
    return sink.text(thread_state_name(wire::SampledState::Waiting, 0, {}));
  const std::string_view state = phase_ == Phase::Running ? kStateRunning : kStateWaitsForCpu;
  return sink.text(thread_state_text({state, has_gil()}));
}

void SwitchedStates::note_run(const SampledRun& run) {
  const bool has_cpu = phase_ == Phase::Running || phase_ == Phase::Unknown;
  const bool runs = run.state == wire::SampledState::Running && !only_waits_for_cpu(run);
  if (has_cpu && runs && tells(run)) ran_with_gil_ = holds_gil(run);
}

bool SwitchedStates::has_gil() const {
  if (is_told_) return holds_gil(last_);
  return phase_ != Phase::Ready && ran_with_gil_;
}

std::size_t SwitchedStates::change(Ns time_ns, Place place, RowSink& sink) {
  shown_ns_ = std::max(shown_ns_, time_ns);
  const SampleItem item{name(sink), sink.category("thread_state")};
  if (!lane_.empty() && lane_.begin_ns() >= shown_ns_) {
    lane_.rename(item.name);
    return 0;
  }
  return lane_.change(std::span(&item, 1), shown_ns_, place, sink);
}

std::size_t SwitchedStates::show_sample(const SampledRun& run, RowSink& sink) {
  const std::size_t ended = close_hole(run.first_ns, run.continues, sink);
  last_ = run;
  const bool is_in_doubt = contradicts(run);
  // The switch that took its CPU was lost: samples decide until the next one.
  if (is_in_doubt && is_seen_twice(run)) {
    phase_ = Phase::Unknown;
    unknown_ns_ = run.first_ns;
    is_told_ = false;
  }
  is_doubted_ = is_in_doubt;
  note_run(run);
  if (phase_ == Phase::Unknown) return ended + change(run.first_ns, run.place, sink);
  if (!tells(run)) return 0;
  if (is_told_) return phase_ == Phase::Blocked ? 0 : change(run.first_ns, run.place, sink);
  // It has been so since the phase began.
  is_told_ = true;
  note_wait(run, sink);
  if (!lane_.empty()) lane_.rename(name(sink));
  return 0;
}

void SwitchedStates::note_wait(const SampledRun& run, RowSink& sink) {
  if (phase_ != Phase::Blocked) return;
  ToldWait& told = told_wait_;
  const bool is_same = run.waits_at == told.at && run.name == told.name;
  const bool is_device = run.state == wire::SampledState::Disk && run.flags == 0 &&
                         run.name != sink.text(kStatePageFault);
  told.name = run.name;
  told.at = run.waits_at;
  told.time_ns = run.last_ns;
  told.times = is_same ? told.times + 1 : 1;
  told.device_times = is_device ? told.device_times + 1 : 0;
  if (!is_device) told.shortest_device_ns = kMaxNs;
}

bool SwitchedStates::is_usual_device_wait(const TimeRange& wait) const {
  const ToldWait& told = told_wait_;
  const bool is_next_other = !runs_.empty() && is_blocked(runs_.front().state) &&
                             runs_.front().state != wire::SampledState::Disk;
  return told.device_times >= kLeastTimes && !is_next_other &&
         wait.length_ns() >= told.shortest_device_ns / 2;
}

void SwitchedStates::note_length(const TimeRange& wait, RowSink& sink) {
  ToldWait& told = told_wait_;
  if (told.device_times > 0)
    told.shortest_device_ns = std::min(told.shortest_device_ns, wait.length_ns());
  if (wait.length_ns() < kSwitchIntervalNs) return;
  const bool is_gil = told.name == sink.text(kStateWaitsForGil);
  told.long_gil_times = is_gil ? told.long_gil_times + 1 : 0;
  if (lasts_switch_interval(wait)) told.gil_times = is_gil ? told.gil_times + 1 : 0;
  if (is_gil) told.gil_ns = wait.end_ns;
}

bool SwitchedStates::is_usual_gil_wait(const TimeRange& wait) const {
  const ToldWait& told = told_wait_;
  if (saturating_sub(wait.end_ns, told.gil_ns) > kGilLatelyNs) return false;
  const bool is_long = wait.length_ns() >= kSwitchIntervalNs;
  return (lasts_switch_interval(wait) && told.gil_times >= kLeastGilTimes) ||
         (is_long && told.long_gil_times >= kLeastTimes);
}

LocalId SwitchedStates::usual_wait(const TimeRange& wait, RowSink& sink) const {
  const ToldWait& told = told_wait_;
  if (is_usual_gil_wait(wait)) return sink.text(kStateWaitsForGil);
  if (saturating_sub(wait.end_ns, told.time_ns) > kLatelyNs) return kNoLocal;
  const bool is_next_other = !runs_.empty() && is_blocked(runs_.front().state) &&
                             (runs_.front().name != told.name || runs_.front().waits_at != told.at);
  if (told.at != kNoLocal && told.times >= kLeastTimes && !is_next_other) return told.name;
  if (!is_usual_device_wait(wait)) return kNoLocal;
  return sink.text(thread_state_name(wire::SampledState::Disk, 0, {}));
}

SwitchedStates::Phase SwitchedStates::phase_after(wire::SwitchKind kind) {
  switch (kind) {
    case wire::SwitchKind::In:
      return Phase::Running;
    case wire::SwitchKind::Preempted:
      return Phase::Runnable;
    case wire::SwitchKind::Blocked:
      return Phase::Blocked;
    case wire::SwitchKind::Ready:
      return Phase::Ready;
  }
  return Phase::Unknown;
}

std::size_t SwitchedStates::show_gap(Ns begin_ns, RowSink& sink) {
  const Phase before = std::exchange(phase_, Phase::Unknown);
  if (before != Phase::Unknown || unknown_ns_ == 0) unknown_ns_ = begin_ns;
  phase_ns_ = begin_ns;
  is_told_ = tells(last_);
  const bool is_sampled = last_.last_ns != 0;
  if (is_sampled || before == Phase::Blocked) return 0;
  shown_ns_ = std::max(shown_ns_, begin_ns);
  return lane_.end(0, shown_ns_, sink);
}

void SwitchedStates::was_ready(RowSink& sink) {
  const bool is_first_look = looks_ == 1 && last_.first_ns == last_.last_ns &&
                             last_.state == wire::SampledState::Running && !lane_.empty();
  if (!is_first_look) return;
  last_.flags |= wire::kSampleRunnable;
  lane_.rename(name(sink));
}

std::size_t SwitchedStates::show_switch(const Switch& one, RowSink& sink) {
  is_doubted_ = false;
  if (one.kind == kUnknownSwitch) return show_gap(one.time_ns, sink);
  const Phase before = phase_;
  if (before == Phase::Blocked && is_told_) note_length({phase_ns_, one.time_ns}, sink);
  if (one.kind == wire::SwitchKind::Ready && before != Phase::Blocked) return 0;
  const bool continues = !runs_.empty() && runs_.front().continues;
  const std::size_t ended = close_hole(one.time_ns, continues, sink);
  if (before == Phase::Blocked && !is_told_ && !lane_.empty() && lane_.begin_ns() >= phase_ns_) {
    const LocalId usual = usual_wait({phase_ns_, one.time_ns}, sink);
    if (usual != kNoLocal) lane_.rename(usual);
  }
  const bool is_first = !std::exchange(has_switched_, true);
  if (is_first && one.kind == wire::SwitchKind::In) was_ready(sink);
  phase_ns_ = one.time_ns;
  phase_ = phase_after(one.kind);
  // A preempted thread keeps the GIL; of the first switch on nothing else is known.
  const bool keeps =
      phase_ == Phase::Runnable || before == Phase::Runnable || before == Phase::Unknown;
  is_told_ = (is_told_ && keeps && phase_ != Phase::Blocked) || tells(last_);
  return ended + change(one.time_ns, one.place, sink);
}

}  // namespace lanescope
