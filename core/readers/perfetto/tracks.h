// Perfetto's tree of tracks, as processes and threads. Descriptors may come after the events of
// their track, so tracks have numbers of their own while the file is read, which become those of
// the tables at the end.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/build/tracks/worker_tables.h"
#include "core/readers/perfetto/names.h"
#include "core/store/snapshot.h"

namespace lanescope::perfetto {

/// TrackDescriptor.ChildTracksOrdering: how a track's children are drawn.
enum class ChildOrder : std::uint8_t { ByName, ByTime, ByRank };
/// TrackDescriptor.SiblingMergeBehavior: which tracks of one name are one lane.
enum class SiblingMerge : std::uint8_t { ByName, Never, ByKey };

struct TrackNode {
  std::uint64_t uuid = 0;
  std::uint64_t parent = 0;  // 0: none
  std::string name;
  bool described = false;
  bool is_counter = false, is_incremental = false;
  bool has_spans = false;  // of a file of this program: its slices are async ranges
  ChildOrder order = ChildOrder::ByName;
  SiblingMerge merge = SiblingMerge::ByName;
  std::string merge_key;
  std::optional<std::int64_t> pid, tid;  // a process, or with both a thread
  std::int32_t rank = 0;
  std::int64_t multiplier = 1;
  std::string unit;

  /// rocprofv3 shows each dispatch on its queue and on its stream: this one shows what others do.
  std::optional<bool> repeats;
  LocalId host = kNoLocal;     // its number for events of the host
  LocalId counter = kNoLocal;  // its number as a counter
};

/// What a track was in the trace that the file was written from.
struct WrittenPlace {
  std::optional<TrackKind> kind;  // none: a counter
  std::string process, thread, process_name, thread_name;
  std::int64_t process_sort = Track::kNoSort, thread_sort = Track::kNoSort;
  std::int64_t device = -1, stream = -1;
  bool own_slices = false;  // of kind Async, and not of async ranges
  std::string counter, series;
};

/// A place for events: a track, or what of it runs on one stream of a GPU.
struct LanePlace {
  std::size_t node = 0;
  TrackRole role = TrackRole::Neutral;
  std::int64_t device = -1, stream = -1;
  friend bool operator<(const LanePlace& a, const LanePlace& b) {
    return std::tie(a.node, a.role, a.device, a.stream) <
           std::tie(b.node, b.role, b.device, b.stream);
  }
};

class Tracks {
 public:
  explicit Tracks(Names& names) : names_(&names) {}

  /// False if the message is broken.
  bool describe(std::string_view message);          // TrackDescriptor
  bool describe_process(std::string_view message);  // ProcessDescriptor, of old versions
  bool describe_thread(std::string_view message, std::int64_t& pid, std::int64_t& tid,
                       std::int64_t& reference_us);  // ThreadDescriptor, of old versions
  bool take_process_tree(std::string_view message);
  /// Of a file of this program.
  void take_written(std::uint64_t uuid, WrittenPlace place);

  /// The index of the track, which need not be described yet.
  std::size_t of_uuid(std::uint64_t uuid) {
    const auto [at, fresh] = by_uuid_.try_emplace(uuid, nodes_.size());
    if (fresh) nodes_.emplace_back().uuid = uuid;
    return at->second;
  }
  std::size_t of_thread(std::int64_t pid, std::int64_t tid);
  /// A track without a uuid: `key` distinguishes it from others of the process.
  std::size_t of_name(std::int64_t pid, const std::string& key, std::string_view name);

