#include "core/analysis/idle/hta.h"

#include <map>

#include "core/analysis/events/launch_call.h"

namespace lanescope {
namespace {

/// As in HolisticTraceAnalysis: from the end of an event to the start of the next one on the
/// stream, even if an earlier event is still running.
class HtaStream {
 public:
  void add(const Snapshot& snapshot, const TimelineEvent& event, Ns kernel_delay_ns) {
    const auto launch = find_launch_call(snapshot, event.link);
    if (any_ && launch) {
      const Ns gap_ns = saturating_sub(event.range.begin_ns, end_ns_);
      Ns& part = launch->range.begin_ns > end_ns_ ? idle.host_wait_ns
                 : gap_ns < kernel_delay_ns       ? idle.kernel_wait_ns
                                                  : idle.other_ns;
      part = saturating_add(part, gap_ns);
    }
    any_ = true;
    end_ns_ = event.range.end_ns;
  }

  HtaStreamIdle idle;

 private:
  bool any_ = false;
  Ns end_ns_ = 0;
};

}  // namespace

std::vector<HtaStreamIdle> hta_idle(const Snapshot& snapshot, const DeviceTimeline& timeline,
                                    Ns kernel_delay_ns) {
  std::map<std::int64_t, HtaStream> streams;
  for (const TimelineEvent& event : timeline.events) {
    if (!event.counts) continue;
    HtaStream& stream = streams[snapshot.tracks[index_of(event.track)].stream];
    stream.add(snapshot, event, kernel_delay_ns);
  }
  std::vector<HtaStreamIdle> found;
  for (auto& [number, stream] : streams) {
    stream.idle.stream = number;
    found.push_back(stream.idle);
  }
  return found;
}

}  // namespace lanescope
