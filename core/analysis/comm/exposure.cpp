#include "core/analysis/comm/exposure.h"

#include <algorithm>

namespace lanescope {
namespace {

/// Subtracts a merged list from ranges that are disjoint and in time order.
class Remainder {
 public:
  explicit Remainder(std::span<const TimeRange> without) : without_(without) {}

  /// Calls visit(part) for each remaining part of a range.
  template <typename Visit>
  void parts(TimeRange range, const Visit& visit) {
    while (at_ < without_.size() && without_[at_].end_ns <= range.begin_ns) ++at_;
    for (std::size_t i = at_; i < without_.size() && !range.empty(); ++i) {
      const TimeRange& off = without_[i];
      if (off.begin_ns >= range.end_ns) break;
      if (off.begin_ns > range.begin_ns) visit(TimeRange{range.begin_ns, off.begin_ns});
      range.begin_ns = std::max(range.begin_ns, off.end_ns);
    }
    if (!range.empty()) visit(range);
  }

 private:
  std::span<const TimeRange> without_;
  std::size_t at_ = 0;
};

}  // namespace

CommExposure comm_exposure(const DeviceTimeline& timeline) {
  CommExposure out;
  out.comm = timeline.busy(GpuClass::Communication);
  const std::vector<TimeRange> compute = timeline.busy(GpuClass::Compute);
  Remainder not_computing(compute);
  RisingUnion together;
  std::vector<TimeRange> exposed;
  Ns reached_ns = kMinNs;  // the latest end of the collectives so far
  for (const TimelineEvent& event : timeline.events) {
    if (event.gpu_class != GpuClass::Communication || !event.overlaps_window) continue;
    const TimeRange range{std::max(event.range.begin_ns, timeline.window.begin_ns),
                          std::min(event.range.end_ns, timeline.window.end_ns)};
    together.add({range.begin_ns, std::min(range.end_ns, reached_ns)});
    Ns own_ns = 0;
    const TimeRange own{std::max(range.begin_ns, reached_ns), range.end_ns};
    if (!own.empty()) {
      not_computing.parts(own, [&](TimeRange part) {
        exposed.push_back(part);
        own_ns = saturating_add(own_ns, length_of(part));
      });
    }
    out.of_event.push_back(own_ns);
    reached_ns = std::max(reached_ns, range.end_ns);
  }
  out.exposed = merged(exposed);
  out.concurrent_ns = together.length_ns();
  return out;
}

}  // namespace lanescope
