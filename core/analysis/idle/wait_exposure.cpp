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

WaitExposure::WaitExposure(const Snapshot& snapshot, const BlockingCalls& calls,
                           const IdleTime& idle) {
  for (const IdleDevice& from : idle.devices) {
    Device& device = devices_[from.device];
    device.window = from.window;
    for (const IdleGap& gap : from.gaps) {
      const auto launch = snapshot.find_slice(gap.launch);
      if (!launch) continue;
      const bool drained = gap.drained_by != EventId::None;
      device.gaps.push_back({gap.range, drained ? calls.outermost(gap.drained_by) : EventId::None,
                             gap.launch, launch->chunk->start_ns[launch->slice]});
    }
  }
}

std::vector<const WaitExposure::Device*> WaitExposure::of(
    std::optional<std::int64_t> device) const {
  const auto at = device ? devices_.find(*device) : devices_.end();
  if (at != devices_.end()) return {&at->second};
  std::vector<const Device*> all;
  for (const auto& [number, one] : devices_) all.push_back(&one);
  return all;
}

TimeRange WaitExposure::counted(TimeRange call, std::optional<std::int64_t> device,
                                Ns start_up_ns) const {
  TimeRange window{kMaxNs, kMinNs};
  for (const Device* one : of(device)) window.include(one->window);
  return {std::max({call.begin_ns, window.begin_ns, start_up_ns}),
          std::min(call.end_ns, window.end_ns)};
}

ExplainedIdle WaitExposure::explained(const SyncCall& call, TimeRange part,
                                      std::optional<std::int64_t> device) const {
  ExplainedIdle found;
  for (const Device* one : of(device)) {
    auto gap = std::ranges::upper_bound(one->gaps, part.begin_ns, {},
                                        [](const Gap& g) { return g.range.end_ns; });
    for (; gap != one->gaps.end() && gap->range.begin_ns < part.end_ns; ++gap) {
      const bool drained = gap->drained_by != EventId::None;
      const bool of_call = gap->launch == call.event || gap->launch_ns >= call.range.end_ns;
      if (!drained && of_call) continue;
      const TimeRange inside{std::max(gap->range.begin_ns, part.begin_ns),
                             std::min(gap->range.end_ns, part.end_ns)};
      if (inside.empty()) continue;
      found.all.push_back(inside);
      if (gap->drained_by == call.event) found.own.push_back(inside);
    }
  }
  return {merged_by_start(std::move(found.all)), merged_by_start(std::move(found.own))};
}

}  // namespace lanescope
