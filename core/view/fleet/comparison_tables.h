// The tables below the wall of two runs: what either has, and for each rank what both have and the
// difference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/view/fleet/tables.h"
#include "core/view/fleet/wall_match.h"

namespace lanescope {

/// A row of the tables of stragglers and links: that of one run's own table.
struct RowOfRun {
  bool in_b = false;
  std::uint32_t row = 0;
  friend bool operator==(const RowOfRun&, const RowOfRun&) = default;
};

struct ComparisonTables {
  FleetTables tables;
  std::vector<RowOfRun> stragglers, links;  // by row
};

/// Row i of `tables.ranks` is rank i of A; ranks that are only in B follow. Cost: that of the rows,
/// and for ranks their steps.
ComparisonTables make_comparison_tables(const FleetPicture& a, const FleetPicture& b,
                                        const FleetTables& of_b, const WallMatch& match);

/// The rank of A that is this one of B; nullopt: it is only in B. Cost: the ranks.
std::optional<std::size_t> rank_of_a(const WallMatch& match, std::size_t rank_of_b);

}  // namespace lanescope
