#include "core/view/lanes/track_lanes.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/base/time.h"
#include "core/store/laid_processes.h"
#include "core/store/snapshot.h"
#include "core/view/events/event_ref.h"
#include "core/view/lanes/autograd_thread.h"
#include "core/view/lanes/loader_lane.h"
#include "core/view/lanes/processes/gpu_drivers.h"
#include "core/view/lanes/processes/numbered_threads.h"
#include "core/view/lanes/processes/process_families.h"
#include "core/view/lanes/processes/start_rows.h"
#include "core/view/text/lane_names.h"
#include "core/view/text/time_text.h"
#include "core/view/timeline/busiest_tracks.h"

namespace lanescope {
namespace {

/// Imports are nested some sixty frames deep while a program starts; its own code rarely is.
constexpr std::uint32_t kSampledRows = 10;

std::uint32_t rows_of(const Track& track) {
  std::size_t rows = 1;
  for (const auto& chunk : track.chunks) rows = std::max(rows, chunk->rows.size());
  return static_cast<std::uint32_t>(rows);
}

/// Whether a function of Python is among its samples.
bool runs_python(const Snapshot& snapshot, const Track& track) {
  if (track.kind != TrackKind::ThreadSamples) return false;
  return std::ranges::any_of(track.chunks, [&](const auto& chunk) {
    return std::ranges::any_of(chunk->category.span(), [&](CategoryId category) {
      return snapshot.kind_of(category) == CategoryKind::SampledFrame;
    });
  });
}

using Tracks = std::vector<const Track*>;

class GroupMaker {
 public:
  GroupMaker(const Snapshot& snapshot, const TrackLanes& lanes)
      : snapshot_(snapshot), lanes_(lanes) {
    for (const Step& step : snapshot.steps) {
      if (const auto home = snapshot.find_slice(step.event)) stepped_.insert(home->track->id);
    }
  }

  ProcessGroups build() {
    std::map<StringId, Tracks> processes;
    for (const Track& track : snapshot_.tracks) {
      if (lanes_.has_events(track) && lanes_.group_kind(track) == GroupKind::Process) {
        processes[track.process].push_back(&track);
      }
    }
    const std::size_t without_lanes = drop_smallest(processes);
    std::vector<Process> all;
    std::map<std::string, int> of_name;
    const JsonObject laid = laid_processes(snapshot_.info);
    for (auto& [pid, tracks] : processes) {
      Process process;
      process.pid = snapshot_.text(pid);
      process.laid = laid_as(laid, process.pid).has_value();
      for (const Track* track : tracks) {
        process.work = std::max(process.work, work_of(*track));
        process.slices += track->slices;
      }
      const std::string name(snapshot_.text(tracks.front()->process_name));
      const std::string key = fmt::format("process/{}/{}", name, of_name[name]++);
      process.group = process_group(key, tracks);
      all.push_back(std::move(process));
    }
    if (all.empty()) return {};
    std::stable_sort(all.begin(), all.end(), [](const Process& a, const Process& b) {
      return std::tuple(a.laid, !a.stepped(), b.slices) <
             std::tuple(b.laid, !b.stepped(), a.slices);
    });
    group_families(all);
    const GpuDrivers drivers(snapshot_);
    for (Process& process : all) {
      const bool first = &process == &all.front() || process.stepped();
      const auto driven = drivers.device_of(process.pid);
      const bool alone = all.size() == 1;
      if (driven && !process.stepped() && (!first || drivers.several())) {
        split_other_threads(process.group, alone);
        groups_.before_device[*driven].push_back(std::move(process.group));
        continue;
      }
      if (!first && lanes_.has_devices()) {
        add_process_group(std::move(process.group), alone, groups_.after_devices);
        continue;
      }
      if (lanes_.has_devices()) split_other_threads(process.group, alone);
      add_process_group(std::move(process.group), alone, groups_.before_devices);
    }
    if (without_lanes > 0) {
      std::string title =
          fmt::format("{} more {} no lanes; search finds {} events", count_text(without_lanes),
                      without_lanes == 1 ? "process has" : "processes have",
                      without_lanes == 1 ? "its" : "their");
      groups_.after_devices.push_back({"process/rest", std::move(title), GroupKind::Process, {}});
    }
    return std::move(groups_);
  }

 private:
  struct Process {
    std::string_view pid;
    bool laid = false;  // by a profile beside the trace: below all others
    ProcessWork work = ProcessWork::Waited;
    std::uint64_t slices = 0;
    LaneGroup group;
    [[nodiscard]] bool stepped() const { return work == ProcessWork::Steps; }
  };

