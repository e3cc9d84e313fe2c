// Names of a run's parts: maps GPU events and operators to rows of the comparison.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/host/graph_origins.h"
#include "core/compare/run_parts.h"

namespace lanescope {

/// A GPU event, or an operator with its self time on the host.
struct PartOwner {
  EventId event = EventId::None;
  /// The innermost operator that launched it, of a CUDA graph that was captured, or the operator
  /// itself.
  EventId op = EventId::None;
  const GraphSite* site = nullptr;  // in a capture trace: what is known instead of `op`
  StringId name = StringId::Empty;
  Ns launched_ns = 0;  // start of the launch, or of the operator
  Ns dur_ns = 0;
};

struct PartsOfOwners {
  std::vector<RunPart> parts;     // names only; by kind, name, then shapes
  std::vector<std::uint32_t> of;  // by owner: its part
  bool shapes_left_out = false;
};

/// Cost: at the operator level, reading the arguments of each operator that owns something, for
/// host time by kernel, of each record_param_comms; at the module level, a pass over the host
/// threads. `graphs` has the sites of the owners.
PartsOfOwners name_parts(const PartsInput& in, PartLevel level,
                         const std::vector<PartOwner>& owners, const GraphOrigins& graphs);

/// " (group 0 · default_pg)"; empty if the part has none.
std::string group_note(const RunPart& part);
/// `name` with all that tells the part from others of the name: "record_param_comms allreduce
/// (group 0 · default_pg) [[64]]".
std::string named_apart(std::string name, const RunPart& part);

}  // namespace lanescope
