// Where the work of a CUDA graph is from. A replay has one launch call for all of it, so its own
// operator says nothing of a node; the program launched the same work once when the graph was
// captured, and mostly before that to warm up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

enum class GraphOriginSource : std::uint8_t {
  /// The launches between cudaStreamBeginCapture and cudaStreamEndCapture started nothing, and are
  /// as many and of the same kinds as the nodes: a node has the position of its launch.
  Capture,
  /// The same kernels ran in the same order before, each by a launch of its own.
  SameSequence,
  /// The recorder says where the node was created, see recorded_nodes.h.
  RecordedNode,
};

struct GraphOrigin {
  EventId launch = EventId::None;
  GraphOriginSource source = GraphOriginSource::Capture;
  /// One capture alone fits, and the work ran in the order of the launches on one stream. Otherwise
  /// the launch is the likeliest.
  bool certain = false;
};

/// The nodes of a replay in the order in which they started, and the launch that each is from.
struct ReplayOrigins {
  std::vector<EventId> nodes;
  std::vector<EventId> launches;  // by node; empty if the trace does not let one know
  GraphOriginSource source = GraphOriginSource::Capture;
  bool certain = false;
};

/// A node of a graph: what the same node of another replay is recognized by.
struct GraphNode {
  EventId event = EventId::None;
  StringId name = StringId::Empty;
  CategoryKind kind = CategoryKind::Kernel;
  TrackId track = TrackId::None;
  Ns start_ns = 0;
};
/// In the order in which they started; empty for what launches no graph.
std::vector<GraphNode> graph_nodes(const Snapshot& snapshot, EventId replay);

/// The launches of a capture, in their order.
struct GraphCapture {
  StringId process = StringId::Empty;
  Ns end_ns = 0;
  std::vector<EventId> calls;
  std::vector<CategoryKind> kinds;  // of the work that a call would have started
};
/// By end. Cost: a pass over the calls of host threads.
std::vector<GraphCapture> graph_captures(const Snapshot& snapshot);

/// The work of a stream that was launched call by call, in the order in which it ran.
struct LaunchedSequence {
  std::int64_t device = -1;
  std::vector<StringId> names;
  std::vector<EventId> launches;
};
/// By stream. Cost: a pass over the GPU work.
std::vector<LaunchedSequence> launched_sequences(const Snapshot& snapshot);

/// Of fewer kernels, the same sequence says little.
inline constexpr std::size_t kLeastGraphSequence = 4;

/// One thread; refers to the snapshot.
class GraphOriginFinder {
 public:
  explicit GraphOriginFinder(const Snapshot& snapshot);

  /// Cost: the number of nodes; for the first replay of a graph, a pass over the GPU work.
  ReplayOrigins of_replay(EventId replay);

 private:
  struct Answer {
    std::vector<EventId> launches;
    GraphOriginSource source = GraphOriginSource::Capture;
    bool certain = false;
  };
  struct Replay;
  [[nodiscard]] Answer find(const Replay& replay);
  [[nodiscard]] Answer captured(const Replay& replay) const;
  [[nodiscard]] Answer same_sequence(const Replay& replay);

  const Snapshot& snapshot_;
  std::vector<GraphCapture> captures_;
  std::optional<std::vector<LaunchedSequence>> sequences_;  // once they are needed
  /// By what decides the answer. Most replays are of a graph that was replayed before.
  std::map<std::vector<std::uint32_t>, Answer> known_;
};

/// For `gpu_event`, which the graph launch call `replay` started; nullopt if the trace does not let
/// one know. Pure. Cost: a pass over the calls of host threads, and one over the GPU work.
std::optional<GraphOrigin> graph_origin_of(const Snapshot& snapshot, EventId replay,
                                           EventId gpu_event);

/// Whether a call launches a graph, by its name.
bool launches_graph(std::string_view call);

}  // namespace lanescope
