#include "core/ranks/rank_activity.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/host/site.h"
#include "core/analysis/idle/host_activity.h"
#include "core/analysis/results.h"
#include "core/analysis/steps/activity.h"
#include "core/ranks/trace_idle.h"

namespace lanescope {
namespace {

class ActivityReader {
 public:
  explicit ActivityReader(const Snapshot& snapshot)
      : snapshot_(snapshot), slices_(snapshot), ops_(snapshot), known_(snapshot.strings->size()) {
    out_.names.emplace_back();
  }

  RankActivity run(const AnalysisResults& in) {
    AnalysisWindow everything = whole_window();
    everything.device = in.window.device;
    const auto timelines = in.about(everything).of<DeviceTimelines>();
    for (const DeviceTimeline& timeline : timelines->devices) add(timeline);
    if (timelines->devices.empty()) {
      add_host(in);
      return std::move(out_);
    }
    const auto idle = in.of<TraceIdle>(&trace_idle);
    const auto& steps = in.of<StepRanges>()->steps;
    for (std::size_t i = 0; i < out_.devices.size(); ++i) {
      TimeRange extent = timelines->devices[i].window;
      // A GPU that waits for the first data of all is idle before its first event.
      if (!steps.empty()) extent.begin_ns = std::min(extent.begin_ns, steps.front().range.begin_ns);
      add(*idle, extent, out_.devices[i]);
    }
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
    reserve_works(timeline, device);
    for (const TimelineEvent& event : timeline.events) {
      if (event.gpu_class == GpuClass::Communication) continue;
      auto& works = event.gpu_class == GpuClass::Compute ? device.kernels : device.copies;
      works.push_back({event.range, event.event, name_of(event.name),
                       name_of(slice_name(ops_, innermost_op(slices_, event.link))), 1});
    }
  }

  static void reserve_works(const DeviceTimeline& timeline, DeviceActivity& device) {
    std::array<std::size_t, kGpuClasses> counts{};
    for (const TimelineEvent& event : timeline.events)
      ++counts[static_cast<std::size_t>(event.gpu_class)];
    device.kernels.reserve(counts[static_cast<std::size_t>(GpuClass::Compute)]);
    device.copies.reserve(counts[static_cast<std::size_t>(GpuClass::Memory)]);
  }

  /// Does nothing in a trace without collectives on the host.
  void add_host(const AnalysisResults& in) {
    const StepActivity activity = step_activity(snapshot_, whole_window());
    const auto of = [&](StepClass what) -> const std::vector<TimeRange>& {
      return activity[static_cast<std::size_t>(what)];
    };
    if (of(StepClass::Communication).empty()) return;
    DeviceActivity& host = out_.devices.emplace_back();
    host.exposed_comm =
        common_parts(of(StepClass::Communication), left_out(of(StepClass::CpuExec)));
    const auto activities = in.of<HostActivities>();
    if (activities->step_thread() == TrackId::None) return;
    HostActivityCursor loop(activities->of(activities->step_thread()));
    const std::vector<TimeRange> all{snapshot_.slices_extent};
    for (const TimeRange& rest : common_parts(left_out(host.exposed_comm), all)) {
      loop.visit(rest, [&](const TimeRange& range, const HostSegment& segment) {
        host.idle.push_back(
            {range, segment.what, segment.culprit, name_of(slice_name(slices_, segment.culprit))});
      });
    }
  }

  /// `extent`: from the first event of the device, or the first step, to the last event.
  void add(const TraceIdle& idle, const TimeRange& extent, DeviceActivity& device) {
    device.idle.reserve(idle.most_pieces(device.device));
    idle.visit(device.device, [&](const IdlePiece& piece) {
      const TimeRange range{std::max(piece.range.begin_ns, extent.begin_ns),
                            std::min(piece.range.end_ns, extent.end_ns)};
      if (range.empty() || piece.what == IdleClass::Paused) return;
      device.idle.push_back(
          {range, piece.what, piece.culprit, name_of(slice_name(slices_, piece.culprit))});
    });
  }

  std::uint32_t name_of(StringId id) {
    if (id == StringId::Empty) return 0;
    const std::uint32_t known = known_[index_of(id)];
    return known != 0 ? known : add_name(id);
  }
  std::uint32_t add_name(StringId id) {
    known_[index_of(id)] = static_cast<std::uint32_t>(out_.names.size());
    out_.names.emplace_back(snapshot_.text(id));
    return known_[index_of(id)];
  }

  const Snapshot& snapshot_;
  SliceFinder slices_, ops_;          // ops_: operators may be on other threads than launch calls
  std::vector<std::uint32_t> known_;  // by StringId, into the names; 0: not yet
  RankActivity out_;
};

}  // namespace

const DeviceActivity* RankActivity::device(std::int64_t number) const {
  const auto at = std::ranges::find(devices, number, &DeviceActivity::device);
  return at != devices.end() ? &*at : nullptr;
}

RankActivity rank_activity(const RankTrace& trace) {
  return ActivityReader(trace.results.trace).run(trace.results);
}

}  // namespace lanescope