  [[nodiscard]] ProcessWork work_of(const Track& track) const {
    if (stepped_.contains(track.id)) return ProcessWork::Steps;
    if (track.kind == TrackKind::CpuThread && track.slices > 0) return ProcessWork::Calls;
    return runs_python(snapshot_, track) ? ProcessWork::Python : ProcessWork::Waited;
  }

  /// Workers stand below the process that started them, and say so.
  void group_families(std::vector<Process>& all) const {
    std::vector<ProcessFamilies::Member> members;
    for (const Process& process : all) members.push_back({process.pid, process.work});
    const ProcessFamilies families(snapshot_, members);
    std::vector<Process> ordered;
    for (const std::size_t i : families.order()) {
      Process& process = ordered.emplace_back(std::move(all[i]));
      const std::string_view parent = families.parent_of(process.pid);
      if (parent.empty()) continue;
      process.group.title += fmt::format(" · child of {}", parent);
      add_loader_lane(snapshot_, process.group);
    }
    all = std::move(ordered);
  }

  /// Leaves the first track of each thread: what it recorded, or else its samples or its state. The
  /// others are returned by thread.
  static std::map<StringId, Tracks> take_samples(Tracks& tracks) {
    std::ranges::stable_sort(tracks, {}, &Track::kind);
    std::map<StringId, Tracks> below;
    std::set<StringId> seen;
    std::erase_if(tracks, [&](const Track* track) {
      const bool is_first = seen.insert(track->thread).second;
      if (is_first || track->kind == TrackKind::CpuThread) return false;
      below[track->thread].push_back(track);
      return true;
    });
    return below;
  }

  /// Removes the processes that there is no room for; returns how many.
  static std::size_t drop_smallest(std::map<StringId, Tracks>& processes) {
    if (processes.size() <= kMostProcesses) return 0;
    std::vector<std::pair<std::uint64_t, StringId>> by_slices;
    for (const auto& [pid, tracks] : processes) {
      std::uint64_t slices = 0;
      for (const Track* track : tracks) slices += track->slices;
      by_slices.emplace_back(slices, pid);
    }
    std::ranges::stable_sort(by_slices, std::greater<>(),
                             [](const auto& one) { return one.first; });
    for (const auto& [slices, pid] : std::span(by_slices).subspan(kMostProcesses))
      processes.erase(pid);
    return by_slices.size() - kMostProcesses;
  }

  /// Moves threads that do no work for the model to the end, to make room for the GPU.
  void split_other_threads(LaneGroup& group, bool one_process) {
    std::vector<LaneGroup> numbered = take_numbered_threads(group, one_process);
    const auto first = std::ranges::find(group.lanes, LaneRole::Thread, &Lane::role);
    if (first != group.lanes.end()) {
      // What tells processes apart comes first, as narrow columns cut a title's end off.
      std::string title = one_process ? "Other threads" : group.title + " · other threads";
      LaneGroup rest{group.key + "/threads", std::move(title), GroupKind::Process, {}};
      rest.lanes.assign(std::make_move_iterator(first), std::make_move_iterator(group.lanes.end()));
      group.lanes.erase(first, group.lanes.end());
      groups_.after_devices.push_back(std::move(rest));
    }
    std::ranges::move(numbered, std::back_inserter(groups_.after_devices));
  }

  /// The row of a thread's steps; 0 if it has none.
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
    return *std::ranges::max_element(tracks, {}, rank);
  }

  /// A thread's own functions are what it shows; those above them are a click away.
  void begin_below_start(Lane& lane, const Track& track) const {
    if (track.kind != TrackKind::ThreadSamples) return;
    lane.first_row = std::min(row_below_start(snapshot_, track), lane.rows - 1);
    lane.most_at_first = std::min(lane.most_at_first, lane.rows - lane.first_row);
  }

  /// Below the lane of its thread, with its role, so that they stay together.
  [[nodiscard]] Lane sampled_lane(const Track& track, LaneRole role, const std::string& thread_key,
                                  const std::string& thread_title) const {
    const bool samples = track.kind == TrackKind::ThreadSamples;
    Lane lane = TrackLanes::slice_lane(track, role, samples ? "samples" : "state", thread_title);
    lane.key = thread_key + (samples ? "/samples" : "/state");
    lane.thread = thread_title;
    begin_below_start(lane, track);
    return lane;
  }

