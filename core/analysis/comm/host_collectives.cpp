#include "core/analysis/comm/host_collectives.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/events/name_test.h"
#include "core/analysis/ops/ops.h"
#include "core/base/check.h"
#include "core/store/each_slice.h"

namespace lanescope {
namespace {

bool computes(std::string_view name) {
  return !is_annotation_name(name) && !is_host_collective(name);
}

/// Appends the slices whose names are `wanted`, by one of the kinds of host ranges and operators.
void add_events(const Snapshot& snapshot, const AnalysisWindow& window, GpuClass as,
                bool (*wanted)(std::string_view), std::vector<TimelineEvent>& events) {
  NameTest is_wanted(snapshot, wanted);
  for_each_slice(
      snapshot, TrackKind::CpuThread,
      [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice) {
        const CategoryKind kind = snapshot.kind_of(chunk.category[slice]);
        const bool is_range = kind == CategoryKind::UserAnnotation && as == GpuClass::Communication;
        if (kind != CategoryKind::CpuOp && !is_range) return;
        const StringId name = chunk.name[slice];
        if (!is_wanted(name)) return;
        const TimeRange range = chunk.range(slice);
        const bool counts = admits_gpu_event(snapshot, window, range.begin_ns, EventId::None);
        const bool overlaps = window.is_bounded() ? range.overlaps(window.range) : counts;
        events.push_back(
            {range, chunk.id_of(slice), EventId::None, name, track.id, kind, as, counts, overlaps});
      });
}

}  // namespace

std::optional<DeviceTimeline> host_timeline(const Snapshot& snapshot,
                                            const AnalysisWindow& window) {
  std::vector<TimelineEvent> events;
  add_events(snapshot, window, GpuClass::Communication, is_host_collective, events);
  if (events.empty()) return std::nullopt;
  add_events(snapshot, window, GpuClass::Compute, computes, events);
  std::ranges::stable_sort(events, {},
                           [](const TimelineEvent& event) { return event.range.begin_ns; });
  LANESCOPE_CHECK(snapshot.gpu_links.count == 0, "the host stands in for GPUs only without any");
  return DeviceTimeline(-1, std::move(events), window);
}

}  // namespace lanescope
