#include "core/analysis/host/profiler_ranges.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "core/analysis/events/name_test.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

constexpr std::string_view kLaunch = "LaunchKernel";

template <typename Item>
void put_in_time_order(std::vector<Item>& items) {
  std::ranges::sort(items, {}, [](const Item& one) { return std::tuple(one.start_ns, one.event); });
}

}  // namespace

ProfilerRanges::ProfilerRanges(const Snapshot& snapshot) {
  NameTest launches(snapshot,
                    [](std::string_view name) { return name.find(kLaunch) != name.npos; });
  for (const Track& track : snapshot.tracks) {
    const bool host = track.kind == TrackKind::CpuThread;
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const CategoryKind kind = snapshot.kind_of(chunk->category[i]);
        if (!host) {
          if (kind == CategoryKind::ProfilerRange)
            ranges_.push_back({chunk->id_of(i), chunk->start_ns[i], chunk->name[i], &track});
        } else if (kind == CategoryKind::HostCall && launches(chunk->name[i])) {
          launches_.push_back({chunk->id_of(i), chunk->start_ns[i]});
        }
      }
    }
  }
  put_in_time_order(ranges_);
  put_in_time_order(launches_);
}

EventId ProfilerRanges::launch_of(EventId range) const {
  const auto at = std::ranges::find(ranges_, range, &Range::event);
  return at == ranges_.end() ? EventId::None
                             : launch_of(static_cast<std::size_t>(at - ranges_.begin()));
}

}  // namespace lanescope
