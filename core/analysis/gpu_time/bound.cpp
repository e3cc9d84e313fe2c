#include "core/analysis/gpu_time/bound.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_map>

#include "core/analysis/comm/exposure.h"
#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/statistics.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/gpu_time/roofline.h"
#include "core/analysis/idle/idle.h"
#include "core/analysis/launch/queue.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

using Parts = std::array<Ns, kBoundParts>;

BoundPart part_of(const IdlePiece& piece, const IdleGap& gap) {
  switch (piece.what) {
    case IdleClass::DataLoading:
      return BoundPart::Input;
    case IdleClass::Allocation:
      return BoundPart::Allocation;
    case IdleClass::DeviceWait:
    case IdleClass::Unlinked:
      return BoundPart::DeviceWait;
    case IdleClass::Sync:
      return BoundPart::Sync;
    default:
      return gap.drained_by != EventId::None ? BoundPart::Sync : BoundPart::Host;
  }
}

const IdleDevice* idle_of(const IdleTime& idle, std::int64_t device) {
  const auto found = std::ranges::find(idle.devices, device, &IdleDevice::device);
  return found == idle.devices.end() ? nullptr : &*found;
}

/// Those of a sorted, disjoint list that overlap a range. Cost: log n plus their number.
template <typename Thing>
std::span<const Thing> overlapping(std::span<const Thing> things, TimeRange range) {
  const auto ends = [](const Thing& thing) { return thing.range.end_ns; };
  const auto begins = [](const Thing& thing) { return thing.range.begin_ns; };
  const auto first = std::ranges::upper_bound(things, range.begin_ns, {}, ends);
  const auto last = std::ranges::lower_bound(first, things.end(), range.end_ns, {}, begins);
  return {first, last};
}

/// Adds the idle time in a range to its parts.
void add_idle(const IdleDevice& idle, TimeRange range, Parts& parts) {
  for (const IdleGap& gap : overlapping(std::span(idle.gaps), range)) {
    const GapPieces pieces = idle.pieces_of(gap);
    for (std::size_t i = pieces.ends_after(range.begin_ns); i < pieces.size(); ++i) {
      const IdlePiece piece = pieces[i];
      if (piece.range.begin_ns >= range.end_ns) break;
      if (piece.what == IdleClass::Paused) continue;
      const TimeRange inside{std::max(piece.range.begin_ns, range.begin_ns),
                             std::min(piece.range.end_ns, range.end_ns)};
      Ns& part_ns = parts[static_cast<std::size_t>(part_of(piece, gap))];
      part_ns = saturating_add(part_ns, length_of(inside));
    }
  }
}

/// Facts about a device, apart from the parts, that the verdict needs.
struct DeviceFacts {
  std::optional<double> queue_p50;
  std::optional<Ns> median_kernel_ns;
  std::optional<double> modelled;
  Ns compute_bound_ns = 0, memory_bound_ns = 0;
  const Thresholds* thresholds = nullptr;
};

WorkloadClass class_of_host(double share, const DeviceFacts& facts) {
  const bool runs_dry = facts.queue_p50 && *facts.queue_p50 <= 1;
  const Thresholds& limits = *facts.thresholds;
  if (share < limits.host_share_pct / 100 || !runs_dry) return WorkloadClass::Host;
  const bool tiny = facts.median_kernel_ns && *facts.median_kernel_ns < limits.tiny_kernel_ns;
  return tiny ? WorkloadClass::Launch : WorkloadClass::Overhead;
}

WorkloadClass class_of_gpu(const DeviceFacts& facts) {
  const bool known = facts.modelled.value_or(0) >= facts.thresholds->modelled_share_pct / 100;
  if (!known || facts.compute_bound_ns == facts.memory_bound_ns) return WorkloadClass::Gpu;
  return facts.compute_bound_ns > facts.memory_bound_ns ? WorkloadClass::Compute
                                                        : WorkloadClass::Memory;
}

WorkloadClass class_of(BoundPart part, double share, const DeviceFacts& facts) {
  using enum WorkloadClass;
  if (part == BoundPart::Host) return class_of_host(share, facts);
  if (part == BoundPart::Gpu) return class_of_gpu(facts);
  constexpr std::array kClasses = {Input, Allocation, Sync, Host, Comm, Copy, DeviceWait};
  return kClasses.at(static_cast<std::size_t>(part));
}

