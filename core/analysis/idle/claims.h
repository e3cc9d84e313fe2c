// The idle time that a finding claims.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/thresholds.h"
#include "core/analysis/idle/idle.h"
#include "core/base/time.h"

namespace lanescope {

/// Calls visit(gap, piece) for the pieces of a class for which in_class(what) is true, in the gaps
/// for which in_gap(gap) is, by time. Cost: a look at the gaps and at the classes of their pieces,
/// of which there are millions.
template <typename InGap, typename InClass, typename Visit>
void visit_idle(const IdleDevice& idle, const InGap& in_gap, const InClass& in_class,
                const Visit& visit) {
  const IdlePieces& pieces = idle.pieces;
  for (const IdleGap& gap : idle.gaps) {
    if (!in_gap(gap)) continue;
    const std::size_t end = std::size_t{gap.first_piece} + gap.pieces;
    for (std::size_t i = gap.first_piece; i < end; ++i) {
      if (!in_class(pieces.what_of(i))) continue;
      const Ns end_ns = i + 1 < end ? pieces.begin_of(i + 1) : gap.range.end_ns;
      visit(gap, pieces.piece(i, end_ns));
    }
  }
}

constexpr bool is_any_gap(const IdleGap& /*gap*/) {
  return true;
}
/// Pauses of the recording are no idle time.
constexpr bool is_idle(IdleClass what) {
  return what != IdleClass::Paused;
}

/// The idle time of the gaps and classes that visit_idle() visits, without pauses and merged; of it
/// the pieces for which keep(gap, piece) is true.
template <typename InGap, typename InClass, typename Keep>
std::vector<TimeRange> idle_ranges(const IdleDevice& idle, const InGap& in_gap,
                                   const InClass& in_class, const Keep& keep) {
  std::vector<TimeRange> ranges;
  visit_idle(
      idle, in_gap, [&](IdleClass what) { return is_idle(what) && in_class(what); },
      [&](const IdleGap& gap, const IdlePiece& piece) {
        if (keep(gap, piece)) add_later(ranges, piece.range);
      });
  return ranges;
}
template <typename InGap, typename InClass>
std::vector<TimeRange> idle_ranges(const IdleDevice& idle, const InGap& in_gap,
                                   const InClass& in_class) {
  return idle_ranges(idle, in_gap, in_class, [](const IdleGap&, const IdlePiece&) { return true; });
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
