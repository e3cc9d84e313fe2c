#include "core/view/lanes/curve_lanes.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/ops/allocations.h"
#include "core/view/lanes/memory_stack.h"
#include "core/view/lanes/metric_curves.h"
#include "core/view/text/time_text.h"

namespace lanescope {

Lane idle_lane(const std::string& key, std::int64_t device) {
  Lane lane;
  lane.key = key + "/idle";
  lane.title = "idle";
  lane.kind = LaneKind::Idle;
  lane.role = LaneRole::Idle;
  lane.device = device;
  return lane;
}

LaneGroup metrics_group(const std::string& key, std::int64_t device, std::size_t devices) {
  const std::string title = devices > 1 ? fmt::format("GPU {} metrics", device) : "GPU metrics";
  LaneGroup group{key + "/metrics", title, GroupKind::Metrics, {}, true};
  for (const DeviceMetric metric : kDeviceMetrics) {
    const MetricWords words = words_of(metric);
    Lane lane;
    lane.key = fmt::format("{}/{}", key, words.title);
    lane.title = words.title;
    lane.facts = words.facts;
    lane.kind = LaneKind::Metrics;
    lane.role = LaneRole::Metrics;
    lane.index = static_cast<std::uint32_t>(metric);
    lane.device = device;
    group.lanes.push_back(std::move(lane));
  }
  return group;
}

std::vector<Lane> memory_lanes(const Snapshot& snapshot, std::uint32_t index,
                               const std::string& key, const std::string& title) {
  const MemoryTrack& memory = *snapshot.memory[index];
  std::vector<Lane> lanes;
  Lane lane;
  lane.key = key;
  lane.title = title;
  lane.facts = "peak " + format_bytes(memory.peak_allocated);
  lane.kind = LaneKind::Memory;
  lane.role = LaneRole::Memory;
  lane.index = index;
  lanes.push_back(lane);
  // Without addresses it is not known what is freed; the host's memory is rarely short.
  const bool has_address = std::any_of(memory.address.begin(), memory.address.end(),
                                       [](std::int64_t address) { return address != 0; });
  if (!has_address || is_host_memory(memory.device_type)) return lanes;
  // Of a snapshot's blocks nothing tells what they are for.
  if (snapshot.info.format == "cuda-memory-snapshot") return lanes;
  lane.key += " by category";
  lane.title += " by use";
  lane.facts = "estimated";
  lane.kind = LaneKind::MemoryByCategory;
  lanes.push_back(std::move(lane));
  return lanes;
}

std::vector<Lane> counter_lanes(const Snapshot& snapshot) {
  std::vector<Lane> lanes;
  if (category_counters(snapshot)) {
    Lane lane;
    lane.title = "Memory by use";
    lane.facts = "reported by torch";
    lane.key = "counters/memory by category";
    lane.kind = LaneKind::MemoryByCategory;
    lane.role = LaneRole::Memory;
    lanes.push_back(std::move(lane));
  }
  for (std::uint32_t i = 0; i < snapshot.counters.size(); ++i) {
    const CounterTrack& counter = *snapshot.counters[i];
    const std::string_view name = snapshot.text(counter.name);
    const std::string_view series = snapshot.text(counter.series);
    const std::string_view process = snapshot.text(counter.process);
    Lane lane;
    lane.title = series.empty() ? std::string(name) : fmt::format("{} · {}", name, series);
    lane.facts = process.empty() ? "" : fmt::format("pid {}", process);
    lane.key = fmt::format("counter/{}/{}/{}", process, name, series);
    lane.kind = LaneKind::Counter;
    lane.role = LaneRole::Counter;
    lane.index = i;
    lanes.push_back(std::move(lane));
  }
  return lanes;
}

}  // namespace lanescope
