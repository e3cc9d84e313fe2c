// A clock that jumps in the midst of a trace, as NTP sets it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"

namespace lanescope {

/// What a rank recorded between two jumps of its clock.
struct ClockSegment {
  TimeRange range;  // of its collectives, on the host's clock
  Ns ahead_ns = 0;  // of the clock before the first jump; 0 in the first segment
};

struct JumpingClock {
  std::vector<ClockSegment> segments;  // in order of what happened; none: it does not jump
  std::vector<std::string> steps;      // by jump: in which step it was; empty: in none

  /// What the clock would have shown without jumps. A moment between two segments belongs to the
  /// nearer one. There are segments.
  [[nodiscard]] Ns steady_ns(Ns host_ns) const;
  /// That segment.
  [[nodiscard]] std::size_t segment_of(Ns host_ns) const;
  /// Whether a jump may be inside.
  [[nodiscard]] bool jumps_in(TimeRange host) const;
  /// Moves a range of a trace's own clock to it. False if a jump may be inside.
  bool move(Ns base_ns, TimeRange& range) const;
  /// "the clock of rank 3 jumps ahead by 2.000 s in ProfilerStep#103; …", for each jump.
  [[nodiscard]] std::vector<std::string> sentences(const std::string& title) const;
};

/// Moves ranges that are in order of what happened, as the collectives of a group are. After a jump
/// back the same times come again; the order tells them apart where the times end twice.
class SteadyWalk {
 public:
  /// The clock outlives it, and has segments.
  SteadyWalk(const JumpingClock& clock, Ns base_ns) : clock_(&clock), base_ns_(base_ns) {}
  /// As JumpingClock::move.
  bool move(TimeRange& range);

 private:
  const JumpingClock* clock_;
  Ns base_ns_;
  std::size_t segment_ = 0;
  std::optional<Ns> last_end_ns_;
};

}  // namespace lanescope
