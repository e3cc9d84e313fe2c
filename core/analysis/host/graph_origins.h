// The launches that all kernels, copies and fills of CUDA graphs are from, for the tables: they
// count such work where it was captured, and say how sure that is.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/analysis/host/captured_launch.h"
#include "core/analysis/host/graph_origin.h"
#include "core/analysis/search/event_query.h"
#include "core/base/text/json_value.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// A place in the program that nodes of graphs are from.
struct GraphSite {
  EventId launch = EventId::None;  // None: in the capture trace
  // Of the capture trace.
  struct Op {
    StringId name = StringId::Empty;
    JsonValue dims, types;  // null if unknown
    /// How many of the frames and modules of the site are inside it.
    std::uint32_t frames_inside = 0, modules_inside = 0;
  };
  std::vector<Op> ops;            // innermost first
  std::vector<StringId> modules;  // outermost first
  std::vector<StringId> frames;   // of Python, innermost first
};

struct GraphOrigins {
  static constexpr bool kOfTrace = true;

  struct Node {
    EventId event = EventId::None;
    std::uint32_t site = 0;  // in `sites`
    GraphMatch match = GraphMatch::Position;
    bool certain = false;
    /// Of a node that is from the capture trace: work of one call of the outermost operator there
    /// has the same number. -1: in no operator.
    std::int64_t captured_call = -1;
  };
  std::vector<Node> nodes;  // by event
  std::vector<GraphSite> sites;

  /// Null for what no graph started, and if it is not known where it is from. Cost: log(nodes).
  [[nodiscard]] const Node* find(EventId gpu_event) const;
  [[nodiscard]] const GraphSite& site_of(const Node& node) const { return sites[node.site]; }
  /// Whether a capture trace names modules.
  [[nodiscard]] bool names_modules() const;
  /// The innermost operator around the launch; Empty if there is none.
  [[nodiscard]] StringId op_name(const Snapshot& snapshot, const Node& node) const;
};

/// Pure; complete snapshots only. Cost: a look at the distinct texts; if one names a graph launch,
/// a pass over the GPU work and the calls of host threads; with a capture trace, the arguments of
/// the graphs' work are read. After a stop, the rest is missing.
GraphOrigins find_graph_origins(const Snapshot& snapshot, const ReadEvent& read = {},
                                const std::stop_token& stop = {});

/// How many kernels of a table are counted where they were captured.
struct GraphCounts {
  std::uint64_t kernels = 0;
  std::uint64_t uncertain = 0;   // of them: another launch may be theirs
  std::uint64_t by_node_id = 0;  // of them: in the capture trace
  std::uint64_t in_capture_trace = 0;
  std::uint64_t by_recorded_node = 0;

  void add(const GraphOrigins::Node& node);
  void add(const GraphCounts& part);
};

}  // namespace lanescope
