// Which groups of collectives are the same on all ranks of a run.
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
  std::vector<std::size_t> traces;  // that have it, rising
};

struct SharedGroups {
  std::vector<SharedGroup> groups;
  std::vector<std::vector<std::uint32_t>> of_trace;  // by trace, by its own group: into `groups`
};

/// Groups are the same that have the same name, ranks and stream. Streams are left out for kernels
/// that each trace has on one stream at most: their numbers may differ between ranks.
/// Pure. Cost: a look at each group.
SharedGroups shared_groups(std::span<const RankCollectives> traces);

}  // namespace lanescope
