// Determines which groups of collectives are the same on all ranks of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/ranks/rank_collectives.h"

namespace lanescope {

struct SharedGroup {
  std::string name;  // "0 · allreduce"; "AllReduce, stream 20"
  bool has_sequence = false;
  std::vector<std::size_t> traces;  // that have it, ascending
};

struct SharedGroups {
  std::vector<SharedGroup> groups;
  std::vector<std::vector<std::uint32_t>> of_trace;  // by trace, by its own group: into `groups`
};

/// Groups are the same if their name, ranks and stream are equal. The stream is ignored for kernels
/// that use a single stream in every trace, because stream numbers may differ between ranks. Pure.
/// Cost: linear in the groups.
SharedGroups shared_groups(std::span<const RankCollectives> traces);

}  // namespace lanescope
