#include "core/analysis/idle_gaps.h"

#include <algorithm>

namespace lanescope {
namespace {

std::uint64_t place_in_file(const Snapshot& snapshot, EventId event) {
  const auto place = snapshot.place_of(event);
  return place ? place->offset() : UINT64_MAX;
}

/// Which of two events that start together ends the gap before them.
bool comes_first(const Snapshot& snapshot, const TimelineEvent& a, const TimelineEvent& b) {
  if (a.range.end_ns != b.range.end_ns) return a.range.end_ns < b.range.end_ns;
  return place_in_file(snapshot, a.event) < place_in_file(snapshot, b.event);
}

}  // namespace

std::vector<DeviceGap> find_gaps(const Snapshot& snapshot, const AnalysisWindow& window,
                                 const DeviceTimeline& timeline) {
  std::vector<DeviceGap> gaps;
  const bool bounded = window.is_bounded();
  const auto add = [&](DeviceGap gap) {
    // A window without a length, such as a step of none, has no part of any hole.
    const bool inside = !bounded || (!window.range.empty() && gap.range.overlaps(window.range));
    if (!gap.range.empty() && inside) gaps.push_back(gap);
  };
  bool any = false;
  Ns idle_from_ns = bounded ? window.range.begin_ns : kMaxNs;
  for (const TimelineEvent& event : timeline.events) {
    if (!bounded && !event.counts) continue;
    const bool in_hole = event.range.begin_ns > idle_from_ns;
    if (in_hole) add({{idle_from_ns, event.range.begin_ns}, &event});
    const bool starts_together =
        !in_hole && !gaps.empty() && gaps.back().range.end_ns == event.range.begin_ns;
    if (starts_together && comes_first(snapshot, event, *gaps.back().after)) {
      gaps.back().after = &event;
    }
    idle_from_ns = any ? std::max(idle_from_ns, event.range.end_ns) : event.range.end_ns;
    any = true;
  }
  if (bounded) add({{idle_from_ns, window.range.end_ns}, nullptr});
  return gaps;
}

}  // namespace lanescope
