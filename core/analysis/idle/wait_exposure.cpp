#include "core/analysis/idle/wait_exposure.h"

#include <algorithm>

#include "core/analysis/events/interval_union.h"

namespace lanescope {
namespace {

std::vector<TimeRange> merged_by_start(std::vector<TimeRange> ranges) {
  std::ranges::sort(ranges, {}, &TimeRange::begin_ns);
  return merged(ranges);
}

}  // namespace

std::span<const IdleDevice> WaitExposure::of(std::optional<std::int64_t> device) const {
  const std::span all(idle_.devices);
  const auto at = device ? std::ranges::find(all, *device, &IdleDevice::device) : all.end();
  return at == all.end() ? all : all.subspan(static_cast<std::size_t>(at - all.begin()), 1);
}

TimeRange WaitExposure::counted(TimeRange call, std::optional<std::int64_t> device,
                                Ns start_up_ns) const {
  TimeRange window{kMaxNs, kMinNs};
  for (const IdleDevice& one : of(device)) window.include(one.window);
  return {std::max({call.begin_ns, window.begin_ns, start_up_ns}),
          std::min(call.end_ns, window.end_ns)};
}

void WaitExposure::explain(const SyncCall& call, TimeRange part, const IdleGap& gap,
                           ExplainedIdle& found) const {
  const auto launch = snapshot_.find_slice(gap.launch);
  if (!launch) return;
  const bool drained = gap.drained_by != EventId::None;
  const bool of_call =
      gap.launch == call.event || launch->chunk->start_ns[launch->slice] >= call.range.end_ns;
  if (!drained && of_call) return;
  const TimeRange inside{std::max(gap.range.begin_ns, part.begin_ns),
                         std::min(gap.range.end_ns, part.end_ns)};
  if (inside.empty()) return;
  found.all.push_back(inside);
  if (drained && calls_.outermost(gap.drained_by) == call.event) found.own.push_back(inside);
}

ExplainedIdle WaitExposure::explained(const SyncCall& call, TimeRange part,
                                      std::optional<std::int64_t> device) const {
  ExplainedIdle found;
  for (const IdleDevice& one : of(device)) {
    auto gap = std::ranges::upper_bound(one.gaps, part.begin_ns, {},
                                        [](const IdleGap& g) { return g.range.end_ns; });
    for (; gap != one.gaps.end() && gap->range.begin_ns < part.end_ns; ++gap)
      explain(call, part, *gap, found);
  }
  return {merged_by_start(std::move(found.all)), merged_by_start(std::move(found.own))};
}

}  // namespace lanescope
