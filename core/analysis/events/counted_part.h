// Which part of an event counts in sums of time over an analysis window: one rule for all tables
// that sum kernels, launches, operators, annotations or modules.
#pragma once

#include <algorithm>
#include <optional>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/window.h"

namespace lanescope {

/// What of an event counts, nullopt if nothing does. Of a range that the user chose, every event
/// that overlaps it, cut at both ends, so that no sum exceeds the range and all of them agree. Of
/// other windows, every event that starts in it, in full: their ends are those of steps, and the
/// mean of cut kernels would say nothing.
inline std::optional<TimeRange> counted_part(const AnalysisWindow& window, TimeRange event) {
  if (window.kind != WindowKind::Range)
    return window.has_start(event.begin_ns) ? std::optional(event) : std::nullopt;
  const bool overlaps = window.has_start(event.begin_ns) ||
                        (event.begin_ns < window.range.begin_ns &&
                         event.end_ns > window.range.begin_ns && !window.range.empty());
  if (!overlaps) return std::nullopt;
  return TimeRange{std::max(event.begin_ns, window.range.begin_ns),
                   std::min(event.end_ns, window.range.end_ns)};
}

/// The same for GPU events, as admits_gpu_event decides where no range was chosen; `link` is the
/// event's entry in TrackChunk::link. Cost: that of admits_gpu_event.
inline std::optional<TimeRange> counted_gpu_part(const Snapshot& snapshot,
                                                 const AnalysisWindow& window, TimeRange event,
                                                 EventId link) {
  if (window.kind == WindowKind::Range) return counted_part(window, event);
  const bool counts = admits_gpu_event(snapshot, window, event.begin_ns, link);
  return counts ? std::optional(event) : std::nullopt;
}

/// The same for an event of a timeline of that window. Cost: constant.
inline std::optional<TimeRange> counted_part(const AnalysisWindow& window,
                                             const TimelineEvent& event) {
  if (window.kind == WindowKind::Range) return counted_part(window, event.range);
  return event.counts ? std::optional(event.range) : std::nullopt;
}

/// How much of an event counts; 0 if nothing does.
inline Ns counted_ns(const AnalysisWindow& window, TimeRange event) {
  const auto part = counted_part(window, event);
  return part ? part->length_ns() : 0;
}

}  // namespace lanescope
