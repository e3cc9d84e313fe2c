#include "core/readers/perfetto/launch_numbers.h"

#include "core/base/check.h"

namespace lanescope::perfetto {

std::uint32_t LaunchNumbers::of_works(std::span<const std::uint64_t> event_ids) {
  LANESCOPE_CHECK(!event_ids.empty(), "work of a launch, not of {} ids", event_ids.size());
  const std::uint32_t launch = of_work(event_ids.front());
  for (const std::uint64_t id : event_ids.subspan(1)) {
    const auto [at, fresh] = works_.try_emplace(id, launch);
    if (!fresh && at->second != launch) same_[at->second] = launch;
  }
  return launch;
}

void LaunchNumbers::settle(std::vector<RawLink>& links) const {
  if (same_.empty()) return;
  for (RawLink& link : links) {
    const auto at = same_.find(link.correlation);
    if (at != same_.end()) link.correlation = at->second;
  }
}

}  // namespace lanescope::perfetto