  TrackNode& node(std::size_t index) {
    LANESCOPE_SLOW_CHECK(index < nodes_.size(), "one of {} tracks, not {}", nodes_.size(), index);
    return nodes_[index];
  }
  /// The number of the track's lane for events of a role.
  LocalId host_lane(std::size_t node) {
    LocalId& lane = nodes_[node].host;
    return lane != kNoLocal ? lane : lane = lane_of({node, TrackRole::Neutral, -1, -1});
  }
  LocalId lane_of(const LanePlace& place);
  /// The GPU and the stream that the track's names tell; -1 if they do not.
  [[nodiscard]] std::pair<std::int64_t, std::int64_t> gpu_and_stream(std::size_t node) const;
  [[nodiscard]] bool repeats_others(std::size_t node);
  LocalId counter(std::size_t node);
  LocalId gpu_counter(std::int64_t gpu, std::string_view name);
  /// A queue of a GPU, which is numbered by first use.
  LocalId gpu_queue(std::int64_t gpu, std::string_view queue, TrackRole role);
  [[nodiscard]] bool is_gpu(LocalId lane) const;
  /// As the descriptors tell, which may come after the events; nullopt if none does.
  [[nodiscard]] std::optional<std::int64_t> process_of(std::size_t node) const;
  /// Of the only process that has such a thread. Cost: a pass over the tracks.
  [[nodiscard]] std::optional<std::int64_t> process_of_thread(std::int64_t tid) const;
  /// Whether slices of tracks that are no threads count as those of threads. Older files of this
  /// program have async ranges there, and do not say so.
  [[nodiscard]] bool has_own_tracks() const;
  /// How many of the tracks are queues of rocprofv3.
  [[nodiscard]] std::uint64_t rocprof_queues() const;

  /// Gives the numbers of tracks and counters to the tables. Call once, at the end.
  void declare(WorkerTables& tables);

 private:
  struct Owner {
    std::optional<std::int64_t> pid, tid;
  };
  struct GpuQueue {
    std::int64_t gpu;
    std::string name;
    std::int64_t number;
    TrackRole role;
  };
  struct GpuCounter {
    std::int64_t gpu;
    std::string name;
  };
  /// What a number stands for: a place, or if there is none a queue.
  struct Lane {
    std::optional<LanePlace> place;
    std::size_t queue = 0;
  };
  struct Counter {
    std::optional<std::size_t> node;
    GpuCounter gpu = {};
  };

  [[nodiscard]] bool has_track(std::string_view start) const;
  [[nodiscard]] const TrackNode* find(std::uint64_t uuid) const;
  [[nodiscard]] Owner owner_of(const TrackNode& node) const;
  [[nodiscard]] std::optional<std::int64_t> thread_of(const TrackNode& node) const;
  [[nodiscard]] std::string path_of(const TrackNode& node) const;
  LocalTrack local_track(const LanePlace& place, WorkerTables& tables);
  LocalTrack local_track(const GpuQueue& queue, WorkerTables& tables);
  LocalCounter local_counter(const Counter& counter, WorkerTables& tables);
  [[nodiscard]] const WrittenPlace* written_of(const TrackNode& node) const;
  LocalTrack written_track(const WrittenPlace& place, WorkerTables& tables);
  LocalCounter written_counter(const WrittenPlace& place, WorkerTables& tables);
  void name_written_process(const WrittenPlace& place, LocalId process, WorkerTables& tables);
  std::string unique_name(LocalId process, std::size_t node);
  std::string lane_name(LocalId process, std::size_t node, const std::string& path);
  void name_processes(WorkerTables& tables);
  void sort_child(const LanePlace& place, LocalId process, LocalId thread, WorkerTables& tables);

  Names* names_;
  std::vector<TrackNode> nodes_;
  std::unordered_map<std::uint64_t, std::size_t> by_uuid_;
  std::unordered_map<std::uint64_t, WrittenPlace> written_;  // by uuid
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> by_thread_;
  std::map<std::pair<std::int64_t, std::string>, std::size_t> by_key_;
  std::map<std::int64_t, std::string> process_names_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::string> thread_names_;
  std::map<LanePlace, LocalId> lane_numbers_;
  std::vector<Lane> lanes_;
  std::vector<GpuQueue> queues_;
  std::map<std::tuple<std::int64_t, std::string, TrackRole>, LocalId, std::less<>> queue_lanes_;
  std::map<std::tuple<std::int64_t, std::string>, LocalId, std::less<>> gpu_counters_;
  std::vector<Counter> counters_;
  std::map<std::pair<LocalId, std::string>, std::size_t> taken_names_;  // which track has it
  std::map<std::pair<LocalId, std::string>, std::string> lane_groups_;  // which tracks have it
};

}  // namespace lanescope::perfetto
