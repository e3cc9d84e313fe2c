#include "core/view/lanes/curve_lanes.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/analysis/ops/allocations.h"
#include "core/view/lanes/counter_names.h"
#include "core/view/lanes/memory_stack.h"
#include "core/view/lanes/metric_curves.h"
#include "core/view/text/time_text.h"

namespace lanescope {

Lane idle_lane(const std::string& key, std::int64_t device) {
  return {.key = key + "/idle",
          .title = "idle",
          .kind = LaneKind::Idle,
          .role = LaneRole::Idle,
          .device = device};
}

LaneGroup metrics_group(const std::string& key, std::int64_t device, std::size_t devices) {
  const std::string title = devices > 1 ? fmt::format("GPU {} metrics", device) : "GPU metrics";
  LaneGroup group{key + "/metrics", title, GroupKind::Metrics, {}, true};
  for (const DeviceMetric metric : kDeviceMetrics) {
    const MetricWords words = words_of(metric);
    group.lanes.push_back({.key = fmt::format("{}/{}", key, words.title),
                           .title = std::string(words.title),
                           .facts = std::string(words.facts),
                           .kind = LaneKind::Metrics,
                           .role = LaneRole::Metrics,
                           .index = static_cast<std::uint32_t>(metric),
                           .device = device});
  }
  return group;
}

std::vector<Lane> memory_lanes(const Snapshot& snapshot, std::uint32_t index,
                               const std::string& key, const std::string& title) {
  const MemoryTrack& memory = *snapshot.memory[index];
  std::vector<Lane> lanes{{.key = key,
                           .title = title,
                           .facts = "peak " + format_bytes(memory.peak_allocated),
                           .kind = LaneKind::Memory,
                           .role = LaneRole::Memory,
                           .index = index}};
  // Without addresses it is unknown what is freed; and host memory is rarely short.
  const bool has_address =
      std::ranges::any_of(memory.address, [](std::int64_t address) { return address != 0; });
  if (!has_address || is_host_memory(memory.device_type)) return lanes;
  // A snapshot does not record what its blocks are used for.
  if (snapshot.info.format == "cuda-memory-snapshot") return lanes;
  lanes.push_back({.key = key + " by category",
                   .title = title + " by category",
                   .facts = "estimated",
                   .kind = LaneKind::MemoryByCategory,
                   .role = LaneRole::Memory,
                   .index = index});
  return lanes;
}

std::vector<Lane> counter_lanes(const Snapshot& snapshot) {
  std::vector<Lane> lanes;
  if (category_counters(snapshot)) {
    lanes.push_back({.key = "counters/memory by category",
                     .title = "Memory by category",
                     .facts = "reported by PyTorch",
                     .kind = LaneKind::MemoryByCategory,
                     .role = LaneRole::Memory});
  }
  for (std::uint32_t i = 0; i < snapshot.counters.size(); ++i) {
    const CounterTrack& counter = *snapshot.counters[i];
    const std::string_view name = snapshot.text(counter.name);
    const std::string_view series = snapshot.text(counter.series);
    const std::string_view shown = shown_series(snapshot, counter);
    const std::string_view process = snapshot.text(counter.process);
    lanes.push_back(
        {.key = fmt::format("counter/{}/{}/{}", process, name, series),
         .title = shown.empty() ? std::string(name) : fmt::format("{} · {}", name, shown),
         .facts = process.empty() ? "" : fmt::format("pid {}", process),
         .kind = LaneKind::Counter,
         .role = LaneRole::Counter,
         .index = i});
  }
  return lanes;
}

}  // namespace lanescope
