// In which order the wall shows the ranks, and how they are grouped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/view/fleet/wall_measure.h"

namespace lanescope {

struct WallSort {
  enum class By : std::uint8_t {
    Rank,
    Host,
    Group,  // one kind of process group: tensor, pipeline, data parallel …
    Value,  // the mean of the steps that count, largest first
  };
  By by = By::Rank;
  std::string group = {};  // of Group: the kind's title
  friend bool operator==(const WallSort&, const WallSort&) = default;
};

/// "By rank", "By host", "By tensor model parallel group", "By value".
std::string wall_sort_title(const WallSort& sort);

/// Those that tell ranks apart: by host if several have several ranks, by each kind of process
/// group of which there are several with several members. Cost: linear in ranks and groups.
std::vector<WallSort> wall_sorts(const FleetPicture& run);

/// Rows that belong together: those of a host or of a process group.
struct WallGroup {
  std::size_t first = 0, count = 0;  // rows
  std::string title;
};

struct WallOrder {
  std::vector<std::uint32_t> rows;    // by row, its rank
  std::vector<std::uint32_t> row_of;  // by rank, its row
  std::vector<WallGroup> groups;      // in order; empty: not grouped
};

/// Within a group by rank. Ranks without a host or group come last. `means`: by rank, for Value.
/// Cost: sorts the ranks.
WallOrder order_wall(const FleetPicture& run, const WallSort& sort, std::span<const double> means);

/// The kind of process group in a communicator's name: "TENSOR_MODEL_PARALLEL_GROUP" of
/// "12 · TENSOR_MODEL_PARALLEL_GROUP [0, 1, 2, 3]"; empty if it has only a number.
std::string group_kind(std::string_view communicator);
/// "tensor model parallel group" of such a kind.
std::string group_kind_title(std::string kind);
/// The same of a communicator's name; the name where it has no kind.
std::string group_title(std::string_view communicator);

}  // namespace lanescope
