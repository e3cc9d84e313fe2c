// The communicators of a run with what went through them: which part of each of their ranks belongs
// to the same collective.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ranks/fleet/fleet_rank.h"

namespace lanescope {

inline constexpr std::uint32_t kNoFleetPart = UINT32_MAX;

/// A process group, or a pair of ranks that exchange messages.
struct Communicator {
  std::string name;  // "12 · TENSOR_MODEL_PARALLEL_GROUP [0, 1, 2, 3]"
  bool has_sequence = false;
  bool has_messages = false;
  std::vector<std::uint32_t> members;  // into the fleet's ranks, ascending
  std::vector<std::uint32_t> groups;   // by member: into its about.groups
  std::optional<std::size_t> size;     // how many ranks it says to have; nullopt: not said
  std::size_t hosts = 0;               // different ones among its members; 0: not known of all
  std::size_t rows = 0;                // collectives
  std::vector<std::uint32_t> cells;    // by row, then member: into its parts, or kNoFleetPart

  [[nodiscard]] std::uint32_t cell(std::size_t row, std::size_t member) const {
    return cells[row * members.size() + member];
  }
  /// Ranks of it that there is no summary of.
  [[nodiscard]] std::size_t absent() const {
    return size && *size > members.size() ? *size - members.size() : 0;
  }
};

/// Communicators are the same if SharedGroups says so; ranks that are not `taken` are left out.
/// Those with a single member are listed too, without rows. Collectives without sequence numbers
/// are matched by order, with a search for the lag between the rank with the most of them and each
/// other (see search_lag). Cost: linear in the collectives, 17 times for those without sequence
/// numbers; `threads` share it.
std::vector<Communicator> find_communicators(std::span<const FleetRank> ranks,
                                             std::span<const CollectiveShape> shapes,
                                             const std::vector<bool>& taken, unsigned threads);

/// How many ranks "[0, 8, 16]" lists; nullopt if it is shortened, as by "...", or something else.
std::optional<std::size_t> listed_ranks(std::string_view ranks);

}  // namespace lanescope