Ns of_part(const Parts& parts, BoundPart part) {
  return parts[static_cast<std::size_t>(part)];
}

/// The largest part, on a tie the first; nullopt if all are 0.
std::optional<BoundPart> largest(const Parts& parts) {
  const auto most = std::ranges::max_element(parts);
  if (*most <= 0) return std::nullopt;
  return static_cast<BoundPart>(most - parts.begin());
}

/// Whether the queue is usually empty and the host part is large.
bool host_sets_pace(const Parts& parts, double all, const DeviceFacts& facts) {
  const double share = static_cast<double>(of_part(parts, BoundPart::Host)) / all;
  return facts.queue_p50 == 0 && share >= facts.thresholds->host_share_pct / 100;
}

/// The difference between compute- and memory-bound time, scaled to `gpu_share`. Both are measured
/// over the entire window.
double apart(const DeviceFacts& facts, double gpu_share) {
  const auto compute = static_cast<double>(facts.compute_bound_ns);
  const auto memory = static_cast<double>(facts.memory_bound_ns);
  return gpu_share * std::abs(compute - memory) / (compute + memory);
}

/// What limits the program: the largest part; but the host, even if the GPU computes longer, where
/// it sets the pace: each kernel then runs while the host prepares the next one, and faster kernels
/// would only wait longer.
std::optional<BoundPart> limiting_part(const Parts& parts, bool host_sets_pace) {
  return host_sets_pace ? BoundPart::Host : largest(parts);
}

BoundVerdict judge(const Parts& parts, const DeviceFacts& facts) {
  BoundVerdict verdict;
  verdict.parts_ns = parts;
  double all = 0;
  for (const Ns part_ns : parts) all += static_cast<double>(part_ns);
  verdict.host_sets_pace = largest(parts) == BoundPart::Gpu && host_sets_pace(parts, all, facts);
  const std::optional<BoundPart> part = limiting_part(parts, verdict.host_sets_pace);
  if (!part) return verdict;
  Parts others = parts;
  others[static_cast<std::size_t>(*part)] = 0;
  if (verdict.host_sets_pace) others[static_cast<std::size_t>(BoundPart::Gpu)] = 0;
  verdict.next = largest(others);
  const Ns next_ns = verdict.next ? of_part(parts, *verdict.next) : 0;
  const auto most = static_cast<double>(of_part(parts, *part));
  verdict.workload = class_of(*part, most / all, facts);
  // A host that sets the pace may take less time than the next part does.
  verdict.confidence = std::max(0.0, most - static_cast<double>(next_ns)) / all;
  if (verdict.workload == WorkloadClass::Compute || verdict.workload == WorkloadClass::Memory) {
    const double ahead = apart(facts, most / all);
    if (ahead < verdict.confidence) {
      verdict.confidence = ahead;
      verdict.next = std::nullopt;
    }
  }
  return verdict;
}

/// What a device does when.
struct DeviceUse {
  std::span<const TimeRange> busy, compute;
  std::vector<TimeRange> comm;
  const IdleDevice* idle = nullptr;

  [[nodiscard]] Parts parts_in(TimeRange range) const {
    Parts parts{};
    if (idle != nullptr) add_idle(*idle, range, parts);
    const Ns busy_ns = length_inside(busy, range);
    const Ns compute_ns = length_inside(compute, range);
    const Ns comm_ns = length_inside(comm, range);
    parts[static_cast<std::size_t>(BoundPart::Gpu)] = compute_ns;
    parts[static_cast<std::size_t>(BoundPart::Comm)] = comm_ns;
    parts[static_cast<std::size_t>(BoundPart::Copy)] =
        saturating_sub(saturating_sub(busy_ns, compute_ns), comm_ns);
    return parts;
  }
};

/// The results of other analyses, by device.
class DeviceResults {
 public:
  DeviceResults(const LaunchQueue& queue, const RooflineTable& roofline) : roofline_(roofline) {
    for (const StreamQueue& lane : queue.lanes) {
      const StreamQueue*& fullest = queues_[lane.device];
      if (fullest == nullptr || lane.events > fullest->events) fullest = &lane;
    }
    for (const RooflineDevice& device : roofline.devices) rooflines_[device.device] = &device;
  }

