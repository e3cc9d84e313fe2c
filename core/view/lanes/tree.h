// The lane tree: which lanes a trace has, in which order, under which names. Made once per
// snapshot; what a user did to it (folded, hidden, pinned, moved) is in tree_state.h, where it
// is on the screen in layout.h.
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
  Memory,            // allocated and reserved of one allocator
  MemoryByCategory,  // the same by what it is for; of memory timelines, the file's own sums
  Idle,              // the gaps of a device in which nothing runs, found by an analysis
  Metrics,           // a curve about a device, found by an analysis
  CriticalPath,      // the chain of work that set the length of a window, found by an analysis
};

/// What a lane is there for; also the order of lanes inside a group.
enum class LaneRole : std::uint8_t {
  Steps,
  MainThread,
  Autograd,
  Thread,
  Annotations,  // of the stream that follows
  Compute,      // a stream by what most of its busy time is
  Communication,
  Copies,
  EmptyStream,  // a stream without device work
  Sync,         // of the stream before it
  Idle,
  Memory,
  Counter,
  Metrics,
  Async,
  Profiler,
  Other,
};

struct Lane {
  std::string key = {};    // stable across snapshots of a file, and for like files: what folding,
                           // hiding and pinning go by
  std::string title = {};  // "main thread", "stream 7"
  std::string facts = {};  // "25738 · 21,577 events", "compute · 96 % busy"; may be empty
  LaneKind kind = LaneKind::Slices;
  LaneRole role = LaneRole::Other;
  TrackId track = TrackId::None;  // of Slices
  std::uint32_t index = 0;        // of curves: into Snapshot::counters or Snapshot::memory; of
                                  // Metrics: which DeviceMetric
  std::int64_t device = -1;       // of Idle and Metrics
  std::uint32_t rows = 1;         // lines of slices; 1 for curves
  std::uint32_t first_row = 0;    // where the interesting ones begin: the steps of a main thread,
                                  // under the frames that started the program
  bool foldable = false;          // has more than one row
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
  std::string title;  // "python pid 25738", "GPU 0 H200"; empty: the group has no header and can
                      // not be folded
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
  /// Where a track is drawn; nullopt for tracks without events. Cost: O(lanes).
  [[nodiscard]] std::optional<LaneRef> find(TrackId track) const;
  [[nodiscard]] std::optional<LaneRef> find(std::string_view key) const;
};

/// Order: steps; the main and autograd threads of the process with the steps or most events, and of
/// others with steps; devices, in each the streams - compute, communication, copies,
/// then by number - with their annotations above and their sync records under them, its idle gaps
/// and its memory; behind it curves about it; other memory; counters; the other threads and
/// processes; async spans; the rest; last the profiler's own rows. Without a device there is
/// nothing to make room for, and a process is one group. Processes, threads and streams without any
/// event are left out. Cost: a few thousand pixels' worth of level-of-detail a stream, whatever its
/// size; milliseconds at most.
LaneTree build_lane_tree(const Snapshot& snapshot);

}  // namespace lanescope
