// Which part of a training step an operator belongs to.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

enum class Phase : std::uint8_t {
  Forward,  // all that is none of the others
  Backward,
  Optimizer,
  DataLoading,
};
std::string_view phase_title(Phase phase);

/// By EventId of a slice. The backward pass is what autograd's engine calls and what has a forward
/// twin; the optimizer and data loading are told by the ranges PyTorch puts around them. Cost: a
/// pass over the host threads and the flows.
std::vector<Phase> op_phases(const Snapshot& snapshot);

}  // namespace lanescope
