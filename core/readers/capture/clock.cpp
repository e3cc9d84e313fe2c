#include "core/readers/capture/clock.h"

namespace lanescope {
namespace {

/// Smaller differences come from slewing and from reading two clocks one after the other.
constexpr Ns kLeastStep = 1'000'000;
/// The reader visits each channel at least this often.
constexpr Ns kRound = 200'000'000;

/// Further steps are not corrected.
constexpr std::size_t kMostSteps = 4096;

Ns ahead(const wire::ClockRecord& r) {
  return saturating_sub(r.realtime_ns, r.monotonic_ns);
}

}  // namespace

void CaptureClock::know(std::vector<ClockStep> steps) {
  LANESCOPE_CHECK(steps_.empty() && !has_begun(), "to know the steps before the first record");
  LANESCOPE_CHECK(std::ranges::is_sorted(steps, {}, &ClockStep::after_offset),
                  "{} steps in the order of the file", steps.size());
  known_ = true;
  for (ClockStep& step : steps) add(std::move(step));
}

void CaptureClock::add(ClockStep step) {
  sums_.push_back(saturating_add(shift_ns(), step.shift_ns));
  steps_.push_back(std::move(step));
}

void CaptureClock::join(const CaptureClock& other, const wire::ClockRecord& first) {
  LANESCOPE_CHECK(!has_begun(), "a process that joins, not one with Clock records until {}",
                  last_offset_);
  ClockStep step;
  const Ns apart = saturating_sub(ahead(first), ahead(other.last_));
  step.shift_ns = other.shift_ns();
  if (apart > kLeastStep || apart < -kLeastStep)
    step.shift_ns = saturating_add(step.shift_ns, apart);
  if (step.shift_ns == 0) return;
  step.window_end = 0;
  step.first_new_call = 0;
  add(std::move(step));
}

const ClockStep* CaptureClock::take(const wire::ClockRecord& record, std::uint64_t offset) {
  const wire::ClockRecord before = std::exchange(last_, record);
  const std::uint64_t before_offset = std::exchange(last_offset_, offset);
  const std::uint64_t older_offset = std::exchange(older_offset_, before_offset);
  LANESCOPE_CHECK(offset >= before_offset, "Clock records in the order of the file: {} after {}",
                  offset, before_offset);
  if (known_) {
    const auto at = std::ranges::lower_bound(steps_, offset, {}, &ClockStep::after_offset);
    return at != steps_.end() && at->after_offset == offset ? &*at : nullptr;
  }
  if (before.realtime_ns == 0) return nullptr;
  if (!steps_.empty() && steps_.back().window_end == UINT64_MAX &&
      saturating_sub(record.realtime_ns, steps_.back().after_ns) > kRound)
    steps_.back().window_end = offset;
  const Ns shift = saturating_sub(ahead(record), ahead(before));
  if (shift <= kLeastStep && shift >= -kLeastStep) return nullptr;
  if (steps_.size() == kMostSteps) return nullptr;
  ClockStep step;
  step.shift_ns = shift;
  step.earliest_ns = before.realtime_ns;
  step.after_ns = record.realtime_ns;
  step.latest_ns = std::max(before.realtime_ns, saturating_sub(record.realtime_ns, shift));
  step.before_offset = before_offset;
  step.after_offset = offset;
  step.window_begin = older_offset;
  step.first_new_call = last_call_ + 1;
  add(std::move(step));
  return &steps_.back();
}

Ns CaptureClock::of_thread(std::uint32_t channel, std::uint64_t offset, Ns time_ns) {
  if (steps_.empty()) return time_ns;
  std::size_t& passed = channels_[channel];
  while (passed < steps_.size() && offset >= steps_[passed].begins_in(channel)) ++passed;
  return saturating_sub(time_ns, sum_of(passed));
}

bool CaptureClock::is_after(std::size_t number, std::uint64_t offset, const GpuTimes& times) const {
  const ClockStep& step = steps_[number];
  if (step.is_before_all()) return true;
  if (times.call != 0 && times.call >= step.first_new_call) return true;
  if (step.shift_ns > 0) return times.begin_ns >= step.between();
  if (times.begin_ns > step.latest_ns) return true;
  if (times.begin_ns < saturating_add(step.earliest_ns, step.shift_ns)) return false;
  // This time occurred twice.
  if (times.call == 0) return offset > step.after_offset;
  const auto stream = stream_begins_.find({number, times.stream});
  // Work in a stream is in order.
  return stream != stream_begins_.end() &&
         times.begin_ns < saturating_add(stream->second, step.shift_ns / 2);
}

TimeRange CaptureClock::of_gpu(std::uint64_t offset, const GpuTimes& times) {
  TimeRange range{times.begin_ns, times.end_ns};
  if (steps_.empty()) return range;
  // Records delivered before a step are from before it.
  const auto end = std::ranges::upper_bound(steps_, offset, {}, &ClockStep::before_offset);
  const auto delivered = static_cast<std::size_t>(end - steps_.begin());
  std::size_t passed = delivered;
  while (passed > 0 && !is_after(passed - 1, offset, times)) --passed;
  if (passed < delivered && times.call != 0) {
    Ns& latest = stream_begins_.try_emplace({passed, times.stream}, times.begin_ns).first->second;
    latest = std::max(latest, times.begin_ns);
  }
  range.begin_ns = saturating_sub(range.begin_ns, sum_of(passed));
  // Work that was running when the clock was set ends by the new clock.
  if (passed < delivered) {
    const ClockStep& step = steps_[passed];
    if (step.shift_ns > 0 ? times.end_ns >= step.between() : times.end_ns < times.begin_ns)
      ++passed;
  }
  range.end_ns = saturating_sub(range.end_ns, sum_of(passed));
  return range;
}

}  // namespace lanescope
