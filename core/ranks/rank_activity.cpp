#include "core/ranks/rank_activity.h"

#include <algorithm>
#include <array>
#include <utility>
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

void reserve_works(const DeviceTimeline& timeline, DeviceActivity& device) {
  std::array<std::size_t, kGpuClasses> counts{};
  for (const TimelineEvent& event : timeline.events)
    ++counts[static_cast<std::size_t>(event.gpu_class)];
  device.kernels.reserve(counts[static_cast<std::size_t>(GpuClass::Compute)]);
  device.copies.reserve(counts[static_cast<std::size_t>(GpuClass::Memory)]);
}

}  // namespace

ActivityReader::ActivityReader(const AnalysisResults& in)
    : snapshot_(in.trace), slices_(in.trace), ops_(in.trace), known_(in.trace.strings->size()) {
  out_.names.emplace_back();
  AnalysisWindow everything = whole_window();
  everything.device = in.window.device;
  const auto timelines = in.about(everything).of<DeviceTimelines>();
  for (const DeviceTimeline& timeline : timelines->devices) add(timeline);
  if (timelines->devices.empty()) {
    add_host(in);
    return;
  }
  idle_ = in.of<TraceIdle>(&trace_idle);
  const auto& steps = in.of<StepRanges>()->steps;
  for (const DeviceTimeline& timeline : timelines->devices) {
    TimeRange& extent = extents_.emplace_back(timeline.window);
    // A GPU that waits for the first data of all is idle before its first event.
    if (!steps.empty()) extent.begin_ns = std::min(extent.begin_ns, steps.front().range.begin_ns);
  }
}

void ActivityReader::add(const DeviceTimeline& timeline) {
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

/// Does nothing in a trace without collectives on the host.
void ActivityReader::add_host(const AnalysisResults& in) {
  const StepActivity activity = step_activity(snapshot_, whole_window());
  const auto of = [&](StepClass what) -> const std::vector<TimeRange>& {
    return activity[static_cast<std::size_t>(what)];
  };
  if (of(StepClass::Communication).empty()) return;
  DeviceActivity& host = out_.devices.emplace_back();
  host.exposed_comm = common_parts(of(StepClass::Communication), left_out(of(StepClass::CpuExec)));
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

std::uint32_t ActivityReader::add_name(StringId id) {
  known_[index_of(id)] = static_cast<std::uint32_t>(out_.names.size());
  out_.names.emplace_back(snapshot_.text(id));
  return known_[index_of(id)];
}

TimeRange ActivityReader::idle_ends(std::size_t device) const {
  const DeviceActivity& of = out_.devices[device];
  if (idle_ != nullptr)
    return idle_->ends(of.device, [&](const IdlePiece& piece) { return idle_part(device, piece); });
  return of.idle.empty() ? TimeRange{kMaxNs, kMinNs}
                         : TimeRange{of.idle.front().range.begin_ns, of.idle.back().range.end_ns};
}

RankActivity ActivityReader::take() {
  for (std::size_t i = 0; idle_ != nullptr && i < out_.devices.size(); ++i) {
    std::vector<IdleStretch>& idle = out_.devices[i].idle;
    idle.reserve(idle_->most_pieces(out_.devices[i].device));
    visit_idle(i, [&](const IdleStretch& one) { idle.push_back(one); });
  }
  return std::move(out_);
}

const DeviceActivity* RankActivity::device(std::int64_t number) const {
  const auto at = std::ranges::find(devices, number, &DeviceActivity::device);
  return at != devices.end() ? &*at : nullptr;
}

RankActivity rank_activity(const RankTrace& trace) {
  return ActivityReader(trace.results).take();
}

}  // namespace lanescope
