#include "core/ranks/rank_activity.h"

#include <algorithm>
#include <unordered_map>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/idle.h"

namespace lanescope {
namespace {

class ActivityReader {
 public:
  explicit ActivityReader(const Snapshot& snapshot) : snapshot_(snapshot) {
    out_.names.emplace_back();
  }

  RankActivity run(const AnalysisResults& in) {
    for (const DeviceTimeline& timeline : in.of<DeviceTimelines>()->devices) add(timeline);
    for (const IdleDevice& idle : in.of<IdleTime>()->devices) add(idle);
    return std::move(out_);
  }

 private:
  void add(const DeviceTimeline& timeline) {
    DeviceActivity& device = out_.devices.emplace_back();
    device.device = timeline.device;
    device.compute = timeline.busy(GpuClass::Compute);
    const auto& comm = timeline.busy(GpuClass::Communication);
    const auto& memory = timeline.busy(GpuClass::Memory);
    const auto without_compute = left_out(device.compute);
    device.exposed_comm = common_parts(comm, without_compute);
    device.exposed_memory = common_parts(common_parts(memory, without_compute), left_out(comm));
    for (const TimelineEvent& event : timeline.events) {
      if (event.gpu_class == GpuClass::Communication) continue;
      auto& works = event.gpu_class == GpuClass::Compute ? device.kernels : device.copies;
      works.push_back({event.range, event.event, name_of(event.name),
                       name_of(slice_name(snapshot_, innermost_op(snapshot_, event.link))), 1});
    }
  }

  void add(const IdleDevice& idle) {
    const auto device = std::ranges::find(out_.devices, idle.device, &DeviceActivity::device);
    if (device == out_.devices.end()) return;
    for (const IdleGap& gap : idle.gaps) {
      for (const IdlePiece piece : idle.pieces_of(gap)) {
        if (piece.what == IdleClass::Paused) continue;
        device->idle.push_back({piece.range, piece.what, piece.culprit,
                                name_of(slice_name(snapshot_, piece.culprit))});
      }
    }
  }

  std::uint32_t name_of(StringId id) {
    if (id == StringId::Empty) return 0;
    const auto [at, fresh] = known_.try_emplace(id, static_cast<std::uint32_t>(out_.names.size()));
    if (fresh) out_.names.emplace_back(snapshot_.text(id));
    return at->second;
  }

  const Snapshot& snapshot_;
  std::unordered_map<StringId, std::uint32_t> known_;
  RankActivity out_;
};

}  // namespace

const DeviceActivity* RankActivity::device(std::int64_t number) const {
  const auto at = std::ranges::find(devices, number, &DeviceActivity::device);
  return at != devices.end() ? &*at : nullptr;
}

RankActivity rank_activity(const RankTrace& trace) {
  AnalysisWindow everything = whole_window();
  everything.device = trace.results.window.device;
  return ActivityReader(trace.results.trace).run(trace.results.about(everything));
}

}  // namespace lanescope
