#include "core/view/lane_tree.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/base/time.h"
#include "core/view/curve_lanes.h"
#include "core/view/lane_names.h"
#include "core/view/stream_use.h"
#include "core/view/thread_use.h"
#include "core/view/time_text.h"

namespace lanescope {
namespace {

std::uint32_t rows_of(const Track& track) {
  std::size_t rows = 1;
  for (const auto& chunk : track.chunks) rows = std::max(rows, chunk->rows.size());
  return static_cast<std::uint32_t>(rows);
}

class TreeBuilder {
 public:
  explicit TreeBuilder(const Snapshot& snapshot)
      : snapshot_(snapshot), roles_(snapshot.strings), window_(busy_window(snapshot)) {
    for (const Step& step : snapshot.steps) {
      if (const auto home = snapshot.find_slice(step.event)) stepped_.insert(home->track->id);
    }
    for (const Track& track : snapshot.tracks) {
      if (track.kind == TrackKind::GpuStream) devices_of_.insert(track.process);
    }
  }

  LaneTree build() {
    add_steps();
    add_processes();
    add_devices();
    add_memory();
    add_counters();
    for (LaneGroup& group : later_) tree_.groups.push_back(std::move(group));
    add_rest(GroupKind::Async, "async", "Async spans", LaneRole::Async);
    add_rest(GroupKind::Other, "other", "Other", LaneRole::Other);
    add_rest(GroupKind::Profiler, "profiler", "Profiler", LaneRole::Profiler);
    make_keys_unique();
    return std::move(tree_);
  }

 private:
  using Tracks = std::vector<const Track*>;

  [[nodiscard]] std::uint32_t instants_of(const Track& track) const {
    if (!snapshot_.instants) return 0;
    const auto& begin = snapshot_.instants->track_begin;
    const std::size_t t = index_of(track.id);
    return t + 1 < begin.size() ? begin[t + 1] - begin[t] : 0;
  }
  [[nodiscard]] bool has_events(const Track& track) const {
    return track.slices > 0 || instants_of(track) > 0;
  }

  /// Which kind of group a track's lane goes to.
  [[nodiscard]] GroupKind group_kind(const Track& track) const {
    switch (track.kind) {
      case TrackKind::CpuThread: {
        // Python frames of an unknown thread come as thread 0 of process 0, where the GPU is.
        const bool nowhere = snapshot_.text(track.thread) == "0" &&
                             snapshot_.text(track.process) == "0" &&
                             devices_of_.contains(track.process);
        return nowhere ? GroupKind::Other : GroupKind::Process;
      }
      case TrackKind::GpuStream:
      case TrackKind::GpuAnnotation:
      case TrackKind::GpuSync:
        return GroupKind::Device;
      case TrackKind::Async:
        return GroupKind::Async;
      case TrackKind::Profiler:
        return GroupKind::Profiler;
      case TrackKind::Other:
        break;
    }
    // Marks of the profiler's window lie on rows without slices.
    const std::string_view process = snapshot_.text(track.process);
    const bool marks = track.slices == 0 && (process.empty() || process == "Traces");
    return marks ? GroupKind::Profiler : GroupKind::Other;
  }

  [[nodiscard]] Lane slice_lane(const Track& track, LaneRole role, std::string title,
                                std::string facts) const {
    Lane lane;
    lane.kind = LaneKind::Slices;
    lane.role = role;
    lane.track = track.id;
    lane.title = std::move(title);
    lane.facts = std::move(facts);
    lane.rows = rows_of(track);
    lane.foldable = lane.rows > 1;
    return lane;
  }

  [[nodiscard]] std::string event_count(const Track& track) const {
    if (track.slices > 0) {
      return format_count(static_cast<std::int64_t>(track.slices)) +
             (track.slices == 1 ? " event" : " events");
    }
    const std::uint32_t marks = instants_of(track);
    return format_count(marks) + (marks == 1 ? " mark" : " marks");
  }

  void add_steps() {
    if (snapshot_.steps.empty()) return;
    Lane lane;
    lane.key = "steps";
    lane.title = "Steps";
    lane.kind = LaneKind::Steps;
    lane.role = LaneRole::Steps;
    tree_.groups.push_back({"steps", "", GroupKind::Steps, {std::move(lane)}, false});
  }

  void add_processes() {
    std::map<StringId, Tracks> processes;
    for (const Track& track : snapshot_.tracks) {
      if (has_events(track) && group_kind(track) == GroupKind::Process) {
        processes[track.process].push_back(&track);
      }
    }
    struct Process {
      bool stepped = false;
      std::uint64_t slices = 0;
      LaneGroup group;
    };
    std::vector<Process> all;
    std::map<std::string, int> of_name;
    for (auto& [pid, tracks] : processes) {
      Process process;
      for (const Track* track : tracks) {
        process.stepped = process.stepped || stepped_.contains(track->id);
        process.slices += track->slices;
      }
      const std::string name(snapshot_.text(tracks.front()->process_name));
      const std::string key = fmt::format("process/{}/{}", name, of_name[name]++);
      process.group = process_group(key, tracks);
      all.push_back(std::move(process));
    }
    if (all.empty()) return;
    std::stable_sort(all.begin(), all.end(), [](const Process& a, const Process& b) {
      return std::tuple(!a.stepped, b.slices) < std::tuple(!b.stepped, a.slices);
    });
    for (Process& process : all) {
      const bool first = &process == &all.front() || process.stepped;
      if (!first && !devices_of_.empty()) {
        later_.push_back(std::move(process.group));
        continue;
      }
      if (!devices_of_.empty()) split_other_threads(process.group, all.size() == 1);
      tree_.groups.push_back(std::move(process.group));
    }
  }

