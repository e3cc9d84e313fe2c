// Idle time of the whole trace, next to that of a window of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ranges>

#include "core/analysis/idle/idle.h"

namespace lanescope {

/// The idle time from the first to the last GPU event or step of a trace. It is put together from
/// that of the window of some results, which others ask for too, and of what lies before and after
/// it: the parts add up, and to find all of it once more would take as long again.
class TraceIdle {
 public:
  /// For the device of the window of `in`; complete snapshots only. Cost: that of IdleTime, and of
  /// IdleTime of the rest of the trace.
  explicit TraceIdle(const AnalysisResults& in);

  /// Calls visit(piece) for the pieces of a device, by time: as in the gaps of IdleTime, cut
  /// nowhere. Cost: linear.
  template <typename Visit>
  void visit(std::int64_t device, const Visit& visit) const;

  /// The ends of those of which range_of(piece) leaves anything: from the begin of the first such
  /// range to the end of the last; from kMaxNs to kMinNs if there is none. Cost: up to those.
  template <typename RangeOf>
  [[nodiscard]] TimeRange ends(std::int64_t device, const RangeOf& range_of) const;

  /// At most how many that are. Cost: constant.
  [[nodiscard]] std::size_t most_pieces(std::int64_t device) const;

 private:
  std::array<std::shared_ptr<const IdleTime>, 3> parts_;  // by time; null: there is none
};

/// TraceIdle as a derived result, see AnalysisResults::of.
TraceIdle trace_idle(const AnalysisResults& in);

namespace detail {

/// Whether a piece goes on where another ends, cut by the border of two parts.
inline bool goes_on(const IdlePiece& piece, const IdlePiece& next) {
  return piece.range.end_ns == next.range.begin_ns && piece.what == next.what &&
         piece.culprit == next.culprit && piece.cause == next.cause && piece.source == next.source;
}

}  // namespace detail

template <typename RangeOf>
TimeRange TraceIdle::ends(std::int64_t device, const RangeOf& range_of) const {
  TimeRange all{kMaxNs, kMinNs};
  // The first of the parts, gaps and pieces in this order that has any.
  const auto find = [&](const auto& parts, const auto& in_order) {
    for (const auto& part : parts) {
      if (!part) continue;
      const auto own = std::ranges::find(part->devices, device, &IdleDevice::device);
      if (own == part->devices.end()) continue;
      for (const IdleGap& gap : in_order(own->gaps)) {
        const GapPieces pieces = own->pieces_of(gap);
        for (const std::size_t i : in_order(std::views::iota(std::size_t{0}, pieces.size()))) {
          const TimeRange range = range_of(pieces[i]);
          if (!range.empty()) return all.include(range);
        }
      }
    }
  };
  find(parts_, [](const auto& list) { return std::views::all(list); });
  find(std::views::reverse(parts_), [](const auto& list) { return std::views::reverse(list); });
  return all;
}

template <typename Visit>
void TraceIdle::visit(std::int64_t device, const Visit& visit) const {
  IdlePiece last;  // of the part before
  bool any_last = false;
  for (const auto& part : parts_) {
    if (!part) continue;
    const auto own = std::ranges::find(part->devices, device, &IdleDevice::device);
    if (own == part->devices.end()) continue;
    std::size_t left = own->pieces.size();
    for (const IdleGap& gap : own->gaps) {
      for (IdlePiece piece : own->pieces_of(gap)) {
        if (any_last) {
          if (detail::goes_on(last, piece)) {
            piece.range.begin_ns = last.range.begin_ns;
          } else {
            visit(last);
          }
        }
        any_last = --left == 0;
        if (any_last) {
          last = piece;
        } else {
          visit(piece);
        }
      }
    }
  }
  if (any_last) visit(last);
}

}  // namespace lanescope
