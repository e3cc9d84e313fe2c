#include "core/analysis/idle/gaps.h"

#include <algorithm>

#include "core/analysis/events/launch_call.h"

namespace lanescope {
namespace {

std::uint64_t place_in_file(const Snapshot& snapshot, EventId event) {
  const auto place = snapshot.place_of(event);
  return place ? place->offset() : UINT64_MAX;
}

Ns launched_ns(const Snapshot& snapshot, const TimelineEvent& event) {
  const auto call = find_launch_call(snapshot, event.link);
  return call ? call->range.begin_ns : kMaxNs;
}

/// Whether `a`, rather than `b`, ends the gap before them when both start together. File order
/// decides only if nothing else differs.
bool comes_first(const Snapshot& snapshot, const TimelineEvent& a, const TimelineEvent& b) {
  if (a.range.end_ns != b.range.end_ns) return a.range.end_ns < b.range.end_ns;
  const Ns launched_a_ns = launched_ns(snapshot, a), launched_b_ns = launched_ns(snapshot, b);
  if (launched_a_ns != launched_b_ns) return launched_a_ns < launched_b_ns;
  if (a.name != b.name) return snapshot.text(a.name) < snapshot.text(b.name);
  const auto stream = [&](const TimelineEvent& event) {
    return snapshot.tracks[index_of(event.track)].stream;
  };
  if (stream(a) != stream(b)) return stream(a) < stream(b);
  return place_in_file(snapshot, a.event) < place_in_file(snapshot, b.event);
}

}  // namespace

std::vector<DeviceGap> find_gaps(const Snapshot& snapshot, const AnalysisWindow& window,
                                 const DeviceTimeline& timeline) {
  std::vector<DeviceGap> gaps;
  gaps.reserve(timeline.events.size() + 1);  // those that are not found are never written
  const bool bounded = window.is_bounded();
  const auto add = [&](DeviceGap gap) {
    // An empty window, such as that of a zero-length step, contains no gaps.
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
