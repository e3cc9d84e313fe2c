#include "core/view/ranks/rank_picture.h"

#include <algorithm>
#include <utility>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/host/sampled_threads.h"
#include "core/analysis/steps/activity.h"
#include "core/ranks/host_in_file_name.h"
#include "core/view/lanes/tree.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kMostStreamRows = 3;

/// The ranges of one class, over all devices.
std::vector<TimeRange> on_any_device(const RankActivity& activity,
                                     std::vector<TimeRange> DeviceActivity::*list) {
  std::vector<TimeRange> all;
  for (const DeviceActivity& device : activity.devices) {
    all.insert(all.end(), (device.*list).begin(), (device.*list).end());
  }
  if (activity.devices.size() < 2) return all;
  std::ranges::sort(all, {}, &TimeRange::begin_ns);
  return merged(all);
}

void draw_activity(const RankActivity& activity, RankPicture& picture) {
  std::vector<TimeRange> compute = on_any_device(activity, &DeviceActivity::compute);
  std::vector<TimeRange> comm = on_any_device(activity, &DeviceActivity::exposed_comm);
  std::vector<TimeRange> memory = on_any_device(activity, &DeviceActivity::exposed_memory);
  if (activity.devices.size() > 1) {
    const std::vector<TimeRange> without_compute = left_out(compute);
    comm = common_parts(comm, without_compute);
    memory = common_parts(common_parts(memory, without_compute), left_out(comm));
  }
  picture.compute = StripIndex(std::move(compute));
  picture.exposed_comm = StripIndex(std::move(comm));
  picture.exposed_memory = StripIndex(std::move(memory));
}

/// What stands for the GPUs of a rank without GPU work.
struct HostWork {
  RankWork work = RankWork::Unknown;
  std::vector<TimeRange> busy;  // merged
};

HostWork find_host_work(const RankTrace& rank) {
  const auto activity = rank.results.of<AllStepActivity>();
  const auto of = [&](StepClass what) -> const std::vector<TimeRange>& {
    return activity->classes.at(static_cast<std::size_t>(what));
  };
  if (!of(StepClass::CpuExec).empty() || !of(StepClass::Communication).empty())
    return {RankWork::Operators, of(StepClass::CpuExec)};
  HostWork host;
  for (const SampledThread& thread : sampled_threads(rank.results.trace)) {
    const std::vector<TimeRange> running = running_times(rank.results.trace, thread.any());
    host.busy.insert(host.busy.end(), running.begin(), running.end());
    host.work = RankWork::Threads;
  }
  std::ranges::sort(host.busy, {}, &TimeRange::begin_ns);
  host.busy = merged(host.busy);
  return host;
}

Ns covered(const std::vector<TimeRange>& ranges, TimeRange range) {
  Ns sum_ns = 0;
  auto at = std::partition_point(ranges.begin(), ranges.end(), [&](const TimeRange& one) {
    return one.end_ns <= range.begin_ns;
  });
  for (; at != ranges.end() && at->begin_ns < range.end_ns; ++at) {
    sum_ns = saturating_add(
        sum_ns, std::min(at->end_ns, range.end_ns) - std::max(at->begin_ns, range.begin_ns));
  }
  return sum_ns;
}

Ns covered_by_all(const RankActivity& activity, std::vector<TimeRange> DeviceActivity::*list,
                  TimeRange range) {
  Ns sum_ns = 0;
  for (const DeviceActivity& device : activity.devices)
    sum_ns = saturating_add(sum_ns, covered(device.*list, range));
  return sum_ns;
}

void draw_host(HostWork host, RankPicture& picture) {
  picture.work = host.work;
  for (RankStepPicture& step : picture.steps) step.compute_ns = covered(host.busy, step.range);
  picture.compute = StripIndex(std::move(host.busy));
}

void draw_steps(const Snapshot& snapshot, const RankActivity& activity, RankPicture& picture) {
  for (const StepRange& step : step_ranges(snapshot)) {
    const auto of = [&](auto list) { return covered_by_all(activity, list, step.range); };
    picture.steps.push_back({.name = std::string(snapshot.text(step.name)),
                             .range = step.range,
                             .compute_ns = of(&DeviceActivity::compute),
                             .exposed_comm_ns = of(&DeviceActivity::exposed_comm),
                             .exposed_memory_ns = of(&DeviceActivity::exposed_memory)});
  }
}

void draw_streams(const Snapshot& snapshot, RankPicture& picture) {
  const LaneTree tree = build_lane_tree(snapshot);
  for (const LaneGroup& group : tree.groups) {
    for (const Lane& lane : group.lanes) {
      const std::size_t track = index_of(lane.track);
      if (lane.kind != LaneKind::Slices || track >= snapshot.tracks.size()) continue;
      if (snapshot.tracks[track].kind != TrackKind::GpuStream) continue;
      const std::uint32_t rows = std::clamp(snapshot.tracks[track].depth, 1U, kMostStreamRows);
      picture.streams.push_back({lane.track, lane.title, lane.facts, rows});
    }
  }
}

}  // namespace

RankPicture make_rank_picture(const RankTrace& rank, std::shared_ptr<const Snapshot> snapshot,
                              const RankActivity& activity, std::string file) {
  RankPicture picture;
  const Snapshot& trace = rank.results.trace;
  picture.file = std::move(file);
  picture.host = host_in_file_name(picture.file);
  picture.extent = trace.extent;
  picture.events = trace.counts.total;
  picture.cut_off = !trace.report.complete;
  picture.damaged = trace.report.damaged;
  draw_activity(activity, picture);
  draw_steps(trace, activity, picture);
  if (!has_gpu_work(trace)) draw_host(find_host_work(rank), picture);
  draw_streams(trace, picture);
  picture.snapshot_bytes = trace.memory_bytes();
  picture.snapshot = std::move(snapshot);
  return picture;
}

}  // namespace lanescope