  /// The queue of the stream with the most launches; null if there are none.
  [[nodiscard]] const StreamQueue* queue_of(std::int64_t device) const {
    const auto at = queues_.find(device);
    return at == queues_.end() ? nullptr : at->second;
  }
  [[nodiscard]] const RooflineDevice* roofline_of(std::int64_t device) const {
    const auto at = rooflines_.find(device);
    return at == rooflines_.end() ? nullptr : at->second;
  }
  [[nodiscard]] bool has_shapes() const { return roofline_.has_shapes; }

 private:
  const RooflineTable& roofline_;
  std::unordered_map<std::int64_t, const StreamQueue*> queues_;
  std::unordered_map<std::int64_t, const RooflineDevice*> rooflines_;
};

DeviceFacts facts_of(const DeviceTimeline& timeline, const DeviceResults& results) {
  DeviceFacts facts;
  if (const StreamQueue* queue = results.queue_of(timeline.device))
    facts.queue_p50 = static_cast<double>(queue->p50);
  std::vector<double> lengths;
  lengths.reserve(timeline.events.size());
  for (const TimelineEvent& event : timeline.events) {
    if (event.counts && event.gpu_class == GpuClass::Compute) {
      lengths.push_back(static_cast<double>(length_of(event.range)));
    }
  }
  if (!lengths.empty()) facts.median_kernel_ns = rounded_ns(median_of(std::move(lengths)));
  const RooflineDevice* device = results.roofline_of(timeline.device);
  if (device == nullptr || device->compute_ns <= 0) return facts;
  const auto bound = [&](RooflineBound b) { return device->bound_ns[static_cast<std::size_t>(b)]; };
  facts.compute_bound_ns = bound(RooflineBound::Compute);
  facts.memory_bound_ns = bound(RooflineBound::Memory);
  if (results.has_shapes()) {
    facts.modelled =
        static_cast<double>(device->modelled_ns) / static_cast<double>(device->compute_ns);
  }
  return facts;
}

}  // namespace

std::string_view bound_part_name(BoundPart part) {
  constexpr std::array<std::string_view, kBoundParts> kNames = {
      "input", "allocation", "sync", "host", "comm", "copy", "device_wait", "gpu"};
  return kNames[static_cast<std::size_t>(part)];
}

std::string_view workload_class_name(WorkloadClass workload) {
  constexpr std::array<std::string_view, 12> kNames = {
      "input-bound",           "allocation-bound", "sync-bound",          "overhead-bound",
      "launch-bound",          "host-bound",       "communication-bound", "copy-bound",
      "waiting on the device", "compute-bound",    "memory-bound",        "GPU-bound"};
  return kNames[static_cast<std::size_t>(workload)];
}

BoundTable analyse_bound(const AnalysisResults& in) {
  const AnalysisWindow& window = in.window;
  const std::vector<StepRange> steps = in.of<StepRanges>()->in(in.window);
  AnalysisWindow looked_at = window;
  const TimeRange of_steps =
      steps.empty() ? window.range
                    : TimeRange{steps.front().range.begin_ns, steps.back().range.end_ns};
  if (!steps.empty() && !(window.is_bounded() && window.range == of_steps)) {
    looked_at = range_window(of_steps);
    looked_at.device = window.device;
    looked_at.thresholds = window.thresholds;
  }
  const AnalysisResults& results_there = in.about(looked_at);
  const auto idle = results_there.of<IdleTime>();
  const auto queue = results_there.of<LaunchQueue>();
  const auto roofline = results_there.of<RooflineTable>();
  const DeviceResults results(*queue, *roofline);
  BoundTable table;
  const auto timelines = results_there.of<DeviceTimelines>();
  for (const DeviceTimeline& timeline : timelines->devices) {
    if (table.devices.size() == kMostIdleDevices) {
      ++table.devices_left_out;
      continue;
    }
    DeviceFacts facts = facts_of(timeline, results);
    facts.thresholds = &*window.thresholds;
    const DeviceUse use{timeline.busy(), timeline.busy(GpuClass::Compute),
                        comm_exposure(timeline).exposed, idle_of(*idle, timeline.device)};
    BoundDevice& device = table.devices.emplace_back();
    device.device = timeline.device;
    device.window = timeline.window;
    device.verdict = judge(use.parts_in(timeline.window), facts);
    for (const StepRange& step : steps) {
      device.steps.push_back({step.name, step.range, judge(use.parts_in(step.range), facts)});
    }
    device.queue_p50 = facts.queue_p50;
    device.median_kernel_ns = facts.median_kernel_ns;
    device.modelled = facts.modelled;
  }
  return table;
}

}  // namespace lanescope