  /// Threads that do no work for the model make room for the GPU.
  void split_other_threads(LaneGroup& group, bool one_process) {
    const auto first = std::ranges::find(group.lanes, LaneRole::Thread, &Lane::role);
    if (first == group.lanes.end()) return;
    std::string title = one_process ? "Other threads" : "Other threads · " + group.title;
    LaneGroup rest{group.key + "/threads", std::move(title), GroupKind::Process, {}};
    rest.lanes.assign(std::make_move_iterator(first), std::make_move_iterator(group.lanes.end()));
    group.lanes.erase(first, group.lanes.end());
    later_.push_back(std::move(rest));
  }

  /// The row of a thread's steps; 0 when it has none.
  [[nodiscard]] std::uint32_t step_row(const Track& track) const {
    for (const Step& step : snapshot_.steps) {
      const auto home = snapshot_.find_slice(step.event);
      if (home && home->track == &track) return home->chunk->row_of(home->slice);
    }
    return 0;
  }

  [[nodiscard]] const Track* main_thread(const Tracks& tracks) const {
    const auto rank = [&](const Track* track) {
      return std::tuple(stepped_.contains(track->id), track->thread == track->process,
                        track->slices);
    };
    return *std::max_element(tracks.begin(), tracks.end(),
                             [&](const Track* a, const Track* b) { return rank(a) < rank(b); });
  }

  LaneGroup process_group(const std::string& key, Tracks& tracks) {
    LaneGroup group{key, process_title(snapshot_, *tracks.front()), GroupKind::Process, {}};
    const Track* main = main_thread(tracks);
    int autograd = 0;
    for (const Track* track : tracks) {
      const std::string_view tid = snapshot_.text(track->thread);
      std::string title = thread_title(snapshot_, *track);
      LaneRole role = LaneRole::Thread;
      std::string lane_key = fmt::format("{}/thread {}", key, tid);
      if (track == main && track->slices > 0) {
        role = LaneRole::MainThread;
        title = "main thread";
        lane_key = key + "/main";
      } else if (title.starts_with("pt_autograd") || runs_autograd(snapshot_, *track)) {
        role = LaneRole::Autograd;
        title = autograd == 0 ? "autograd thread" : fmt::format("autograd thread {}", autograd);
        lane_key = fmt::format("{}/autograd {}", key, autograd++);
      }
      Lane lane = slice_lane(*track, role, std::move(title),
                             fmt::format("{} · {}", tid, event_count(*track)));
      lane.key = std::move(lane_key);
      if (role == LaneRole::MainThread) lane.first_row = step_row(*track);
      group.lanes.push_back(std::move(lane));
    }
    std::stable_sort(group.lanes.begin(), group.lanes.end(),
                     [](const Lane& a, const Lane& b) { return a.role < b.role; });
    return group;
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
      if (!has_events(track) || group_kind(track) != GroupKind::Device) continue;
      Device& device = devices[{track.device, track.process}];
      device.any = &track;
      Stream& stream = device.streams[track.stream];
      if (track.kind == TrackKind::GpuStream) {
        const StreamUse use = stream_use(snapshot_, track, window_, roles_);
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

  static bool has_work(const Device& device) {
    return std::ranges::any_of(device.streams, [](const auto& stream) {
      return std::ranges::any_of(stream.second.work,
                                 [](const Track* track) { return track->slices > 0; });
    });
  }

  void add_stream(LaneGroup& group, const std::string& key, const Stream& stream) {
    for (const Track* track : stream.annotations) {
      group.lanes.push_back(slice_lane(*track, LaneRole::Annotations, "annotations",
                                       stream_title(snapshot_, *track)));
      group.lanes.back().key = fmt::format("{}/annotations {}", key, track->stream);
    }
    for (const Track* track : stream.work) {
      const StreamUse use =
          stream.work.size() == 1 ? stream.use : stream_use(snapshot_, *track, window_, roles_);
      group.lanes.push_back(
          slice_lane(*track, use.role, stream_title(snapshot_, *track), stream_facts(use)));
      group.lanes.back().key = fmt::format("{}/stream {}", key, track->stream);
    }
    for (const Track* track : stream.sync) {
      group.lanes.push_back(
          slice_lane(*track, LaneRole::Sync, "sync", stream_title(snapshot_, *track)));
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
    if (instants_of(track) != 1) return "Trace marks";
    const InstantTable& table = *snapshot_.instants;
    return std::string(snapshot_.text(table.name[table.track_begin[index_of(track.id)]]));
  }

  void add_rest(GroupKind kind, const std::string& key, const std::string& title, LaneRole role) {
    LaneGroup group{key, title, kind, {}};
    for (const Track& track : snapshot_.tracks) {
      if (!has_events(track) || group_kind(track) != kind) continue;
      const std::string_view process = snapshot_.text(track.process);
      const std::string_view thread = snapshot_.text(track.thread);
      const bool marks = kind == GroupKind::Profiler && track.slices == 0;
      std::string name = track.kind == TrackKind::CpuThread ? "unknown Python thread"
                         : marks                            ? marks_title(track)
                                                            : std::string(thread);
      if (name.empty()) name = "unnamed thread";
      std::string facts = process.empty() || marks
                              ? event_count(track)
                              : fmt::format("{} · {}", process, event_count(track));
      Lane lane = slice_lane(track, role, std::move(name), std::move(facts));
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
  RoleTable roles_;
  TimeRange window_;
  std::set<TrackId> stepped_;       // tracks that hold steps
  std::set<StringId> devices_of_;   // processes that are devices
  std::set<std::uint32_t> placed_;  // memory tracks that have a lane
  std::vector<LaneGroup> later_;    // processes and threads that come after the devices
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
