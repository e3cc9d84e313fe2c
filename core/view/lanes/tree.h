// The lane tree: which lanes a trace has, their order and titles. Built once per snapshot. The
// user's changes (folded, hidden, pinned, moved) are in tree_state.h, positions on the screen in
// layout.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// How a lane is drawn.
enum class LaneKind : std::uint8_t {
  Steps,             // Snapshot::steps, one row
  Slices,            // a track: nested slices, and its instants as marks
  Counter,           // a counter's curve
  Memory,            // allocated and reserved memory of one allocator
  MemoryByCategory,  // the same by category; for memory timelines, the file's own sums
  Idle,              // a device's idle gaps, from an analysis
  LoaderBatches,     // what a DataLoader worker did for each batch, from an analysis
  Metrics,           // a curve for a device, from an analysis
  CriticalPath,      // the chain of work that determined a window's duration, from an analysis
};

/// The purpose of a lane; also the order of lanes inside a group.
enum class LaneRole : std::uint8_t {
  Steps,
  MainThread,
  Autograd,
  Thread,
  Annotations,  // of the stream below
  Compute,      // streams, by what they spend most busy time on
  Communication,
  Copies,
  EmptyStream,  // a stream without device work
  Sync,         // of the stream above
  Idle,
  Memory,
  Counter,
  Metrics,
  Async,
  Profiler,
  Other,
};

/// Streams of a GPU with work in them.
constexpr bool is_stream(LaneRole role) {
  return role == LaneRole::Compute || role == LaneRole::Communication || role == LaneRole::Copies;
}

struct Lane {
  std::string key = {};    // identifies the lane for folding, hiding and pinning; stable across
                           // snapshots of a file, and the same in similar files
  std::string title = {};  // "main thread", "stream 7"
  std::string facts = {};  // "25738 · 21,577 events", "compute · 96 % busy"; may be empty
  LaneKind kind = LaneKind::Slices;
  LaneRole role = LaneRole::Other;
  TrackId track = TrackId::None;    // for Slices
  std::uint32_t index = 0;          // for curves: into Snapshot::counters or Snapshot::memory; for
                                    // Metrics: the DeviceMetric; for LoaderBatches: the number
                                    // of the worker's samples' track
  std::int64_t device = -1;         // for Idle and Metrics
  std::uint32_t rows = 1;           // rows of slices; 1 for curves
  std::uint32_t first_row = 0;      // the first interesting row: for a main thread the steps, below
                                    // the frames that started the program
  std::uint32_t most_at_first = 0;  // rows that it shows until the user chooses; 0: as many as
                                    // there is room for
  bool foldable = false;            // has more than one row
  std::uint32_t depth = 0;  // how many rows, from the first, the slices of the time range in
                            // view need; 0: all. Kept up to date by TraceLanes
  std::string thread = {};  // the title of the thread whose samples or state it shows;
                            // empty for other lanes

  /// What a list of threads calls it.
  [[nodiscard]] const std::string& thread_title() const { return thread.empty() ? title : thread; }

  [[nodiscard]] std::uint32_t rows_in_time() const {
    return depth == 0 || depth > rows ? rows : depth;
  }
  /// Whether it is drawn as bars in rows, not as a curve.
  [[nodiscard]] bool has_rows() const {
    return kind == LaneKind::Steps || kind == LaneKind::Slices || kind == LaneKind::Idle ||
           kind == LaneKind::LoaderBatches || kind == LaneKind::CriticalPath;
  }
};

enum class GroupKind : std::uint8_t {
  Steps,
  Process,
  CriticalPath,
  Device,
  Metrics,  // of a device
  Memory,
  Counters,
  Async,
  Profiler,
  Other
};

struct LaneGroup {
  std::string key;
  std::string title;  // "python pid 25738", "GPU 0 H200"; empty: no header, and
                      // cannot be folded
  GroupKind kind = GroupKind::Other;
  std::vector<Lane> lanes;
  bool folded_at_first = false;  // until the user unfolds it
};

struct LaneRef {
  std::uint32_t group = 0;
  std::uint32_t lane = 0;
  friend bool operator==(const LaneRef&, const LaneRef&) = default;
};

struct LaneTree {
  std::vector<LaneGroup> groups;

  [[nodiscard]] const Lane& at(LaneRef ref) const { return groups[ref.group].lanes[ref.lane]; }
  /// The lane of a track; nullopt for tracks without events. Cost: O(lanes).
  [[nodiscard]] std::optional<LaneRef> find(TrackId track) const;
  [[nodiscard]] std::optional<LaneRef> find(std::string_view key) const;
};

/// Order: steps; the main and autograd threads of the process with the steps or most events, and of
/// other processes with steps; devices, each followed by its metric curves, and right before it
/// the process without steps that drives it, if there are several; other memory; counters;
/// the other threads and processes; async spans; everything else; last the profiler's own rows. A
/// device has its streams (compute, communication, copies, then by number), each with its
/// annotations above and its sync records below, then its idle gaps and its memory. Streams with
/// nothing but sync records that fill less than 1 % of the time are a group behind it, folded at
/// first. So are kinds of numbered threads of a process with more than 16 of them. Without a device
/// there is nothing to make room for, and each process is one group. Processes, threads and streams
/// without events are omitted. Cost: a few thousand pixels' worth of level-of-detail data per
/// stream, whatever its size; milliseconds at most.
LaneTree build_lane_tree(const Snapshot& snapshot);

}  // namespace lanescope
