#include "core/view/lanes/tree.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "core/analysis/host/record_advice.h"
#include "core/view/lanes/curve_lanes.h"
#include "core/view/lanes/stream_use.h"
#include "core/view/lanes/track_lanes.h"
#include "core/view/text/lane_names.h"
#include "core/view/text/memory_device.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// Sync records that fill less of the time are brief.
constexpr double kBriefShare = 0.01;

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

class TreeBuilder {
 public:
  explicit TreeBuilder(const Snapshot& snapshot)
      : snapshot_(snapshot),
        tracks_(snapshot),
        roles_(snapshot.strings),
        only_counters_(has_only_counters(snapshot)) {}

  LaneTree build() {
    add_steps();
    ProcessGroups processes = process_groups(snapshot_, tracks_);
    std::ranges::move(processes.before_devices, std::back_inserter(tree_.groups));
    add_devices(processes.before_device);
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
    const Lane lane{
        .key = "steps", .title = "Steps", .kind = LaneKind::Steps, .role = LaneRole::Steps};
    tree_.groups.push_back({"steps", "", GroupKind::Steps, {lane}, false});
  }

  /// All tracks of one stream.
  struct Stream {
    Tracks work, annotations, sync;
    StreamUse use;
    bool aside = false;  // has next to nothing to show
  };
  struct Device {
    const Track* any = nullptr;
    std::map<std::int64_t, Stream> streams;
  };

