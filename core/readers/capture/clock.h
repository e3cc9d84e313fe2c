// The clock of a captured process. Records carry CLOCK_REALTIME, which somebody may set while the
// capture runs; Clock records put it beside clocks that nobody sets, once a second and soon after a
// step. What was written after a step is told as if the clock had not been set, so that durations
// and the order of things are right across it.
//
// What a step leaves unknown: between two Clock records a time alone does not say on which side it
// was taken. The threads' own records do, since a thread writes in order of time; survey_clock()
// looks for that. Times of the GPU do not, and CUPTI makes them by interpolating between readings
// of the clock that nobody sees: around a step they may be off by as much as it reaches, and here
// they are only put on the side where their launch, or else their value, says they belong.
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

/// One time that the clock was set. Offsets are in the file, of the Clock records around it.
struct ClockStep {
  Ns shift_ns = 0;  // how much more the clock said afterwards
  // It stood between these, read before it was set.
  Ns earliest_ns = 0, latest_ns = 0;
  Ns after_ns = 0;  // what the Clock record after it says
  std::uint64_t before_offset = 0, after_offset = 0;
  // Around it, with some room: outside of these there is no doubt about records of threads.
  std::uint64_t window_begin = 0, window_end = UINT64_MAX;
  std::uint64_t first_new_call = UINT64_MAX;  // calls from this number on began after it
  std::map<std::uint32_t, std::uint64_t>
      channels;  // where a channel's records begin to be later ones

  /// The process was not there yet.
  [[nodiscard]] bool is_before_all() const { return after_offset == 0; }
  /// In the file, of the first record of that channel that was written afterwards.
  [[nodiscard]] std::uint64_t begins_in(std::uint32_t channel) const {
    const auto at = channels.find(channel);
    return at == channels.end() ? after_offset : at->second;
  }
  /// Splits times best that only their value tells of, where the clock was set forward.
  [[nodiscard]] Ns between() const {
    const Ns first_new = saturating_add(earliest_ns, shift_ns);
    return saturating_add(latest_ns, saturating_sub(first_new, latest_ns) / 2);
  }
};

/// Of one process; fed in the order of the file.
class CaptureClock {
 public:
  /// What an earlier pass over the file has found.
  void know(std::vector<ClockStep> steps);

  /// A process that joins a capture: its clock may have been set before that, as `other` knows,
  /// that of the process whose Clock record was the last. To be called before the first take().
  void join(const CaptureClock& other, const wire::ClockRecord& first);

  /// The step that lies between this record and the one before; null: none, which is the rule. The
  /// pointer is good until the next call.
  const ClockStep* take(const wire::ClockRecord& record, std::uint64_t offset);
  [[nodiscard]] bool has_begun() const { return known_ || last_.realtime_ns != 0; }
  /// A call began.
  void note_call(std::uint64_t number) { last_call_ = std::max(last_call_, number); }

  [[nodiscard]] const std::vector<ClockStep>& steps() const { return steps_; }

  /// A time that a thread wrote into its channel, as the unset clock would have told it. Offsets
  /// must not fall from one call to the next of the same channel.
  [[nodiscard]] Ns of_thread(std::uint32_t channel, std::uint64_t offset, Ns time_ns);

  struct GpuTimes {
    Ns begin_ns = 0, end_ns = 0;
    std::uint64_t call = 0;    // that caused it; 0: unknown
    std::uint64_t stream = 0;  // any number that tells streams apart
  };
  /// Times that CUPTI delivered, the same way.
  [[nodiscard]] TimeRange of_gpu(std::uint64_t offset, const GpuTimes& times);
  /// What is taken off times of now.
  [[nodiscard]] Ns shift_ns() const { return sums_.empty() ? 0 : sums_.back(); }

 private:
  /// Whether work with a begin before `offset` lies after the step, by all that is known of it.
  [[nodiscard]] bool is_after(std::size_t step, std::uint64_t offset, const GpuTimes& times) const;
  [[nodiscard]] Ns sum_of(std::size_t steps) const {
    LANESCOPE_CHECK(steps <= sums_.size() && sums_.size() == steps_.size(),
                    "a sum for each of {} steps, and {} of them passed, not {} sums", steps_.size(),
                    steps, sums_.size());
    return steps == 0 ? 0 : sums_[steps - 1];
  }
  void add(ClockStep step);

  std::vector<ClockStep> steps_;
  std::vector<Ns> sums_;  // of the shifts up to and with each step
  bool known_ = false;
  wire::ClockRecord last_{};
  std::uint64_t last_offset_ = 0, older_offset_ = 0, last_call_ = 0;
  std::unordered_map<std::uint32_t, std::size_t> channels_;  // how many steps each has passed
  // Of each stream, the latest begin before each step.
  std::map<std::pair<std::size_t, std::uint64_t>, Ns> stream_begins_;
};

}  // namespace lanescope
