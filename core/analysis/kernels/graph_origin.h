// Where the work of a CUDA graph is from. A replay has one launch call for all of it, so its own
// operator says nothing of a node; the program launched the same work once when the graph was
// captured, and mostly before that to warm up.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/store/snapshot.h"

namespace lanescope {

enum class GraphOriginSource : std::uint8_t {
  /// The launches between cudaStreamBeginCapture and cudaStreamEndCapture started nothing, and are
  /// as many and of the same kinds as the nodes: a node has the position of its launch.
  Capture,
  /// The same kernels ran in the same order before, each by a launch of its own.
  SameSequence,
};

struct GraphOrigin {
  EventId launch = EventId::None;
  GraphOriginSource source = GraphOriginSource::Capture;
  /// One capture alone fits, and the work ran in the order of the launches on one stream. Otherwise
  /// the launch is the likeliest.
  bool certain = false;
};

/// For `gpu_event`, which the graph launch call `replay` started; nullopt if the trace does not let
/// one know. Pure. Cost: a pass over the calls of host threads, and one over the GPU work.
std::optional<GraphOrigin> graph_origin_of(const Snapshot& snapshot, EventId replay,
                                           EventId gpu_event);

/// Whether a call launches a graph, by its name.
bool launches_graph(std::string_view call);

}  // namespace lanescope
