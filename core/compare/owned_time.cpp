#include "core/compare/owned_time.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace lanescope {
namespace {

struct Running {
  GpuClass gpu_class = GpuClass::Compute;
  Ns begin_ns = 0, end_ns = 0;
  std::uint32_t owner = 0;
  /// Whether `b` has priority over `a`.
  friend bool operator<(const Running& a, const Running& b) {
    return std::tie(a.gpu_class, a.begin_ns, a.owner) > std::tie(b.gpu_class, b.begin_ns, b.owner);
  }
};

}  // namespace

std::vector<OwnedTime> owned_times(std::span<const TimelineEvent> events,
                                   std::uint32_t first_owner) {
  std::vector<OwnedTime> owned;
  std::priority_queue<Running> running;
  Ns now_ns = kMinNs;
  const auto run_until = [&](Ns until_ns) {
    while (!running.empty() && now_ns < until_ns) {
      const Running& first = running.top();
      const Ns end_ns = std::min(first.end_ns, until_ns);
      if (end_ns > now_ns) owned.push_back({{now_ns, end_ns}, first.owner});
      now_ns = std::max(now_ns, end_ns);
      if (first.end_ns <= now_ns) running.pop();
    }
    now_ns = std::max(now_ns, until_ns);
  };
  std::uint32_t owner = first_owner;
  for (const TimelineEvent& event : events) {
    run_until(event.range.begin_ns);
    running.push({event.gpu_class, event.range.begin_ns, event.range.end_ns, owner++});
  }
  run_until(kMaxNs);
  return owned;
}

}  // namespace lanescope
