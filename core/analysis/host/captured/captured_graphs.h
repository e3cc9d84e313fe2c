// Joins the replays of CUDA graphs in one trace with their captures in another: of a server, the
// first often has nothing but replays, and the second the model that was captured.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/host/captured_launch.h"
#include "core/analysis/host/graph_calls.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct CapturedWork {
  std::vector<CapturedLaunch> launches;                     // each that a node is from
  std::vector<std::pair<EventId, std::uint32_t>> of_event;  // node and index, by event
  // Graph launches.
  std::size_t replays = 0, joined = 0, joined_by_node_id = 0, joined_uncertain = 0;
  std::size_t other_ids = 0;  // not joined, as the only captures that fit made other nodes
};

/// Joins by graph and node id where both traces are of one process and have them; else by the
/// sequence of names, or by the number and kinds of nodes: then the captures of the same process
/// come first, and those of another are never certain. Ids that contradict within one process
/// exclude a capture, and leave what the names say uncertain. `file` names the capture trace. Pure;
/// complete snapshots only. Cost: passes over both traces; the arguments of one piece of work for
/// each replay are read, and of all for the first replay of each graph.
CapturedWork join_captured_graphs(const ReadTrace& replays, const ReadTrace& captures,
                                  const std::string& file, const std::stop_token& stop = {});

}  // namespace lanescope
