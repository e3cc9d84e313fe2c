// The idle time that a finding claims.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/thresholds.h"
#include "core/analysis/idle/idle.h"
#include "core/base/time.h"

namespace lanescope {

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

/// A set of classes of idle time. Pauses of the recording are no idle time.
class IdleClasses {
 public:
  constexpr IdleClasses(std::initializer_list<IdleClass> classes) {
    for (const IdleClass what : classes) bits_ |= bit_of(what);
  }
  /// Those for which is_in(what) is true.
  constexpr explicit IdleClasses(bool (*is_in)(IdleClass)) {
    for (std::size_t i = 0; i < kIdleClasses; ++i) {
      const auto what = static_cast<IdleClass>(i);
      if (is_in(what)) bits_ |= bit_of(what);
    }
  }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr bool has(IdleClass what) const { return (bits_ & bit_of(what)) != 0; }
  friend constexpr bool operator==(const IdleClasses&, const IdleClasses&) = default;
  /// For visit_idle: the same in every gap.
  constexpr IdleClasses operator()(const IdleGap& /*gap*/) const { return *this; }

 private:
  static constexpr unsigned bit_of(IdleClass what) { return 1U << static_cast<unsigned>(what); }

  unsigned bits_ = 0;
};
inline constexpr IdleClasses kAnyIdle([](IdleClass) { return true; });
inline constexpr IdleClasses kLaunching(is_launching), kBetweenOps(is_between_ops);

/// Calls visit(gap, classes, end) for the gaps of which classes_in(gap) returns any classes; `end`:
/// behind the gap's last piece.
template <typename ClassesIn, typename Visit>
void visit_gaps(const IdleDevice& idle, const ClassesIn& classes_in, const Visit& visit) {
  for (const IdleGap& gap : idle.gaps) {
    const IdleClasses classes = classes_in(gap);
    if (!classes.empty()) visit(gap, classes, std::size_t{gap.first_piece} + gap.pieces);
  }
}

/// Calls visit(gap, piece) for the pieces of the classes that classes_in(gap) returns, by time.
/// Cost: a look at the gaps, and at the classes of the pieces of those that have any.
template <typename ClassesIn, typename Visit>
void visit_idle(const IdleDevice& idle, const ClassesIn& classes_in, const Visit& visit) {
  const IdlePieces& pieces = idle.pieces;
  visit_gaps(idle, classes_in, [&](const IdleGap& gap, IdleClasses classes, std::size_t end) {
    for (std::size_t i = gap.first_piece; i < end; ++i) {
      if (!classes.has(pieces.what_of(i))) continue;
      const Ns end_ns = i + 1 < end ? pieces.begin_of(i + 1) : gap.range.end_ns;
      visit(gap, pieces.piece(i, end_ns));
    }
  });
}

/// Of what visit_idle() visits, the time of the pieces for which keep(gap, piece) is true, merged.
template <typename ClassesIn, typename Keep>
std::vector<TimeRange> idle_ranges(const IdleDevice& idle, const ClassesIn& classes_in,
                                   const Keep& keep) {
  std::vector<TimeRange> ranges;
  visit_idle(idle, classes_in, [&](const IdleGap& gap, const IdlePiece& piece) {
    if (keep(gap, piece)) add_later(ranges, piece.range);
  });
  return ranges;
}

/// The same for all of these pieces. Cost: a look at their times only where a run of them begins or
/// ends; for any class, at none where nothing was paused, as the pieces of a gap cover it.
template <typename ClassesIn>
std::vector<TimeRange> idle_ranges(const IdleDevice& idle, const ClassesIn& classes_in) {
  std::vector<TimeRange> ranges;
  const IdlePieces& pieces = idle.pieces;
  const bool paused = idle.paused.gaps != 0;
  visit_gaps(idle, classes_in, [&](const IdleGap& gap, IdleClasses classes, std::size_t end) {
    if (classes == kAnyIdle && !paused && gap.pieces != 0) return add_later(ranges, gap.range);
    for (std::size_t i = gap.first_piece; i < end; ++i) {
      if (!classes.has(pieces.what_of(i))) continue;
      const Ns begin_ns = pieces.begin_of(i);
      do {
        ++i;
      } while (i < end && classes.has(pieces.what_of(i)));
      add_later(ranges, {begin_ns, i < end ? pieces.begin_of(i) : gap.range.end_ns});
    }
  });
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

/// Too short for the host to do much else.
constexpr bool is_short(const IdlePiece& piece, const Thresholds& thresholds) {
  return piece.range.length_ns() < thresholds.long_host_piece_ns;
}

/// Whether fewer launches could avoid this idle time: the host submits work, and does nothing else
/// for long.
constexpr bool is_launch_bound(const IdlePiece& piece, const Thresholds& thresholds) {
  return is_launching(piece.what) && is_short(piece, thresholds);
}

}  // namespace lanescope