  /// `before`: the groups that go right before a device.
  void add_devices(std::map<std::int64_t, std::vector<LaneGroup>>& before) {
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
      if (nth == 0) std::ranges::move(before[number], std::back_inserter(tree_.groups));
      for (auto& [stream, tracks] : device.streams) tracks.aside = works && is_brief_sync(tracks);
      tree_.groups.push_back(device_group(key, std::move(title), number, device));
      add_brief_sync(key, number, groups_of.size(), device);
      if (works && nth == 0) tree_.groups.push_back(metrics_group(key, number, groups_of.size()));
    }
  }

  LaneGroup device_group(const std::string& key, std::string title, std::int64_t number,
                         const Device& device) {
    LaneGroup group{key, std::move(title), GroupKind::Device, {}};
    std::vector<std::pair<std::int64_t, const Stream*>> order;
    for (const auto& [stream, tracks] : device.streams) order.emplace_back(stream, &tracks);
    std::ranges::stable_sort(order, {}, [](const auto& one) { return one.second->use.role; });
    for (const auto& [stream, tracks] : order) {
      if (!tracks->aside) add_stream(group, key, *tracks);
    }
    if (has_work(device)) group.lanes.push_back(idle_lane(key, number));
    for (std::uint32_t i = 0; i < snapshot_.memory.size(); ++i) {
      const MemoryTrack& memory = *snapshot_.memory[i];
      if (memory.device_type == 0 || memory.device_id != number || placed_.contains(i)) continue;
      placed_.insert(i);
      std::ranges::move(memory_lanes(snapshot_, i, key + "/memory", "memory"),
                        std::back_inserter(group.lanes));
    }
    return group;
  }

  /// Whether a stream has nothing but sync records, which fill next to none of the time.
  [[nodiscard]] bool is_brief_sync(const Stream& stream) {
    if (!stream.work.empty() || !stream.annotations.empty()) return false;
    return std::ranges::all_of(stream.sync, [this](const Track* track) {
      return stream_use(snapshot_, *track, window_of(track->device), roles_).busy < kBriefShare;
    });
  }

  /// A lane each for a few dots, which would push what follows out of sight.
  void add_brief_sync(const std::string& key, std::int64_t number, std::size_t devices,
                      const Device& device) {
    std::string title = devices > 1 ? fmt::format("GPU {} other sync", number) : "Other sync";
    LaneGroup group{key + "/sync", std::move(title), GroupKind::Device, {}, true};
    for (const auto& [stream, tracks] : device.streams) {
      if (tracks.aside) add_stream(group, key, tracks);
    }
    if (!group.lanes.empty()) tree_.groups.push_back(std::move(group));
  }

  const UseWindow& window_of(std::int64_t device) {
    const auto [at, fresh] = windows_.try_emplace(device);
    if (fresh) at->second = use_window(snapshot_, device);
    return at->second;
  }

  /// Idle time and metrics are those of work with times, which profiler ranges do not have.
  [[nodiscard]] bool has_work(const Device& device) const {
    if (only_counters_) return false;
    return std::ranges::any_of(device.streams, [](const auto& stream) {
      return std::ranges::any_of(stream.second.work,
                                 [](const Track* track) { return track->slices > 0; });
    });
  }

  void add_stream(LaneGroup& group, const std::string& key, const Stream& stream) {
    const auto add = [&](const Track& track, LaneRole role, std::string title, std::string facts,
                         const char* what) {
      Lane lane = tracks_.slice_lane(track, role, std::move(title), std::move(facts));
      lane.key = fmt::format("{}/{} {}", key, what, track.stream);
      group.lanes.push_back(std::move(lane));
    };
    const auto title = [this](const Track& track) { return stream_title(snapshot_, track); };
    for (const Track* track : stream.annotations)
      add(*track, LaneRole::Annotations, "annotations", title(*track), "annotations");
    for (const Track* track : stream.work) {
      const StreamUse use = stream.work.size() == 1
                                ? stream.use
                                : stream_use(snapshot_, *track, window_of(track->device), roles_);
      const std::string facts =
          only_counters_ ? "counters of " + counted(track->slices, "kernel") : stream_facts(use);
      add(*track, use.role, title(*track), facts, "stream");
    }
    for (const Track* track : stream.sync)
      add(*track, LaneRole::Sync, "sync", title(*track), "sync");
  }

  [[nodiscard]] std::string stream_facts(const StreamUse& use) const {
    const std::string_view work = use.role == LaneRole::Communication ? "communication"
                                  : use.role == LaneRole::Copies      ? "copies"
                                                                      : "compute";
    return fmt::format("{} · {} {}", work, format_share(use.busy),
                       snapshot_.steps.empty() ? "busy" : "in steps");
  }

  void add_memory() {
    LaneGroup group{"memory", "Memory", GroupKind::Memory, {}};
    for (std::uint32_t i = 0; i < snapshot_.memory.size(); ++i) {
      if (placed_.contains(i)) continue;
      const MemoryTrack& memory = *snapshot_.memory[i];
      const std::string name = memory_device_title(snapshot_, memory.device_type, memory.device_id);
      std::ranges::move(memory_lanes(snapshot_, i, "memory/" + name, name),
                        std::back_inserter(group.lanes));
    }
    if (!group.lanes.empty()) tree_.groups.push_back(std::move(group));
  }

  void add_counters() {
    LaneGroup group{"counters", "Counters", GroupKind::Counters, counter_lanes(snapshot_)};
    if (!group.lanes.empty()) tree_.groups.push_back(std::move(group));
  }

  /// Marks for the whole trace, such as the profiler's "Record Window End", belong to no thread.
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
      // Tools write their own work on threads that are none (process 0, thread -1; process -1,
      // thread 0), or under their name and the process that they did it in.
      const bool nowhere = thread.starts_with('-') || process.starts_with('-');
      const bool own = kind == GroupKind::Profiler && (nowhere || is_number(thread));
      std::string name = track.kind == TrackKind::CpuThread ? "unknown Python thread"
                         : marks                            ? marks_title(track)
                         : own                              ? "profiler overhead"
                                                            : std::string(thread);
      if (name.empty()) name = "unnamed thread";
      std::string facts = tracks_.event_count(track);
      if (own && !nowhere) facts = fmt::format("{} · {}", thread, facts);
      if (!process.empty() && !marks && !nowhere) facts = fmt::format("{} · {}", process, facts);
      Lane lane = tracks_.slice_lane(track, role, std::move(name), std::move(facts));
      lane.key = fmt::format("{}/{}/{}", key, process, thread);
      group.lanes.push_back(std::move(lane));
    }
    // Spans first, then marks.
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
  bool only_counters_;
  std::map<std::int64_t, UseWindow> windows_;  // by device
  std::set<std::uint32_t> placed_;             // memory tracks that have a lane
  LaneTree tree_;
};

template <typename IsIt>
std::optional<LaneRef> find_lane(const std::vector<LaneGroup>& groups, const IsIt& is_it) {
  for (std::uint32_t g = 0; g < groups.size(); ++g) {
    const auto lane = std::ranges::find_if(groups[g].lanes, is_it);
    if (lane == groups[g].lanes.end()) continue;
    return LaneRef{g, static_cast<std::uint32_t>(lane - groups[g].lanes.begin())};
  }
  return std::nullopt;
}

}  // namespace

std::optional<LaneRef> LaneTree::find(TrackId track) const {
  return find_lane(groups, [track](const Lane& lane) {
    return lane.kind == LaneKind::Slices && lane.track == track;
  });
}

std::optional<LaneRef> LaneTree::find(std::string_view key) const {
  return find_lane(groups, [key](const Lane& lane) { return lane.key == key; });
}

LaneTree build_lane_tree(const Snapshot& snapshot) {
  return TreeBuilder(snapshot).build();
}

}  // namespace lanescope
