// The clock of a captured process. Records use CLOCK_REALTIME, which may be set while the capture
// runs. Clock records pair it with clocks that are never set, once a second and soon after a step.
// Times after a step are corrected as if the clock had not been set, to keep durations and order
// right across it.
//
// Uncertainty: a time between two Clock records may be from before or after the step. For records
// of threads, survey_clock() finds out, because a thread writes in order of time. GPU times are
// interpolated by CUPTI between clock readings that we do not see, so near a step they may be off
// by as much as its size. They are only assigned to the side that their launch, or else their
// value, suggests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "capture/wire/records.h"
#include "core/base/check.h"
#include "core/base/time.h"

namespace lanescope {

/// A step of the clock. Offsets are file offsets of the Clock records around it.
struct ClockStep {
  Ns shift_ns = 0;  // how far ahead the clock was afterwards
  // When it happened, by the old clock.
  Ns earliest_ns = 0, latest_ns = 0;
  Ns after_ns = 0;  // time in the Clock record after it
  std::uint64_t before_offset = 0, after_offset = 0;
  // Bounds with a margin: outside them, the side of thread records is certain.
  std::uint64_t window_begin = 0, window_end = UINT64_MAX;
  std::uint64_t first_new_call = UINT64_MAX;  // calls from this id on began after it
  std::map<std::uint32_t, std::uint64_t>
      channels;  // by channel: offset of the first record after the step

  /// It happened before the process joined the capture.
  [[nodiscard]] bool is_before_all() const { return after_offset == 0; }
  /// File offset of the channel's first record after the step.
  [[nodiscard]] std::uint64_t begins_in(std::uint32_t channel) const {
    const auto at = channels.find(channel);
    return at == channels.end() ? after_offset : at->second;
  }
  /// For a clock set forward: the best threshold for times without other evidence.
  [[nodiscard]] Ns between() const {
    const Ns first_new = saturating_add(earliest_ns, shift_ns);
    return saturating_add(latest_ns, saturating_sub(first_new, latest_ns) / 2);
  }
};

/// The clock of one process. Feed it in file order.
class CaptureClock {
 public:
  /// Uses the steps found by an earlier pass over the file.
  void know(std::vector<ClockStep> steps);

  /// For a process that joins a running capture: its clock may already have been set, as recorded
  /// in `other`, the clock of the process that wrote the latest Clock record. Call before the first
  /// take().
  void join(const CaptureClock& other, const wire::ClockRecord& first);

  /// The step between this record and the previous one, or null (the usual case). The pointer is
  /// valid until the next call.
  const ClockStep* take(const wire::ClockRecord& record, std::uint64_t offset);
  [[nodiscard]] bool has_begun() const { return known_ || last_.realtime_ns != 0; }
  /// A call with this id began.
  void note_call(std::uint64_t number) { last_call_ = std::max(last_call_, number); }

  [[nodiscard]] const std::vector<ClockStep>& steps() const { return steps_; }

  /// Corrects a time that a thread wrote into its channel. Offsets within a channel must not
  /// decrease from call to call.
  [[nodiscard]] Ns of_thread(std::uint32_t channel, std::uint64_t offset, Ns time_ns);

  struct GpuTimes {
    Ns begin_ns = 0, end_ns = 0;
    std::uint64_t call = 0;    // the call that caused it; 0: unknown
    std::uint64_t stream = 0;  // any unique number of the stream
  };
  /// Corrects times that CUPTI delivered.
  [[nodiscard]] TimeRange of_gpu(std::uint64_t offset, const GpuTimes& times);
  /// The current correction, subtracted from times.
  [[nodiscard]] Ns shift_ns() const { return sums_.empty() ? 0 : sums_.back(); }

 private:
  /// Whether work that began at `times` is after the step, given everything known about it.
  [[nodiscard]] bool is_after(std::size_t step, std::uint64_t offset, const GpuTimes& times) const;
  [[nodiscard]] Ns sum_of(std::size_t steps) const {
    LANESCOPE_CHECK(steps <= sums_.size() && sums_.size() == steps_.size(),
                    "a sum for each of {} steps, and {} of them passed, not {} sums", steps_.size(),
                    steps, sums_.size());
    return steps == 0 ? 0 : sums_[steps - 1];
  }
  void add(ClockStep step);

  std::vector<ClockStep> steps_;
  std::vector<Ns> sums_;  // sum of the shifts up to and including each step
  bool known_ = false;
  wire::ClockRecord last_{};
  std::uint64_t last_offset_ = 0, older_offset_ = 0, last_call_ = 0;
  std::unordered_map<std::uint32_t, std::size_t> channels_;  // steps that each channel has passed
  // For each step and stream, the latest begin before the step.
  std::map<std::pair<std::size_t, std::uint64_t>, Ns> stream_begins_;
};

}  // namespace lanescope
