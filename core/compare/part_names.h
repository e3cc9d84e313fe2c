// What the parts of a run are called: from a GPU event or an operator to a row of the comparison.
#pragma once

#include <cstdint>
#include <vector>

#include "core/compare/run_parts.h"

namespace lanescope {

/// A GPU event, or an operator as far as its own time on the host goes.
struct PartOwner {
  EventId event = EventId::None;
  EventId op = EventId::None;  // the innermost operator that launched it, or itself
  StringId name = StringId::Empty;
  Ns launched_ns = 0;  // when the host asked for it
  Ns dur_ns = 0;
};

struct PartsOfOwners {
  std::vector<RunPart> parts;     // names only, by name, then shapes
  std::vector<std::uint32_t> of;  // by owner: its part
  bool shapes_left_out = false;
};

/// Cost: at the operator level the text of each operator that owns something; at the module level a
/// pass over the host threads.
PartsOfOwners name_parts(const PartsInput& in, PartLevel level,
                         const std::vector<PartOwner>& owners);

}  // namespace lanescope