  LaneGroup process_group(const std::string& key, Tracks& tracks) {
    LaneGroup group{key, process_title(snapshot_, *tracks.front()), GroupKind::Process, {}};
    const std::map<StringId, Tracks> below = take_samples(tracks);
    const Track* main = main_thread(tracks);
    const std::size_t without_lane = keep_busiest(tracks, kMostThreadLanes);
    if (std::ranges::find(tracks, main) == tracks.end()) tracks.front() = main;
    if (without_lane > 0)
      group.title += fmt::format(" · {} more {} no lane", count_text(without_lane),
                                 without_lane == 1 ? "thread has" : "threads have");
    int autograd = 0;
    for (const Track* track : tracks) {
      const std::string_view tid = snapshot_.text(track->thread);
      std::string title = thread_title(snapshot_, *track);
      LaneRole role = LaneRole::Thread;
      std::string lane_key = fmt::format("{}/thread {}", key, tid);
      if (track == main && track->slices > 0) {
        role = LaneRole::MainThread;
        // If no thread is known to be the main one, the busiest keeps its own name.
        if (stepped_.contains(track->id) || track->thread == track->process) title = "main thread";
        lane_key = key + "/main";
      } else if (title.starts_with("pt_autograd") || runs_autograd(snapshot_, *track)) {
        role = LaneRole::Autograd;
        title = autograd == 0 ? "autograd thread" : fmt::format("autograd thread {}", autograd);
        lane_key = fmt::format("{}/autograd {}", key, autograd++);
      }
      const std::string count = lanes_.event_count(*track);
      const bool titled_by_id = title == fmt::format("thread {}", tid);
      Lane lane = TrackLanes::slice_lane(*track, role, title,
                                         titled_by_id ? count : fmt::format("{} · {}", tid, count));
      lane.key = lane_key;
      begin_below_start(lane, *track);
      if (stepped_.contains(track->id) && role == LaneRole::MainThread)
        lane.first_row = step_row(*track);
      group.lanes.push_back(std::move(lane));
      const auto sampled = below.find(track->thread);
      if (sampled == below.end()) continue;
      for (const Track* more : sampled->second)
        group.lanes.push_back(sampled_lane(*more, role, lane_key, title));
    }
    std::ranges::stable_sort(group.lanes, {}, &Lane::role);
    return group;
  }

  const Snapshot& snapshot_;
  const TrackLanes& lanes_;
  std::set<TrackId> stepped_;  // tracks with steps
  ProcessGroups groups_;
};

}  // namespace

TrackLanes::TrackLanes(const Snapshot& snapshot) : snapshot_(snapshot) {
  for (const Track& track : snapshot.tracks) {
    if (track.kind == TrackKind::GpuStream) devices_.insert(track.process);
  }
}

std::uint32_t TrackLanes::instants_of(const Track& track) const {
  const InstantRange own = lanescope::instants_of(snapshot_, track.id);
  return own.end - own.begin;
}

bool TrackLanes::has_events(const Track& track) const {
  return track.slices > 0 || instants_of(track) > 0;
}

GroupKind TrackLanes::group_kind(const Track& track) const {
  switch (track.kind) {
    case TrackKind::CpuThread: {
      // Python frames of an unknown thread are recorded as thread 0 of process 0, where the GPU is.
      const bool nowhere = snapshot_.text(track.thread) == "0" &&
                           snapshot_.text(track.process) == "0" && devices_.contains(track.process);
      return nowhere ? GroupKind::Other : GroupKind::Process;
    }
    case TrackKind::ThreadSamples:
    case TrackKind::ThreadState:
      return GroupKind::Process;
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
  // Marks of the profiler's window are on tracks without slices.
  const std::string_view process = snapshot_.text(track.process);
  const bool marks = track.slices == 0 && (process.empty() || process == "Traces");
  return marks ? GroupKind::Profiler : GroupKind::Other;
}

Lane TrackLanes::slice_lane(const Track& track, LaneRole role, std::string title,
                            std::string facts) {
  const std::uint32_t rows = rows_of(track);
  return {.title = std::move(title),
          .facts = std::move(facts),
          .role = role,
          .track = track.id,
          .rows = rows,
          .most_at_first = track.kind == TrackKind::ThreadSamples ? kSampledRows : 0,
          .foldable = rows > 1};
}

std::string TrackLanes::event_count(const Track& track) const {
  return track.slices > 0 ? counted(track.slices, "event") : counted(instants_of(track), "mark");
}

ProcessGroups process_groups(const Snapshot& snapshot, const TrackLanes& lanes) {
  return GroupMaker(snapshot, lanes).build();
}

}  // namespace lanescope
