#include "core/view/lanes/tree.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/ops/allocations.h"
#include "core/view/lanes/memory_stack.h"
#include "core/view/lanes/metric_curves.h"
#include "core/view/lanes/stream_use.h"
#include "core/view/lanes/track_lanes.h"
#include "core/view/text/lane_names.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

// `key` is that of the device's group.
Lane idle_lane(const std::string& key, std::int64_t device) {
  Lane lane;
  lane.key = key + "/idle";
  lane.title = "idle";
  lane.kind = LaneKind::Idle;
  lane.role = LaneRole::Idle;
  lane.device = device;
  return lane;
}

/// What is measured of a device, one lane each. With one of the trace's `devices` its number goes
/// without saying.
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

/// Of Snapshot::memory[index]: its totals, and its use where that can be estimated. Cost: a look at
/// the records up to the first address.
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

/// Of Snapshot::counters, and what torch's own memory timelines hold by category.
std::vector<Lane> counter_lanes(const Snapshot& snapshot) {
  std::vector<Lane> lanes;
  if (category_counters(snapshot)) {
    Lane lane;
    lane.title = "Memory by use";
    lane.facts = "as torch tells it";
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

class TreeBuilder {
 public:
  explicit TreeBuilder(const Snapshot& snapshot)
      : snapshot_(snapshot), tracks_(snapshot), roles_(snapshot.strings) {}

  LaneTree build() {
    add_steps();
    ProcessGroups processes = process_groups(snapshot_, tracks_);
    std::ranges::move(processes.before_devices, std::back_inserter(tree_.groups));
    add_devices();
    add_memory();
    add_counters();
    std::ranges::move(processes.after_devices, std::back_inserter(tree_.groups));
    add_rest(GroupKind::Async, "async", "Async spans", LaneRole::Async);
    add_rest(GroupKind::Other, "other", "Other", LaneRole::Other);
    add_rest(GroupKind::Profiler, "profiler", "Profiler", LaneRole::Profiler);
    make_keys_unique();
    return std::move(tree_);
  }

 private:
  using Tracks = std::vector<const Track*>;

  void add_steps() {
    if (snapshot_.steps.empty()) return;
    Lane lane;
    lane.key = "steps";
    lane.title = "Steps";
    lane.kind = LaneKind::Steps;
    lane.role = LaneRole::Steps;
    tree_.groups.push_back({"steps", "", GroupKind::Steps, {std::move(lane)}, false});
  }

  /// All tracks of one stream.
  struct Stream {
    Tracks work, annotations, sync;
    StreamUse use;
  };
  struct Device {
    const Track* any = nullptr;
    std::map<std::int64_t, Stream> streams;
  };

  void add_devices() {
    std::map<std::tuple<std::int64_t, StringId>, Device> devices;
    for (const Track& track : snapshot_.tracks) {
      if (!tracks_.has_events(track) || tracks_.group_kind(track) != GroupKind::Device) continue;
      Device& device = devices[{track.device, track.process}];
      device.any = &track;
      Stream& stream = device.streams[track.stream];
      if (track.kind == TrackKind::GpuStream) {
        const StreamUse use = stream_use(snapshot_, track, window_of(track.device), roles_);
        if (stream.work.empty() || use.busy > stream.use.busy) stream.use = use;
        stream.work.push_back(&track);
      } else {
        (track.kind == TrackKind::GpuSync ? stream.sync : stream.annotations).push_back(&track);
      }
    }
    std::map<std::int64_t, int> groups_of;
    for (const auto& [id, device] : devices) ++groups_of[std::get<0>(id)];
    std::map<std::int64_t, int> ordinal;
    for (auto& [id, device] : devices) {
      const std::int64_t number = std::get<0>(id);
      std::string title = device_title(snapshot_, *device.any);
      if (groups_of[number] > 1) {
        title += fmt::format(" · process {}", snapshot_.text(std::get<1>(id)));
      }
      const int nth = ordinal[number]++;
      const std::string key =
          nth == 0 ? fmt::format("gpu {}", number) : fmt::format("gpu {} {}", number, nth);
      const bool works = has_work(device);
      tree_.groups.push_back(device_group(key, std::move(title), number, device));
      if (works && nth == 0) tree_.groups.push_back(metrics_group(key, number, groups_of.size()));
    }
  }

  LaneGroup device_group(const std::string& key, std::string title, std::int64_t number,
                         const Device& device) {
    LaneGroup group{key, std::move(title), GroupKind::Device, {}};
    std::vector<std::pair<std::int64_t, const Stream*>> order;
    for (const auto& [stream, tracks] : device.streams) order.emplace_back(stream, &tracks);
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
      return a.second->use.role < b.second->use.role;
    });
    for (const auto& [stream, tracks] : order) add_stream(group, key, *tracks);
    if (has_work(device)) group.lanes.push_back(idle_lane(key, number));
    for (std::uint32_t i = 0; i < snapshot_.memory.size(); ++i) {
      const MemoryTrack& memory = *snapshot_.memory[i];
      if (memory.device_type == 0 || memory.device_id != number || placed_.contains(i)) continue;
      placed_.insert(i);
      add_memory_lanes(group, i, key + "/memory", "memory");
    }
    return group;
  }

  const UseWindow& window_of(std::int64_t device) {
    const auto [at, fresh] = windows_.try_emplace(device);
    if (fresh) at->second = use_window(snapshot_, device);
    return at->second;
  }

  static bool has_work(const Device& device) {
    return std::ranges::any_of(device.streams, [](const auto& stream) {
      return std::ranges::any_of(stream.second.work,
                                 [](const Track* track) { return track->slices > 0; });
    });
  }

  void add_stream(LaneGroup& group, const std::string& key, const Stream& stream) {
    for (const Track* track : stream.annotations) {
      group.lanes.push_back(tracks_.slice_lane(*track, LaneRole::Annotations, "annotations",
                                               stream_title(snapshot_, *track)));
      group.lanes.back().key = fmt::format("{}/annotations {}", key, track->stream);
    }
    for (const Track* track : stream.work) {
      const StreamUse use = stream.work.size() == 1
                                ? stream.use
                                : stream_use(snapshot_, *track, window_of(track->device), roles_);
      group.lanes.push_back(
          tracks_.slice_lane(*track, use.role, stream_title(snapshot_, *track), stream_facts(use)));
      group.lanes.back().key = fmt::format("{}/stream {}", key, track->stream);
    }
    for (const Track* track : stream.sync) {
      group.lanes.push_back(
          tracks_.slice_lane(*track, LaneRole::Sync, "sync", stream_title(snapshot_, *track)));
      group.lanes.back().key = fmt::format("{}/sync {}", key, track->stream);
    }
  }

  [[nodiscard]] std::string stream_facts(const StreamUse& use) const {
    const std::string_view work = use.role == LaneRole::Communication ? "communication"
                                  : use.role == LaneRole::Copies      ? "copies"
                                                                      : "compute";
    return fmt::format("{} · {} {}", work, format_share(use.busy),
                       snapshot_.steps.empty() ? "busy" : "in steps");
  }

  void add_memory_lanes(LaneGroup& group, std::uint32_t index, const std::string& key,
                        const std::string& title) const {
    std::ranges::move(memory_lanes(snapshot_, index, key, title), std::back_inserter(group.lanes));
  }

  void add_memory() {
    LaneGroup group{"memory", "Memory", GroupKind::Memory, {}};
    for (std::uint32_t i = 0; i < snapshot_.memory.size(); ++i) {
      if (placed_.contains(i)) continue;
      const MemoryTrack& memory = *snapshot_.memory[i];
      const std::string name = memory_device_name(memory.device_type, memory.device_id);
      add_memory_lanes(group, i, "memory/" + name, name);
    }
    if (!group.lanes.empty()) tree_.groups.push_back(std::move(group));
  }

  void add_counters() {
    LaneGroup group{"counters", "Counters", GroupKind::Counters, counter_lanes(snapshot_)};
    if (!group.lanes.empty()) tree_.groups.push_back(std::move(group));
  }

  /// Marks of the whole trace, such as the profiler's "Record Window End", are on a row of nobody.
  [[nodiscard]] std::string marks_title(const Track& track) const {
    if (tracks_.instants_of(track) != 1) return "Trace marks";
    const InstantTable& table = *snapshot_.instants;
    return std::string(snapshot_.text(table.name[table.track_begin[index_of(track.id)]]));
  }

  void add_rest(GroupKind kind, const std::string& key, const std::string& title, LaneRole role) {
    LaneGroup group{key, title, kind, {}};
    for (const Track& track : snapshot_.tracks) {
      if (!tracks_.has_events(track) || tracks_.group_kind(track) != kind) continue;
      const std::string_view process = snapshot_.text(track.process);
      const std::string_view thread = snapshot_.text(track.thread);
      const bool marks = kind == GroupKind::Profiler && track.slices == 0;
      std::string name = track.kind == TrackKind::CpuThread ? "unknown Python thread"
                         : marks                            ? marks_title(track)
                                                            : std::string(thread);
      if (name.empty()) name = "unnamed thread";
      std::string facts = process.empty() || marks
                              ? tracks_.event_count(track)
                              : fmt::format("{} · {}", process, tracks_.event_count(track));
      Lane lane = tracks_.slice_lane(track, role, std::move(name), std::move(facts));
      lane.key = fmt::format("{}/{}/{}", key, process, thread);
      group.lanes.push_back(std::move(lane));
    }
    // Spans first, marks under them.
    std::ranges::stable_sort(group.lanes, std::ranges::greater(), [this](const Lane& lane) {
      return snapshot_.tracks[index_of(lane.track)].slices > 0;
    });
    if (!group.lanes.empty()) tree_.groups.push_back(std::move(group));
  }

  void make_keys_unique() {
    std::map<std::string, int> seen;
    for (LaneGroup& group : tree_.groups) {
      for (Lane& lane : group.lanes) {
        const int nth = seen[lane.key]++;
        if (nth > 0) lane.key += fmt::format(" ({})", nth + 1);
      }
    }
  }

  const Snapshot& snapshot_;
  TrackLanes tracks_;
  RoleTable roles_;
  std::map<std::int64_t, UseWindow> windows_;  // by device
  std::set<std::uint32_t> placed_;             // memory tracks that have a lane
  LaneTree tree_;
};

}  // namespace

std::optional<LaneRef> LaneTree::find(TrackId track) const {
  for (std::uint32_t g = 0; g < groups.size(); ++g) {
    for (std::uint32_t l = 0; l < groups[g].lanes.size(); ++l) {
      const Lane& lane = groups[g].lanes[l];
      if (lane.kind == LaneKind::Slices && lane.track == track) return LaneRef{g, l};
    }
  }
  return std::nullopt;
}

std::optional<LaneRef> LaneTree::find(std::string_view key) const {
  for (std::uint32_t g = 0; g < groups.size(); ++g) {
    for (std::uint32_t l = 0; l < groups[g].lanes.size(); ++l) {
      if (groups[g].lanes[l].key == key) return LaneRef{g, l};
    }
  }
  return std::nullopt;
}

LaneTree build_lane_tree(const Snapshot& snapshot) {
  return TreeBuilder(snapshot).build();
}

}  // namespace lanescope
