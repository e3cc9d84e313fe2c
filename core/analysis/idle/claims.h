// The idle time that a finding claims.
#pragma once

#include <algorithm>
#include <vector>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/thresholds.h"
#include "core/analysis/idle/idle.h"
#include "core/base/time.h"

namespace lanescope {

/// The pieces of idle time for which keep(gap, piece) is true, merged. Pauses of the recording are
/// excluded. Cost: a pass over the pieces.
template <typename Keep>
std::vector<TimeRange> idle_ranges(const IdleDevice& idle, const Keep& keep) {
  std::vector<TimeRange> ranges;
  for (const IdleGap& gap : idle.gaps) {
    for (const IdlePiece piece : idle.pieces_of(gap)) {
      if (piece.what != IdleClass::Paused && keep(gap, piece)) add_later(ranges, piece.range);
    }
  }
  return ranges;
}

/// The total length of merged ranges.
inline Ns total_length(const std::vector<TimeRange>& ranges) {
  Ns total_ns = 0;
  for (const TimeRange& range : ranges) total_ns = saturating_add(total_ns, range.length_ns());
  return total_ns;
}

/// The length of the longest range; 0 if empty.
inline Ns longest_of(const std::vector<TimeRange>& ranges) {
  Ns longest_ns = 0;
  for (const TimeRange& range : ranges) longest_ns = std::max(longest_ns, range.length_ns());
  return longest_ns;
}

/// Time between operators: Python, annotations, or nothing traced.
constexpr bool is_between_ops(IdleClass what) {
  return what == IdleClass::Python || what == IdleClass::AnnotationOnly ||
         what == IdleClass::Untraced;
}

/// Time that the host needs to submit work to the GPU.
constexpr bool is_launching(IdleClass what) {
  return what == IdleClass::CpuOp || what == IdleClass::Runtime ||
         what == IdleClass::LaunchLatency || is_between_ops(what);
}

/// Whether fewer launches could avoid this idle time: the host submits work, and does nothing else
/// for long.
constexpr bool is_launch_bound(const IdlePiece& piece, const Thresholds& thresholds) {
  return is_launching(piece.what) && piece.range.length_ns() < thresholds.long_host_piece_ns;
}

}  // namespace lanescope
